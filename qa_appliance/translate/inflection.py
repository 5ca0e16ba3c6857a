"""Forms of English verbs. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping

MOODS = ("", "s", "ing", "ed", "en")
"""click, clicks, clicking, clicked, (has been) clicked."""
_DOUBLING = re.compile(r"[^aeiou]*(?:qu)?[aeiou][bdgmnprt]|(?:ad|per|o|sub)mit|begin|forget|reset|un(?:pin|plug|zip)")
"""One syllable that ends in one consonant, or whose last syllable is stressed: tap, submit."""


def inflected(verb: str, mood: str, irregular: Mapping[str, list[str]]) -> str:
    """`irregular`: past and participle of the verbs that have their own."""
    head, dash, tail = verb.rpartition("-")
    if dash:
        return f"{head}-{inflected(tail, mood, irregular)}"
    if mood == "s":
        if verb == "have":
            return "has"
        if verb.endswith(("s", "x", "z", "ch", "sh", "o")):
            return f"{verb}es"
        return f"{verb[:-1]}ies" if _with_y(verb) else f"{verb}s"
    if mood in ("ed", "en"):
        if verb in irregular:
            return irregular[verb][mood == "en"]
        return f"{verb}d" if verb.endswith("e") else f"{_stem(verb, with_i=True)}ed"
    if mood == "ing":
        if verb.endswith("ie"):
            return f"{verb[:-2]}ying"
        return f"{verb[:-1]}ing" if verb.endswith("e") and not verb.endswith("ee") else f"{_stem(verb)}ing"
    return verb


def _with_y(verb: str) -> bool:
    return verb.endswith("y") and verb[-2:-1] not in "aeiou"


def _stem(verb: str, *, with_i: bool = False) -> str:
    if with_i and _with_y(verb):
        return f"{verb[:-1]}i"
    return f"{verb}{verb[-1]}" if _DOUBLING.fullmatch(verb) else verb
