"""Whether an element is in a state a check names. Pure."""

from __future__ import annotations

import re

from qa_appliance.browser.look_types import Look, Node
from qa_appliance.core.checks import State

_OPPOSITES: dict[State, str] = {
    "visible": "hidden", "enabled": "disabled", "expanded": "collapsed", "checked": "unchecked",
    "selected": "not selected", "focused": "not focused", "editable": "read-only", "empty": "not empty",
    "required": "optional", "exists": "absent",
}  # fmt: skip
_CHOSEN = frozenset({"selected", "checked", "current", "pressed"})


def opposite(state: State) -> str:
    return _OPPOSITES[state]


def has_state(look: Look, node: Node, state: State) -> bool | None:
    """None: such an element has no such state."""
    match state:
        case "visible":
            return node.shown
        case "exists":
            return True
        case "enabled":
            return not any(n.disabled for n in (node, *look.ancestors(node)))
        case "checked":
            if node.states & {"checked", "unchecked", "mixed"}:
                return "checked" in node.states
            return "pressed" in node.states or "selected" in node.states
        case "selected":
            return bool(node.states & _CHOSEN) or _worded(node, ("active", "selected"))
        case "focused":
            return "focused" in node.states or any(
                "focused" in n.states for n in look.nodes if look.inside(n, node) and n.index != node.index
            )
        case "editable":
            return not node.states & {"disabled", "readonly"}
        case "empty":
            return not node.value.strip() if _is_field(node) else not look.text_of(node)
        case "expanded":
            said = node.states & {"expanded", "collapsed"}
            return "expanded" in said if said else None
        case "required":
            return "required" in node.states


_SAID_EMPTY = re.compile(
    r"(?<!not )(?<!n['’]t )\b(?:is|are|was|were) (?:now |still |currently )?empty\b", re.IGNORECASE
)
_LONGEST_SAYING = 120  # characters


def says_empty(look: Look, nodes: list[Node]) -> str:
    """The sentence by which the one element says so itself: "Your cart is empty"; "" where there is none."""
    text = look.text_of(nodes[0]) if len(nodes) == 1 and not _is_field(nodes[0]) else ""
    return text if len(text) <= _LONGEST_SAYING and _SAID_EMPTY.search(text) else ""


def _is_field(node: Node) -> bool:
    roles = ("textbox", "searchbox", "combobox", "spinbutton")
    return node.tag in ("input", "textarea", "select") or node.role in roles


def _worded(node: Node, words: tuple[str, ...]) -> bool:
    return any(word in words for word in node.words.casefold().replace("-", " ").replace("_", " ").split())
