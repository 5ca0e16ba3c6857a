"""Finds a target in a look: scope, rungs, then ordinals and relations. Pure; touches no page and never guesses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from qa_appliance.browser.find.choices import choosing_sentences
from qa_appliance.browser.find.descriptions import Blocked, blocked_by, instead_of, ordinal, places_of, why_not
from qa_appliance.browser.find.editors import editor_for
from qa_appliance.browser.find.halves import is_part_of_any_page, standing_there
from qa_appliance.browser.find.holding import holds_more, may_lead_there
from qa_appliance.browser.find.kinds import LOOKS, Seat, tier
from qa_appliance.browser.find.ladder import EQUAL, RUNGS, Seats, seats_of
from qa_appliance.browser.find.literal import Called, is_called, is_place
from qa_appliance.browser.find.main_content import one_of_its_kind
from qa_appliance.browser.find.pick import nearest_of, numbered, pick
from qa_appliance.browser.find.qualities import may_be_a_noun, with_quality
from qa_appliance.browser.find.scope import Distance, distance_from
from qa_appliance.browser.find.shapes import shape_word, shapes
from qa_appliance.browser.find.texts import fold
from qa_appliance.browser.find.titles import heads_called
from qa_appliance.browser.find.unnamed import logs_meant, unnamed
from qa_appliance.browser.look.node import Box, Look, Node
from qa_appliance.browser.look.order import place_of
from qa_appliance.browser.look.roles import BOXES
from qa_appliance.core.target import Kind, Place, Relation, Target
from qa_appliance.core.traits import Purpose

_HOLDERS = frozenset({"menu", "listbox", "list", "tree", "grid", "table", "radiogroup"})  # their entries are acted on
_GUESSING = frozenset({"synonym", "close spelling"})
# Rungs that take something else than the words themselves.
_INTERPRETING = _GUESSING | {"attribute", "part of an attribute", "nearby text"}
_HOLDING: frozenset[Place] = frozenset({"inside", "section", "row", "dialog", "frame", "column"})
_KINDS: dict[Place, Kind] = {
    "row": "row", "dialog": "dialog", "frame": "frame", "column": "column", "section": "section",
}  # fmt: skip
_PARTS: frozenset[Kind] = frozenset({"section", "menu", "list", "table", "tree", "form"})


class Match(Struct, frozen=True):
    """`candidates`: how many fitted before ordinals and relations chose.

    `passed_over`: something fits better, but cannot be used now: hidden, or still sliding into place.
    """

    node: Node
    rung: str
    candidates: int
    reason: str
    passed_over: bool = False


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
    nearer: tuple[float, ...] = ()  # parallel to nodes
    unseen: str = ""  # that a place in the page's frame is not to be seen: "there is no “breadcrumb” on the page"


def find(
    look: Look,
    target: Target,
    purpose: Purpose,
    *,
    whole: bool = False,
    place: bool = False,
    called: Called | None = None,
) -> Match | Miss | Ambiguous:
    """english.md, "How a target is found": one element, or why not, or between which one would have to choose.

    `whole`: a quoted name is the whole name, of a `place` that something is in or near to (literal.py). `called`: what
    else it has to be.
    """
    got = gather(look, target, purpose, whole=whole, place=place, called=called)
    if got.lost:
        return Miss(got.lost)
    if not got.nodes:
        if got.blocked:
            return Miss(why_not(look, got.blocked[0]), blocked=blocked_by(got.blocked[0]))
        return Miss(_nothing(look, target, purpose), instead_of(look, target, purpose))
    return _choose(look, target, purpose, got)


def gather(
    look: Look,
    target: Target,
    purpose: Purpose,
    *,
    whole: bool = False,
    place: bool = False,
    called: Called | None = None,
) -> Gathered:
    """Every element the words fit, before one is chosen. In an open modal first, then anywhere. The rest as in find."""
    room = _room(look, target, purpose, whole)
    if isinstance(room, Gathered):
        return room
    if whole and target.quoted and target.name:
        called = is_place if place else is_called
    got = Gathered()
    for nodes in _foremost_first(look, target, room.nodes):
        if not (got.nodes or got.blocked):
            got = _climb(look, target, purpose, nodes, room.distances, called)
    return replace(got, unseen=room.unseen) if not room.unseen or got.rung in EQUAL else Gathered(lost=room.unseen)


def _foremost_first(look: Look, target: Target, nodes: list[Node]) -> Iterator[list[Node]]:
    modal = look.modal
    if modal is not None and not any(relation.place in ("dialog", "frame") for relation in target.within):
        yield [n for n in nodes if look.inside(n, modal) and n.index != modal.index]
    yield nodes


class _Room(Struct, frozen=True):
    """What may be meant, and its distances from the places named; `unseen` as in Gathered."""

    nodes: list[Node]
    distances: list[Distance]
    unseen: str


def _room(look: Look, target: Target, purpose: Purpose, whole: bool) -> _Room | Gathered:
    """Where to look, or why there is nowhere; a deed goes without a bar or a corner that only people see."""
    distances: list[Distance] = []
    nodes, unseen = look.nodes, ""
    for relation in target.within:
        around = _holding(look, relation, _anchors(look, relation, whole), whole, purpose)
        if around:
            distances.append(distance_from(look, relation.place, list(around)))
            continue
        unseen = f"there is {_no_place(relation)} on the page"
        if purpose in LOOKS or not is_part_of_any_page(relation):
            return Gathered(lost=unseen)
        nodes = standing_there(look, nodes, relation)
    return _Room(nodes, distances, unseen)


def _climb(
    look: Look,
    target: Target,
    purpose: Purpose,
    nodes: Iterable[Node],
    distances: list[Distance],
    called: Called | None,
) -> Gathered:
    away: dict[int, float] = {}
    if distances:  # before the ladder: what stands elsewhere must not outdo what stands in its place
        nodes, away = _within(nodes, distances)
    blocked: list[Node] = []
    for name, hits in _fits(look, target, purpose, seats_of(look, target, purpose, nodes)):
        fitting = _as_described(look, target, hits, called)
        near = [(editor_for(look, node), away.get(node.index, 0.0)) for node in fitting]
        usable = [pair for pair in near if _usable(pair[0], purpose)]
        if usable:
            meant = _one_per_element(look, _in_place(target, usable), purpose)
            return Gathered(name, tuple(n for n, _ in meant), tuple(blocked), nearer=tuple(d for _, d in meant))
        blocked += [n for n, _ in near]
        if name in EQUAL and any(n.shown or n.listed for n, _ in near):
            break
    blocked.sort(key=lambda n: not n.shown)
    return Gathered(blocked=tuple(blocked))


def _as_described(look: Look, target: Target, hits: list[Seat], called: Called | None) -> list[Node]:
    """Those with the whole name where that is asked for, and with every quality."""
    nodes = [seat.node for seat in hits]
    if called is not None:
        nodes = [node for node in nodes if called(look, node, target)]
    for quality in target.qualities:
        having = with_quality(look, nodes, quality)
        nodes = having if having or not may_be_a_noun(target, quality) else nodes
    return nodes


def _in_place(target: Target, near: list[tuple[Node, float]]) -> list[tuple[Node, float]]:
    """What stands in the place named, and not what stands around it."""
    if not target.within or any(relation.place not in _HOLDING for relation in target.within):
        return near
    least = min(distance for _, distance in near)
    return [(node, distance) for node, distance in near if distance < least + 1]


def _fits(look: Look, target: Target, purpose: Purpose, seats: Seats) -> Iterator[tuple[str, list[Seat]]]:
    """What may be meant, the likeliest first, each with its rung."""
    if target.name:
        yield from _fits_by_name(look, target, purpose, seats)
        return
    for hits in unnamed(look, target, purpose, seats.all):
        yield "kind", hits
    if target.qualities and target.kind in ("field", "item") and purpose in ("click", "hover", *LOOKS):
        yield "shape", [Seat(n, 2) for n in shapes(look, "box")]


def _fits_by_name(look: Look, target: Target, purpose: Purpose, seats: Seats) -> Iterator[tuple[str, list[Seat]]]:
    left_out: frozenset[str] = frozenset()
    if purpose in LOOKS and (logs := logs_meant(target, seats.all)):
        yield "attribute", logs
    if target.quoted and target.kind == "text":
        left_out = _INTERPRETING
    elif target.quoted and purpose == "state":
        left_out = _GUESSING
    for rung in RUNGS:
        if rung.name not in left_out and (hits := rung.seats(look, target, seats)):
            yield rung.name, hits
    if not target.quoted and (word := shape_word(target)):
        yield "shape", [Seat(n, 2) for n in shapes(look, word)]


def _anchors(look: Look, relation: Relation, whole: bool) -> tuple[Node, ...]:
    """The elements a relation speaks of; a place said without a name is any of its kind. `whole` as in find."""
    target = relation.target
    if called_so := _called_with_its_noun(look, target):
        return called_so
    if relation.place == "column" and (heads := heads_called(look, target.name)):
        return heads
    if (placed := _of_the_places_kind(look, relation, whole)) is not None:
        return placed
    if target.kind in ("list", "item") and not (target.name or target.ordinal or target.qualities or target.within):
        return _the_list(look)
    kind = "any" if relation.place in _KINDS else target.kind
    got = gather(look, replace(target, kind=kind, ordinal=0, known=None), "text", whole=whole, place=True)
    if target.within and got.nodes and not target.ordinal:
        return nearest_of(got.nodes, got.nearer)
    return numbered(got.nodes, target.ordinal)


def _holding(
    look: Look, relation: Relation, anchors: tuple[Node, ...], whole: bool, purpose: Purpose
) -> tuple[Node, ...]:
    """What something is said to be in: a link in the head of a page leads to its cart, and holds nothing."""
    if purpose not in LOOKS or relation.place != "inside" or not may_lead_there(relation.target):
        return anchors
    if any(holds_more(look, node, relation.target) for node in anchors):
        return tuple(node for node in anchors if holds_more(look, node, relation.target))
    return gather(look, relation.target, "text", whole=whole, place=True, called=holds_more).nodes


def _the_list(look: Look) -> tuple[Node, ...]:
    lists = [Seat(n, fits) for n in look.nodes if n.shown and (fits := tier(n, "list", "text")) in (0, 1)]
    return tuple(s.node for s in one_of_its_kind(look, lists))


def _called_with_its_noun(look: Look, target: Target) -> tuple[Node, ...]:
    """ "the main area toolbar": the noun of the kind is part of the name."""
    if target.kind not in _PARTS or not target.name or target.within or target.ordinal:
        return ()
    spoken = fold(target.words).removeprefix("the ")
    return tuple(n for n in look.nodes if n.name and n.shown and fold(n.name) == spoken and not n.click)


def _of_the_places_kind(look: Look, relation: Relation, whole: bool) -> tuple[Node, ...] | None:
    """The row, the dialog, the frame; None where the words are looked for as they stand."""
    target, kind = relation.target, _KINDS.get(relation.place)
    if kind is None:
        return None
    if target.kind not in ("any", "text"):
        kind = target.kind
    if target.name and kind not in ("row", "dialog", "frame"):
        return None
    got = gather(look, replace(target, kind=kind, known=None), "text", whole=whole, place=True)
    sure = kind in ("dialog", "frame") or (kind == "row" and whole and target.quoted and bool(target.name))
    return numbered(got.nodes, target.ordinal) if got.nodes or sure else None


def _within(nodes: Iterable[Node], distances: list[Distance]) -> tuple[list[Node], dict[int, float]]:
    """Those in every place named, and how far each is from them, by index."""
    away = {n: d for n in nodes if (d := _distance(n, distances)) is not None}
    return list(away), {n.index: d for n, d in away.items()}


def _distance(node: Node, distances: list[Distance]) -> float | None:
    total = 0.0
    for distance in distances:
        away = distance(node)
        if away is None:
            return None
        total += away
    return total


def _usable(node: Node, purpose: Purpose) -> bool:
    there = node.shown or node.listed
    if purpose in LOOKS:
        return there or (purpose == "state" and node.faint)
    if node.disabled or purpose == "upload":
        return not node.disabled
    if purpose == "check":
        return there or node.faint or (node.role in BOXES and bool(node.label or node.name))
    return (there and not node.covered) or (node.wrapped and purpose in ("choose", "fill"))


def _one_per_element(look: Look, pairs: list[tuple[Node, float]], purpose: Purpose) -> list[tuple[Node, float]]:
    """Candidates with the same clickable ancestor, a label and its control, and links to one address are one.

    So are a control and the one it fills: the inner one is meant.
    """
    kept: dict[object, tuple[Node, float]] = {}
    for node, distance in pairs:
        acted = _acted_on(look, node) if purpose not in LOOKS else node
        key = _leads_to(acted) if purpose == "click" else acted.index
        if key not in kept or distance < kept[key][1]:
            kept[key] = (acted, distance)
    found = sorted(kept.values(), key=lambda pair: place_of(look, pair[0]))
    if purpose == "click" and len(found) > 1:
        shells = {a.index for n, _ in found for a in look.ancestors(n) if look.text_of(a) == look.text_of(n)}
        found = [pair for pair in found if pair[0].index not in shells] or found
    return found


def _leads_to(node: Node) -> object:
    """Of links the address and the name: two of them are one."""
    leads = node.role == "link" and node.href and not node.href.startswith("javascript")
    return (node.href, node.name) if leads else node.index


def _acted_on(look: Look, node: Node) -> Node:
    if node.control >= 0:
        control = look.nodes[node.control]
        return control if control.shown else node
    if node.click or node.role in _HOLDERS:
        return node
    for above in look.ancestors(node):
        if above.tag == "label" and above.control >= 0:
            return node
        if above.click:
            return above if above.text == node.text or look.text_of(above) == look.text_of(node) else node
    return node


def _choose(look: Look, target: Target, purpose: Purpose, got: Gathered) -> Match | Miss | Ambiguous:
    chosen = pick(look, target, got.nodes, got.nearer)
    if len(chosen.nodes) == 1:
        reason = "; ".join(filter(None, (chosen.reason, got.unseen)))
        return Match(chosen.nodes[0], got.rung, len(got.nodes), reason, passed_over=bool(got.blocked))
    if not chosen.nodes:
        count = "is only 1" if len(got.nodes) == 1 else f"are only {len(got.nodes)}"
        return Miss(f"there {count} {_called(target)} on the page, so there is no {ordinal(abs(target.ordinal))}")

    def selects(words: Target) -> Node | None:
        fits = gather(look, words, purpose)
        picked = pick(look, words, fits.nodes, fits.nearer).nodes if fits.nodes else ()
        return picked[0] if len(picked) == 1 else None

    sentences = choosing_sentences(look, target, list(chosen.nodes), selects)
    return Ambiguous(chosen.nodes, got.rung, sentences, places_of(look, list(chosen.nodes)))


def _nothing(look: Look, target: Target, purpose: Purpose) -> str:
    where = _where(target.within)
    return f"there is no {_called(target, article=False)}{where} on the page"


def _called(target: Target, *, article: bool = True) -> str:
    kind = "" if target.kind == "any" else target.kind
    if target.name:
        return f"{kind} “{target.name}”".strip()
    return kind or target.words


def _where(within: tuple[Relation, ...]) -> str:
    words: dict[Place, str] = {"left_of": "left of", "right_of": "right of"}
    parts = []
    for relation in within:
        place = words.get(relation.place, relation.place)
        if relation.place in ("row", "section", "dialog", "frame", "column"):
            place = f"in the {relation.place}"
        parts.append(f" {place} {_quoted(relation.target)}".rstrip())
    return "".join(parts)


def _quoted(target: Target) -> str:
    return f"“{target.name}”" if target.name else target.words


def _no_place(relation: Relation) -> str:
    kind = relation.place if relation.place in ("row", "section", "dialog", "frame", "column") else relation.target.kind
    named = f"“{relation.target.name}”" if relation.target.name else ""
    return f"no {kind if kind != 'any' else ''} {named}".replace("  ", " ").rstrip()
