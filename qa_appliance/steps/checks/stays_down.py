"""Whether a button is active: of one that stays down whether it is down, of any other nothing but its use. Pure."""

from __future__ import annotations

from typing import Literal

from qa_appliance.browser.find.texts import bare
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.steps.base.states import is_on, worded

_PRESS_STATES = frozenset({"pressed", "unpressed", "selected"})
_DOWN = ("active", "selected", "pressed", "checked", "on")
_GROUPS = frozenset({"toolbar", "group", "tablist", "radiogroup", "menubar"})
_MOST = 40  # buttons of one group
_FORMATS = frozenset(
    {"bold", "italic", "italics", "underline", "underlined", "strike", "strikethrough", "highlight", "superscript"}
    | {"subscript", "bulleted list", "bullet list", "numbered list", "ordered list", "blockquote", "code block"}
)


Down = Literal["active", "not active", "unknown"]


def stays_down(look: Look, node: Node) -> Down | None:
    """Whether it is down; "unknown" where the page marks none. None of a button that does not stay down, or cannot be
    used: it is asked for its use."""
    if node.role != "button" or node.disabled:
        return _marked(is_on(node) is True) if node.states & _PRESS_STATES else None
    own = _is_down(node)
    if own or _has_press_state(node) or any(map(_is_down, _beside(look, node))):
        return _marked(own)
    return "unknown" if _stays(look, node) else None


def _marked(down: object) -> Down:
    return "active" if down else "not active"


def _is_down(node: Node) -> bool:
    return is_on(node) is True if _has_press_state(node) else worded(node, _DOWN)


def _has_press_state(node: Node) -> bool:
    return bool(node.states & _PRESS_STATES)


def _stays(look: Look, node: Node) -> bool:
    """By its nature: what sets how letters look, and the buttons of a toolbar for them."""
    formats = {bare(name) for name in _FORMATS}
    named = [bare(n.name or look.text_of(n)) for n in (node, *_beside(look, node))]
    return bool(formats.intersection(named))


def _beside(look: Look, node: Node) -> list[Node]:
    """The other buttons of its group, or of what they stand in together."""
    around = look.ancestors(node)
    group = next((n for n in around if n.role in _GROUPS), None) or (around[0] if around else node)
    if group.role not in _GROUPS and any(n.role != "button" for n in look.children.get(group.index, ()) if n.shown):
        return []
    buttons = [n for n in look.all_inside(group) if n.shown and n.role == "button" and n is not node]
    return buttons if len(buttons) <= _MOST else []
