"""In which order entries stand: the builder of "is sorted by …". Reads no noun."""

from __future__ import annotations

from msgspec.structs import replace

from qa_appliance.core.checks import Check, ListSorted
from qa_appliance.core.target import Target
from qa_appliance.english.checks.attributes import Direction
from qa_appliance.english.checks.subjects import Subject
from qa_appliance.english.nouns.edges import bare
from qa_appliance.english.wording.frames import Slots
from qa_appliance.english.words.lexicon import KINDS, PLURALS


def list_sorted(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    """Sorted by a column, by itself, or by what is spoken of: "the prices", "newest first"."""
    target, by = subject.target, slots.get("column", "").removeprefix("the ").removesuffix(" column")
    if target is None or negated or "," in by or "(" in by:
        return None
    directions: list[Direction] = [slots[name] for name in ("direction", "order") if name in slots]
    if len(directions) > 1 or any(direction.of and _another_sort(direction, target, by) for direction in directions):
        return None
    if not by:
        by = _value_of(subject, target, directions)
    entries = _entries(target, subject)
    return ListSorted(target=entries, by=by, descending=any(direction.down for direction in directions))


def _value_of(subject: Subject, target: Target, directions: list[Direction]) -> str:
    """By what it is sorted where no column is named: "the prices", "newest first"."""
    dated = target.kind != "column" and any(direction.of == "date" for direction in directions)
    return _SORTED_VALUES.get(bare(subject.phrase).text.lower(), "date" if dated else "")


def _entries(target: Target, subject: Subject) -> Target:
    """What holds the values: the rows are those of the table; "Products" has a capital where a sentence begins."""
    if bare(subject.phrase).text.lower() in _SORTED_VALUES:
        return Target(words=subject.phrase.text, kind="item")
    if target.kind == "row" and not target.name:
        return replace(target, kind="table")
    noun = PLURALS.get(target.name.lower()) if target.kind == "any" and not target.quoted else None
    return replace(target, name="", kind=KINDS[noun]) if noun in KINDS else target


_SORTED_VALUES = {"prices": "price", "dates": "date", "names": "name", "titles": "title", "amounts": "amount"}


def _another_sort(direction: Direction, target: Target, by: str) -> bool:
    """ "Low to high" tells of a list not by which of its numbers; a name is neither low nor new."""
    if direction.of == "number" and not by:
        return target.kind != "column" and target.name.lower() not in _SORTED_VALUES
    return by.lower() in ("name", "title") or (by.lower() == "price" and direction.of == "date")
