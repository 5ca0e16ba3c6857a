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


IN_CASE_ONLY = "it differs in case only; write it as it stands there, or say “ignoring case”"
DENIED_THERE = "a word before it denies it"


class Compared(Struct, frozen=True):
    """How a question came out: yes, no, or that it cannot be told, and why: then neither it nor its denial holds.

    `note` is there when the comparison was generous: "compared as numbers".
    """

    holds: bool
    note: str = ""
    doubt: str = ""

    def answers(self, negated: bool) -> bool:
        """Whether the check that asked it holds, or the one that denies it."""
        return self.holds != negated and not self.doubt


def likeliest(results: list[tuple[str, Compared]]) -> tuple[str, Compared]:
    """Of several readings, each with how it came out: one that is so, else one that may be, else the first."""
    return next(
        (pair for pair in results if pair[1].holds), next((pair for pair in results if pair[1].doubt), results[0])
    )


def verb_of(comparison: Comparison) -> str:
    """The comparison as a verb: "is more than"."""
    return _WORDS[comparison]
