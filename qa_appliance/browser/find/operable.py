"""What is operated where something is found, and whether it can be: the one notion of it. Pure.

A control behind a label is pressed by its label and has the state of its input; a hidden field of the form is its
editor; what stands in something clickable is that.
"""

from __future__ import annotations

from collections.abc import Callable

from qa_appliance.browser.find.kinds import LOOKS
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.browser.look.order import place_of
from qa_appliance.browser.look.roles import BOXES, FIELDS
from qa_appliance.core.target import Target
from qa_appliance.core.traits import Purpose

_HOLDERS = frozenset({"menu", "listbox", "list", "tree", "grid", "table", "radiogroup"})  # their entries are acted on


def usable(look: Look, node: Node, purpose: Purpose) -> bool:
    if purpose not in LOOKS and (node.disabled or (node.control >= 0 and look.nodes[node.control].disabled)):
        return False
    there = node.shown or node.listed
    if purpose in _OTHERWISE:
        return there or _OTHERWISE[purpose](look, node)
    return (there and not node.covered) or (node.wrapped and purpose in _INTO)


# What serves as well though it is not shown, or lies under something.
_OTHERWISE: dict[Purpose, Callable[[Look, Node], bool]] = {
    "text": lambda look, node: False,
    "state": lambda look, node: is_painted_over(node) or label_of(look, node) is not None,
    "upload": lambda look, node: node.type == "file",
    "check": lambda look, node: node.faint or (node.role in BOXES and bool(node.label or node.name)),
}
_INTO: frozenset[Purpose] = frozenset({"choose", "fill"})


def takes_value(node: Node) -> bool:
    """Whether something is typed, chosen or set in it."""
    return node.tag in _TAKE_VALUES or node.role in FIELDS


_TAKE_VALUES = frozenset({"input", "select", "textarea"})


def is_painted_over(node: Node) -> bool:
    """A transparent control that takes a value lies under what the page paints for it; anything else is hidden."""
    return node.faint and takes_value(node)


def label_of(look: Look, node: Node) -> Node | None:
    """The label that is shown in place of a box that is hidden or lies under something."""
    if node.role not in BOXES or (node.shown and not node.covered):
        return None
    return next((n for n in look.nodes if n.control == node.index and n.shown and not n.covered), None)


def operated(look: Look, node: Node, purpose: Purpose) -> Node:
    """What stands for the element found: its editor, the label of a box that nobody can press."""
    if purpose in ("click", "hover") and not node.disabled and (label := label_of(look, node)) is not None:
        return label
    return editor_for(look, node)


def editor_for(look: Look, node: Node) -> Node:
    """The editor a hidden text field has been replaced by, next after it in the page; the element itself otherwise."""
    if node.shown or node.tag not in ("textarea", "input") or node.type in ("checkbox", "radio", "file"):
        return node
    for held in (node, *look.ancestors(node)[:1]):
        if held.shown and held.tag in ("form", "body", "fieldset"):
            break
        for beside in look.children.get(held.parent, ()):
            if beside.index <= held.index or not beside.shown:
                continue
            editors = [n for n in look.nodes if n.shown and "editor" in n.states and look.inside(n, beside)]
            return editors[0] if editors else node
    return node


def one_per_element(look: Look, pairs: list[tuple[Node, float]], purpose: Purpose) -> list[tuple[Node, float]]:
    """Candidates with the same clickable ancestor, a label and its control, and links to one address are one.

    So are a control and the one it fills: the inner one is meant.
    """
    kept: dict[object, tuple[Node, float]] = {}
    for node, distance in pairs:
        acted = _acted_on(look, node) if purpose not in LOOKS else node
        key = _leads_to(acted) if purpose == "click" else acted.index
        if key not in kept or distance < kept[key][1]:
            kept[key] = (acted, distance)
    found = sorted(kept.values(), key=lambda pair: place_of(look, pair[0]))
    if purpose == "click" and len(found) > 1:
        shells = {a.index for n, _ in found for a in look.ancestors(n) if look.text_of(a) == look.text_of(n)}
        found = [pair for pair in found if pair[0].index not in shells] or found
    return found


def without_headings(target: Target, pairs: list[tuple[Node, float]]) -> list[tuple[Node, float]]:
    """A heading is no rival of the field, the region, the column or the value that is called the same."""
    if target.kind in ("heading", "text"):
        return pairs
    named = [pair for pair in pairs if pair[0].role != "heading"]
    return named if any(node.role not in _LEADING for node, _ in named) else pairs


_LEADING = frozenset({"link", "button", "menuitem", "tab"})


def _leads_to(node: Node) -> object:
    """Of links the address and the name: two of them are one."""
    leads = node.role == "link" and node.href and not node.href.startswith("javascript")
    return (node.href, node.name) if leads else node.index


def _acted_on(look: Look, node: Node) -> Node:
    if node.control >= 0:
        control = look.nodes[node.control]
        return control if control.shown and not control.covered else node
    if node.click or node.role in _HOLDERS:
        return node
    for above in look.ancestors(node):
        if above.tag == "label" and above.control >= 0:
            return node
        if above.click:
            return above if above.text == node.text or look.text_of(above) == look.text_of(node) else node
    return node
