"""Which of the orders a page offers is meant: by what it sorts, and which way. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from qa_appliance.browser.find.texts import bare, same_meaning

Order = Literal["", "ascending", "descending"]

_ASCENDING = (
    r"low(?:est)?(?: \w+)? to high(?:est)?|ascending|asc|a(?: to)? z|low(?:est)?(?: \w+)? first|cheapest(?: first)?"
    r"|old(?:est)?(?: \w+)? to new(?:est)?|oldest|earliest|small(?:est)?(?: to large(?:st)?| first)|increasing"
)
_DESCENDING = (
    r"high(?:est)?(?: \w+)? to low(?:est)?|descending|desc|z(?: to)? a|high(?:est)?(?: \w+)? first"
    r"|most expensive(?: first)?|new(?:est)?(?: \w+)? to old(?:est)?|newest|latest|most recent|recent|decreasing"
    r"|larg(?:e|est)(?: to small(?:est)?| first)"
)
_WAYS: tuple[tuple[Order, re.Pattern[str]], ...] = (
    ("ascending", re.compile(rf"\b(?:{_ASCENDING})\b|[↑▲⬆]")),
    ("descending", re.compile(rf"\b(?:{_DESCENDING})\b|[↓▼⬇]")),
)
_OF_DATES = re.compile(r"\b(?:newest|oldest|latest|earliest|(?:most )?recent)\b")
_OF_PRICES = re.compile(r"\b(?:cheapest|most expensive)\b")
_IMPLIED = (
    ("date", _OF_DATES),
    ("price", _OF_PRICES),
)
"""What an order is by that does not say so: the newest come first by their date."""


def order_of(label: str) -> Order:
    """The way an offered order says it goes; "" where it does not, or says both."""
    text = _plain(label)
    ways = [way for way, words in _WAYS if words.search(text)]
    return ways[0] if len(ways) == 1 else ""


def meant(by: str, order: Order, labels: Sequence[str]) -> list[int]:
    """The places of the labels that are such an order; more than one where the words leave open which."""
    alike = [at for at, label in enumerate(labels) if label.strip() and _is_by(by, label)]
    same = [at for at in alike if bare(labels[at]) == bare(by)]
    if same and not order:
        return same
    return [at for at in alike if not order or order_of(labels[at]) == order]


def _is_by(by: str, label: str) -> bool:
    if not by:
        return True
    words = _plain(label).split()
    if all(
        any(word in (given, bare(given)) or same_meaning(word, given) for given in words) for word in bare(by).split()
    ):
        return True
    return any(by == noun and implied.search(_plain(label)) for noun, implied in _IMPLIED)


def _plain(label: str) -> str:
    """In lower case, signs between words taken for a space or for "to"; arrows stay."""
    text = re.sub(r"\s*(?:-+>|→|–|—|-)\s*", " to ", label.casefold())
    return " ".join(re.sub(r"[^\w↑▲⬆↓▼⬇]+", " ", text).split())
