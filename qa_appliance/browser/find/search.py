"""Finds a target in a look: scope, rungs, then ordinals and relations. Pure; touches no page and never guesses."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec import Struct

from qa_appliance.browser.find.choices import choosing_sentences
from qa_appliance.browser.find.descriptions import Blocked, blocked_by, instead_of, ordinal, places_of, why_not
from qa_appliance.browser.find.editors import editor_for
from qa_appliance.browser.find.items import items_of
from qa_appliance.browser.find.kinds import LOOKS, tier
from qa_appliance.browser.find.ladder import EQUAL, RUNGS, Seat, Seats, deepest, seats_of
from qa_appliance.browser.find.literal import Called, is_called, is_place
from qa_appliance.browser.find.main_content import ABOUT, menus_of, one_of_its_kind, rows_of
from qa_appliance.browser.find.qualities import with_quality
from qa_appliance.browser.find.scope import Distance, distance_from
from qa_appliance.browser.find.shapes import shape_word, shapes
from qa_appliance.browser.find.texts import fold
from qa_appliance.browser.look.node import Box, Look, Node
from qa_appliance.core.target import Kind, Place, Relation, Target
from qa_appliance.core.traits import Purpose

_CLEARLY_NEARER = 6  # CSS pixels
_HOLDERS = frozenset({"menu", "listbox", "list", "tree", "grid", "table", "radiogroup"})  # their entries are acted on
_GUESSING = frozenset({"synonym", "close spelling"})
# Rungs that take something else than the words themselves.
_INTERPRETING = _GUESSING | {"attribute", "part of an attribute", "nearby text"}
_HOLDING: frozenset[Place] = frozenset({"inside", "section", "row", "dialog", "frame", "column"})
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
    """All elements that fit at the first rung with a fit, in document order. `blocked`: fitted, but cannot be used."""

    rung: str = ""
    nodes: tuple[Node, ...] = ()
    blocked: tuple[Node, ...] = ()
    lost: str = ""  # why there was nowhere to look: "there is no row “Alice”"
    nearer: tuple[float, ...] = ()  # parallel to nodes


def find(
    look: Look, target: Target, purpose: Purpose, *, whole: bool = False, place: bool = False
) -> Match | Miss | Ambiguous:
    """english.md, "How a target is found": one element, or why not, or between which one would have to choose.

    `whole`: a quoted name is the whole name, of a `place` that something is in or near to (literal.py).
    """
    got = gather(look, target, purpose, whole=whole, place=place)
    if got.lost:
        return Miss(got.lost)
    if not got.nodes:
        if got.blocked:
            return Miss(why_not(look, got.blocked[0]), blocked=blocked_by(got.blocked[0]))
        return Miss(_nothing(look, target, purpose), instead_of(look, target, purpose))
    return _choose(look, target, purpose, got)


def gather(look: Look, target: Target, purpose: Purpose, *, whole: bool = False, place: bool = False) -> Gathered:
    """Every element the words fit, before one is chosen. In an open modal first, then anywhere. `whole` as in find."""
    distances: list[Distance] = []
    for relation in target.within:
        around = _anchors(look, relation, whole)
        if not around:
            return Gathered(lost=f"there is {_no_place(relation)} on the page")
        distances.append(distance_from(look, relation.place, around))
    called: Called | None = None
    if whole and target.quoted and target.name:
        called = is_place if place else is_called
    if look.modal is not None and not any(r.place in ("dialog", "frame") for r in target.within):
        inside = [n for n in look.nodes if look.inside(n, look.modal) and n.index != look.modal.index]
        got = _climb(look, target, purpose, inside, distances, called)
        if got.nodes or got.blocked:
            return got
    return _climb(look, target, purpose, look.nodes, distances, called)


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
        away = {n.index: d for n in nodes if (d := _distance(n, distances)) is not None}
        nodes = [n for n in nodes if n.index in away]
    seats = seats_of(look, target, purpose, nodes)
    blocked: list[Node] = []
    for name, hits in _fits(look, target, purpose, seats):
        if called is not None and not (hits := [seat for seat in hits if called(look, seat.node, target)]):
            continue
        near = [(seat.node, away.get(seat.node.index, 0.0)) for seat in hits]
        for quality in target.qualities:
            kept = {n.index for n in with_quality(look, [n for n, _ in near], quality)}
            near = [pair for pair in near if pair[0].index in kept]
        near = [(editor_for(look, node), distance) for node, distance in near]
        usable = [pair for pair in near if _usable(pair[0], purpose)]
        if usable:
            if all(relation.place in _HOLDING for relation in target.within):
                least = min(distance for _, distance in usable)  # what stands in it, and not what stands around it
                usable = [(node, distance) for node, distance in usable if distance < least + 1]
            usable = _one_per_element(look, usable, purpose)
            return Gathered(name, tuple(n for n, _ in usable), tuple(blocked), nearer=tuple(d for _, d in usable))
        blocked += [n for n, _ in near]
        if name in EQUAL and any(n.shown or n.listed for n, _ in near):
            break
    blocked.sort(key=lambda n: not n.shown)
    return Gathered(blocked=tuple(blocked))


def _fits(look: Look, target: Target, purpose: Purpose, seats: Seats) -> Iterable[tuple[str, list[Seat]]]:
    if not target.name:
        if target.kind != "any" or target.qualities or target.within:
            furthest = 0 if target.kind != "any" else 1
            if target.kind == "text":
                yield "kind", [s for s in seats.all if s.node.tag == "p" and s.node.shown]
                yield "kind", deepest(look, [s for s in seats.all if s.node.shown and s.node.text[1]], plain=True)
            if target.kind == "item":
                yield "kind", items_of(look, seats.all)
            exactly = [s for s in seats.all if s.tier <= furthest]
            if target.kind == "row" and any(s.node.shown for s in exactly):
                yield "kind", rows_of(look, exactly)
                return  # a table of heads alone has no row, and no entry of a list stands in for one
            if target.kind in ABOUT:
                yield "kind", one_of_its_kind(look, exactly)
            yield "kind", exactly
            if target.kind == "menu" and purpose in LOOKS:
                yield "kind", menus_of(look, seats.all)
            yield "kind", [s for s in seats.all if s.tier <= 1]
            if target.kind == "section":
                yield "kind", [s for s in seats.all if s.tier <= 2]
            if target.qualities and purpose in ("click", "hover", *LOOKS) and target.kind in ("field", "item"):
                yield "shape", [Seat(n, 2) for n in shapes(look, "box")]
        return
    literal = target.quoted and (target.kind == "text" or purpose == "state")
    for rung in RUNGS:
        if literal and rung.name in _INTERPRETING and (target.kind == "text" or rung.name in _GUESSING):
            continue
        hits = rung.seats(look, target, seats)
        if hits:
            yield rung.name, hits
    if not target.quoted and (word := shape_word(target)):
        yield "shape", [Seat(n, 2) for n in shapes(look, word)]


def _anchors(look: Look, relation: Relation, whole: bool) -> list[Node]:
    """The elements a relation speaks of; a place said without a name is any of its kind. `whole` as in find."""
    target = relation.target
    if target.kind in _PARTS and target.name and not target.within and not target.ordinal:
        spoken = fold(target.words).removeprefix("the ")
        called_so = [n for n in look.nodes if n.name and n.shown and fold(n.name) == spoken and not n.click]
        if called_so:
            return called_so  # "the main area toolbar": the noun of kind is part of the name
    kinds: dict[str, Kind] = {k: k for k in ("row", "dialog", "frame", "column", "section")}
    kind: Kind = kinds.get(relation.place, "any") if target.kind in ("any", "text") else target.kind
    if relation.place in kinds and (kind == "frame" or not target.name or kind in ("dialog", "row")):
        placed = Target(
            words=target.words, name=target.name, kind=kind, quoted=target.quoted, ordinal=target.ordinal,
            qualities=target.qualities, within=target.within,
        )  # fmt: skip
        got = gather(look, placed, "text", whole=whole, place=True)
        if got.nodes or kind in ("dialog", "frame") or (kind == "row" and whole and placed.quoted and placed.name):
            return _nth(list(got.nodes), target.ordinal)
    if target.kind == "list" and not (target.name or target.ordinal or target.qualities or target.within):
        lists = [Seat(n, fits) for n in look.nodes if n.shown and (fits := tier(n, "list", "text")) in (0, 1)]
        return [s.node for s in one_of_its_kind(look, lists)]
    anchor = Target(
        words=target.words, name=target.name, kind="any" if relation.place in kinds else target.kind,
        quoted=target.quoted, qualities=target.qualities, within=target.within,
    )  # fmt: skip
    got = gather(look, anchor, "text", whole=whole, place=True)
    if target.within and got.nodes and not target.ordinal:
        return _nearest_of(list(got.nodes), got.nearer)
    return _nth(list(got.nodes), target.ordinal)


def _nth(nodes: list[Node], ordinal: int) -> list[Node]:
    if ordinal == 0:
        return nodes
    position = ordinal - 1 if ordinal > 0 else len(nodes) + ordinal
    return nodes[position : position + 1] if 0 <= position < len(nodes) else []


def _distance(node: Node, distances: list[Distance]) -> float | None:
    total = 0.0
    for distance in distances:
        away = distance(node)
        if away is None:
            return None
        total += away
    return total


def _usable(node: Node, purpose: Purpose) -> bool:
    if purpose == "upload":
        return not node.disabled
    there = node.shown or node.listed or (node.faint and purpose in ("check", "state"))
    if purpose == "check" and not there:
        return not node.disabled and node.role in ("checkbox", "radio", "switch") and bool(node.label or node.name)
    if purpose in LOOKS:
        return there
    if node.wrapped and purpose in ("choose", "fill"):
        return not node.disabled
    return there and not node.disabled and not (node.covered and purpose != "check")


def _one_per_element(look: Look, pairs: list[tuple[Node, float]], purpose: Purpose) -> list[tuple[Node, float]]:
    """Candidates with the same clickable ancestor, a label and its control, and links to one address are one.

    So are a control and the one it fills: the inner one is meant.
    """
    kept: dict[object, tuple[Node, float]] = {}
    for node, distance in pairs:
        acted = _acted_on(look, node) if purpose not in LOOKS else node
        key: object = acted.index
        if purpose == "click" and acted.role == "link" and acted.href and not acted.href.startswith("javascript"):
            key = (acted.href, acted.name)
        if key not in kept or distance < kept[key][1]:
            kept[key] = (acted, distance)
    found = sorted(kept.values(), key=lambda pair: pair[0].index)
    if purpose == "click" and len(found) > 1:
        shells = {a.index for n, _ in found for a in look.ancestors(n) if look.text_of(a) == look.text_of(n)}
        found = [pair for pair in found if pair[0].index not in shells] or found
    return found


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
    chosen = _pick(look, target, got)
    if isinstance(chosen, Match) and got.blocked:
        return msgspec.structs.replace(chosen, passed_over=True)
    if not isinstance(chosen, list):
        return chosen

    def selects(said: Target) -> Node | None:
        picked = _pick(look, said, gather(look, said, purpose))
        return picked.node if isinstance(picked, Match) else None

    sentences = choosing_sentences(look, target, chosen, selects)
    return Ambiguous(tuple(chosen), got.rung, sentences, places_of(look, chosen))


def _pick(look: Look, target: Target, got: Gathered) -> Match | Miss | list[Node]:
    """One of what was gathered; those between which it cannot be chosen."""
    nodes, count = list(got.nodes), len(got.nodes)
    if target.within and len(nodes) > 1 and target.ordinal == 0:
        nodes = _nearest_of(nodes, got.nearer)
    if target.ordinal:
        chosen = _nth(nodes, target.ordinal)
        if not chosen:
            only = "is only 1" if count == 1 else f"are only {count}"
            return Miss(f"there {only} {_called(target)} on the page, so there is no {ordinal(abs(target.ordinal))}")
        place = "the last" if target.ordinal == -1 else f"no. {target.ordinal}"
        return Match(chosen[0], got.rung, count, f"{place} of {count}")
    if len(nodes) == 1:
        return Match(nodes[0], got.rung, count, "the only one" if count == 1 else f"the nearest of {count}")
    single = [n for n in nodes if n.tag != "textarea" and not n.states & {"readonly", "editor"}]
    if target.kind == "field" and not target.name and len(single) == 1:
        return Match(single[0], got.rung, count, "the only one of a single line")
    outer = [n for n in nodes if not any(look.inside(n, o) for o in nodes if o.index != n.index)]
    if target.kind == "dialog" and not target.name and len(outer) == 1:
        return Match(outer[0], got.rung, count, "the outermost")
    first = [n for n in nodes if n.level == 1]
    if target.kind == "heading" and not target.name and len(first) == 1:
        return Match(first[0], got.rung, count, "the only one of the first level")
    by_last = _with_last_used(look, nodes)
    if by_last is not None:
        return Match(by_last[0], got.rung, count, by_last[1])
    return nodes


def _nearest_of(nodes: list[Node], distances: tuple[float, ...]) -> list[Node]:
    least = min(distances)
    close = [n for n, d in zip(nodes, distances, strict=True) if d - least < (_CLEARLY_NEARER if least >= 3 else 1)]
    return close


def _with_last_used(look: Look, nodes: list[Node]) -> tuple[Node, str] | None:
    """The one in the form or dialog that was used last."""
    if look.used < 0:
        return None
    used = look.nodes[look.used]
    for container in look.ancestors(used):
        if container.role in ("form", "dialog", "alertdialog", "search") or container.tag in ("form", "fieldset"):
            within = [n for n in nodes if look.inside(n, container) or n.form == container.index]
            if len(within) == 1:
                return within[0], f"the one in the {container.role or container.tag} used last"
    return None


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
    said = []
    for relation in within:
        place = words.get(relation.place, relation.place)
        if relation.place in ("row", "section", "dialog", "frame", "column"):
            place = f"in the {relation.place}"
        said.append(f" {place} {_quoted(relation.target)}".rstrip())
    return "".join(said)


def _quoted(target: Target) -> str:
    return f"“{target.name}”" if target.name else target.words


def _no_place(relation: Relation) -> str:
    kind = relation.place if relation.place in ("row", "section", "dialog", "frame", "column") else relation.target.kind
    named = f"“{relation.target.name}”" if relation.target.name else ""
    return f"no {kind if kind != 'any' else ''} {named}".replace("  ", " ").rstrip()
