"""What fills a blank, in the form another place wants: "rows" as "row", a field as its value. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from qa_appliance.core.target import Target
from qa_appliance.language.elements import element, several
from qa_appliance.language.elements import every as every_read
from qa_appliance.language.made import with_article
from qa_appliance.language.nouns import every
from qa_appliance.language.nouns import several as several_phrase
from qa_appliance.language.parsing import Parser, Tangled, bounded
from qa_appliance.language.words import Unsayable

_SPACES = re.compile(r"(\"(?:[^\"\\]|\\.)*\"|(?<!\w)'[^']*')| {2,}")
_OF_MANY = frozenset(
    {"table", "list", "page", "dialog", "section", "form", "frame", "menu", "heading", "image", "link"}
)
_HOLDING = frozenset({"field", "dropdown", "slider", "spinner", "editor", "calendar"})
"""Kinds that hold a value, which is not what they show."""


def tidy(text: str) -> str:
    """Without the blanks that stand where nothing was filled in; those in quotes are the text's own."""
    return _SPACES.sub(lambda found: found[1] or " ", text).strip(" ")


def _read(text: str, parser: Parser) -> Target | None:
    try:
        with bounded():
            found = [target for target, end in parser(text, 0) if end == len(text) and isinstance(target, Target)]
    except Tangled:
        return None
    return min(found, key=_words, default=None)


def _words(target: Target) -> int:
    return len(target.name.split()) + sum(_words(relation.target) for relation in target.within)


@lru_cache(maxsize=1_000)
def valued(thing: str) -> str:
    """Where it is a field: what it holds."""
    if thing.startswith("the value of "):
        return thing
    target = _read(thing, element)
    if target is not None and target.kind == "page" and not target.name:
        return ""  # what is on a page is many a thing
    return f"the value of {thing}" if target is not None and target.kind in _HOLDING else thing


def _put(parser: Parser, phrase: Callable[[Target], str]) -> Callable[[str], str]:
    """Words read as an element, put as another phrase of it; as they are where they are none."""

    @lru_cache(maxsize=1_000)
    def put(things: str) -> str:
        target = _read(things, parser)
        try:
            return phrase(target) if target is not None else things
        except Unsayable:
            return things

    return put


single = _put(several, every)
"""One of several: "rows in the table" as "row in the table"."""
plural = _put(every_read, several_phrase)
"""The other way: "row in the table" as "rows in the table"."""
many = _put(element, several_phrase)
"""All of a kind: "the Save button" as "Save buttons"."""


@lru_cache(maxsize=1_000)
def tickable(thing: str) -> str:
    """Nothing where it holds many things that are ticked or not."""
    target = _read(thing.removeprefix("each "), every_read if thing.startswith("each ") else element)
    return "" if target is not None and target.kind in _OF_MANY else thing


FORMS: dict[str, Callable[[str], str]] = {
    "value": valued,
    "single": single,
    "plural": plural,
    "many": many,
    "tickable": tickable,
    "a": with_article,
    "each": lambda things: "" if things[:1].isdigit() else f"each {single(things)}",
}
