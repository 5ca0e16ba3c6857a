"""How a comparison is told ("is more than"), and how one came out. Knows no texts."""

from __future__ import annotations

import re

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


def there_are(count: int, words: str, expected: int) -> str:
    """ "There are 2 items in the list", of words that a test wrote for the number expected: "1 item in the list"."""
    place = _PLACE.search(words)
    noun, rest = (words[: place.start()], words[place.start() :]) if place is not None else (words, "")
    if (count == 1) != (expected == 1) and noun[-1:].isalpha():
        noun = _singular(noun) if count == 1 else _plural(noun)
    return f"There {'is' if count == 1 else 'are'} {count} {noun}{rest}"


_PLACE = re.compile(r"\s+(?:in|on|of|with|under|inside|at|near|next|above|below|left|right|[“\"])(?:\s|\b|$)")


def _singular(noun: str) -> str:
    if noun.endswith("ies"):
        return f"{noun[:-3]}y"
    cut = 2 if re.search(r"(?:x|ch|sh|ss)es$", noun) else int(noun.endswith("s") and not noun.endswith("ss"))
    return noun[: len(noun) - cut]


def _plural(noun: str) -> str:
    if re.search(r"[^aeiou]y$", noun):
        return f"{noun[:-1]}ies"
    return f"{noun}es" if re.search(r"(?:x|ch|sh|s)$", noun) else f"{noun}s"
