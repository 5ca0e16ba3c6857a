"""Where among others something stands: builders of checks, after "is the first row", "appears twice"."""

from __future__ import annotations

from msgspec.structs import replace

from qa_appliance.core.checks import Check, CountIs, TextIs
from qa_appliance.core.target import RECORDS, Kind, Target
from qa_appliance.english.checks.counts import inside
from qa_appliance.english.checks.subjects import Subject
from qa_appliance.english.nouns.names import surely_a_name
from qa_appliance.english.nouns.phrase import read_target
from qa_appliance.english.nouns.pronouns import is_pronoun
from qa_appliance.english.wording.frames import Slots
from qa_appliance.english.wording.slots import READERS
from qa_appliance.english.words.tokens import Phrase


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
    entries = _ENTRIES.get(holder.kind) if target.kind == "any" else target.kind
    return None if entries is None else inside(replace(target, kind=entries), holder)


_ENTRIES: dict[Kind, Kind] = {"list": "item", "table": "row"}


def _plain_name(subject: Subject) -> str:
    """The name where no more is said: "the email from Ann" is more than Ann."""
    target = subject.target
    plain = target is not None and subject.topic == "element" and target.kind == "any"
    sort = target is not None and RECORDS.issuperset(target.qualities)  # order “1011”
    named = plain and target is not None and sort and not (target.within or is_pronoun(target))
    return target.name if named and target is not None else ""


_IN_ORDER = frozenset({"row", "item", "option", "link", "button", "tab", "heading", "column", "cell"})
