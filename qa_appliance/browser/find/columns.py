"""A table's columns by what their heads say: "Title" is the column headed "Title (24)", "Title ▲" or "24 titles"."""

from __future__ import annotations

import re

from msgspec.structs import replace

from qa_appliance.browser.find.texts import called_so
from qa_appliance.core.target import Relation, Target

_COUNT = re.compile(
    r"^\s*(?:\d{1,3}(?:[.,' ]\d{3})+|\d+)\s+(?=\D)"  # 24 titles
    r"|\s*[(\[][^()\[\]]*\d[^()\[\]]*[)\]]\s*$"  # Titles (24 of 30)
    r"|(?<=[^\W\d])\s*[·:•|–-]?\s*(?:\d{1,3}(?:[.,' ]\d{3})+|\d{1,3})\+?\s*$"  # Titles 1,024
)


def under_its_heading(target: Target) -> Target | None:
    """ "The Status cell in the row Tom", "the Status column in the row Tom": what stands there under that heading."""
    if target.kind not in ("cell", "column") or not target.name or target.ordinal:
        return None
    if not any(relation.place == "row" for relation in target.within):
        return None
    head = Relation("column", Target(words=f"“{target.name}”", name=target.name, kind="column", quoted=target.quoted))
    return replace(target, kind="cell", name="", quoted=False, known=None, within=(*target.within, head))


def column_called(headings: list[list[str]], name: str) -> int | None:
    """The place of the one column that is headed so; each has the words by which it may be called."""
    places = headed_strictly(headings, name)
    return places[0] if len(places) == 1 else None


def headed_strictly(headings: list[list[str]], name: str) -> list[int]:
    """The places of those that say so: as it is, else but for dress, else but for a count."""
    fitting = ([at for at, words in enumerate(headings) if any(fits(name, w) for w in words)] for fits in _RULES)
    return next(filter(None, fitting), [])


def headed_so(name: str, text: str) -> bool:
    return any(fits(name, text) for fits in _RULES)


def _but_for_a_count(name: str, text: str) -> bool:
    return called_so(name, _COUNT.sub("", text))


_RULES = (called_so, _but_for_a_count)
