"""Records: the row, the entry or the card that stands for one thing, found by what that is called, and what is in it:
"the price of Rose", "Bo Chen has the role Editor". What stands in another record is never looked at. Pure.
"""

from __future__ import annotations

import re

from msgspec import Struct

from qa_appliance.browser.find.columns import column_called
from qa_appliance.browser.find.holding import held_by
from qa_appliance.browser.find.main_content import innermost
from qa_appliance.browser.find.scope import rows_around
from qa_appliance.browser.find.texts import bare, called_so, fold, spelled_out, squeeze
from qa_appliance.browser.find.titles import heads_called
from qa_appliance.browser.look.grid import grid_of, is_head, table_of
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.browser.look.struck import without_struck
from qa_appliance.core.target import RECORDS, Target
from qa_appliance.steps.base.labelled import cells_below, owners
from qa_appliance.steps.base.states import holds_value

_LONGEST_VALUE = 80  # characters
_USED = frozenset({"button", "checkbox", "radio", "switch", "link"})
_OF_ANY = frozenset({"any", "text"})


class Part(Struct, frozen=True):
    """What a record says of one thing: "$4.50", the price of Rose."""

    node: Node
    text: str


def records_called(look: Look, name: str) -> tuple[list[Node], bool]:
    """The records of what is called so, and whether something called so stands in none."""
    around = [(node, _record_around(look, node)) for node in innermost(look, _naming(look, fold(name)))]
    found = {record.index: (record, node) for node, record in around if record is not None}
    own = [record for record, node in found.values() if record.role != "row" or _begins_with(look, record, node)]
    return own or [record for record, _ in found.values()], any(record is None for _, record in around)


def _naming(look: Look, wanted: str) -> list[Node]:
    """What says just that, but for the heads of columns."""
    shown = (n for n in look.nodes if n.shown and wanted)
    return [n for n in shown if fold(look.text_of(n)) == wanted and not is_title(look, n)]


def _begins_with(look: Look, record: Node, node: Node) -> bool:
    """Whether it is the first words in it: another row may speak of who is called so as well."""
    return not any(map(str.isalpha, look.text[record.text[0] : node.text[0]]))


def is_title(look: Look, node: Node) -> bool:
    """Whether it names a column, or is an option that cannot be seen apart from its list."""
    return node.role in ("columnheader", "option") or any(n.role == "columnheader" for n in look.ancestors(node))


def _record_around(look: Look, node: Node) -> Node | None:
    """The innermost that says more than the name; of a heading in none the heading, for what stands under it."""
    around = (n for n in rows_around(look, node) if fold(look.text_of(n)) != fold(look.text_of(node)))
    heading = next((n for n in (node, *look.ancestors(node)) if n.role == "heading"), None)
    return next((n for n in around if not is_head(look, n)), heading)


def part_meant(look: Look, target: Target) -> list[Part] | None:
    """What the records of an owner say of the part that is meant; empty where none does. None where no owner of a part
    is named, or it has no record: then it may be said anywhere.
    """
    for part, owner in _owned(target):
        records, alone = records_called(look, owner)
        parts = [found for record in records if (found := part_of(look, record, part)) is not None]
        if parts or (records and not alone):
            return parts
    return None


def _owned(target: Target) -> list[tuple[str, str]]:
    """The part and its owner, by each way to say so: "the role of Bo Chen", "the Savings balance"."""
    if target.kind not in _OF_ANY or target.ordinal or target.qualities:
        return []
    if len(target.within) == 1 and not target.quoted:
        place = target.within[0]
        named = bool(target.name and place.target.name) and not place.target.within
        return [(target.name, place.target.name)] if place.place in ("near", "inside") and named else []
    return [*owners(target), *_compound(target)]


def _compound(target: Target) -> list[tuple[str, str]]:
    """ "The Savings balance"; "the Savings account" is the record itself."""
    words = target.name.split()
    at = next((at for at, word in enumerate(words) if word.islower()), 0)
    plain = at and all(map(str.islower, words[at:])) and words[0][0].isupper() and words[-1] not in RECORDS
    return [(" ".join(words[at:]), " ".join(words[:at]))] if plain and not (target.quoted or target.within) else []


def values_called(look: Look, noun: str) -> list[Part]:
    """What the page says of each thing it lists: "prices" are a column's cells, else what each of its boxes has."""
    if heads := heads_called(look, noun):
        return [_part(look, cell) for head in heads for cell in cells_below(look, head)]
    inner = innermost(look, [n for n in look.nodes if n.shown and _is_marked(n, noun)])
    around = {record.index: record for n in inner for record in rows_around(look, n)[:1]}
    parts = (part_of(look, record, noun) for record in around.values())
    return [part for part in parts if part is not None] if len(around) > 1 else []


def _is_marked(node: Node, noun: str) -> bool:
    wanted = set(bare(noun).split())
    return bool(wanted) and node.text[1] > node.text[0] and wanted <= marks_of(node)


def _part(look: Look, node: Node) -> Part:
    return Part(node, squeeze(without_struck(look, node)))


def part_of(look: Look, record: Node, part: str) -> Part | None:
    """In its column, in a field called so, behind a label, in what the page's author calls so."""
    if table_of(look, record) is not None and record.role == "row":
        return _cell(look, record, part)
    held = held_by(look, record)[0] if record.role == "heading" else look.all_inside(record)
    inside = [n for n in held if n.shown and n is not record and not look.inside(record, n)]
    return (
        _field(inside, part)
        or _labelled(look, inside, part)
        or _marked(look, inside, part)
        or _priced(look, inside, part)
    )


def _cell(look: Look, row: Node, part: str) -> Part | None:
    grid = grid_of(look, row)
    at = column_called(grid.words(look), part) if grid is not None else None
    cell = grid.cell(row, at) if grid is not None and at is not None else None
    if cell is None:
        return None
    fields = [n for n in look.all_inside(cell) if n.shown and holds_value(n)]
    return Part(fields[0], fields[0].value) if len(fields) == 1 else _part(look, cell)


def _field(inside: list[Node], part: str) -> Part | None:
    named = [n for n in inside if holds_value(n) and any(called_so(part, name) for name in (n.name, n.label))]
    return Part(named[0], named[0].value) if len(named) == 1 else None


def _labelled(look: Look, inside: list[Node], part: str) -> Part | None:
    """Behind the label: in its own line, or in the next text of the record."""
    wanted = fold(part)
    lines = [(n, text) for n in inside if (text := look.text_of(n)) and len(text) <= _LONGEST_VALUE]
    for line, text in lines:
        named, colon, value = text.partition(":")
        if colon and fold(named) == wanted and value.strip():
            return Part(line, squeeze(value))
    label = next((n for n, text in reversed(lines) if fold(text) == wanted), None)
    return _next_text(look, inside, label.text[1]) if label is not None else None


def _next_text(look: Look, inside: list[Node], end: int) -> Part | None:
    """The next one behind that is no control."""
    behind = [n for n in inside if n.text[0] >= end and n.text[1] > n.text[0] and not _is_used(look, n)]
    inner = [n for n in behind if not look.children.get(n.index)]
    first = min((n for n in inner or behind), key=lambda n: n.text[0], default=None)
    return _part(look, first) if first is not None else None


def _marked(look: Look, inside: list[Node], part: str) -> Part | None:
    """By its class, test id or id: the outermost called so; of several no one is meant."""
    called = [n for n in inside if _is_marked(n, part) and not _is_used(look, n)]
    outer = [n for n in called if not any(look.inside(n, other) for other in called if other is not n)]
    found = _part(look, outer[0]) if len(outer) == 1 else None
    return found if found is not None and found.text else None


def _priced(look: Look, inside: list[Node], part: str) -> Part | None:
    """ "The price" is the one amount of money in it that is not crossed out."""
    if fold(part) not in _PRICES:
        return None
    parts = (_part(look, n) for n in inside)
    amounts = {part.text: part for part in parts if _MONEY.fullmatch(part.text)}
    return next(iter(amounts.values())) if len(amounts) == 1 else None


_PRICES = frozenset({"price", "cost"})
_MONEY = re.compile(r"[€$£¥]\s?\d[\d.,]*|\d[\d.,]*\s?(?:[€$£¥]|[A-Z]{3})")


def marks_of(node: Node) -> set[str]:
    """The words by which its author calls it."""
    return set(bare(" ".join(map(spelled_out, (node.classes, node.test_id, node.id)))).split())


def _is_used(look: Look, node: Node) -> bool:
    return node.role in _USED or any(n.role in _USED for n in look.ancestors(node)[:2])
