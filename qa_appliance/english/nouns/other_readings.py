"""What else the words for something that a deed is done to may mean. Reads the words alone: the page decides."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec.structs import replace

from qa_appliance.core.target import Kind, Relation, Target

_LEADS_THERE: frozenset[Kind] = frozenset({"page", "list", "table", "section", "form", "menu", "calendar"})
"""Kinds of what one goes to: the word may tell what comes up, and the thing to click is what leads there."""
_ARTICLE = re.compile(r"^(?:the|an?)\s+", re.IGNORECASE)
_APART = re.compile(r"\s+(?:in|on|of|for)\s+", re.IGNORECASE)
_QUOTES = re.compile(r"[\"“”„«»`]")


def other_readings(target: Target) -> Iterator[Target]:
    """All of the words as the name; the word for the kind left out; what is behind a preposition as a place.

    What stands in quotes stays a name as it is, and names no place.
    """
    if not target.name or target.meant:
        return
    words = _ARTICLE.sub("", target.words)
    if not _QUOTES.search(words) and words.casefold() != target.name.casefold():
        yield _called(words)
    if target.kind in _LEADS_THERE:
        yield replace(_called(target.name), quoted=target.quoted, within=target.within, ordinal=target.ordinal)
    if not (target.quoted or target.within) and target.kind == "any":
        for at in _APART.finditer(target.name):
            name, place = target.name[: at.start()], _ARTICLE.sub("", target.name[at.end() :])
            inside = Relation("inside", Target(words=f"“{place}”", name=place))
            yield Target(words=f"“{name}” in “{place}”", name=name, within=(inside,))


def _called(name: str) -> Target:
    return Target(words=f"“{name}”", name=name)
