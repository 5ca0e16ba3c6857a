"""What testers describe and no page is called by: what an icon shows, a class, a type, a landmark, money, a number.

Each rule takes what is wanted and what is seen, as those of the ladder do.
"""

from __future__ import annotations

import re

from qa_appliance.browser.find.columns import headed_so
from qa_appliance.browser.find.kinds import LOOSE, PICTURED, Seat, Seats, deepest, nearest_fit
from qa_appliance.browser.find.texts import bare, fold, spelled_out, without_pictures
from qa_appliance.browser.find.titles import titles_of
from qa_appliance.browser.look.grid import grid_of, heading_words, is_cell, table_of
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.core.target import Target

_LARGEST_ICON = 64  # CSS pixels
# what people see | what it does, and what icon sets call it
_PICTURES = (
    "magnifier, magnifying glass, loupe, lens | search, find, zoom",
    "cog, gear, cogwheel, gear wheel, wrench, spanner | setting, configure, configuration, preference, option, tool",
    "bin, trash, trash can, trashcan, rubbish bin, dustbin, garbage, waste basket | delete, remove",
    "pencil, pen | edit, modify, rename, write, compose",
    "cross, x | close, dismiss, cancel, remove, clear, time, times, xmark",
    "house | home, start, start page, home page",
    "bell | notification, alert, reminder",
    "plus, plus sign | add, new, create, insert",
    "minus, minus sign | remove, reduce, decrease, less, subtract",
    "heart | favourite, favorite, like, wish list, wishlist",
    "star | favourite, favorite, bookmark, rate",
    "eye | show, view, preview, reveal, show password, watch",
    "floppy, floppy disk, disk, diskette | save",
    "envelope, letter | mail, email, message, inbox",
    "question mark | help, support, faq",
    "three dots, dot, kebab, ellipsis | more, more option, option, action, more action, menu",
    "three lines, hamburger, burger, three bars | menu, navigation, open menu, main menu, toggle menu",
    "moon, sun | dark mode, light mode, theme, toggle theme, dark theme, light theme",
    "paper plane, paperplane | send",
    "paperclip, paper clip | attach, attachment, attach file",
    "padlock, lock | lock, secure, private",
    "globe | language, world",
    "printer | print",
    "circular arrow, circle arrow | refresh, reload, sync, redo, retry",
    "speech bubble, bubble | comment, chat, message, reply",
    "avatar, head, silhouette | account, profile, user, my account",
    "calendar | date, choose date, pick date",
    "clipboard | copy, copy to clipboard",
    "funnel | filter",
    "trolley, basket, cart, shopping cart | cart, basket, shopping cart, checkout",
)


def _rows() -> dict[str, frozenset[str]]:
    meanings: dict[str, frozenset[str]] = {}
    for row in _PICTURES:
        seen, does = ([bare(word) for word in part.split(",")] for part in row.split("|"))
        for word in seen:
            meanings[word] = frozenset(seen) | frozenset(does)
    return meanings


_MEANINGS = _rows()


def meanings_of(picture: str) -> frozenset[str]:
    """What an icon with that picture may be called; empty where it is none that people name by what it shows."""
    return _MEANINGS.get(bare(picture), frozenset()) or _MEANINGS.get(fold(picture), frozenset())


_TYPES = {"date": "date", "time": "time", "email": "email", "e mail": "email", "password": "password",
          "phone": "tel", "telephone": "tel", "number": "number", "colour": "color", "color": "color", "month": "month",
          "week": "week", "url": "url", "search": "search"}  # fmt: skip


def by_type(look: Look, target: Target, seats: Seats) -> list[Seat]:
    """ "the date" is the field that takes a date, where nothing is called so."""
    wanted = _TYPES.get(fold(target.name))
    return [s for s in seats.all if s.tier <= 1 and s.node.tag == "input" and s.node.type == wanted] if wanted else []


def by_class_words(look: Look, target: Target, seats: Seats) -> list[Seat]:
    """What nobody named: "the trash icon" is a picture of class "icon-trash" or from "trash.svg", "the sidebar" a box
    of class "sidebar"."""
    sought = fold(target.name)
    if not sought or (target.kind not in PICTURED and target.kind not in ("section", "dialog", "alert")):
        return []
    return nearest_fit(look, [s for s in seats.all if _classed_so(s.node, sought, icon=target.kind in PICTURED)])


def _classed_so(node: Node, sought: str, *, icon: bool) -> bool:
    if node.name or not node.shown or not (node.classes or node.picture) or (icon and not _is_icon(node)):
        return False
    return f" {sought} " in f" {spelled_out(node.classes)} {spelled_out(node.picture)} "


def by_picture(look: Look, target: Target, seats: Seats) -> list[Seat]:
    """ "the magnifier icon" is the search: what stands for its picture, as its name or as the class of an icon."""
    meant = meanings_of(target.name)
    if not meant or target.kind not in PICTURED or (target.quoted and target.kind != "icon"):
        return []
    named = [s for s in seats.named if bare(s.node.name) in meant and _bears_icon(look, s.node)]
    return named or nearest_fit(
        look, [s for s in seats.all if any(_classed_so(s.node, word, icon=True) for word in meant)]
    )


def _bears_icon(look: Look, node: Node) -> bool:
    """Drawn, and not by a text alone."""
    drawn = any(n.tag in _DRAWN or n.picture for n in look.all_inside(node))
    return node.shown and (drawn or not node.text[1] or without_pictures(text := look.text_of(node)) != text)


def _is_icon(node: Node) -> bool:
    """Small and without a word."""
    return node.text[0] == node.text[1] and bool(node.box) and max(node.box[2:]) <= _LARGEST_ICON  # type: ignore[index]


_LANDMARKS = {
    "header": ("banner", "header"), "footer": ("contentinfo", "footer"), "navigation": ("navigation", "nav"),
    "nav": ("navigation", "nav"), "navbar": ("navigation", "nav"), "menu": ("navigation", "nav"),
    "sidebar": ("complementary", "aside"), "side bar": ("complementary", "aside"), "toolbar": ("toolbar", ""),
    "main": ("main", "main"), "content": ("main", "main"), "main content": ("main", "main"),
}  # fmt: skip


_DRAWN = frozenset({"svg", "img", "i", "canvas", "picture", "use"})
_PARTED = frozenset({"article", "section", "main", "aside", "dialog", "region", "complementary"})


def by_landmark(look: Look, target: Target, seats: Seats) -> list[Seat]:
    """ "the header", "the navigation": the page's own part of that sort, else that of its parts."""
    role, tag = _LANDMARKS.get(fold(target.name), ("", ""))
    if not role or target.kind not in ("section", "menu", "any") or (target.kind == "any" and target.quoted):
        return []
    fits = [s for s in seats.all if s.node.shown and (s.node.role == role or (tag and s.node.tag == tag))]
    own = [s for s in fits if not any(a.tag in _PARTED or a.role in _PARTED for a in look.ancestors(s.node))]
    return own or fits


_PRICES = frozenset({"price", "unit price", "amount", "cost"})
_LONGEST_AMOUNT = 100  # characters
_MONEY = re.compile(r"[-−+]?(?:[€$£¥]|[A-Z]{3})\s?[\d.,'’\s]*\d|[-−+]?\d[\d.,'’\s]*\s?(?:[€$£¥]|[A-Z]{3})")


def by_money(look: Look, target: Target, seats: Seats) -> list[Seat]:
    """ "the price of the lamp" is the amount of money that stands there, where nothing is called so."""
    if target.kind not in ("any", "text") or target.quoted or fold(target.name) not in _PRICES:
        return []
    there = (s for s in seats.all if s.node.shown and "struck" not in s.node.states)
    short = ((s, text) for s in there if len(text := look.text_of(s.node)) <= _LONGEST_AMOUNT)
    return deepest(look, [s for s, text in short if _MONEY.fullmatch(text)])


def by_number(look: Look, target: Target, seats: Seats) -> list[Seat]:
    known = {n.index for n in _known_by_number(look, target)}
    return deepest(look, [s for s in seats.all if s.node.index in known])


_LONGEST_NAME = 100  # characters; a longer one is none, and its parts could be told apart in many ways
_NUMBERED = re.compile(
    r"(?P<noun>[^\W\d_][\w -]*?)\s+(?:(?:number|no\.?|nr\.?|id)\s+)?(?P<number>#?[\w/.-]*\d[\w/.-]*)"
)
_IDENTIFYING = frozenset({"id", "no", "nr", "number", "key", "ref", "reference"})


def _known_by_number(look: Look, target: Target) -> list[Node]:
    """Cells with that number, and what they hold of it, or their rows: in the column of that head, or in the first
    column of a table of such things, where it is the one they are known by."""
    parts = _NUMBERED.fullmatch(target.name) if len(target.name) <= _LONGEST_NAME else None
    if parts is None or target.quoted or target.kind not in LOOSE | {"row"}:
        return []
    saying = [n for n in look.nodes if n.shown and is_cell(n) and look.text_of(n) == parts["number"]]
    return _meant_by(look, target, parts["number"], [cell for cell in saying if _is_of(look, cell, parts["noun"])])


def _meant_by(look: Look, target: Target, number: str, cells: list[Node]) -> list[Node]:
    if target.kind == "row":
        return [look.nodes[cell.parent] for cell in cells]
    return [n for cell in cells for n in look.all_inside(cell) if look.text_of(n) == number]


def _is_of(look: Look, cell: Node, noun: str) -> bool:
    table = table_of(look, cell)
    if table is None:
        return False
    grid = grid_of(look, cell)
    column = min(grid.columns(cell), default=0) if grid is not None else 0
    words = heading_words(look, grid.headings[column]) if grid is not None and column < len(grid.headings) else []
    head = words[-1] if words else ""
    if any(headed_so(noun, each) for each in words):
        return True
    return column == 0 and _identifies(head, noun) and any(_lists(title, noun) for title in _called(look, table))


def _identifies(head: str, noun: str) -> bool:
    """ "id", "No.", "#", "Loan", "loan id"."""
    return all(word in _IDENTIFYING or word == bare(noun) for word in bare(head).split())


def _called(look: Look, table: Node) -> list[str]:
    first = next((n for n in look.nodes if n.shown and n.role == "heading" and n.level == 1), None)
    headings = [n for n in (look.heading_of(table), first) if n is not None]
    return [table.name, *titles_of(look, table), *map(look.text_of, headings)]


def _lists(title: str, noun: str) -> bool:
    """Whether such things are what it says there are: "Loans", "All loans (3)"."""
    return bare(noun) in bare(title).split()
