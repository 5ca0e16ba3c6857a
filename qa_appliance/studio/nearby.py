"""What may have been meant by a click on something that nothing tells apart: what stands around it and in it. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from qa_appliance.browser.look.node import Look, Node
from qa_appliance.studio.messages import Candidate
from qa_appliance.studio.naming import sentences
from qa_appliance.studio.offers import deed_on

_MOST = 6
_OUTWARD = 5


def nearby(look: Look, node: Node, button: Literal["left", "right"]) -> tuple[Candidate, ...]:
    """Each with the sentence that leads to it and where it stands, the nearest first."""
    found: dict[str, Candidate] = {}
    for other in _around(look, node):
        if len(found) >= _MOST:
            break
        for step in sentences(look, other, deed_on(other, button=button), "click", 1):
            found.setdefault(step.sentence, Candidate(step.sentence, other.box))
    return tuple(found.values())


def _around(look: Look, node: Node) -> Iterator[Node]:
    around = look.ancestors(node)[:_OUTWARD]
    for outer in (node, *around):
        for other in look.all_inside(outer):
            if other.shown and other is not outer and other.index != node.index and other.text[1] > other.text[0]:
                yield other
    yield from (n for n in around if n.shown)
