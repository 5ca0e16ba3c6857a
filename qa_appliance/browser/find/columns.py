"""A table's columns by what their heads say: "Title" is the column headed "Title (24)", "Title ▲" or "24 titles"."""

from __future__ import annotations

import re

from qa_appliance.browser.find.texts import fold, same_dressed_down, same_meaning
from qa_appliance.browser.look.node import Look, Node

_COUNT = re.compile(
    r"^\s*(?:\d{1,3}(?:[.,' ]\d{3})+|\d+)\s+(?=\D)"  # 24 titles
    r"|\s*[(\[][^()\[\]]*\d[^()\[\]]*[)\]]\s*$"  # Titles (24 of 30)
    r"|(?<=[^\W\d])\s*[·:•|–-]?\s*(?:\d{1,3}(?:[.,' ]\d{3})+|\d{1,3})\+?\s*$"  # Titles 1,024
)


def column_called(look: Look, heads: list[Node], name: str) -> int | None:
    """The place of the one column whose head says so: as it is, else but for dress, else but for a count."""
    headings = [look.text_of(head) or head.name for head in heads]
    for fits in _RULES:
        places = [at for at, text in enumerate(headings) if fits(name, text)]
        if places:
            return places[0] if len(places) == 1 else None
    return None


def heads_called(look: Look, name: str) -> tuple[Node, ...]:
    """The heads of columns that say so, by the strictest rule that any fits: a field of that name is none."""
    heads = [n for n in look.nodes if name and n.shown and n.role == "columnheader"]
    fitting = ([n for n in heads if fits(name, look.text_of(n) or n.name)] for fits in _RULES)
    return tuple(next(filter(None, fitting), []))


def headed_so(name: str, text: str) -> bool:
    return any(fits(name, text) for fits in _RULES)


def _same(name: str, text: str) -> bool:
    return fold(name) == fold(text)


def _but_for_a_count(name: str, text: str) -> bool:
    return same_dressed_down(name, _COUNT.sub("", text))


_RULES = (_same, same_dressed_down, _but_for_a_count, same_meaning)
