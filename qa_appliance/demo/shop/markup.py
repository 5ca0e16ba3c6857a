"""The shop's HTML: the frame around every page and the few parts several pages share. Never decides anything."""

from __future__ import annotations

from html import escape

from qa_appliance.demo.shop.catalogue import Product, money
from qa_appliance.demo.shop.visit import Visit
from qa_appliance.demo.shop.visitor import USER_NAME, Line, Totals

_LOGO = (
    '<svg viewBox="0 0 32 32" aria-hidden="true"><path d="M16 3v5" stroke="currentColor" stroke-width="2.4"/>'
    '<path d="M7 19a9 9 0 0 1 18 0z" fill="currentColor"/><path d="M12.5 22h7a3.5 3.5 0 0 1-7 0z" class="bulb"/></svg>'
)


def page(visit: Visit, title: str, main: str, *, here: str = "") -> str:
    """A whole document. `here` is the path of the navigation entry to mark; `main` is markup already."""
    visitor = visit.visitor
    flash, visitor.flash = visitor.flash, None
    pieces = f'{visitor.pieces}<span class="unseen"> {"item" if visitor.pieces == 1 else "items"}</span>'
    badge = f'<span class="badge" id="pieces"{"" if visitor.pieces else " hidden"}>{pieces}</span>'
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{escape(title)} · Lumen &amp; Oak</title>
<link rel="icon" href="/static/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/static/shop.css">
<script src="/static/shop.js" defer></script>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="top">
  <a class="logo" href="/">{_LOGO}<span>Lumen <i>&amp;</i> Oak</span></a>
  <nav aria-label="Main">
    {_entry("/catalogue", "Catalogue", here)}
    {_entry("/orders", "Orders", here)}
    {_entry("/cart", "Cart", here, badge)}
  </nav>
  {_account(visit, here)}
</header>
<main id="main" tabindex="-1">
{main}
</main>
<footer class="bottom">
  <p>Lumen &amp; Oak is a shop that sells nothing. It is here to be tested.</p>
  <p>Everything you do stays in this browser session and is forgotten when the shop stops.</p>
</footer>
<div class="toasts" id="toasts">{_toast(*flash) if flash else ""}</div>
<dialog id="confirm" aria-labelledby="confirm-question">
  <form method="dialog">
    <h2 id="confirm-question"></h2>
    <p id="confirm-detail"></p>
    <div class="buttons">
      <button class="quiet" id="confirm-no" value="{"yes" if "cancel_removes" in visit.bugs else "no"}">Cancel</button>
      <button class="danger" id="confirm-yes" value="yes">Remove</button>
    </div>
  </form>
</dialog>
</body>
</html>
"""


def _entry(path: str, label: str, here: str, extra: str = "") -> str:
    current = ' aria-current="page"' if path == here else ""
    return f'<a href="{path}"{current}>{label}{" " + extra if extra else ""}</a>'


def _account(visit: Visit, here: str) -> str:
    if not visit.visitor.signed_in:
        return f'<div class="account">{_entry("/sign-in", "Sign in", here)}</div>'
    return (
        f'<div class="account"><span class="who">{USER_NAME}</span>'
        '<form method="post" action="/sign-out"><button class="quiet small">Sign out</button></form></div>'
    )


def _toast(kind: str, text: str) -> str:
    return f'<p class="toast" role="{kind}">{escape(text)}</p>'


def picture(product: Product, *, size: str = "") -> str:
    """The product's drawing; decorative, as its name always stands beside it."""
    return (
        f'<div class="picture {product.category.lower()} {size}"><svg viewBox="0 0 200 150" aria-hidden="true">'
        f'<use href="/static/pictures.svg#{product.slug}"/></svg></div>'
    )


def add_button(product: Product) -> str:
    if not product.in_stock:
        return "<button disabled>Sold out</button>"
    return (
        '<form method="post" action="/cart" data-add>'
        f'<input type="hidden" name="product" value="{product.slug}">'
        f'<button>Add to cart<span class="unseen"> {product.name}</span></button></form>'
    )


def text_field(
    name: str, label: str, value: str = "", *, error: str = "", kind: str = "text", hint: str = "", more: str = ""
) -> str:
    """A labelled field with its hint and its error. `more`: further attributes, markup already."""
    notes = [f"{name}-hint"] * bool(hint) + [f"{name}-error"] * bool(error)
    described = f' aria-describedby="{" ".join(notes)}"' if notes else ""
    invalid = ' aria-invalid="true"' if error else ""
    return (
        f'<div class="field"><label for="{name}">{escape(label)}</label>'
        f'<input id="{name}" name="{name}" type="{kind}" value="{escape(value)}"{described}{invalid} {more}>'
        + (f'<p class="hint" id="{name}-hint">{escape(hint)}</p>' if hint else "")
        + (f'<p class="error" id="{name}-error">{escape(error)}</p>' if error else "")
        + "</div>"
    )


def alert(title: str, points: tuple[str, ...] = ()) -> str:
    listed = "".join(f"<li>{escape(point)}</li>" for point in points)
    return f'<div class="alert" role="alert"><p>{escape(title)}</p>{f"<ul>{listed}</ul>" if listed else ""}</div>'


def lines_list(lines: tuple[Line, ...]) -> str:
    items = "".join(
        f"<li><span>{line.quantity} × {line.product.name}</span><span>{money(line.amount)}</span></li>"
        for line in lines
    )
    return f'<ul class="lines" aria-label="Products">{items}</ul>'


def totals_list(totals: Totals) -> str:
    rows = [("Subtotal", money(totals.subtotal))]
    if totals.discount:
        rows.append(("Discount", money(totals.discount)))
    rows.append(("Shipping", money(totals.shipping) if totals.shipping else "Free"))
    listed = "".join(f"<div><dt>{label}</dt><dd>{amount}</dd></div>" for label, amount in rows)
    total = f'<div class="total"><dt>Total</dt><dd id="total">{money(totals.total)}</dd></div>'
    return f'<dl class="totals">{listed}{total}</dl>'


def message_page(visit: Visit, title: str, text: str) -> str:
    return page(
        visit,
        title,
        f'<section class="message"><h1>{escape(title)}</h1><p>{escape(text)}</p>'
        '<p><a class="button" href="/catalogue">Go to the catalogue</a></p></section>',
    )
