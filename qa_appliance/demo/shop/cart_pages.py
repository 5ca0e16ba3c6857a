"""The cart: what is in it, how many, the coupon, the total. Never takes an order."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from qa_appliance.demo.shop.catalogue import BY_SLUG, Product, money
from qa_appliance.demo.shop.markup import message_page, page, picture, text_field, totals_list
from qa_appliance.demo.shop.visit import Visit, go, html
from qa_appliance.demo.shop.visitor import COUPONS, MOST_PER_LINE, Line


def cart(visit: Visit) -> Response:
    return html(_cart(visit))


def _cart(visit: Visit, code: str = "", error: str = "") -> str:
    visitor = visit.visitor
    if not visitor.lines:
        main = (
            '<section class="message"><h1>Your cart</h1><p>Your cart is empty.</p>'
            '<p><a class="button" href="/catalogue">Browse the catalogue</a></p></section>'
        )
        return page(visit, "Cart", main, here="/cart")
    rows = "".join(_row(line) for line in visitor.lines)
    percent = COUPONS.get(visitor.coupon)
    applied = f'<p class="good">{visitor.coupon}: {percent} % off</p>' if percent else ""
    coupon = text_field("code", "Coupon code", code, error=error, more='autocomplete="off" required')
    main = f"""<h1>Your cart</h1>
<div class="split">
  <div>
    <form id="quantities" method="post" action="/cart/quantities"></form>
    <table class="cart"><caption class="unseen">Products in your cart</caption>
    <thead><tr><th scope="col">Product</th><th scope="col">Price</th><th scope="col">Quantity</th>
    <th scope="col">Amount</th><th scope="col"><span class="unseen">Actions</span></th></tr></thead>
    <tbody>{rows}</tbody></table>
    <button class="quiet" form="quantities">Update cart</button>
  </div>
  <aside class="panel" aria-labelledby="summary">
    <h2 id="summary">Summary</h2>
    <form class="coupon" method="post" action="/cart/coupon">{coupon}<button class="quiet">Apply coupon</button></form>
    {applied}
    {totals_list(visitor.totals(visit.bugs))}
    <a class="button wide" href="/checkout">Go to checkout</a>
  </aside>
</div>"""
    return page(visit, "Cart", main, here="/cart")


def _row(line: Line) -> str:
    product = line.product
    return f"""<tr>
<th scope="row">{picture(product, size="small")}<a href="/products/{product.slug}">{product.name}</a></th>
<td data-label="Price">{money(product.price)}</td>
<td data-label="Quantity"><input type="number" name="{product.slug}" form="quantities" value="{line.quantity}" min="1"
 max="{MOST_PER_LINE}" required aria-label="Quantity of {product.name}"></td>
<td data-label="Amount">{money(line.amount)}</td>
<td><form method="post" action="/cart/remove" data-confirm="Remove {product.name} from the cart?"
 data-detail="You can add it again at any time." data-yes="Remove">
<input type="hidden" name="product" value="{product.slug}">
<button class="quiet small">Remove<span class="unseen"> {product.name}</span></button></form></td>
</tr>"""


def add(visit: Visit) -> Response:
    product = _product(visit)
    quantity = _quantity(visit.form.get("quantity", "1"))
    if not product.in_stock:
        raise HTTPException(409, f"{product.name} is sold out.")
    visit.visitor.add(product, quantity)
    message = f"{product.name} was added to the cart."
    if visit.wants_json:
        pieces = 1 if "stuck_badge" in visit.bugs else visit.visitor.pieces
        return JSONResponse({"message": message, "pieces": pieces})
    visit.visitor.flash = ("status", message)
    return go("/cart")


def change_quantities(visit: Visit) -> Response:
    wanted = {slug: _quantity(visit.form[slug]) for slug in visit.visitor.cart if slug in visit.form}
    for slug, quantity in wanted.items():
        visit.visitor.set_quantity(BY_SLUG[slug], quantity)
    visit.visitor.flash = ("status", "The cart was updated.")
    return go("/cart")


def remove(visit: Visit) -> Response:
    product = _product(visit)
    visit.visitor.set_quantity(product, 0)
    if "removes_everything" in visit.bugs:
        visit.visitor.cart.clear()
    visit.visitor.flash = ("status", f"{product.name} was removed from the cart.")
    return go("/cart")


def apply_coupon(visit: Visit) -> Response:
    code = visit.form.get("code", "")
    if code.upper() in COUPONS:
        visit.visitor.coupon = code.upper()
        visit.visitor.flash = ("status", f"The coupon {code.upper()} was applied.")
        return go("/cart")
    if "coupon_crash" in visit.bugs:
        return html(message_page(visit, "Internal server error", "KeyError in apply_coupon. Please try later."), 500)
    error = f"The coupon “{code}” is not valid." if code else "Enter a coupon code."
    return html(_cart(visit, code, error), 422)


def _product(visit: Visit) -> Product:
    product = BY_SLUG.get(visit.form.get("product", ""))
    if product is None:
        raise HTTPException(404, "The shop does not sell that.")
    return product


def _quantity(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text[:9]) <= MOST_PER_LINE:
        raise HTTPException(422, f"A quantity is a whole number from 1 to {MOST_PER_LINE}, not “{text[:40]}”.")
    return int(text)
