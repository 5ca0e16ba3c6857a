"""A table's columns by what their heads say: "Title" is the column headed "Title (24)", "Title ▲" or "24 titles"."""

from __future__ import annotations

import re

from qa_appliance.browser.find.texts import fold, same_dressed_down, same_meaning
from qa_appliance.browser.look.grid import Grid, grids, heading_words, heads_another
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.browser.look.roles import table_of

_COUNT = re.compile(
    r"^\s*(?:\d{1,3}(?:[.,' ]\d{3})+|\d+)\s+(?=\D)"  # 24 titles
    r"|\s*[(\[][^()\[\]]*\d[^()\[\]]*[)\]]\s*$"  # Titles (24 of 30)
    r"|(?<=[^\W\d])\s*[·:•|–-]?\s*(?:\d{1,3}(?:[.,' ]\d{3})+|\d{1,3})\+?\s*$"  # Titles 1,024
)


def column_called(look: Look, grid: Grid | None, name: str) -> int | None:
    """The place of the one column that is headed so: as it is, else but for dress, else but for a count."""
    headings = [heading_words(look, heads) for heads in grid.headings] if grid is not None else []
    for fits in _RULES:
        places = [at for at, words in enumerate(headings) if any(fits(name, text) for text in words)]
        if places:
            return places[0] if len(places) == 1 else None
    return None


def heads_called(look: Look, name: str) -> tuple[Node, ...]:
    """The headings of columns that say so, by the strictest rule that any fits: a field of that name is none.

    A heading over several columns is called by its own words, the lowest also by all that stands over it.
    """
    called: dict[int, list[str]] = {}
    for grid in grids(look).values():
        for heads in grid.headings:
            for head in heads:
                called.setdefault(head.index, [look.text_of(head) or head.name])
            for head in heads[-1:]:
                called[head.index] += heading_words(look, heads)
    for head in look.nodes:
        if head.role == "columnheader" and head.shown and not _is_copy(look, head):
            called.setdefault(head.index, [look.text_of(head) or head.name])
    heads_so = ([at for at, words in called.items() if any(fits(name, w) for w in words)] for fits in _RULES)
    return tuple(look.nodes[at] for at in sorted(next(filter(None, heads_so), []))) if name else ()


def _is_copy(look: Look, head: Node) -> bool:
    table = table_of(look, head)
    return table is not None and heads_another(look, table)


def headed_so(name: str, text: str) -> bool:
    return any(fits(name, text) for fits in _RULES)


def _same(name: str, text: str) -> bool:
    return fold(name) == fold(text)


def _but_for_a_count(name: str, text: str) -> bool:
    return same_dressed_down(name, _COUNT.sub("", text))


_RULES = (_same, same_dressed_down, _but_for_a_count, same_meaning)
