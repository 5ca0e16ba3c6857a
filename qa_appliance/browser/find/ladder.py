"""The ladder: ways in which words can fit an element, from certain to faint. The first rung with a fit decides.

Each rung's rule takes what is wanted and what is seen; none of them knows of scope, state or several candidates.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cached_property

from msgspec import Struct

from qa_appliance.browser.find.kinds import CONTAINERS, LOOKS, Seat, is_painted_box, tier
from qa_appliance.browser.find.main_content import deepest
from qa_appliance.browser.find.nearby import texts_beside
from qa_appliance.browser.find.pictures import meanings_of
from qa_appliance.browser.find.texts import (
    bare,
    close_spelling,
    contained,
    fold,
    same_dressed_down,
    same_meaning,
    spelled_out,
    squeeze,
    starts,
    whole_words,
)
from qa_appliance.browser.find.titles import TITLED, known_by_number, titles_of
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.browser.look.roles import FIELDS
from qa_appliance.core.target import Kind, Target
from qa_appliance.core.traits import Purpose

Says = Callable[[str, str], bool]  # what was said, what is seen
_MOST_ROOM = 80  # characters: how much longer than what was said a text may be at any rung


class Seats(Struct, frozen=True, dict=True):
    """All of them, and again those the rungs ask for most: a page has thousands, and the ladder many rungs."""

    look: Look
    all: list[Seat]
    named: list[Seat]
    marked: list[Seat]  # with a label, a placeholder, an id or the like
    longest: int  # of the texts that any rung reads

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


Rule = Callable[[Look, Target, Seats], list[Seat]]


class Rung(Struct, frozen=True):
    name: str
    seats: Rule


_LARGEST_ICON = 64  # CSS pixels
_PICTURED: frozenset[Kind] = frozenset({"any", "icon", "button", "image", "link"})  # drawn by a class alone, at times


def seats_of(look: Look, target: Target, purpose: Purpose, nodes: Iterable[Node]) -> Seats:
    pictured, only_tabs = target.kind in _PICTURED, _marks_its_tabs(look, target, purpose)
    found = []
    for node in nodes:
        if not (_says_something(node) or (pictured and _is_drawn(node))):
            continue
        fits = tier(node, target.kind, purpose)
        if fits is not None and not (only_tabs and fits):
            found.append(Seat(node, fits))
    named = [s for s in found if s.node.name and s.tier <= 1]
    marked = [s for s in found if _marked(s.node)]
    return Seats(look, found, named, marked, len(squeeze(target.name)) * 2 + _MOST_ROOM)


def _marks_its_tabs(look: Look, target: Target, purpose: Purpose) -> bool:
    """Where a page marks its tabs as such, a button or an entry of that name is none."""
    return target.kind == "tab" and purpose in LOOKS and any(n.shown and n.role == "tab" for n in look.nodes)


def _says_something(node: Node) -> object:
    return node.name or node.text[1] or node.click or node.role or node.value or node.hidden_text or node.test_id


def _is_drawn(node: Node) -> bool:
    return node.shown and bool(node.classes or node.picture)


def _marked(node: Node) -> bool:
    return bool(node.label or node.placeholder or node.title or node.alt or node.test_id or node.field or node.id)


def _exactly(sought: str, seen: str) -> bool:
    return seen == sought


def _anyhow(sought: str, seen: str) -> bool:
    return seen.casefold() == sought.casefold()


def _by_name(says: Says) -> Rule:
    def rule(look: Look, target: Target, seats: Seats) -> list[Seat]:
        sought = squeeze(target.name)
        fits = [s for s in seats.named if says(sought, s.node.name)]
        best = min((s.tier for s in fits), default=0)
        return [s for s in fits if s.tier == best]

    return rule


def _by_text(says: Says, *, room: int, furthest: int = 2) -> Rule:
    """The deepest elements whose own visible text fits; `room` is how much longer it may be, in characters."""

    def rule(look: Look, target: Target, seats: Seats) -> list[Seat]:
        sought = squeeze(target.name)
        longest = len(sought) * 2 + room
        fits = [
            seat
            for seat, size, text, hidden in seats.spoken
            if seat.tier <= furthest and (seen := text if size <= longest else hidden) and says(sought, seen)
        ]
        return deepest(look, _of_the_kind(look, fits))

    return rule


def _of_the_kind(look: Look, fits: list[Seat]) -> list[Seat]:
    """Where some are of the kind that was said, those and what stands in them: a table's caption is no column."""
    meant = [s.node for s in fits if s.tier == 0]
    if not meant or len(meant) == len(fits):
        return fits
    return [s for s in fits if s.tier == 0 or any(look.inside(s.node, node) for node in meant)]


def _by_inner_text(says: Says) -> Rule:
    """Containers (row, dialog, section) in which an element's name or text fits; the innermost ones."""

    def rule(look: Look, target: Target, seats: Seats) -> list[Seat]:
        if target.kind not in CONTAINERS:
            return []
        sought = squeeze(target.name)
        holders = {s.node.index: s for s in seats.all if s.tier <= 1 and s.node.shown}
        found: dict[int, Seat] = {}
        longest = len(sought) * 2 + 40
        for node in look.nodes:
            if node.shown and (
                (node.name and says(sought, node.name))
                or (0 < node.text[1] - node.text[0] <= longest and (text := look.text_of(node)) and says(sought, text))
            ):
                holder = next((a.index for a in (node, *look.ancestors(node)) if a.index in holders), None)
                if holder is not None:
                    found[holder] = holders[holder]
        return _nearest_fit(look, list(found.values()))

    return rule


def _by_attributes(says: Says, *names: str, spelled: bool = False) -> Rule:
    def rule(look: Look, target: Target, seats: Seats) -> list[Seat]:
        sought = squeeze(target.name)
        fits = []
        for seat in seats.marked:
            for name in names:
                given = getattr(seat.node, name)
                if given and says(sought, spelled_out(given) if spelled else given):
                    fits.append(seat)
                    break
        return _nearest_fit(look, fits)

    return rule


_TYPES = {"date": "date", "time": "time", "email": "email", "e mail": "email", "password": "password",
          "phone": "tel", "telephone": "tel", "number": "number", "colour": "color", "color": "color", "month": "month",
          "week": "week", "url": "url", "search": "search"}  # fmt: skip


def _by_type(look: Look, target: Target, seats: Seats) -> list[Seat]:
    """ "the date" is the field that takes a date, where nothing is called so."""
    wanted = _TYPES.get(fold(target.name))
    return [s for s in seats.all if s.tier <= 1 and s.node.tag == "input" and s.node.type == wanted] if wanted else []


def _by_class_words(look: Look, target: Target, seats: Seats) -> list[Seat]:
    """What nobody named: "the trash icon" is a picture of class "icon-trash" or from "trash.svg", "the sidebar" a box
    of class "sidebar"."""
    sought = fold(target.name)
    if not sought or (target.kind not in _PICTURED and target.kind not in ("section", "dialog", "alert")):
        return []
    return _nearest_fit(look, [s for s in seats.all if _classed_so(s.node, sought, icon=target.kind in _PICTURED)])


def _classed_so(node: Node, sought: str, *, icon: bool) -> bool:
    if node.name or not node.shown or not (node.classes or node.picture) or (icon and not _is_icon(node)):
        return False
    return f" {sought} " in f" {spelled_out(node.classes)} {spelled_out(node.picture)} "


def _by_picture(look: Look, target: Target, seats: Seats) -> list[Seat]:
    """ "the magnifier icon" is the search: what stands for its picture, as its name or as the class of an icon."""
    meant = meanings_of(target.name)
    if not meant or target.kind not in _PICTURED or (target.quoted and target.kind != "icon"):
        return []
    named = [s for s in seats.named if bare(s.node.name) in meant and _bears_icon(look, s.node)]
    return named or _nearest_fit(
        look, [s for s in seats.all if any(_classed_so(s.node, word, icon=True) for word in meant)]
    )


def _bears_icon(look: Look, node: Node) -> bool:
    """Drawn, and not by a text alone."""
    return node.shown and (not node.text[1] or any(n.tag in _DRAWN or n.picture for n in look.all_inside(node)))


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


def _by_landmark(look: Look, target: Target, seats: Seats) -> list[Seat]:
    """ "the header", "the navigation": the page's own part of that sort, else that of its parts."""
    role, tag = _LANDMARKS.get(fold(target.name), ("", ""))
    if not role or target.kind not in ("section", "menu", "any") or (target.kind == "any" and target.quoted):
        return []
    fits = [s for s in seats.all if s.node.shown and (s.node.role == role or (tag and s.node.tag == tag))]
    own = [s for s in fits if not any(a.tag in _PARTED or a.role in _PARTED for a in look.ancestors(s.node))]
    return own or fits


_PRICES = frozenset({"price", "unit price", "amount", "cost"})
_MONEY = re.compile(r"[-−+]?(?:[€$£¥]|[A-Z]{3})\s?[\d.,'’\s]*\d|[-−+]?\d[\d.,'’\s]*\s?(?:[€$£¥]|[A-Z]{3})")


def _by_money(look: Look, target: Target, seats: Seats) -> list[Seat]:
    """ "the price of the lamp" is the amount of money that stands there, where nothing is called so."""
    if target.kind not in ("any", "text") or target.quoted or fold(target.name) not in _PRICES:
        return []
    there = (s for s in seats.all if s.node.shown and "struck" not in s.node.states)
    return deepest(look, [s for s in there if _MONEY.fullmatch(look.text_of(s.node))])


def _by_text_beside(says: Says) -> Rule:
    def rule(look: Look, target: Target, seats: Seats) -> list[Seat]:
        sought = squeeze(target.name)
        fields = [s for s in seats.all if s.tier <= 1 and s.node.shown and _is_field(s.node)]
        if not fields:
            return []
        beside = texts_beside(look, [s.node for s in fields])
        return [s for s in fields if any(says(sought, text) for text in beside.get(s.node.index, ()))]

    return rule


def _by_title(says: Says) -> Rule:
    """Lists and tables by what they stand under."""

    def rule(look: Look, target: Target, seats: Seats) -> list[Seat]:
        if target.kind not in TITLED:
            return []
        sought = squeeze(target.name)
        lists = (s for s in seats.all if s.tier <= 1 and s.node.shown)
        return [s for s in lists if any(says(sought, title) for title in titles_of(look, s.node))]

    return rule


def _by_number(look: Look, target: Target, seats: Seats) -> list[Seat]:
    known = {n.index for n in known_by_number(look, target)}
    return deepest(look, [s for s in seats.all if s.node.index in known])


def _by_value(look: Look, target: Target, seats: Seats) -> list[Seat]:
    """Fields and options known by what they hold."""
    sought = squeeze(target.name)
    return [s for s in seats.all if s.tier <= 1 and s.node.value and same_dressed_down(sought, s.node.value)]


def _is_field(node: Node) -> bool:
    return is_painted_box(node) or node.tag in ("input", "select", "textarea") or node.role in FIELDS


def _nearest_fit(look: Look, seats: list[Seat]) -> list[Seat]:
    best = min((s.tier for s in seats), default=0)
    return [s for s in seats if s.tier == best]


def _close_at_all(look: Look, target: Target, seats: Seats) -> list[Seat]:
    return [*_by_name(close_spelling)(look, target, seats)] or (
        _by_text(close_spelling, room=4, furthest=1)(look, target, seats)
        or _by_attributes(close_spelling, "label", "placeholder", "title", "alt")(look, target, seats)
    )


RUNGS: tuple[Rung, ...] = (
    Rung("exact name", _by_name(_exactly)),
    Rung("exact text", _by_text(_exactly, room=8)),
    Rung("exact text", _by_inner_text(_exactly)),
    Rung("label", _by_attributes(_exactly, "label")),
    Rung("attribute", _by_attributes(_exactly, "placeholder", "title", "alt", "test_id")),
    Rung("exact name", _by_name(_anyhow)),
    Rung("exact text", _by_text(_anyhow, room=8)),
    Rung("normalised", _by_name(same_dressed_down)),
    Rung("normalised", _by_attributes(same_dressed_down, "label", "placeholder", "title", "alt")),
    Rung("normalised", _by_text(same_dressed_down, room=24)),
    Rung("normalised", _by_inner_text(same_dressed_down)),
    Rung("nearby text", _by_text_beside(same_dressed_down)),
    Rung("nearby text", _by_title(same_dressed_down)),
    Rung("attribute", _by_attributes(same_dressed_down, "test_id", "field", "id", spelled=True)),
    Rung("attribute", _by_class_words),
    Rung("attribute", _by_type),
    Rung("attribute", _by_landmark),
    Rung("attribute", _by_money),
    Rung("prefix", _by_name(starts)),
    Rung("prefix", _by_attributes(starts, "label", "placeholder", "title", "alt")),
    Rung("prefix", _by_text(starts, room=60)),
    Rung("whole words", _by_name(whole_words)),
    Rung("whole words", _by_attributes(whole_words, "label", "placeholder", "title", "alt")),
    Rung("whole words", _by_text(whole_words, room=_MOST_ROOM)),
    Rung("whole words", _by_inner_text(whole_words)),
    Rung("nearby text", _by_text_beside(whole_words)),
    Rung("contained", _by_name(contained)),
    Rung("contained", _by_attributes(contained, "label", "placeholder", "title", "alt")),
    Rung("nearby text", _by_number),
    Rung("synonym", _by_picture),
    Rung("synonym", _by_name(same_meaning)),
    Rung("synonym", _by_text(same_meaning, room=24, furthest=1)),
    Rung("synonym", _by_attributes(same_meaning, "label", "placeholder", "title", "alt")),
    Rung("synonym", _by_text_beside(same_meaning)),
    Rung("synonym", _by_attributes(same_meaning, "test_id", "field", "id", spelled=True)),
    Rung("part of an attribute", _by_attributes(whole_words, "test_id", "field", "id", spelled=True)),
    Rung("nearby text", _by_value),
    Rung("close spelling", _close_at_all),
)

EQUAL = frozenset({"exact name", "exact text", "label", "attribute", "normalised", "nearby text"})
"""Rungs on which the words fit as a whole: what is there but cannot be used ends the search."""
