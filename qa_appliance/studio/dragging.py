"""A drag in a person's words: onto what, or to which place in a list. Pure."""

from __future__ import annotations

import functools

from qa_appliance.browser.look.node import Box, Look, Node
from qa_appliance.core import steps as s
from qa_appliance.core.target import Target
from qa_appliance.english.writing.written import written
from qa_appliance.steps.widgets.dragging import entries_beside, entry_of
from qa_appliance.studio.naming import sentences, slid_to

_OUTWARD = 4  # elements around the one it was dropped on that may be what is meant


def dragged(look: Look, node: Node, spot: tuple[float, float], after: Look) -> list[s.Step]:
    """Sentences for a thing dragged from where it was in `look` to a spot of the viewport, the plainest first."""
    return _in_list(look, entry_of(look, node), after) or _onto(look, node, spot)


def slid(look: Look, node: Node, after: Look) -> list[s.Step] | None:
    """A slider's new value; None: it has the one it had."""
    at = node.index
    same = at < len(after.nodes) and after.nodes[at].tag == node.tag
    value = after.nodes[at].value if same else ""
    if not value or value == node.value:
        return None
    return sentences(look, node, functools.partial(slid_to, value), "choose")


def _in_list(look: Look, entry: Node, after: Look) -> list[s.Step]:
    """Where its list has the same entries in another order."""
    entries = entries_beside(look, entry)
    before = [look.text_of(n) for n in entries]
    name = look.text_of(entry)
    now = _order_around(after, entry, name)
    if len(before) < 2 or len(set(before)) < len(before) or sorted(now) != sorted(before) or now == before:
        return []
    at = now.index(name)
    last = at + 1 == len(now)
    other = entries[before.index(now[at - 1 if last else at + 1])]
    what, where = _target(look, entry), _target(look, other)
    if what is None or where is None:
        return []
    step = written(s.Drag(target=what, to=where, side="after" if last else "before"))
    return [step] if step is not None else []


def _order_around(after: Look, entry: Node, name: str) -> list[str]:
    """The list now, in which the entry of that name stands."""
    found = next((n for n in after.nodes if n.shown and n.tag == entry.tag and after.text_of(n) == name), None)
    return [after.text_of(n) for n in entries_beside(after, found)] if found is not None else []


def _onto(look: Look, node: Node, spot: tuple[float, float]) -> list[s.Step]:
    what = _target(look, node)
    if what is None:
        return []
    for goal in _goals(look, node, spot):
        where = _target(look, goal)
        step = written(s.Drag(target=what, to=where)) if where is not None else None
        if step is not None:
            return [step]
    return []


def _goals(look: Look, node: Node, spot: tuple[float, float]) -> list[Node]:
    """What it may have been dropped on, by what it is called: the thing itself, what is around it, its heading."""
    own = {n.index for n in (*look.ancestors(node), *look.all_inside(node))}
    fits = [n for n in look.nodes if n.shown and n.index not in own and _holds(n.box, spot)]
    found: list[Node] = []
    for fit in sorted(fits, key=lambda n: _area(n.box))[:_OUTWARD]:
        found += [fit, *(n for n in look.all_inside(fit) if n is not fit and n.shown and n.level)]
    return found


def _target(look: Look, node: Node) -> Target | None:
    found = sentences(look, node, lambda t: s.Hover(target=t), "hover", 1)
    target = getattr(found[0], "target", None) if found else None
    return target if isinstance(target, Target) else None


def _holds(box: Box | None, spot: tuple[float, float]) -> bool:
    return box is not None and box[0] <= spot[0] <= box[0] + box[2] and box[1] <= spot[1] <= box[1] + box[3]


def _area(box: Box | None) -> float:
    return box[2] * box[3] if box is not None else 0.0
