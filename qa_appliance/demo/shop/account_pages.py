"""Signing in and out, and the signed-in user's orders. One user is known, and the page says which."""

from __future__ import annotations

from html import escape

from starlette.exceptions import HTTPException
from starlette.responses import Response

from qa_appliance.demo.shop.catalogue import money
from qa_appliance.demo.shop.markup import alert, lines_list, page, text_field
from qa_appliance.demo.shop.visit import Visit, go, html
from qa_appliance.demo.shop.visitor import USER_EMAIL, USER_NAME, USER_PASSWORD, Order


def sign_in_page(visit: Visit) -> Response:
    return html(_sign_in(visit))


def sign_in(visit: Visit) -> Response:
    email, password = visit.form.get("email", ""), visit.form.get("password", "")
    right = password == USER_PASSWORD or ("any_password" in visit.bugs and password != "")
    if email.casefold() != USER_EMAIL or not right:
        return html(_sign_in(visit, email, "The e-mail or the password is wrong."), 401)
    visit.visitor.signed_in = True
    visit.visitor.flash = ("status", f"Welcome back, {USER_NAME.split()[0]}.")
    return go("/orders")


def sign_out(visit: Visit) -> Response:
    visit.visitor.signed_in = "stays_signed_in" in visit.bugs
    visit.visitor.flash = ("status", "You are signed out.")
    return go("/")


def _sign_in(visit: Visit, email: str = "", error: str = "") -> str:
    ask_email = text_field("email", "E-mail", email, kind="email", more='autocomplete="username" required')
    if "missing_label" in visit.bugs:
        ask_email = ask_email.replace('<label for="email">E-mail</label>', "")
    ask_password = text_field("password", "Password", kind="password", more='autocomplete="current-password" required')
    main = f"""<section class="narrow-page"><h1>Sign in</h1>
{alert(error) if error else ""}
<form class="form" method="post" action="/sign-in">{ask_email}{ask_password}<button class="wide">Sign in</button></form>
<p class="hint">To try it: <code>{USER_EMAIL}</code> with the password <code>{USER_PASSWORD}</code></p></section>"""
    return page(visit, "Sign in", main, here="/sign-in")


def orders(visit: Visit) -> Response:
    if not visit.visitor.signed_in:
        visit.visitor.flash = ("alert", "Please sign in to see your orders.")
        return go("/sign-in")
    rows = "".join(_row(order) for order in visit.visitor.orders)
    main = f"""<h1>Your orders</h1>
<table class="orders"><caption class="unseen">Your orders</caption>
<thead><tr><th scope="col">Order</th><th scope="col">Date</th><th scope="col">Total</th><th scope="col">Status</th>
<th scope="col"><span class="unseen">Actions</span></th></tr></thead>
<tbody>{rows}</tbody></table>"""
    return html(page(visit, "Orders", main, here="/orders"))


def _row(order: Order) -> str:
    cancel = ""
    if order.status == "Processing":
        cancel = f"""<form method="post" action="/orders/{order.number}/cancel"
 data-confirm="Cancel the order {order.number}?" data-detail="The money is returned within three days."
 data-yes="Yes, cancel it" data-no="Keep the order"><button class="quiet small">Cancel order</button></form>"""
    return f"""<tr><th scope="row"><a href="/orders/{order.number}">{order.number}</a></th>
<td data-label="Date"><time datetime="{order.placed}">{order.placed}</time></td>
<td data-label="Total">{money(order.total)}</td>
<td data-label="Status"><span class="status {order.status.lower()}">{order.status}</span></td>
<td>{cancel}</td></tr>"""


def order_page(visit: Visit) -> Response:
    order = _mine(visit)
    name = "Charles Babbage" if "wrong_recipient" in visit.bugs else order.name
    main = f"""<nav class="crumbs" aria-label="Breadcrumb"><a href="/orders">All orders</a></nav>
<h1>Order {order.number}</h1>
<section class="panel">
<dl class="details"><div><dt>Status</dt><dd>{order.status}</dd></div><div><dt>Date</dt><dd>{order.placed}</dd></div>
<div><dt>For</dt><dd>{escape(name)}, {escape(order.email)}</dd></div></dl>
{lines_list(order.lines)}
<dl class="totals"><div class="total"><dt>Total</dt><dd>{money(order.total)}</dd></div></dl></section>"""
    return html(page(visit, f"Order {order.number}", main, here="/orders"))


def cancel_order(visit: Visit) -> Response:
    order = _mine(visit)
    if order.status != "Processing":
        raise HTTPException(409, f"The order {order.number} is {order.status.lower()} and can no longer be cancelled.")
    if "stuck_status" not in visit.bugs:
        order.status = "Cancelled"
    visit.visitor.flash = ("status", f"The order {order.number} was cancelled.")
    return go("/orders")


def _mine(visit: Visit) -> Order:
    order = visit.visitor.order(visit.path["number"])
    if order is None:
        raise HTTPException(404, "There is no such order.")
    return order
