"""How a comparison is told ("is more than"), and how one came out. Knows no texts."""

from __future__ import annotations

from msgspec import Struct

from qa_appliance.core.checks import Comparison

_WORDS = {
    "equals": "is",
    "contains": "contains",
    "shows": "shows",
    "starts_with": "starts with",
    "ends_with": "ends with",
    "matches": "matches",
    "more": "is more than",
    "at_least": "is at least",
    "less": "is less than",
    "at_most": "is at most",
}
INFINITIVES = {
    "contains": "contain",
    "shows": "show",
    "starts_with": "start with",
    "ends_with": "end with",
    "matches": "match",
}
ORDERED = frozenset({"more", "at_least", "less", "at_most"})


class Compared(Struct, frozen=True):
    """`note` is there when the comparison was generous: "differs in case only"."""

    holds: bool
    note: str = ""


def verb_of(comparison: Comparison) -> str:
    """The comparison as a verb: "is more than"."""
    return _WORDS[comparison]
