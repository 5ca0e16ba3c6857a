"""The ladder: ways in which words can fit an element, from certain to faint. The first rung with a fit decides.

On every rung but the last the words are all that the element is called by, or describe what it is; on the last one they
are only a part of its name, and search.py says who may go so far. Each rung's rule takes what is wanted and what is
seen; none of them knows of scope, state or several candidates.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from qa_appliance.browser.find.described import by_class_words, by_landmark, by_money, by_number, by_picture, by_type
from qa_appliance.browser.find.kinds import (
    CONTAINERS,
    LOOKS,
    MOST_ROOM,
    Seat,
    Seats,
    deepest,
    is_painted_box,
    nearest_fit,
)
from qa_appliance.browser.find.literal import is_called, is_mark, is_place, pieces_between, without_marks
from qa_appliance.browser.find.nearby import texts_beside
from qa_appliance.browser.find.operable import takes_value
from qa_appliance.browser.find.texts import (
    begins_line,
    called_so,
    fold,
    same_meaning,
    spelled_out,
    squeeze,
    whole_words,
)
from qa_appliance.browser.find.titles import TITLED, titles_of
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.browser.look.roles import FIELDS
from qa_appliance.core.target import Target

Says = Callable[[str, str], bool]  # what was said, what is seen


Rule = Callable[[Look, Target, Seats], list[Seat]]


class Rung(Struct, frozen=True):
    name: str
    seats: Rule


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
        return nearest_fit(look, list(found.values()))

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
        return nearest_fit(look, fits)

    return rule


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


def _by_unmarked(look: Look, target: Target, seats: Seats) -> list[Seat]:
    """By the text without a badge, an icon's word, a hint at a key that stands in it."""
    around: dict[int, Node] = {}
    for mark in look.nodes:
        if mark.shown and is_mark(look, mark):
            around.update((n.index, n) for n in look.ancestors(mark)[:_AROUND_MARKS])
    sought = squeeze(target.name)
    seats_there = (s for s in seats.all if s.node.index in around)
    return deepest(look, _of_the_kind(look, [s for s in seats_there if called_so(sought, without_marks(look, s.node))]))


_AROUND_MARKS = 3  # elements


def _by_line(look: Look, target: Target, seats: Seats) -> list[Seat]:
    """Of what is only looked at, the line that the words begin as its label: “Total: 5”."""
    if seats.purpose not in LOOKS or seats.place or target.kind not in ("any", "text"):
        return []
    wanted = fold(target.name)
    short = ((s, text) for s, size, text, _ in seats.spoken if size <= _LONGEST_LINE and s.node.role not in FIELDS)
    begun = ((s, text if target.quoted else _WHOSE.sub("", text, 1)) for s, text in short if wanted in fold(text))
    lines = (
        s
        for s, text in begun
        if begins_line(target.name, text, sentence=not target.quoted) or _begins_before_a_part(look, target, s.node)
    )
    return deepest(look, list(lines))


def _begins_before_a_part(look: Look, target: Target, node: Node) -> bool:
    """ "Status" of “Status <b>Open</b>”: what stands in an element of its own is what the words before it label."""
    pieces = [piece for piece in pieces_between(look, node) if piece.strip()]
    if len(pieces) < 2:
        return False
    return called_so(target.name, pieces[0] if target.quoted else _WHOSE.sub("", pieces[0].strip(), 1))


_LONGEST_LINE = 120  # characters


def _by_piece(look: Look, target: Target, seats: Seats) -> list[Seat]:
    """Containers, and whatever something is in, by a piece of what stands in them: “Ann” of the entry “Ann – Edit”."""
    containers = target.kind in CONTAINERS
    if not (containers or seats.place):
        return []
    wanted, furthest = fold(target.name), 1 if containers else 2
    fits_as_whole = is_place if seats.place else is_called
    fits = [
        seat
        for seat in seats.all
        if seat.tier <= furthest and seat.node.shown and (containers or _is_line(seat.node))
        if wanted in fold(look.text_of(seat.node)) and fits_as_whole(look, seat.node, target)
    ]
    return deepest(look, _of_the_kind(look, fits))


def _by_words(look: Look, target: Target, seats: Seats) -> list[Seat]:
    """ "The todo list" is the list “Todo list”: the noun for the kind may be a part of the name."""
    if target.quoted or target.kind == "any" or target.within:
        return []
    spoken = replace(target, name=_ARTICLE.sub("", target.words))
    return _by_name(called_so)(look, spoken, seats) or _by_title(called_so)(look, spoken, seats)


_ARTICLE = re.compile(r"^(?:the|an?)\s+", re.IGNORECASE)


def _by_whose(look: Look, target: Target, seats: Seats) -> list[Seat]:
    """ "The cart" is “Your cart”: whose it is says the one who is spoken to otherwise."""
    if target.quoted:
        return []
    return _by_name(_but_for_whose)(look, target, seats) or _by_text(_but_for_whose, room=8)(look, target, seats)


def _but_for_whose(sought: str, seen: str) -> bool:
    of_whom = _WHOSE.match(seen)
    return of_whom is not None and called_so(sought, seen[of_whom.end() :])


_WHOSE = re.compile(r"^(?:my|your|our|the)\s+", re.IGNORECASE)


def _by_meaning(look: Look, target: Target, seats: Seats) -> list[Seat]:
    """What stands for a deed by any word for it."""
    if not target.meant:
        return []
    return _by_name(same_meaning)(look, target, seats) or (
        _by_text(same_meaning, room=24, furthest=1)(look, target, seats)
        or _by_attributes(same_meaning, "title", "alt")(look, target, seats)
    )


def _is_line(node: Node) -> bool:
    return 0 < node.text[1] - node.text[0] <= _LONGEST_LINE


def _partly(look: Look, target: Target, seats: Seats) -> list[Seat]:
    """All that have the words among others, in a name, a label or a text; of controls and mere text the controls."""
    rules = (
        _by_name(whole_words),
        _by_attributes(whole_words, "label", "placeholder", "title", "alt"),
        _by_text(whole_words, room=MOST_ROOM),
        _by_inner_text(whole_words),
        _by_text_beside(whole_words),
    )
    fits = {seat.node.index: seat for rule in rules for seat in rule(look, target, seats)}
    controls = [seat for seat in fits.values() if seat.tier <= 1]
    return controls or list(fits.values())


def _by_value(look: Look, target: Target, seats: Seats) -> list[Seat]:
    """Fields and options known by what they hold, where something is done to them."""
    if seats.purpose in LOOKS:
        return []
    sought = squeeze(target.name)
    return [s for s in seats.all if s.tier <= 1 and s.node.value and called_so(sought, s.node.value)]


def _is_field(node: Node) -> bool:
    return is_painted_box(node) or takes_value(node)


RUNGS: tuple[Rung, ...] = (
    Rung("exact name", _by_name(_exactly)),
    Rung("exact text", _by_text(_exactly, room=8)),
    Rung("exact text", _by_inner_text(_exactly)),
    Rung("label", _by_attributes(_exactly, "label")),
    Rung("attribute", _by_attributes(_exactly, "placeholder", "title", "alt", "test_id")),
    Rung("exact name", _by_name(_anyhow)),
    Rung("exact text", _by_text(_anyhow, room=8)),
    Rung("normalised", _by_name(called_so)),
    Rung("normalised", _by_attributes(called_so, "label", "placeholder", "title", "alt")),
    Rung("normalised", _by_text(called_so, room=24)),
    Rung("normalised", _by_inner_text(called_so)),
    Rung("normalised", _by_unmarked),
    Rung("normalised", _by_words),
    Rung("nearby text", _by_text_beside(called_so)),
    Rung("nearby text", _by_title(called_so)),
    Rung("attribute", _by_attributes(called_so, "test_id", "field", "id", spelled=True)),
    Rung("line", _by_line),
    Rung("line", _by_piece),
    Rung("normalised", _by_whose),
    Rung("meaning", _by_meaning),
    Rung("attribute", by_class_words),
    Rung("attribute", by_type),
    Rung("attribute", by_landmark),
    Rung("attribute", by_money),
    Rung("number", by_number),
    Rung("picture", by_picture),
    Rung("value", _by_value),
)

PARTLY = Rung("whole words", _partly)
"""Whole words of a longer name."""

EQUAL = frozenset(
    {"exact name", "exact text", "label", "attribute", "normalised", "nearby text", "line", "number", "value"}
)
"""Rungs on which the words fit as a whole: what is there but cannot be used ends the search."""
