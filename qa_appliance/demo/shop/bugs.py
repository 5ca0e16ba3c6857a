"""The bugs that can be planted into the demo shop, by name. Never on unless asked for."""

from __future__ import annotations

from collections.abc import Iterable
from types import MappingProxyType

from qa_appliance.core.errors import Invalid, Issue

BUGS = MappingProxyType(
    {
        "wrong_total": "The cart's total ignores the quantities.",
        "wrong_category": "The category “Stationery” also lists textiles.",
        "accepts_any_email": "The checkout takes an e-mail address that is none.",
        "stuck_status": "A cancelled order is confirmed as cancelled and stays “Processing”.",
        "case_sensitive_search": "The search finds “Lamp” and not “lamp”, or the other way round.",
        "coupon_crash": "A coupon code the shop does not know ends in an internal server error.",
        "cancel_removes": "“Cancel” in the confirmation dialog of the cart removes the product all the same.",
        "any_password": "The sign-in takes any password.",
        "text_sort": "Prices are sorted as texts: 129.00 comes before 39.90.",
        "missing_label": "The e-mail field of the sign-in page has no label.",
        "free_express": "Express shipping is never charged.",
        "sells_sold_out": "The page of a product that is sold out offers to add it to the cart.",
        "stays_signed_in": "Signing out is confirmed and the visitor stays signed in.",
        "stuck_badge": "The number beside “Cart” stays at one, however much is added in place.",
        "coupon_without_effect": "A coupon is confirmed and takes nothing off.",
        "no_terms_needed": "The checkout takes an order without the terms of sale being accepted.",
        "wrong_recipient": "An order's page names somebody else as the recipient.",
        "dead_breadcrumb": "“All products” on a product's page leads nowhere.",
        "removes_everything": "Removing one product empties the cart.",
        "other_price": "A product costs one euro more on its own page.",
    }
)
"""Name → what a visitor sees of it."""


def check_bugs(names: Iterable[str]) -> frozenset[str]:
    """The names as a set; raises Invalid that lists the known ones when a name is unknown."""
    wanted = frozenset(names)
    unknown = sorted(wanted - BUGS.keys())
    if unknown:
        message = f"There is no bug “{'”, “'.join(unknown)}”. The shop knows: {', '.join(BUGS)}."
        raise Invalid(message, (Issue("invalid_enum_value", ("bugs",), message),))
    return wanted
