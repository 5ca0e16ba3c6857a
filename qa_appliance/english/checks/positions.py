"""What something is called, where among others it stands, and in which order: "is the first row", "is sorted by …"."""

from __future__ import annotations

from msgspec.structs import replace

from qa_appliance.core.checks import Check, CountIs, ElementIs, ListSorted, TextIs, TextShown
from qa_appliance.core.target import RECORDS, Kind, Target
from qa_appliance.english.checks.attributes import Direction
from qa_appliance.english.checks.comparing import compared, text_of
from qa_appliance.english.checks.counts import ENTRIES, inside
from qa_appliance.english.checks.subjects import Subject
from qa_appliance.english.nouns.edges import bare
from qa_appliance.english.nouns.names import surely_a_name
from qa_appliance.english.nouns.phrase import read_target
from qa_appliance.english.nouns.pronouns import is_pronoun
from qa_appliance.english.wording.frames import Slots
from qa_appliance.english.wording.slots import READERS
from qa_appliance.english.words.lexicon import KINDS, PLURALS
from qa_appliance.language.tokens import Phrase


def nth(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    """ "“Bob” is the first row": the row there is called so."""
    noun: Phrase = slots["kind"]
    place, named = READERS["target"](noun), _plain_name(subject)
    if place is None or not named or negated or not (_of_records(place) or _in_order(place)):
        return None
    words = f"{subject.phrase.text} {noun.text}"
    return TextIs(target=replace(place, words=words, ordinal=slots["ordinal"]), comparison="equals", value=named)


def _in_order(place: Target) -> bool:
    return not place.name and place.kind in _IN_ORDER


def _of_records(place: Target) -> bool:
    """ "“1011” is the first order": of the list of them."""
    return place.kind == "any" and place.name.lower() in RECORDS


def at_end(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    """ "“Bob” is at the top of the list": the first that is in it is called so."""
    place: Target = slots["place"]
    named = _plain_name(subject)
    if place.kind not in ("list", "table") or not named or negated:
        return None
    kind: Kind = "row" if place.kind == "table" else "item"
    at: int = slots["end"] if "end" in slots else slots["ordinal"]
    first = inside(Target(words=f"{at} {kind}", kind=kind, ordinal=at), place)
    return TextIs(target=first, comparison="equals", value=named)


def called(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    """ "The button is called “Save”" says so; of a dialog or a section there is one that is called so."""
    value, target = slots["value"], subject.target
    if value.only_quote is None and not value.tokens[0].text[0].isupper():
        return None
    if (one := _named_so(subject, text_of(value), negated)) is not None:
        return one
    if target is None or target.kind not in _CALLED_BY_A_HEADING:
        named = subject.topic == "title" or (target is not None and target.kind in _CALLED_BY_THEIR_TEXT)
        return compared(subject, "equals", text_of(value), negated) if named else None
    if target.name or negated:
        return None
    return ElementIs(target=replace(target, name=text_of(value), quoted=True), state="visible")


_CALLED_BY_A_HEADING = frozenset({"dialog", "section", "form", "list", "table", "page", "menu"})
_CALLED_BY_THEIR_TEXT = frozenset({"button", "link", "heading", "tab", "option", "text"})


def _named_so(subject: Subject, name: str, negated: bool) -> Check | None:
    """ "The first product is called Chair", "the page is called Orders", "no bill is called Rent"."""
    target = subject.target
    if subject.topic == "page" and not negated:
        return TextIs(target=Target(words="the heading", kind="heading"), comparison="equals", value=name)
    if target is None or target.quoted or target.within:
        return None
    if target.ordinal and target.kind in ("row", "item") and not negated:
        return TextIs(target=target, comparison="shows", value=name)
    record = target.kind == "item" or (target.kind == "any" and target.name.lower() in RECORDS)
    return TextShown(text=name, negated=True) if negated and record and not target.ordinal else None


def so_often(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    """ "the Save button appears twice": there are two that are called so."""
    target = _in_its_list(subject.target, slots.get("place"))
    if negated or subject.topic != "element" or target is None or target.kind not in _IN_ORDER or not target.name:
        return None
    return None if target.ordinal else CountIs(target=target, comparison="equals", count=slots["times"])


def _in_its_list(target: Target | None, place: Phrase | None) -> Target | None:
    """ "“Ann” appears once in the list": of its entries. In what else a text may stand, nobody says how to count it."""
    if place is None or target is None:
        return target
    holder = read_target(place[1:]) if place.tokens[0].low in ("in", "on", "within") and len(place) > 1 else None
    named = target.quoted or surely_a_name(target.name)
    if holder is None or target.within or (target.kind == "any" and not named):
        return None
    entries = ENTRIES.get(holder.kind) if target.kind == "any" else target.kind
    return None if entries is None else inside(replace(target, kind=entries), holder)


def _plain_name(subject: Subject) -> str:
    """The name where no more is said: "the email from Ann" is more than Ann."""
    target = subject.target
    plain = target is not None and subject.topic == "element" and target.kind == "any"
    sort = target is not None and RECORDS.issuperset(target.qualities)  # order “1011”
    named = plain and target is not None and sort and not (target.within or is_pronoun(target))
    return target.name if named and target is not None else ""


_IN_ORDER = frozenset({"row", "item", "option", "link", "button", "tab", "heading", "column", "cell"})


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
