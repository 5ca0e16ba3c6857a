"""The shop window: the start page, the catalogue, a product. Never changes anything."""

from __future__ import annotations

from html import escape

from starlette.exceptions import HTTPException
from starlette.responses import Response

from qa_appliance.demo.shop.catalogue import BY_SLUG, CATEGORIES, PRODUCTS, SORTINGS, Product, browse, money
from qa_appliance.demo.shop.markup import add_button, page, picture
from qa_appliance.demo.shop.visit import Visit, html
from qa_appliance.demo.shop.visitor import MOST_PER_LINE


def start(visit: Visit) -> Response:
    featured = "".join(_card(product, "h3") for product in PRODUCTS[:4])
    hero = picture(PRODUCTS[0], size="large")
    return html(
        page(
            visit,
            "Good light, good wood",
            f"""<section class="hero">
  <div>
    <p class="kicker">Lumen &amp; Oak</p>
    <h1>Good light, good wood, good evenings.</h1>
    <p class="lead">Twelve quiet things for the room where you read, write and think.</p>
    <p><a class="button" href="/catalogue">Browse the catalogue</a></p>
  </div>
  {hero}
</section>
<section aria-labelledby="featured"><h2 id="featured">Featured</h2>
<ul class="cards" aria-label="Featured products">{featured}</ul></section>""",
            here="/",
        )
    )


def catalogue(visit: Visit) -> Response:
    words, category = visit.query.get("search", ""), visit.query.get("category", "")
    sorting = visit.query.get("sort", "featured")
    category = category if category in CATEGORIES else ""
    products = browse(words, category, sorting, visit.bugs)
    count = f"{len(products)} {'product' if len(products) == 1 else 'products'}"
    heading = f"{count} for “{words}”" if words else count
    listed = (
        f'<ul class="cards" aria-label="Products">{"".join(_card(product, "h2") for product in products)}</ul>'
        if products
        else '<p class="empty">Nothing fits. Try fewer words or <a href="/catalogue">see everything</a>.</p>'
    )
    sortings = {key: label for key, (label, _, _) in SORTINGS.items()}
    return html(
        page(
            visit,
            "Catalogue",
            f"""<h1>Catalogue</h1>
<form class="filters" action="/catalogue" role="search">
  <div class="field grow"><label for="search">Search</label>
    <input id="search" name="search" type="search" value="{escape(words)}" placeholder="Lamp, oak, paper …"></div>
  <div class="field"><label for="category">Category</label>
    {_select("category", {"": "All categories"} | {name: name for name in CATEGORIES}, category)}</div>
  <div class="field"><label for="sort">Sort by</label>{_select("sort", sortings, sorting)}</div>
  <button>Search</button>
</form>
<p class="count" role="status">{escape(heading)}</p>
{listed}""",
            here="/catalogue",
        )
    )


def _select(name: str, options: dict[str, str], chosen: str) -> str:
    listed = "".join(
        f'<option value="{escape(value)}"{" selected" if value == chosen else ""}>{escape(label)}</option>'
        for value, label in options.items()
    )
    return f'<select id="{name}" name="{name}" data-send>{listed}</select>'


def _card(product: Product, heading: str) -> str:
    return f"""<li class="card">
  {picture(product)}
  <div class="about"><p class="category">{product.category}</p>
  <{heading}><a href="/products/{product.slug}">{product.name}</a></{heading}>
  <p class="summary">{product.summary}</p></div>
  <div class="buy"><p class="price">{money(product.price)}</p>{add_button(product)}</div>
</li>"""


def product_page(visit: Visit) -> Response:
    product = BY_SLUG.get(visit.path["slug"])
    if product is None:
        raise HTTPException(404, "The shop does not sell that.")
    price = product.price + (100 if "other_price" in visit.bugs else 0)
    every = "/all-products" if "dead_breadcrumb" in visit.bugs else "/catalogue"
    details = "".join(f"<div><dt>{label}</dt><dd>{escape(value)}</dd></div>" for label, value in product.details)
    buy = (
        f"""<form class="buy" method="post" action="/cart" data-add>
  <input type="hidden" name="product" value="{product.slug}">
  <div class="field narrow"><label for="quantity">Quantity</label>
  <input id="quantity" name="quantity" type="number" min="1" max="{MOST_PER_LINE}" value="1" required></div>
  <button>Add to cart</button>
</form>"""
        if product.in_stock or "sells_sold_out" in visit.bugs
        else '<p class="buy"><button disabled>Sold out</button></p>'
    )
    return html(
        page(
            visit,
            product.name,
            f"""<nav class="crumbs" aria-label="Breadcrumb"><a href="{every}">All products</a>
 <span aria-hidden="true">/</span> <a href="/catalogue?category={product.category}">{product.category}</a></nav>
<article class="product">
  {picture(product, size="large")}
  <div>
    <h1>{product.name}</h1>
    <p class="lead">{product.summary}</p>
    <p class="price big">{money(price)}</p>
    {buy}
    <h2>Details</h2>
    <dl class="details">{details}</dl>
  </div>
</article>""",
            here="/catalogue",
        )
    )
