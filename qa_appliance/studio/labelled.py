"""What a page says of its things by name: a total beside its word, a status in a row, a count in a badge. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from qa_appliance.browser.look.entries import is_entry
from qa_appliance.browser.look.grid import cells_of
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.core import checks as c
from qa_appliance.core.target import Target

_LONGEST = 40  # characters of a name, and of what is said
_CELLS = frozenset({"cell", "gridcell"})
_HEADS = frozenset({"rowheader", *_CELLS})
_PLAIN = frozenset({"", "definition", "term", "paragraph", "strong", "generic"})
_BUTTONS = frozenset({"button", "menuitem", "switch", "checkbox"})
_COUNT = re.compile(r"\(?\d{1,3}(?:[.,]\d{3})*\+?\)?")
_KEY = r"(?:ctrl|control|cmd|command|alt|option|opt|shift|meta|super|accel|[⌘⌥⇧⌃⏎⌫⌦⎋↑↓←→])"
_PRESSED = (
    r"(?:f\d{1,2}|del|delete|ins|insert|enter|return|esc|escape|space|tab|backspace|home|end|page ?(?:up|down)"
    r"|up|down|left|right|[⏎⌫⌦⎋↑↓←→]|\S)"
)
_SHORTCUT = re.compile(rf"(?:{_KEY}[+\- ,]*)*{_PRESSED}(?:[ ,]+(?:{_KEY}[+\- ,]*)*{_PRESSED})?", re.IGNORECASE)
"""What stands at the end of a menu's entry: “F2”, “Ctrl+Shift+S”, “⇧⌘S”, “D, D”."""


def values_by_name(look: Look) -> dict[c.TextIs, None]:
    """In the page's order. Whether the words lead there is for the search to tell."""
    return dict.fromkeys(check for _, check in _pairs(look))


def values_of(look: Look, node: Node) -> list[c.TextIs]:
    """What this very element says, by the names it is called by."""
    return [check for at, check in _pairs(look) if at is node]


def plain_name(look: Look, node: Node, name: str) -> str:
    """As people call it who do not read out its badge, a menu entry's shortcut, or the colon behind a label.

    Empty where that is the name itself, or nothing is left of it.
    """
    extra = badge_of(look, node) or (_shortcut_of(look, node) if node.role.startswith("menuitem") else "")
    plain = (name.removesuffix(extra) if extra else name).rstrip(" :*\u00a0")
    return plain if any(map(str.isalpha, plain)) and plain != name else ""


def badge_of(look: Look, node: Node) -> str:
    """A count in an element of its own at the end of what it is the count of."""
    return _ending(look, node, _COUNT)


def _shortcut_of(look: Look, node: Node) -> str:
    return _ending(look, node, _SHORTCUT)


def _ending(look: Look, node: Node, sort: re.Pattern[str]) -> str:
    """The text of that sort a part of it ends with, behind a text that is not."""
    whole = look.text_of(node)
    for part in look.all_inside(node):
        text = look.text_of(part)
        if part is not node and text and whole.endswith(f" {text}") and sort.fullmatch(text):
            return text
    return ""


def _pairs(look: Look) -> Iterator[tuple[Node, c.TextIs]]:
    for node in look.nodes:
        text = look.text_of(node)
        if not node.shown or not 0 < len(text) <= _LONGEST:
            continue
        if node.role in _CELLS:
            yield from ((node, check) for check in _in_row(look, node, text))
        elif node.click and (badge := badge_of(look, node)):
            name = _named(plain_name(look, node, text), row=False)
            yield node, c.TextIs(target=name, comparison="shows", value=badge)
        elif any(sign.isdigit() for sign in text) and _is_leaf(look, node, text):
            yield from ((node, check) for check in _beside(look, node, text))


def _in_row(look: Look, cell: Node, text: str) -> Iterator[c.TextIs]:
    row = look.nodes[cell.parent] if cell.parent >= 0 else cell
    cells = [n for n in cells_of(look, row) if n.role in _HEADS and n.shown and look.text_of(n)]
    name = look.text_of(cells[0]) if row.role == "row" and cells and is_entry(look, row) else ""
    if 0 < len(name) <= _LONGEST and cells[0].index != cell.index and not _only_buttons(look, cell, text):
        yield c.TextIs(target=_named(name, row=True), comparison="shows", value=text)


def deeds_of_rows(look: Look) -> set[str]:
    """What the buttons in cells are called."""
    cells = (node for node in look.nodes if node.role in _CELLS)
    return {look.text_of(node) for cell in cells for node in look.all_inside(cell) if node.role in _BUTTONS}


def _only_buttons(look: Look, cell: Node, text: str) -> bool:
    """What can be done with a row is nothing it says."""
    buttons = [look.text_of(node) for node in look.all_inside(cell) if node.role in _BUTTONS]
    return bool(buttons) and "".join(buttons).replace(" ", "") == text.replace(" ", "")


def _beside(look: Look, node: Node, text: str) -> Iterator[c.TextIs]:
    """By what stands right before it in the same part: a term and its value."""
    brothers = [n for n in look.children.get(node.parent, []) if n.shown and look.text_of(n)]
    at = next((at for at, n in enumerate(brothers) if n.index == node.index), 0)
    named = brothers[at - 1] if at else node
    name = look.text_of(named)
    if named is node or named.click or not _is_leaf(look, named, name):
        return
    if 0 < len(name) <= _LONGEST and any(map(str.isalpha, name)) and not any(map(str.isdigit, name)):
        yield c.TextIs(target=_named(name, row=False), comparison="equals", value=text)


def _is_leaf(look: Look, node: Node, text: str) -> bool:
    """What says it in one piece: no part says all of it, and no parts say it in turn, as a name and its value do."""
    parts = [part for n in look.children.get(node.index, []) if (part := look.text_of(n))]
    whole = "".join(parts).replace(" ", "") == text.replace(" ", "")
    in_turn = whole and len(parts) > 1 and any(map(str.isalpha, parts[0]))
    return node.role in _PLAIN and text not in parts and not in_turn


def _named(name: str, *, row: bool) -> Target:
    return Target(words=name, name=name, kind="row" if row else "any", quoted=True)
