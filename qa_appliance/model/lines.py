"""A page as lines: what people see and can use, in its structure, one line each. Pure.

Holds no value of a field that hides what is typed, nothing hidden, and nothing the caller's `clean` masks.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import accumulate

from msgspec import Struct

from qa_appliance.browser.look.grid import cells_of
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.browser.look.saved import own_text
from qa_appliance.core.target import Kind

KINDS: dict[str, Kind] = {
    "button": "button",
    "link": "link",
    "textbox": "field",
    "searchbox": "field",
    "spinbutton": "field",
    "combobox": "dropdown",
    "listbox": "dropdown",
    "checkbox": "checkbox",
    "radio": "radio",
    "switch": "switch",
    "option": "option",
    "slider": "slider",
    "tab": "tab",
    "menuitem": "menuitem",
    "menuitemcheckbox": "menuitem",
    "menuitemradio": "menuitem",
    "treeitem": "treeitem",
    "row": "row",
    "heading": "heading",
    "img": "image",
    "alert": "alert",
    "status": "alert",
    "dialog": "dialog",
    "alertdialog": "dialog",
    "table": "table",
    "grid": "table",
    "list": "list",
}
READ = frozenset({"text", "row", "heading", "image", "alert", "dialog", "table", "list", "section", "form", "item"})
"""Not used, only read."""
_PARTS: dict[str, tuple[Kind, str]] = {
    "banner": ("section", "header"),
    "contentinfo": ("section", "footer"),
    "navigation": ("section", "navigation"),
    "complementary": ("section", "sidebar"),
    "region": ("section", ""),
    "group": ("section", ""),
    "tabpanel": ("section", ""),
    "search": ("section", "search"),
    "form": ("form", ""),
    "article": ("item", ""),
    "listitem": ("item", ""),
    "dialog": ("dialog", ""),
    "alertdialog": ("dialog", ""),
    "table": ("table", ""),
    "grid": ("table", ""),
    "list": ("list", ""),
    "row": ("row", ""),
}
"""Parts of a page by their roles: the kind they are of, and what one is called that has no name."""
_TAGS = {"fieldset": "group", "section": "region", "form": "form", "article": "article", "nav": "navigation"}
_STATES = ("disabled", "checked", "selected", "expanded", "collapsed", "readonly", "required", "invalid")
_LONGEST = 100  # characters of one text
_LONGEST_READ = 300  # characters of a text that is only read, and of a row
_MOST_OPTIONS = 200  # characters of the options of one dropdown
_SHOW_THEIR_TEXT = ("button", "link", "row", "heading", "option", "tab")
_SAY_THEIR_OWN = frozenset({"item", "row", "header row"})
_NO_TEXT = frozenset({"section", "form", "dialog", "table", "list", "dropdown", "field"})
"""What is called by no text in it: that is what it holds."""
_NAMED = frozenset(role for role, kind in KINDS.items() if kind in _SHOW_THEIR_TEXT)


class Line(Struct, frozen=True):
    """`depth`: in how many parts of the page it stands. `call`: the words that choose it, where its name does not."""

    kind: str
    name: str
    value: str = ""
    states: tuple[str, ...] = ()
    near: bool = False  # in the window as it is scrolled
    options: tuple[str, ...] = ()  # of a dropdown
    depth: int = 0
    new: bool = False  # not there before the last deed
    call: str = ""
    node: int = -1
    screen: int = 0  # how many windows below the one that is seen
    part: bool = False  # holds the lines below that stand deeper

    @property
    def text(self) -> str:
        """In JSON's quotes, so that no text of the page can look like the next line."""
        value = f" = {json.dumps(self.value, ensure_ascii=False)}" if self.value else ""
        states = f" ({', '.join(self.states)})" if self.states else ""
        call = f" call it: {self.call}" if self.call else ""
        name = f" {json.dumps(self.name, ensure_ascii=False)}" if self.name or not self.part else ""
        return f"{self.kind}{name}{value}{states}{_of(self.options)}{call}"

    @property
    def shown(self) -> str:
        """As it stands in a prompt."""
        return f"{'  ' * min(self.depth, 6)}{'new ' if self.new else ''}{self.text}"


def _of(options: tuple[str, ...]) -> str:
    quoted = [json.dumps(option, ensure_ascii=False) for option in options]
    fit = sum(length <= _MOST_OPTIONS for length in accumulate(len(text) + 2 for text in quoted))
    more = f" and {len(quoted) - fit} more" if fit < len(quoted) else ""
    return f" of {', '.join(quoted[:fit])}{more}" if fit else ""


def lines_of(look: Look, clean: Callable[[str], str]) -> list[Line]:
    """In the page's order; a part of it that holds no line is none. Of an open modal dialog its own alone."""
    found = list(_lines(look, clean))
    kept = []
    for at, line in enumerate(found):
        empty = line.part and not line.name and (at + 1 == len(found) or found[at + 1].depth <= line.depth)
        if not empty:
            kept.append(line)
    return kept


def line_of(look: Look, node: Node, clean: Callable[[str], str]) -> str:
    """One element, with what it stands in where that is a row or a dialog."""
    line = _line(look, node, clean, 0)
    around = next((above for above in look.ancestors(node) if above.role in ("row", "dialog", "listitem")), None)
    inside = f" in {json.dumps(_short(clean(look.text_of(around))), ensure_ascii=False)}" if around is not None else ""
    return (line.text if line is not None else node.role or node.tag) + inside


def _lines(look: Look, clean: Callable[[str], str]) -> Iterator[Line]:
    inside = look.all_inside(look.modal) if look.modal is not None else _in_order(look)
    labels = {" ".join(node.label.split()) for node in inside if node.shown and not node.covered and node.label}
    depths: dict[int, int] = {}  # of what stands in each element
    within = set[int]()  # elements whose text stands in a line of what they are in
    for node in inside:
        depth = depths[node.index] = depths.get(node.parent, 0)
        if node.parent in within and not node.click and node.role not in KINDS:
            within.add(node.index)
            continue
        line = _line(look, node, clean, depth) if _is_seen(look, node, labels) else None
        if line is None:
            continue
        depths[node.index] += line.part
        if line.kind == "text":
            within.add(node.index)
        yield line
        yield from _text_in(look, node, line, clean)


def _is_seen(look: Look, node: Node, labels: set[str]) -> bool:
    """A label is not, where what it labels is shown by that name."""
    if not node.shown or node.covered:
        return False
    if node.tag != "label":
        return True
    return look.text_of(node) not in labels and (node.control < 0 or not look.nodes[node.control].label)


def _text_in(look: Look, node: Node, line: Line, clean: Callable[[str], str]) -> Iterator[Line]:
    """What a part of the page says beside what is in it."""
    text = _short(clean(own_text(look, node)), _LONGEST_READ) if line.part and node.role != "row" else ""
    if text and not (line.name and line.kind in _SAY_THEIR_OWN):
        yield Line("text", text, near=line.near, depth=line.depth + 1, node=node.index, screen=line.screen)


def _screen(look: Look, node: Node) -> int:
    return int(node.box[1] // look.view[1]) if node.box is not None and look.view[1] else 0


def _in_order(look: Look) -> list[Node]:
    return [inner for node in look.nodes if node.parent < 0 for inner in look.all_inside(node)]


def _line(look: Look, node: Node, clean: Callable[[str], str], depth: int) -> Line | None:
    if node.type == "file":
        return None
    role = node.role or _TAGS.get(node.tag, "")
    kind: str
    kind, own = _PARTS.get(role, (KINDS.get(node.role, "clickable" if node.click else "text"), ""))
    name = _name(look, node, kind) or own
    if not name and kind in ("text", "row", "image"):
        return None
    near = node.box is not None and 0 <= node.box[1] < look.view[1]
    value = "" if node.type in ("password", "hidden") else _short(clean(node.value))
    states = tuple(state for state in _STATES if state in node.states)
    return Line(
        _head(look, node) if kind == "row" else kind,
        _short(clean(name), _LONGEST_READ if kind in ("text", "row", "alert") else _LONGEST),
        value,
        states,
        near,
        _options(look, node, clean),
        depth,
        node=node.index,
        screen=_screen(look, node),
        part=role in _PARTS,
    )


def _head(look: Look, row: Node) -> str:
    cells = cells_of(look, row)
    return "header row" if cells and all(cell.role == "columnheader" for cell in cells) else "row"


def _options(look: Look, node: Node, clean: Callable[[str], str]) -> tuple[str, ...]:
    """What a closed dropdown can be set to."""
    offered = (one for one in look.children.get(node.index, ()) if one.listed and one.role == "option")
    return tuple(_short(clean(one.name or one.hidden_text)) for one in offered)


def _name(look: Look, node: Node, kind: str) -> str:
    if kind == "row":
        cells = [text for cell in cells_of(look, node) if (text := look.text_of(cell))]
        return " | ".join(cells) or look.text_of(node)
    if kind == "text":
        return "" if _in_named(look, node) or not own_text(look, node) else _whole(look, node)
    names = (node.name, node.label, node.placeholder, node.title)
    name = next(filter(None, names), "")
    if name or kind in _NO_TEXT:
        return name
    return (_whole(look, node) if own_text(look, node) else "") if kind == "item" else look.text_of(node)


def _whole(look: Look, node: Node) -> str:
    """A text with the words in it that are set apart; of what holds other parts of the page, its own words."""
    inner = look.all_inside(node)[1:]
    plain = not any(one.role in _PARTS or one.tag in ("div", "p", "ul", "ol", "table", "label") for one in inner)
    text = look.text_of(node)
    return text if plain and len(text) <= _LONGEST_READ else own_text(look, node)


def _short(text: str, longest: int = _LONGEST) -> str:
    words = " ".join(text.split())
    return words if len(words) <= longest else words[: longest - 1] + "…"


def _in_named(look: Look, node: Node) -> bool:
    """Whether its text is shown already, as the name of what it stands in."""
    return any(above.click or above.role in _NAMED for above in look.ancestors(node))
