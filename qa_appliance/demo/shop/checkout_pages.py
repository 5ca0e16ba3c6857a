"""The checkout: address, shipping, the order itself. Checks in the browser and again on the server."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape

from starlette.exceptions import HTTPException
from starlette.responses import Response

from qa_appliance.demo.shop.catalogue import money
from qa_appliance.demo.shop.markup import alert, lines_list, page, text_field, totals_list
from qa_appliance.demo.shop.visit import Visit, go, html
from qa_appliance.demo.shop.visitor import EXPRESS, USER_EMAIL, USER_NAME

COUNTRIES = ("Austria", "France", "Germany", "Italy", "Netherlands", "Spain", "Switzerland")

_EMAIL = re.compile(r"[^@\s]+@[^@\s.]+(\.[^@\s.]+)+")
_POSTCODE = re.compile(r"[0-9A-Za-z][0-9A-Za-z -]{2,9}")


def checkout(visit: Visit) -> Response:
    if not visit.visitor.lines:
        visit.visitor.flash = ("alert", "Your cart is empty: there is nothing to check out.")
        return go("/cart")
    known = {"name": USER_NAME, "email": USER_EMAIL} if visit.visitor.signed_in else {}
    return html(_checkout(visit, known, {}))


def place_order(visit: Visit) -> Response:
    if not visit.visitor.lines:
        return go("/cart")
    errors = _errors(visit.form, visit.bugs)
    if errors:
        return html(_checkout(visit, visit.form, errors), 422)
    totals = visit.visitor.totals(visit.bugs, express=visit.form.get("shipping") == "express")
    order = visit.visitor.place_order(visit.form["name"], visit.form["email"], totals)
    return go(f"/orders/{order.number}/thanks")


def thanks(visit: Visit) -> Response:
    order = visit.visitor.order(visit.path["number"])
    if order is None:
        raise HTTPException(404, "There is no such order.")
    return html(
        page(
            visit,
            "Thank you",
            f"""<section class="message"><h1>Thank you for your order</h1>
<p>Your order number is <strong id="order-number">{order.number}</strong>.
 We will write to {escape(order.email)} when it leaves the workshop.</p>
<div class="panel">{lines_list(order.lines)}
<dl class="totals"><div class="total"><dt>Total</dt><dd>{money(order.total)}</dd></div></dl></div>
<p><a class="button" href="/catalogue">Continue shopping</a></p></section>""",
        )
    )


def _errors(form: Mapping[str, str], bugs: frozenset[str]) -> dict[str, str]:
    errors = {}
    if not form.get("name"):
        errors["name"] = "Enter your full name."
    if not _EMAIL.fullmatch(form.get("email", "")) and "accepts_any_email" not in bugs:
        errors["email"] = "Enter an e-mail address such as name@example.com."
    if not form.get("street"):
        errors["street"] = "Enter street and number."
    if not _POSTCODE.fullmatch(form.get("postcode", "")):
        errors["postcode"] = "Enter a postcode of 3 to 10 letters and digits."
    if not form.get("city"):
        errors["city"] = "Enter a city."
    if form.get("country") not in COUNTRIES:
        errors["country"] = "Choose a country."
    if form.get("shipping") not in {"standard", "express"}:
        errors["shipping"] = "Choose a way of shipping."
    if form.get("terms") != "yes" and "no_terms_needed" not in bugs:
        errors["terms"] = "Accept the terms of sale."
    return errors


def _checkout(visit: Visit, form: Mapping[str, str], errors: dict[str, str]) -> str:
    def ask(name: str, label: str, autocomplete: str, kind: str = "text", more: str = "required") -> str:
        more = f'autocomplete="{autocomplete}" {more}'
        return text_field(name, label, form.get(name, ""), error=errors.get(name, ""), kind=kind, more=more)

    email_kind = "text" if "accepts_any_email" in visit.bugs else "email"
    summary = alert("The order could not be placed.", tuple(errors.values())) if errors else ""
    required = "" if "no_terms_needed" in visit.bugs else "required"
    main = f"""<h1>Checkout</h1>
{summary}
<div class="split">
  <form class="form" method="post" action="/checkout">
    <fieldset><legend>Contact</legend>
      {ask("name", "Full name", "name")}
      {ask("email", "E-mail", "email", email_kind)}
    </fieldset>
    <fieldset><legend>Delivery address</legend>
      {ask("street", "Street and number", "address-line1")}
      <div class="pair">{ask("postcode", "Postcode", "postal-code")}{ask("city", "City", "address-level2")}</div>
      {_country(form.get("country", ""), errors.get("country", ""))}
    </fieldset>
    <fieldset><legend>Shipping</legend>
      {_shipping(form.get("shipping", "standard"))}
    </fieldset>
    <label class="choice"><input type="checkbox" name="terms" value="yes" {required}
      {"checked" if form.get("terms") == "yes" else ""}> I accept the terms of sale</label>
    <button class="wide">Place order</button>
  </form>
  <aside class="panel" aria-labelledby="summary"><h2 id="summary">Your order</h2>
    {lines_list(visit.visitor.lines)}
    {totals_list(visit.visitor.totals(visit.bugs, express=form.get("shipping") == "express"))}
    <p class="hint">Express shipping adds {money(EXPRESS)} to the order.</p>
    <p><a href="/cart">Back to the cart</a></p></aside>
</div>"""
    return page(visit, "Checkout", main)


def _country(chosen: str, error: str) -> str:
    options = "".join(f"<option{' selected' if name == chosen else ''}>{name}</option>" for name in COUNTRIES)
    invalid = ' aria-invalid="true" aria-describedby="country-error"' if error else ""
    note = f'<p class="error" id="country-error">{escape(error)}</p>' if error else ""
    return f"""<div class="field"><label for="country">Country</label>
<select id="country" name="country" autocomplete="country-name" required{invalid}>
<option value="">Choose a country</option>{options}</select>{note}</div>"""


def _shipping(chosen: str) -> str:
    ways = (("standard", "Standard", "2–4 working days, free"), ("express", "Express", f"next day, {money(EXPRESS)}"))
    return "".join(
        f'<label class="choice"><input type="radio" name="shipping" value="{value}" required'
        f'{" checked" if value == chosen else ""}> {label} <span class="hint">{note}</span></label>'
        for value, label, note in ways
    )
