"""A page as a model is shown it: what people see and can use, one line each, cut to a budget. Pure.

Holds no value of a field that hides what is typed, nothing hidden, and nothing the caller's `clean` masks.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator
from itertools import accumulate

from msgspec import Struct

from qa_appliance.browser.look.node import Look, Node
from qa_appliance.browser.look.saved import own_text
from qa_appliance.core.target import Kind
from qa_appliance.model.clause import COMMON

_KINDS: dict[str, Kind] = {
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
_STATES = ("disabled", "checked", "selected", "expanded", "collapsed", "readonly", "required", "invalid")
_LONGEST = 100  # characters of one text
_MOST_OPTIONS = 200  # characters of the options of one dropdown
_PLAIN = frozenset({"table", "list", "image"})  # shown only where they have a name
_READ = frozenset({"text", "row", "heading", "image", "alert", "dialog", "table", "list"})  # not used, only read
_WORD = re.compile(r"\w{3,}")


class Line(Struct, frozen=True):
    kind: str
    name: str
    value: str = ""
    states: tuple[str, ...] = ()
    near: bool = False  # in the window as it is scrolled
    options: tuple[str, ...] = ()  # of a dropdown

    @property
    def text(self) -> str:
        """In JSON's quotes, so that no text of the page can look like the next line."""
        value = f" = {json.dumps(self.value, ensure_ascii=False)}" if self.value else ""
        states = f" ({', '.join(self.states)})" if self.states else ""
        return f"{self.kind} {json.dumps(self.name, ensure_ascii=False)}{value}{states}{_of(self.options)}"


def _of(options: tuple[str, ...]) -> str:
    quoted = [json.dumps(option, ensure_ascii=False) for option in options]
    fit = sum(length <= _MOST_OPTIONS for length in accumulate(len(text) + 2 for text in quoted))
    more = f" and {len(quoted) - fit} more" if fit < len(quoted) else ""
    return f" of {', '.join(quoted[:fit])}{more}" if fit else ""


def shown_page(look: Look, clean: Callable[[str], str], about: str, most: int) -> str:
    """At most `most` characters: half for what shares words with `about`, then what can be used in view, then the rest.

    In the page's order. However much there is of one sort, what is to be worked with is among them.
    """
    lines = list(_lines(look, clean))
    words = set(_WORD.findall(about.casefold())) - COMMON
    shared = [bool(words & set(_WORD.findall(f"{line.name} {line.value}".casefold()))) for line in lines]
    usable = [line.near and line.kind not in _READ for line in lines]
    order = sorted(range(len(lines)), key=lambda index: (not lines[index].near, index))
    kept = set[int]()
    left = _filled(kept, lines, [index for index in order if shared[index]], most // 2) + most - most // 2
    for chosen in ([index for index in order if usable[index]], [index for index in order if shared[index]], order):
        left = _filled(kept, lines, chosen, left)
    shown = [lines[index].text for index in sorted(kept)]
    return "\n".join(shown + ([f"({len(lines) - len(kept)} more lines left out)"] if len(kept) < len(lines) else []))


def _filled(kept: set[int], lines: list[Line], chosen: list[int], left: int) -> int:
    """Adds lines as long as they fit in so many characters; answers how many are left."""
    for index in chosen:
        if index in kept:
            continue
        if len(lines[index].text) >= left:
            break
        left -= len(lines[index].text) + 1
        kept.add(index)
    return left


def line_of(look: Look, node: Node, clean: Callable[[str], str]) -> str:
    """One element, with what it stands in where that is a row or a dialog."""
    line = _line(look, node, clean)
    around = next((above for above in look.ancestors(node) if above.role in ("row", "dialog", "listitem")), None)
    inside = f" in {json.dumps(_short(clean(look.text_of(around))), ensure_ascii=False)}" if around is not None else ""
    return (line.text if line is not None else node.role or node.tag) + inside


def state_of(look: Look) -> str:
    """Different as soon as anything that is shown is."""
    parts = [look.url, *(line.text for line in _lines(look, str))]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def _lines(look: Look, clean: Callable[[str], str]) -> Iterator[Line]:
    inside = look.all_inside(look.modal) if look.modal is not None else _in_order(look)
    labels = {" ".join(node.label.split()) for node in inside if node.shown and not node.covered and node.label}
    for node in inside:
        if not node.shown or node.covered or (node.tag == "label" and look.text_of(node) in labels):
            continue
        line = _line(look, node, clean)
        if line is not None:
            yield line


def _in_order(look: Look) -> list[Node]:
    return [inner for node in look.nodes if node.parent < 0 for inner in look.all_inside(node)]


def _line(look: Look, node: Node, clean: Callable[[str], str]) -> Line | None:
    if node.type == "file":
        return None
    kind = _KINDS.get(node.role, "clickable" if node.click else "text")
    name = _name(look, node, kind)
    if not name and (kind in _PLAIN or kind in ("text", "row")):
        return None
    near = node.box is not None and 0 <= node.box[1] < look.view[1]
    value = "" if node.type in ("password", "hidden") else _short(clean(node.value))
    states = tuple(state for state in _STATES if state in node.states)
    return Line(kind, _short(clean(name)), value, states, near, _options(look, node, clean))


def _options(look: Look, node: Node, clean: Callable[[str], str]) -> tuple[str, ...]:
    """What a closed dropdown can be set to."""
    offered = (one for one in look.children.get(node.index, ()) if one.listed and one.role == "option")
    return tuple(_short(clean(one.name or one.hidden_text)) for one in offered)


def _name(look: Look, node: Node, kind: str) -> str:
    if kind == "row":
        return look.text_of(node)
    if kind == "text":
        return "" if _in_named(look, node) else own_text(look, node)
    names = (node.name, node.label, node.placeholder, node.title)
    return next(filter(None, names), "") or look.text_of(node)


def _short(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= _LONGEST else words[: _LONGEST - 1] + "…"


def _in_named(look: Look, node: Node) -> bool:
    """Whether its text is shown already, as the name of what it stands in."""
    return any(above.click or above.role in _NAMED for above in look.ancestors(node))


_SHOW_THEIR_TEXT = ("button", "link", "row", "heading", "option", "tab")
_NAMED = frozenset(role for role, kind in _KINDS.items() if kind in _SHOW_THEIR_TEXT)
