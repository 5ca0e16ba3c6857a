"""Who is visiting: cart, coupon, user and orders of one browser session, in memory only. Never shared between two."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from datetime import UTC, datetime, timedelta

from msgspec import Struct, field

from qa_appliance.demo.shop.catalogue import BY_SLUG, Product

USER_EMAIL = "ada@example.test"
USER_PASSWORD = "oak-and-lumen"  # noqa: S105  shown on the sign-in page: the shop is there to be tried
USER_NAME = "Ada Lovelace"

COUPONS = {"OAK10": 10}
"""Code → percent off."""

EXPRESS = 990
MOST_PER_LINE = 20
_MOST_VISITORS = 2000


class Line(Struct, frozen=True):
    product: Product
    quantity: int

    @property
    def amount(self) -> int:
        return self.product.price * self.quantity


class Totals(Struct, frozen=True):
    """All in cents; `discount` is negative or 0."""

    subtotal: int
    discount: int
    shipping: int

    @property
    def total(self) -> int:
        return self.subtotal + self.discount + self.shipping


class Order(Struct):
    number: str
    placed: str  # ISO date, UTC
    lines: tuple[Line, ...]
    total: int
    status: str = "Processing"
    email: str = USER_EMAIL
    name: str = USER_NAME


class Visitor(Struct):
    """`flash` is what the next page says once, as kind ("status" or "alert") and text."""

    cart: dict[str, int] = field(default_factory=dict)
    coupon: str = ""
    signed_in: bool = False
    orders: list[Order] = field(default_factory=list)
    guest_orders: list[Order] = field(default_factory=list)
    flash: tuple[str, str] | None = None
    next_number: int = 1043

    @property
    def lines(self) -> tuple[Line, ...]:
        return tuple(Line(BY_SLUG[slug], quantity) for slug, quantity in self.cart.items())

    @property
    def pieces(self) -> int:
        return sum(self.cart.values())

    def add(self, product: Product, quantity: int) -> None:
        self.set_quantity(product, self.cart.get(product.slug, 0) + quantity)

    def set_quantity(self, product: Product, quantity: int) -> None:
        """0 takes the product out; never more than MOST_PER_LINE."""
        if quantity > 0:
            self.cart[product.slug] = min(quantity, MOST_PER_LINE)
        else:
            self.cart.pop(product.slug, None)

    def totals(self, bugs: frozenset[str], *, express: bool = False) -> Totals:
        if "wrong_total" in bugs:
            subtotal = sum(line.product.price for line in self.lines)
        else:
            subtotal = sum(line.amount for line in self.lines)
        percent = 0 if "coupon_without_effect" in bugs else COUPONS.get(self.coupon, 0)
        charged = express and "free_express" not in bugs
        return Totals(subtotal, -(subtotal * percent // 100), EXPRESS if charged else 0)

    def place_order(self, name: str, email: str, totals: Totals) -> Order:
        """Turns the cart into an order: the signed-in user's, or one only this browser knows."""
        order = Order(
            f"LO-{self.next_number}", datetime.now(UTC).date().isoformat(), self.lines, totals.total, "Processing",
            email, name,
        )  # fmt: skip
        self.next_number += 1
        (self.orders if self.signed_in else self.guest_orders).insert(0, order)
        self.cart.clear()
        self.coupon = ""
        return order

    def order(self, number: str) -> Order | None:
        mine = [*self.guest_orders, *(self.orders if self.signed_in else ())]
        return next((order for order in mine if order.number == number), None)


class Visitors:
    """Every browser session gets a visitor of its own; the oldest is forgotten when there are too many."""

    def __init__(self) -> None:
        # Cookies do not tell ports apart: a name per shop keeps two shops on one host from taking turns.
        self.cookie = f"lumen_{secrets.token_hex(4)}"
        self._known: OrderedDict[str, Visitor] = OrderedDict()

    def find(self, token: str | None) -> tuple[str, Visitor]:
        """The visitor of the cookie's token; a new one, with a new token, for none or an unknown one."""
        if token is not None and token in self._known:
            self._known.move_to_end(token)
            return token, self._known[token]
        token = secrets.token_urlsafe(24)
        visitor = self._known[token] = Visitor(orders=_past_orders())
        while len(self._known) > _MOST_VISITORS:
            self._known.popitem(last=False)
        return token, visitor


def _past_orders() -> list[Order]:
    def order(number: str, days_ago: int, status: str, **quantities: int) -> Order:
        lines = tuple(Line(BY_SLUG[slug.replace("_", "-")], quantity) for slug, quantity in quantities.items())
        placed = (datetime.now(UTC) - timedelta(days=days_ago)).date().isoformat()
        return Order(number, placed, lines, sum(line.amount for line in lines), status)

    return [
        order("LO-1042", 1, "Processing", notebook=2, fountain_pen=1),
        order("LO-1031", 9, "Shipped", pendant_lamp=1),
        order("LO-1017", 41, "Delivered", wool_blanket=1, linen_cushion=2),
    ]
