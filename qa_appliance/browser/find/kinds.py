"""Which elements fit the kind of thing a sentence names and what it wants to do with it: those are the seats that the
ladder asks. Tables and small rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property

from msgspec import Struct

from qa_appliance.browser.find.texts import squeeze
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.browser.look.roles import TEXT_FIELDS, TICKED
from qa_appliance.core.target import Kind, Target
from qa_appliance.core.traits import Purpose

LOOKS: frozenset[Purpose] = frozenset({"text", "state"})

_PRESSED = frozenset({"button", "link", "menuitem", "menuitemcheckbox", "menuitemradio", "tab", "option", "treeitem"})
_TYPED_INPUTS = frozenset({
    "text", "email", "password", "search", "tel", "url", "number", "date", "time", "month", "week", "datetime-local",
    "color", "range",
})  # fmt: skip

_LANDMARKS = frozenset({"navigation", "banner", "contentinfo", "toolbar"})

# kind → the roles it means, and the roles people also call so
_ROLES: dict[Kind, tuple[frozenset[str], frozenset[str]]] = {
    "button": (frozenset({"button"}), _PRESSED | TICKED),
    "link": (frozenset({"link"}), _PRESSED),
    "field": (TEXT_FIELDS, frozenset({"listbox", "slider"})),
    "checkbox": (frozenset({"checkbox", "menuitemcheckbox"}), frozenset({"switch", "option", "treeitem"})),
    "radio": (frozenset({"radio", "menuitemradio"}), frozenset({"option", "checkbox"})),
    "switch": (frozenset({"switch"}), frozenset({"checkbox", "button"})),
    "option": (
        frozenset({"option", "radio", "menuitemradio"}),
        frozenset({"menuitem", "treeitem", "listitem", "checkbox", "gridcell"}),
    ),
    "dropdown": (frozenset({"combobox", "listbox"}), frozenset({"button", "textbox", "radiogroup"})),
    "slider": (frozenset({"slider"}), frozenset({"spinbutton", "scrollbar"})),
    "spinner": (frozenset({"spinbutton"}), frozenset({"slider", "textbox"})),
    "tab": (frozenset({"tab"}), frozenset({"link", "button", "menuitem"})),
    "menu": (frozenset({"menu", "menubar"}), frozenset({"navigation", "button", "list", "menuitem", "link"})),
    "menuitem": (
        frozenset({"menuitem", "menuitemcheckbox", "menuitemradio"}),
        frozenset({"link", "button", "option", "listitem", "tab", "treeitem"}),
    ),
    "row": (frozenset({"row"}), frozenset({"listitem", "article", "treeitem", "option"})),
    "cell": (frozenset({"cell", "gridcell"}), frozenset({"rowheader", "columnheader"})),
    "column": (frozenset({"columnheader"}), frozenset({"cell", "rowheader"})),
    "table": (frozenset({"table", "grid", "treegrid"}), frozenset()),
    "list": (frozenset({"list", "listbox"}), frozenset({"tree", "menu", "table", "grid", "feed", "combobox"})),
    "item": (
        frozenset({"listitem", "option", "menuitem", "treeitem"}),
        frozenset({"row", "article", "link", "button", "checkbox"}),
    ),
    "dialog": (frozenset({"dialog", "alertdialog"}), frozenset()),
    "section": (
        frozenset({"region", "group", "article", "complementary", "tabpanel", "main", "form", "search"}) | _LANDMARKS,
        frozenset({"list", "table", "figure"}),
    ),
    "form": (frozenset({"form", "search"}), frozenset({"group"})),
    "frame": (frozenset({"iframe"}), frozenset()),
    "heading": (frozenset({"heading"}), frozenset({"columnheader"})),
    "image": (frozenset({"img"}), frozenset({"figure", "button", "link"})),
    "icon": (frozenset({"img", "button", "link"}), _PRESSED),
    "alert": (frozenset({"alert", "alertdialog", "status"}), frozenset({"log", "tooltip"})),
    "editor": (frozenset(), frozenset({"textbox"})),
    "calendar": (frozenset(), frozenset({"grid", "dialog", "textbox", "combobox", "table"})),
    "tree": (frozenset({"tree"}), frozenset({"treegrid", "list"})),
    "treeitem": (frozenset({"treeitem"}), frozenset({"listitem", "row", "option"})),
}

# Kinds that are often painted on plain elements: their exact text is enough.
LOOSE: frozenset[Kind] = frozenset({
    "any", "button", "link", "tab", "menuitem", "option", "item", "image", "icon", "text", "heading", "alert",
    "treeitem", "cell", "column",
})  # fmt: skip
# Kinds that a plain text is never taken for where it is only looked at: "the heading “Plans” is shown" says more.
PROVEN: frozenset[Kind] = frozenset({"button", "link", "tab", "menuitem", "image", "icon", "heading"})
# Kinds whose name stands somewhere inside them.
CONTAINERS: frozenset[Kind] = frozenset({"row", "item", "dialog", "section", "form", "table", "list", "menu", "alert"})

_NO_ROLES: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())
_ACTED_ON = _PRESSED | TICKED | TEXT_FIELDS | {"slider"}
# Kinds that something to click on is taken for without more.
_PAINTED: frozenset[Kind] = frozenset({"button", "link", "icon", "tab", "menuitem", "option", "item"})
_FILLED = frozenset({"textbox", "searchbox", "spinbutton"})
_OFFERING = frozenset({"combobox", "listbox", "radiogroup", "slider", "spinbutton", "tree", "grid", "menu"})
_OPENING = frozenset({"textbox", "searchbox", "group", "list", "tablist", "region", "button", "table"})
_CHOSEN_TOO = frozenset({"option", "treeitem", "button", "row", "listitem"})
_PICKED = frozenset({"date", "time", "month", "week", "datetime-local", "color"})
_DATED = frozenset({"date", "datetime-local", "month", "week"})
_FOLDING = frozenset({"collapsed", "expanded"})
_SECTION_TAGS = frozenset({"section", "fieldset", "header", "footer"})
_PICTURE_TAGS = frozenset({"svg", "img", "i", "canvas", "picture"})
_BOX_WORDS = ("check", "tick", "toggle", "switch")
_HEADING_TAGS = frozenset({"caption", "legend", "summary", "dt", "th", "header", "hgroup", "label"})
_HEADING_WORDS = ("head", "title", "caption", "legend", "brand")
_DIALOG_WORDS = ("dialog", "modal", "popup", "lightbox", "drawer")


class Seat(Struct, frozen=True, eq=False, gc=False):
    """An element that could be meant, with its tier."""

    node: Node
    tier: int


def tier(node: Node, kind: Kind, purpose: Purpose) -> int | None:
    """0: exactly what was said. 1: what people also call so. 2: anything else that is there. None: cannot be meant."""
    if purpose in _FITS_PURPOSE:
        return _tier_by_purpose(node, kind, purpose)
    if kind in ("any", "text"):
        return 0 if kind == "text" or purpose in LOOKS else _tier_of_anything(node, purpose)
    by_kind = _fits_kind(node, kind)
    if purpose in LOOKS and kind in PROVEN and not _proven(node, kind, by_kind):
        return None
    return 2 if by_kind is None and kind in LOOSE else by_kind


def _tier_by_purpose(node: Node, kind: Kind, purpose: Purpose) -> int | None:
    by_purpose = _FITS_PURPOSE[purpose](node)
    if by_purpose is None:
        return None
    if kind == "field" and node.role == "button" and "popup" not in node.states:
        return 2  # a plain button is no field, though some lists open from one
    by_kind = 0 if kind in ("any", "field", "text") else _fits_kind(node, kind)
    return max(by_purpose, 2 if by_kind is None else by_kind)


def _tier_of_anything(node: Node, purpose: Purpose) -> int:
    """Of what is to be clicked or pointed at; nobody clicks an option of a closed dropdown before it is open."""
    if node.role in _ACTED_ON:
        return 1 if node.listed else 0
    held = purpose == "hover" and node.name and node.role  # a lane, a list: where things are dragged to
    return 1 if node.click or node.type == "file" or held else 2


def _proven(node: Node, kind: Kind, by_kind: int | None) -> bool:
    """Whether a look alone tells the kind: what has a role of its own is not taken for another one."""
    return by_kind == 0 or (by_kind is not None and (not node.role or node.role in _ROLES[kind][1]))


def _fits_kind(node: Node, kind: Kind) -> int | None:
    beyond_roles = _FITS_KIND.get(kind)
    fits = beyond_roles(node) if beyond_roles is not None else None
    if fits is not None:
        return fits
    meant, also = _ROLES.get(kind, _NO_ROLES)
    if node.role in meant:
        return 0
    return 1 if node.role in also or (node.click and kind in _PAINTED) else None


def _is_section(node: Node) -> int | None:
    if node.tag in _SECTION_TAGS:
        return 0
    if not node.states & _FOLDING or "popup" in node.states:
        return None
    return 1 if node.level or "controls" in node.states else 2


def _is_slider(node: Node) -> int | None:
    return 1 if node.click and _worded(node, ("slider",)) else None


def _is_dialog(node: Node) -> int | None:
    return 1 if "modal" in node.states or _worded(node, _DIALOG_WORDS) else None


def _is_heading(node: Node) -> int | None:
    return 1 if node.tag in _HEADING_TAGS or _worded(node, _HEADING_WORDS) else None


def _is_picture(node: Node) -> int | None:
    return 0 if node.tag in _PICTURE_TAGS or _worded(node, ("icon",)) else None


# What makes an element one of a kind beside its role.
_FITS_KIND: dict[Kind, Callable[[Node], int | None]] = {
    "file": lambda node: 0 if node.type == "file" else None,
    "page": lambda node: 0 if node.tag == "body" else None,
    "editor": lambda node: 0 if "editor" in node.states else None,
    "calendar": lambda node: 0 if node.type in _DATED else None,
    "field": lambda node: 0 if _is_typed_input(node) else None,
    "section": _is_section,
    "slider": _is_slider,
    "dialog": _is_dialog,
    "heading": _is_heading,
    "image": _is_picture,
    "icon": _is_picture,
}


def _is_typed_input(node: Node) -> bool:
    return node.tag == "input" and node.type in _TYPED_INPUTS


def _fillable(node: Node) -> int | None:
    if node.role in _FILLED or "editor" in node.states:
        return 0
    if _is_typed_input(node) or (node.tag == "input" and node.role == "combobox"):
        return 0
    return 1 if node.role in ("combobox", "slider", "listbox") else None


def _choosable(node: Node) -> int | None:
    if node.role in _OFFERING or (node.tag == "input" and node.type in _PICKED):
        return 0
    return 1 if node.role in _OPENING or (node.click and node.tag != "label") else None


def _checkable(node: Node) -> int | None:
    if node.role in TICKED:
        return 0
    return 1 if is_painted_box(node) or node.role in _CHOSEN_TOO else None


def _uploadable(node: Node) -> int | None:
    if node.type == "file":
        return 0
    if node.role in ("button", "link") or node.click:
        return 1
    return None if node.role or not node.text[1] else 2  # a place to drop files at, known by its words


# How well an element serves what is to be done; clicks, pointing and looks are served by anything.
_FITS_PURPOSE: dict[Purpose, Callable[[Node], int | None]] = {
    "fill": _fillable,
    "choose": _choosable,
    "check": _checkable,
    "upload": _uploadable,
}


def is_painted_box(node: Node) -> bool:
    """Something to click, empty and classed as a box to tick: what a page paints in place of a checkbox."""
    return node.click and not node.role and node.text[0] == node.text[1] and _worded(node, _BOX_WORDS)


def _worded(node: Node, words: tuple[str, ...]) -> bool:
    lowered = node.classes.casefold()
    return any(word in lowered for word in words)


MOST_ROOM = 80  # characters: how much longer than what was said a text may be at any rung
PICTURED: frozenset[Kind] = frozenset({"any", "icon", "button", "image", "link"})  # drawn by a class alone, at times


class Seats(Struct, frozen=True, dict=True):
    """All of them, and again those the rungs ask for most: a page has thousands, and the ladder many rungs."""

    look: Look
    all: list[Seat]
    named: list[Seat]
    marked: list[Seat]  # with a label, a placeholder, an id or the like
    longest: int  # of the texts that any rung reads
    purpose: Purpose
    place: bool  # whether something is in or near to what is looked for

    @cached_property
    def spoken(self) -> list[tuple[Seat, int, str, str]]:
        """Those with a text: how long it is, the text where it is not too long to be read, and its hidden text."""
        found = []
        for seat in self.all:
            node = seat.node
            size = node.text[1] - node.text[0]
            text = self.look.text_of(node) if 0 < size <= self.longest else node.hidden_text
            if text or node.hidden_text:
                found.append((seat, size, text, node.hidden_text))
        return found


def seats_of(look: Look, target: Target, purpose: Purpose, nodes: Iterable[Node], *, place: bool = False) -> Seats:
    pictured, only_tabs = target.kind in PICTURED, _marks_its_tabs(look, target, purpose)
    found = []
    for node in () if _is_elsewhere(target, purpose) else nodes:
        if not (_says_something(node) or (pictured and _is_drawn(node))):
            continue
        fits = tier(node, target.kind, purpose)
        if fits is not None and not (only_tabs and fits):
            found.append(Seat(node, fits))
    named = [s for s in found if s.node.name and s.tier <= 1]
    marked = [s for s in found if _marked(s.node)]
    return Seats(look, found, named, marked, len(squeeze(target.name)) * 2 + MOST_ROOM, purpose, place)


def _is_elsewhere(target: Target, purpose: Purpose) -> bool:
    """A page with a name is nothing to act on: it is one to go to, whatever this one says of itself."""
    return target.kind == "page" and bool(target.name) and purpose not in LOOKS


def _marks_its_tabs(look: Look, target: Target, purpose: Purpose) -> bool:
    """Where a page marks its tabs as such, a button or an entry of that name is none."""
    return target.kind == "tab" and purpose in LOOKS and any(n.shown and n.role == "tab" for n in look.nodes)


def _says_something(node: Node) -> object:
    return (
        node.name or node.text[1] or node.click or node.role or node.value or node.hidden_text or node.test_id
    ) or node.type == "file"


def _is_drawn(node: Node) -> bool:
    return node.shown and bool(node.classes or node.picture)


def _marked(node: Node) -> bool:
    return bool(node.label or node.placeholder or node.title or node.alt or node.test_id or node.field or node.id)


def nearest_fit(look: Look, seats: list[Seat]) -> list[Seat]:
    best = min((s.tier for s in seats), default=0)
    return [s for s in seats if s.tier == best]


def deepest(look: Look, seats: list[Seat], *, plain: bool = False) -> list[Seat]:
    """Those in which no other stands; `plain` leaves out controls and labels."""
    outer = {a.index for s in seats for a in look.ancestors(s.node)}
    kept = [s for s in seats if s.node.index not in outer and not (plain and (s.node.click or s.node.role))]
    return [s for s in kept if s.tier < 2] or kept
