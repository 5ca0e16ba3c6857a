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
    yield from _whole(target)
    if target.kind in _LEADS_THERE:
        yield replace(_called(target.name), quoted=target.quoted, within=target.within, ordinal=target.ordinal)
    if not (target.quoted or target.within) and target.kind == "any":
        for at in _APART.finditer(target.name):
            name, place = target.name[: at.start()], _ARTICLE.sub("", target.name[at.end() :])
            inside = Relation("inside", Target(words=f"“{place}”", name=place))
            yield Target(words=f"“{name}” in “{place}”", name=name, within=(inside,))


def whole_names(target: Target) -> tuple[Target, ...]:
    """What is named if the place that is said belongs to its name: “Terms of service”."""
    return tuple(_whole(target)) if target.name and target.within and not target.meant else ()


def _whole(target: Target) -> Iterator[Target]:
    words = _ARTICLE.sub("", target.words)
    if _QUOTES.search(words) or words.casefold() == target.name.casefold():
        return
    place = target.within[-1].target if target.within else None
    if place is not None and place.name and place.kind not in ("any", target.kind):
        before, name, _ = words.rpartition(place.name)  # behind it is the noun: "Terms of service link"
        if before:
            yield Target(words=f"the {place.kind} “{before}{name}”", name=f"{before}{name}", kind=place.kind)
    yield _called(words)


def _called(name: str) -> Target:
    return Target(words=f"“{name}”", name=name)
