"""One of several that fit: by number, nearness, what its kind means first, or the form used last. Never guesses."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from qa_appliance.browser.find.texts import bare
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.core.target import Target

_CLEARLY_NEARER = 6  # CSS pixels
_GROUPS = frozenset({"form", "dialog", "alertdialog", "search"})
_NEAR_LEVELS = 3  # boxes around an element in which words beside it are written
_LONGEST_NOTE = 160  # characters of such words


class Picked(Struct, frozen=True):
    """One node and why it is the one; several: it cannot be told; none: there is none of that number."""

    nodes: tuple[Node, ...]
    reason: str = ""


def pick(look: Look, target: Target, nodes: tuple[Node, ...], distances: tuple[float, ...]) -> Picked:
    count = len(nodes)
    if target.ordinal:
        place = "the last" if target.ordinal == -1 else f"no. {target.ordinal}"
        return Picked(tuple(numbered(nodes, target.ordinal)), f"{place} of {count}")
    if target.within and count > 1:
        nodes = tuple(nearest_of(nodes, distances))
    if len(nodes) == 1:
        return Picked(nodes, "the only one" if count == 1 else f"the nearest of {count}")
    for single_out in _FIRST_MEANT:
        chosen, reason = single_out(look, target, nodes)
        if len(chosen) == 1:
            return Picked(tuple(chosen), reason)
    return Picked(nodes)


def numbered(nodes: tuple[Node, ...], ordinal: int) -> tuple[Node, ...]:
    """The one of that number, counted from the end where it is negative; all for 0."""
    if ordinal == 0:
        return nodes
    position = ordinal - 1 if ordinal > 0 else len(nodes) + ordinal
    return nodes[position : position + 1] if 0 <= position < len(nodes) else ()


def nearest_of(nodes: tuple[Node, ...], distances: tuple[float, ...]) -> tuple[Node, ...]:
    least = min(distances)
    clearly = _CLEARLY_NEARER if least >= 3 else 1
    return tuple(n for n, d in zip(nodes, distances, strict=True) if d - least < clearly)


def _single_line(look: Look, target: Target, nodes: tuple[Node, ...]) -> tuple[list[Node], str]:
    if target.kind != "field" or target.name:
        return [], ""
    single = [n for n in nodes if n.tag != "textarea" and not n.states & {"readonly", "editor"}]
    return single, "the only one of a single line"


def _outermost(look: Look, target: Target, nodes: tuple[Node, ...]) -> tuple[list[Node], str]:
    if target.kind != "dialog" or target.name:
        return [], ""
    return [n for n in nodes if not any(look.inside(n, o) for o in nodes if o.index != n.index)], "the outermost"


def _first_level(look: Look, target: Target, nodes: tuple[Node, ...]) -> tuple[list[Node], str]:
    if target.kind != "heading" or target.name:
        return [], ""
    return [n for n in nodes if n.level == 1], "the only one of the first level"


def _in_the_group_used_last(look: Look, target: Target, nodes: tuple[Node, ...]) -> tuple[list[Node], str]:
    """The one in the form or dialog that was used last."""
    for group in look.ancestors(look.nodes[look.used]) if look.used >= 0 else ():
        if group.role in _GROUPS or group.tag in ("form", "fieldset"):
            within = [n for n in nodes if look.inside(n, group) or n.form == group.index]
            if len(within) == 1:
                return within, f"the one in the {group.role or group.tag} used last"
    return [], ""


def _in_the_menu_used_last(look: Look, target: Target, nodes: tuple[Node, ...]) -> tuple[list[Node], str]:
    """While one goes through a menu: its entry, and not what is called the same elsewhere on the page."""
    in_a_menu = look.used >= 0 and look.nodes[look.used].role in _ENTRIES
    entries = [n for n in nodes if n.role in _ENTRIES and any(a.role == "menu" for a in look.ancestors(n))]
    return (entries, "the one in the menu used last") if in_a_menu else ([], "")


_ENTRIES = frozenset({"menuitem", "menuitemcheckbox", "menuitemradio"})


def _beside_its_noun(look: Look, target: Target, nodes: tuple[Node, ...]) -> tuple[list[Node], str]:
    """ "the suggested facet “author”": the one beside which that is written."""
    nouns = {bare(quality) for quality in target.qualities}
    if not nouns or not target.quoted:
        return [], ""
    beside = [n for n in nodes if any(_says_all(look.text_of(a), nouns) for a in look.ancestors(n)[:_NEAR_LEVELS])]
    return beside, f"the one beside “{' '.join(target.qualities)}”"


def _says_all(text: str, nouns: set[str]) -> bool:
    return len(text) <= _LONGEST_NOTE and nouns <= set(bare(text).split())


_FIRST_MEANT: tuple[Callable[[Look, Target, tuple[Node, ...]], tuple[list[Node], str]], ...] = (
    _single_line,
    _outermost,
    _first_level,
    _beside_its_noun,
    _in_the_menu_used_last,
    _in_the_group_used_last,
)
