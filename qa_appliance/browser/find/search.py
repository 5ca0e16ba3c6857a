"""Finds a target in a look: scope, rungs, then ordinals and relations. Pure; touches no page and never guesses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from qa_appliance.browser.find.choices import choosing_sentences
from qa_appliance.browser.find.columns import under_its_heading
from qa_appliance.browser.find.descriptions import (
    Blocked,
    blocked_by,
    cannot_be_undone,
    instead_of,
    no_place,
    nothing_called,
    ordinal,
    places_of,
    why_not,
    worded,
)
from qa_appliance.browser.find.descriptions import (
    called as words_for,
)
from qa_appliance.browser.find.halves import is_part_of_any_page, standing_there
from qa_appliance.browser.find.holding import holds_more, may_lead_there
from qa_appliance.browser.find.kinds import LOOKS, Seat, Seats, seats_of, tier
from qa_appliance.browser.find.ladder import EQUAL, PARTLY, RUNGS, Rung
from qa_appliance.browser.find.literal import NAMED_BY_PARTS, Called, as_spoken, is_called, is_place, may_be_part
from qa_appliance.browser.find.main_content import one_of_its_kind
from qa_appliance.browser.find.operable import one_per_element, operated, usable, without_headings
from qa_appliance.browser.find.pick import Picked, nearest_of, numbered, pick
from qa_appliance.browser.find.qualities import may_be_a_noun, with_quality
from qa_appliance.browser.find.scope import Distance, distance_from, in_place, rows_around, within
from qa_appliance.browser.find.shapes import shape_word, shapes
from qa_appliance.browser.find.titles import called_with_its_noun, heads_called
from qa_appliance.browser.find.unnamed import logs_meant, unnamed
from qa_appliance.browser.look.node import Box, Look, Node
from qa_appliance.core.target import RECORDS, Kind, Place, Relation, Target
from qa_appliance.core.traits import Purpose

# Rungs that take something else than the words themselves.
_INTERPRETING = frozenset({"attribute", "number", "picture", "value", "nearby text"})
_COMPARED = frozenset({"nearby text", "line"})  # what these compare as a name is no text of the element
_KINDS: dict[Place, Kind] = {
    "row": "row", "dialog": "dialog", "frame": "frame", "column": "column", "section": "section",
}  # fmt: skip


class Match(Struct, frozen=True):
    """`candidates`: how many fitted before ordinals and relations chose.

    `passed_over`: something fits better, but cannot be used now: hidden, or still sliding into place. `partly`: what
    was taken though the words are only a part of its name, a sentence without its end.
    """

    node: Node
    rung: str
    candidates: int
    reason: str
    passed_over: bool = False
    partly: str = ""


class Miss(Struct, frozen=True):
    """`reason` is a sentence without its end. `blocked`: it is there, but cannot be acted on, and why."""

    reason: str
    instead: tuple[str, ...] = ()
    blocked: Blocked | None = None


class Ambiguous(Struct, frozen=True):
    """`sentences`: for each candidate the words that would choose it; `places`: where it stands (`Failure.places`)."""

    nodes: tuple[Node, ...]
    rung: str
    sentences: tuple[str, ...]
    places: tuple[Box | None, ...] = ()


class Gathered(Struct, frozen=True):
    """All elements that fit at the first rung with a fit, in the order of the screen. `blocked` cannot be used."""

    rung: str = ""
    nodes: tuple[Node, ...] = ()
    blocked: tuple[Node, ...] = ()
    lost: str = ""  # why there was nowhere to look: "there is no row “Alice”"
    lost_instead: tuple[str, ...] = ()  # what there was in place of that
    nearer: tuple[float, ...] = ()  # parallel to nodes
    partly: str = ""  # as in Match
    unseen: str = ""  # that a place in the page's frame is not to be seen: "there is no “breadcrumb” on the page"


def find(
    look: Look, target: Target, purpose: Purpose, *, place: bool = False, called: Called | None = None
) -> Match | Miss | Ambiguous:
    """english.md, "How a target is found": one element, or why not, or between which one would have to choose.

    `place`: something is in it or near to it (literal.py). `called`: what else it has to be.
    """
    target = as_spoken(look, target)
    got = gather(look, target, purpose, place=place, called=called)
    if got.lost:
        return Miss(got.lost, got.lost_instead)
    if not got.nodes:
        if got.blocked:
            return Miss(why_not(look, got.blocked[0]), blocked=blocked_by(got.blocked[0]))
        room = _room(look, target, purpose)
        away = within(room.nodes, room.distances)[1] if isinstance(room, _Room) and room.distances else {}
        return Miss(nothing_called(target), instead_of(look, target, purpose, away))
    return _choose(look, target, purpose, got)


def gather(
    look: Look,
    target: Target,
    purpose: Purpose,
    *,
    place: bool = False,
    called: Called | None = None,
    part: bool | None = None,
) -> Gathered:
    """Every element the words fit, before one is chosen. In an open modal first, then anywhere. The rest as in find.

    A name is the whole name. Only where nothing is called so, the words may be a part of one: of a place, and of what a
    deed is done to where they do not stand in quotes and the deed can be undone; then there has to be one only. `part`
    says so otherwise.
    """
    room = _room(look, target, purpose)
    if isinstance(room, Gathered):
        return room
    whole = (is_place if place else is_called) if target.quoted and target.name else None
    got = _anywhere(look, target, purpose, room, called, whole, place)
    part = may_be_part(target, purpose, place=place) if part is None else part
    if part and not (got.nodes or got.blocked):
        got = _partly_named(
            look, target, purpose, _anywhere(look, target, purpose, room, called, None, place, (PARTLY,))
        )
    if room.unseen and got.rung not in EQUAL:
        return Gathered(lost=room.unseen)
    if (headed := under_its_heading(target)) is not None:
        got = _or_headed(got, gather(look, headed, purpose, called=called))
    return replace(got, unseen=room.unseen, partly="; ".join(filter(None, (got.partly, *room.partly))))


def _or_headed(named: Gathered, headed: Gathered) -> Gathered:
    """A cell may be called by what it says or by its column: where one is by each, both may be meant."""
    if named.rung not in EQUAL:
        return headed if headed.nodes else named
    other = [node for node in headed.nodes if node not in named.nodes]
    return replace(named, nodes=(*named.nodes, *other), nearer=(*named.nearer, *(0.0 for _ in other)))


def _partly_named(look: Look, target: Target, purpose: Purpose, got: Gathered) -> Gathered:
    """What has the words as a part of its name, unless a click on it could not be undone."""
    if not got.nodes or (purpose == "click" and any(cannot_be_undone(look, node) for node in got.nodes)):
        return Gathered()
    if len(got.nodes) > 1 or target.kind in ("alert", "text"):
        return got
    return replace(got, partly=_as_a_part(look, target, got.nodes[0]))


def _as_a_part(look: Look, target: Target, node: Node) -> str:
    return f"“{target.name}” is only a part of what the {words_for(look, node)} is called"


def _anywhere(
    look: Look,
    target: Target,
    purpose: Purpose,
    room: _Room,
    called: Called | None,
    whole: Called | None,
    place: bool,
    rungs: tuple[Rung, ...] = RUNGS,
) -> Gathered:
    got = Gathered()
    for nodes in _foremost_first(look, target, room.nodes):
        if not (got.nodes or got.blocked):
            got = _climb(look, target, purpose, nodes, room.distances, called, whole, rungs, place)
    return got


def _foremost_first(look: Look, target: Target, nodes: list[Node]) -> Iterator[list[Node]]:
    modal = look.modal
    if modal is not None and not any(relation.place in ("dialog", "frame") for relation in target.within):
        yield [n for n in nodes if look.inside(n, modal) and n.index != modal.index]
    yield nodes


class _Room(Struct, frozen=True):
    """What may be meant, and its distances from the places named; `unseen` as in Gathered, `partly` as in Match."""

    nodes: list[Node]
    distances: list[Distance]
    unseen: str
    partly: tuple[str, ...]


def _room(look: Look, target: Target, purpose: Purpose) -> _Room | Gathered:
    """Where to look, or why there is nowhere; a deed goes without a bar or a corner that only people see."""
    distances: list[Distance] = []
    nodes, unseen, partly = look.nodes, "", []
    for relation in target.within:
        found = _anchors(look, relation, purpose)
        around = _holding(look, relation, found.nodes, purpose)
        if around:
            distances.append(distance_from(look, relation.place, list(around)))
            partly += [found.partly] if found.partly else []
            continue
        unseen = f"there is {no_place(relation)} on the page"
        if purpose in LOOKS or not is_part_of_any_page(relation):
            kind = _KINDS.get(relation.place, relation.target.kind)
            return Gathered(lost=unseen, lost_instead=instead_of(look, replace(relation.target, kind=kind), "text"))
        nodes = standing_there(look, nodes, relation)
    return _Room(nodes, distances, unseen, tuple(partly))


def _climb(
    look: Look,
    target: Target,
    purpose: Purpose,
    nodes: Iterable[Node],
    distances: list[Distance],
    called: Called | None,
    whole: Called | None,
    rungs: tuple[Rung, ...],
    place: bool,
) -> Gathered:
    away: dict[int, float] = {}
    if distances:  # before the ladder: what stands elsewhere must not outdo what stands in its place
        nodes, away = within(nodes, distances)
    blocked: list[Node] = []
    for name, hits in _fits(look, target, purpose, seats_of(look, target, purpose, nodes, place=place), rungs):
        fitting = _as_described(look, target, hits, called, None if name in _COMPARED else whole)
        near = [(operated(look, node, purpose), away.get(node.index, 0.0)) for node in fitting]
        there = [pair for pair in near if usable(look, pair[0], purpose)]
        if there:
            meant = without_headings(target, one_per_element(look, in_place(target, there), purpose))
            return Gathered(name, tuple(n for n, _ in meant), tuple(blocked), nearer=tuple(d for _, d in meant))
        blocked += [n for n, _ in near]
        if name in EQUAL and any(n.shown or n.listed for n, _ in near):
            break
    blocked.sort(key=lambda n: not n.shown)
    return Gathered(blocked=tuple(blocked))


def _as_described(
    look: Look, target: Target, hits: list[Seat], called: Called | None, whole: Called | None
) -> list[Node]:
    """Those with the whole name where that is asked for, and with every quality."""
    nodes = [seat.node for seat in hits]
    for fits in filter(None, (called, whole)):
        nodes = [node for node in nodes if fits(look, node, target)]
    for quality in target.qualities:
        having = with_quality(look, nodes, quality)
        nodes = having if having or not may_be_a_noun(target, quality) else nodes
    return nodes


def _fits(
    look: Look, target: Target, purpose: Purpose, seats: Seats, rungs: tuple[Rung, ...]
) -> Iterator[tuple[str, list[Seat]]]:
    """What may be meant, the likeliest first, each with its rung."""
    if target.name:
        yield from _fits_by_name(look, target, purpose, seats, rungs)
        return
    for hits in unnamed(look, target, purpose, seats.all):
        yield "kind", hits
    if target.qualities and target.kind in ("field", "item") and purpose in ("click", "hover", *LOOKS):
        yield "shape", [Seat(n, 2) for n in shapes(look, "box")]


def _fits_by_name(
    look: Look, target: Target, purpose: Purpose, seats: Seats, rungs: tuple[Rung, ...]
) -> Iterator[tuple[str, list[Seat]]]:
    if purpose in LOOKS and (logs := logs_meant(target, seats.all)):
        yield "attribute", logs
    left_out = _INTERPRETING if target.quoted and target.kind == "text" else frozenset()
    for rung in rungs:
        if rung.name not in left_out and (hits := rung.seats(look, target, seats)):
            yield rung.name, hits
    if not target.quoted and (word := shape_word(target)):
        yield "shape", [Seat(n, 2) for n in shapes(look, word)]


def _anchors(look: Look, relation: Relation, purpose: Purpose) -> Gathered:
    """The elements a relation speaks of; a place said without a name is any of its kind."""
    target = relation.target
    plain = called_with_its_noun(look, target) or (
        heads_called(look, target.name) if relation.place == "column" else ()
    )
    if plain:
        return Gathered(nodes=plain)
    if (placed := _of_the_places_kind(look, relation, purpose)) is not None:
        return placed
    if target.kind in ("list", "item") and not (target.name or target.ordinal or target.qualities or target.within):
        return Gathered(nodes=_the_list(look))
    kind = "any" if relation.place in _KINDS else target.kind
    got = gather(look, replace(target, kind=kind, ordinal=0, known=None), "text", place=True, part=False)
    if not got.nodes:
        return got if got.lost else _partly_called(look, relation, purpose)
    nearest = nearest_of(got.nodes, got.nearer) if target.within and not target.ordinal else got.nodes
    return Gathered(nodes=numbered(nearest, target.ordinal), partly=got.partly)


def _partly_called(look: Look, relation: Relation, purpose: Purpose) -> Gathered:
    """The one row, item, card or section of which a cell, the heading or the label has the words; none of several."""
    target = relation.target
    of_places = _is_of_places(relation)
    if target.ordinal or not (of_places or may_be_part(target, purpose)):
        return Gathered()
    rows = _having(look, target, "row") if relation.place == "row" or target.kind == "item" else []
    nodes = rows or _having(look, target, "any")
    if of_places and not rows:
        nodes = [node for node in nodes if _names_a_place(look, node)]
    if len({_place_around(look, node).index for node in nodes}) != 1:
        return Gathered()
    return Gathered(nodes=tuple(nodes), partly=_as_a_part(look, target, nodes[0]))


def _is_of_places(relation: Relation) -> bool:
    """Whether it names a row, an entry, a part of the page: “Done” of the task “Rent” as well."""
    record = relation.place == "near" and not RECORDS.isdisjoint(relation.target.qualities)
    return (relation.place in _NAMED_PARTLY or record) and relation.target.kind in NAMED_BY_PARTS


def _having(look: Look, target: Target, kind: Kind) -> list[Node]:
    """All of that kind that have the words of a place in their names."""
    return list(gather(look, replace(target, kind=kind, known=None), "text", place=True, part=True).nodes)


_NAMED_PARTLY: frozenset[Place] = frozenset({"row", "section", "inside"})


def _names_a_place(look: Look, node: Node) -> bool:
    """A heading, what has a heading's looks, a part of the page, and what stands in a row or a card."""
    part = tier(node, "section", "text") == 0 and bool(node.name)
    return part or tier(node, "heading", "text") is not None or bool(rows_around(look, node))


def _place_around(look: Look, node: Node) -> Node:
    """What a name is the name of: the row or card it stands in, else the part of the page."""
    chain = (node, *look.ancestors(node))
    rows = rows_around(look, node)
    return rows[0] if rows else next((n for n in chain if tier(n, "section", "text") == 0 and n.tag != "main"), node)


def _holding(look: Look, relation: Relation, anchors: tuple[Node, ...], purpose: Purpose) -> tuple[Node, ...]:
    """What something is said to be in: a link in the head of a page leads to its cart, and holds nothing."""
    if purpose not in LOOKS or relation.place != "inside" or not may_lead_there(relation.target):
        return anchors
    if any(holds_more(look, node, relation.target) for node in anchors):
        return tuple(node for node in anchors if holds_more(look, node, relation.target))
    return gather(look, relation.target, "text", place=True, called=holds_more).nodes


def _the_list(look: Look) -> tuple[Node, ...]:
    lists = [Seat(n, fits) for n in look.nodes if n.shown and (fits := tier(n, "list", "text")) in (0, 1)]
    return tuple(s.node for s in one_of_its_kind(look, lists))


def _of_the_places_kind(look: Look, relation: Relation, purpose: Purpose) -> Gathered | None:
    """The row, the dialog, the frame; None where the words are looked for as they stand."""
    target, kind = relation.target, _KINDS.get(relation.place)
    if kind is None:
        return None
    if target.kind not in ("any", "text"):
        kind = target.kind
    if target.name and kind not in ("row", "dialog", "frame"):
        return None
    got = gather(look, replace(target, kind=kind, known=None), "text", place=True, part=False)
    if not got.nodes and kind == "row" and purpose in LOOKS and target.quoted and target.name:
        return _partly_called(look, relation, purpose)
    if not got.nodes and kind not in ("dialog", "frame"):
        return None
    return Gathered(nodes=numbered(got.nodes, target.ordinal), partly=got.partly)


def _choose(look: Look, target: Target, purpose: Purpose, got: Gathered) -> Match | Miss | Ambiguous:
    several = got.rung == PARTLY.name and len(got.nodes) > 1  # of which none is called so
    chosen = Picked(got.nodes) if several else pick(look, target, got.nodes, got.nearer)
    if len(chosen.nodes) == 1:
        reason = "; ".join(filter(None, (chosen.reason, got.unseen, got.partly)))
        node = chosen.nodes[0]
        return Match(node, got.rung, len(got.nodes), reason, passed_over=bool(got.blocked), partly=got.partly)
    if not chosen.nodes:
        count = "is only 1" if len(got.nodes) == 1 else f"are only {len(got.nodes)}"
        return Miss(f"there {count} {worded(target)} on the page, so there is no {ordinal(abs(target.ordinal))}")

    def selects(words: Target) -> Node | None:
        fits = gather(look, words, purpose)
        picked = pick(look, words, fits.nodes, fits.nearer).nodes if fits.nodes else ()
        return picked[0] if len(picked) == 1 else None

    sentences = choosing_sentences(look, target, list(chosen.nodes), selects)
    return Ambiguous(chosen.nodes, got.rung, sentences, places_of(look, list(chosen.nodes)))
