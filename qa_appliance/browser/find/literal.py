"""What a quoted name may be: the whole name of an element, decorations aside (texts.called_so). Two rules, no search.

Also a decoration is what stands in an element of its own: the number on a badge, a picture, a hint at a key.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

from msgspec.structs import replace

from qa_appliance.browser.find.kinds import CONTAINERS, LOOKS
from qa_appliance.browser.find.texts import called_so, fold
from qa_appliance.browser.find.titles import TITLED, titles_of
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.browser.look.roles import AROUND, AROUND_TAGS
from qa_appliance.core.target import Kind, Target
from qa_appliance.core.traits import Purpose

_LINE = r"\n|(?<!\s)\s+[–—|·•-]\s+|[:;,](?:\s|$)|(?<!\s)\s+(?=[€$£¥])"
_LINE_PARTS = re.compile(_LINE)
_PARTS = re.compile(rf"{_LINE}|(?:(?<!\s)\s+)?[()\[\]]\s*")
_LONGEST_LINE = 80  # characters
_UNIT = re.compile(r"\s*[(\[][^()\[\]]*[)\]]$")
_MESSAGES = frozenset({"alert", "status", "log"})
_MESSAGE_WORDS = re.compile(
    r"(?:^|[\s_-])(?:message|messagelist|alert|flash|flashe|toast|notification|notice|snackbar|breadcrumb)s?(?:$|[\s_-])"
)

NAMED_BY_PARTS: frozenset[Kind] = frozenset({"any", "text", "row", "item", "section"})
"""Places that are known by a part of their names too."""
Called = Callable[[Look, Node, Target], bool]


def is_called(look: Look, node: Node, target: Target) -> bool:
    """Whether the whole of one of its names is the target's, or of a container that of something in it."""
    sought = target.name
    if _is_no_entry(look, node, target):
        return False
    if target.kind in TITLED and any(called_so(sought, title) for title in titles_of(look, node)):
        return True
    if target.kind in CONTAINERS and (node.role or node.tag == "tr"):
        return _holds(look, node, sought)
    names = [node.name, node.label, node.placeholder, node.title, node.alt, look.text_of(node), node.hidden_text]
    if not any(names):
        return True  # without a word, as an icon: known by what its author calls it
    return any(called_so(sought, name) for name in (*names, without_marks(look, node)) if name)


def _is_no_entry(look: Look, node: Node, target: Target) -> bool:
    """What a message says, or the frame of the page, where an entry is meant."""
    if target.kind not in ("row", "item"):
        return False
    return in_message(look, node) or (target.kind == "row" and _frames_the_page(look, node))


def _frames_the_page(look: Look, node: Node) -> bool:
    return any(above.role in AROUND or above.tag in AROUND_TAGS for above in look.ancestors(node))


def is_place(look: Look, node: Node, target: Target) -> bool:
    """Whether what something is in or near to is called so: also by a part of its line ("Basic plan: $5") or its id."""
    if is_called(look, node, target):
        return True
    if _is_no_entry(look, node, target):
        return False
    sought = target.name
    if not node.role and sought.casefold() in (node.id.casefold(), node.test_id.casefold()):
        return True
    if len(look.text_of(node)) > _LONGEST_LINE:
        return False
    pieces = _pieces(look, node, [n for n in look.all_inside(node) if n is not node and n.role])
    if node.role == "columnheader":
        pieces = [_UNIT.sub("", piece.strip()) for piece in pieces]
    return any(called_so(sought, part) for piece in pieces for part in _LINE_PARTS.split(piece) if part)


def holds_name(look: Look, row: Node, name: str) -> bool:
    """Whether something in a row or an entry is called so."""
    return _holds(look, row, name)


def _holds(look: Look, row: Node, sought: str) -> bool:
    """A row has no name: a cell, an element or a part of its text is what it is known by."""
    if any(name and called_so(sought, name) for name in (row.name, row.label, look.text_of(row))):
        return True
    inside = look.all_inside(row)[1:]
    if any(called_so(sought, name) for n in inside if n.shown for name in (n.name, look.text_of(n)) if name):
        return True
    return any(called_so(sought, part) for piece in _pieces(look, row, inside) for part in _PARTS.split(piece) if part)


def _pieces(look: Look, node: Node, inside: list[Node]) -> list[str]:
    """Its text, cut where one of these begins or ends."""
    cuts = sorted({node.text[0], node.text[1], *(at for n in inside if n.text[1] for at in n.text)})
    return [look.text[a:b] for a, b in pairwise(cuts)] or [look.text_of(node)]


def pieces_between(look: Look, node: Node) -> list[str]:
    """Its text, cut where an element in it begins or ends."""
    return _pieces(look, node, [n for n in look.all_inside(node) if n is not node])


def in_message(look: Look, node: Node) -> bool:
    """In a message or a trail of pages: no entry of the page's own lists."""
    around = [n for n in (node, *look.ancestors(node)) if n.tag != "body"]
    return any(n.role in _MESSAGES or _MESSAGE_WORDS.search(n.classes.casefold()) or is_trail(n) for n in around)


class _Marks(NamedTuple):
    """By which tags, or which words in its class names, a page marks what is of that sort."""

    tags: frozenset[str]
    classes: re.Pattern[str]


_MARKS = {
    "hint": _Marks(frozenset({"small"}), re.compile(r"hint|help|tip|note|info|desc")),
    "caption": _Marks(frozenset({"caption", "figcaption", "legend"}), re.compile(r"caption")),
}
_OF_MESSAGES = frozenset({"message", "notice"})
_AROUND = 2  # elements in which a text may stand that is marked


def is_marked_so(target: Target, look: Look, node: Node) -> bool:
    """Whether it may be what is meant: always, unless only its sort is told and nothing marks it so."""
    if target.kind != "text" or target.name or target.quoted or target.ordinal:
        return True
    sort = target.words.casefold().split()[-1]
    if sort in _OF_MESSAGES:
        return bool(node.live) or in_message(look, node)
    marks = _MARKS.get(sort)
    around = (node, *look.ancestors(node)[:_AROUND])
    return marks is None or any(n.tag in marks.tags or marks.classes.search(n.classes.casefold()) for n in around)


def is_trail(node: Node) -> bool:
    """Of the pages that lead to this one."""
    return node.role == "navigation" and "breadcrumb" in f"{node.name} {node.label}".casefold()


def messages(look: Look) -> list[Node]:
    """What is a message by its class alone: "alert alert-warning". No trail of pages, no control."""
    shown = (n for n in look.nodes if n.shown and n.tag != "body" and not (n.click or n.role in _MESSAGES))
    return [n for n in shown if _MESSAGE_CLASS.search(n.classes.casefold()) and look.text_of(n)]


_MESSAGE_CLASS = re.compile(r"(?:^|[\s_-])(?:messagelist|alert|flash|flashe|toast|snackbar)s?(?:$|[\s_-])")


_BADGE = re.compile(r"\d[\d.,]*\+?")
_BADGES = frozenset({"span", "sup", "small", "div", "i", "data", "output", "mark"})
_STRESSED = frozenset({"b", "strong", "em"})  # of a control: elsewhere a number in bold is a part of what is told
_KEYS = re.compile(r"(?:^|[\s_-])(?:kbd|shortcut|hotkey|accelerator|keybinding)s?(?:$|[\s_-])")
_ICON_FONTS = re.compile(r"(?:^|[\s_-])(?:icons?|material-(?:icons|symbols)[\w-]*|glyphicon)(?:$|[\s_-])")
_MOST_MARK = 24  # characters


def is_mark(look: Look, node: Node) -> bool:
    """A badge with a number, a picture that is drawn by a word, a hint at a key."""
    size = node.text[1] - node.text[0]
    if not 0 < size <= _MOST_MARK or node.click:
        return False
    if node.tag == "kbd" or _KEYS.search(node.classes.casefold()):
        return True
    stressed = node.tag in _STRESSED and any(n.click for n in look.ancestors(node)[:2])
    if (node.tag in _BADGES or stressed) and not node.role and _BADGE.fullmatch(look.text_of(node)):
        return True
    return node.tag in ("i", "mat-icon", "span") and _ICON_FONTS.search(node.classes.casefold()) is not None


def without_marks(look: Look, node: Node) -> str:
    """Its text without the marks that stand in it; "" where none does."""
    inside = look.children.get(node.index) and look.all_inside(node)[1:]
    marks = [n for n in inside or () if is_mark(look, n)] if node.text[1] - node.text[0] <= _LONGEST_LINE else []
    if not marks:
        return ""
    text = look.text
    ends = [(node.text[0], node.text[0]), *(n.text for n in marks), (node.text[1], node.text[1])]
    return " ".join(" ".join(text[a[1] : b[0]] for a, b in pairwise(ends)).split())


def may_be_part(target: Target, purpose: Purpose, *, place: bool = False) -> bool:
    """Whether the words may be a part of a name where nothing is called so."""
    if not target.name:
        return False
    if place:
        return target.kind in NAMED_BY_PARTS
    if not target.quoted and (target.kind == "alert" or (target.kind == "text" and purpose == "state")):
        return True  # a message, a text is called nothing: what it is about is told
    return purpose not in LOOKS and not target.quoted and not target.ordinal


def as_spoken(look: Look, target: Target) -> Target:
    """Named by all of its words, where something is called exactly so: "Pay now", "Try again"."""
    name, words = fold(target.name), fold(target.words)
    if target.quoted or target.kind != "any" or target.within or not name or not words.startswith(f"{name} "):
        return target
    called = any(node.shown and fold(node.name) == words for node in look.nodes)
    return replace(target, name=target.words) if called else target
