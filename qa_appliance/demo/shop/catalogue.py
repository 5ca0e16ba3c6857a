"""What the demo shop sells, and how it is searched, filtered and sorted. Never renders."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType

from msgspec import Struct

CATEGORIES = ("Lighting", "Furniture", "Stationery", "Textiles")


class Product(Struct, frozen=True):
    """`price` in cents; `slug` names its page and its picture."""

    slug: str
    name: str
    category: str
    price: int
    summary: str
    details: tuple[tuple[str, str], ...]
    in_stock: bool = True


def money(cents: int) -> str:
    """Euros as the shop writes them: 3990 → "€39.90", 449000 → "€4,490.00"."""
    return f"{'−' if cents < 0 else ''}€{abs(cents) / 100:,.2f}"


def _product(
    name: str, category: str, price: int, summary: str, material: str, size: str, *, in_stock: bool = True
) -> Product:
    slug = name.lower().replace(" ", "-")
    details = (("Material", material), ("Size", size), ("Delivery", "2–4 working days" if in_stock else "Sold out"))
    return Product(slug, name, category, price, summary, details, in_stock)


PRODUCTS = (
    _product(
        "Desk lamp", "Lighting", 3990, "A steady cone of warm light for late chapters.", "Steel, oak", "42 cm high"
    ),
    _product("Oak desk", "Furniture", 44900, "Solid oak, one drawer, nothing else.", "Oiled oak", "140 × 70 × 74 cm"),
    _product("Notebook", "Stationery", 1250, "192 dotted pages that lie flat.", "Paper, linen", "14 × 21 cm"),
    _product("Wool blanket", "Textiles", 7900, "Woven slowly, warm quickly.", "Merino wool", "130 × 180 cm"),
    _product("Floor lamp", "Lighting", 12900, "Reads over your shoulder, politely.", "Brass, linen", "152 cm high"),
    _product(
        "Reading chair",
        "Furniture",
        32900,
        "An evening's worth of seat.",
        "Ash, wool",
        "68 × 74 × 82 cm",
        in_stock=False,
    ),
    _product("Fountain pen", "Stationery", 3400, "A fine steel nib that forgives haste.", "Steel, resin", "13.5 cm"),
    _product("Pendant lamp", "Lighting", 8900, "A glass bell for the long table.", "Mouth-blown glass", "Ø 28 cm"),
    _product("Oak stool", "Furniture", 9800, "A seat, a step, a side table.", "Oiled oak", "Ø 34 × 45 cm"),
    _product("Pencil set", "Stationery", 980, "Twelve cedar pencils, sharpened.", "Cedar, graphite", "17.5 cm"),
    _product("Bedside lamp", "Lighting", 4950, "Dims to a whisper.", "Ceramic, linen", "31 cm high"),
    _product("Linen cushion", "Textiles", 3200, "Stone-washed, soft from day one.", "Linen, feathers", "45 × 45 cm"),
)

BY_SLUG = MappingProxyType({product.slug: product for product in PRODUCTS})

SORTINGS: dict[str, tuple[str, Callable[[Product], int | str] | None, bool]] = {
    "featured": ("Featured", None, False),
    "price": ("Price: low to high", lambda product: product.price, False),
    "price-down": ("Price: high to low", lambda product: product.price, True),
    "name": ("Name", lambda product: product.name, False),
}
"""Key in the address → label, sort key, descending."""


def browse(words: str, category: str, sorting: str, bugs: frozenset[str] = frozenset()) -> list[Product]:
    """The products that hold every word and are of the category ("" = all); an unknown sorting means "featured"."""
    found = [product for product in PRODUCTS if _fits(product, words, category, bugs)]
    _, key, descending = SORTINGS.get(sorting, SORTINGS["featured"])
    if key is None:
        return found
    if "text_sort" in bugs and sorting.startswith("price"):
        return sorted(found, key=lambda product: f"{product.price / 100:.2f}", reverse=descending)
    return sorted(found, key=key, reverse=descending)


def _fits(product: Product, words: str, category: str, bugs: frozenset[str]) -> bool:
    text = f"{product.name} {product.category} {product.summary}"
    if "case_sensitive_search" in bugs:
        text, wanted = product.name, words.split()
    else:
        text, wanted = text.casefold(), words.casefold().split()
    categories = {category} if category else set(CATEGORIES)
    if "wrong_category" in bugs and category == "Stationery":
        categories.add("Textiles")
    return product.category in categories and all(word in text for word in wanted)
