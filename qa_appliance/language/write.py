"""Steps as sentences of the test language: the door of this room.

Pure. That a sentence is read to its step again is for those to prove who read.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from qa_appliance.core.checks import AnyOf, Check, EachIs
from qa_appliance.core.steps import Click, ExpectRefusal, ForEach, Repeat, Step, Value, When
from qa_appliance.core.target import Target
from qa_appliance.language import network, nouns, words
from qa_appliance.language.claims import CLAIMS
from qa_appliance.language.deeds import DEEDS
from qa_appliance.language.each import of_each
from qa_appliance.language.made import made
from qa_appliance.language.rows import Blank, Says
from qa_appliance.language.words import Unsayable


class Unsaid(msgspec.Struct, frozen=True):
    """No sentence stands for it; `why` is a sentence for people."""

    why: str


def write(step: Step) -> str | Unsaid:
    """The sentence that stands for the step."""
    try:
        return _filled(step)
    except Unsayable as problem:
        return Unsaid(str(problem))


def called(target: Target) -> str | None:
    """The element in words: the "Save" button in the row "Alice"."""
    try:
        return nouns.noun_phrase(target)
    except Unsayable:
        return None


def quote(text: str) -> str | None:
    """A text in quotes; None where it is empty or cannot be quoted."""
    try:
        return words.quoted(text) if text.strip() else None
    except Unsayable:
        return None


def claim_of(check: Check) -> str:
    match check:
        case AnyOf():
            return _any_of(check)
        case EachIs():
            return of_each(check, claim_of)
    row, text = _row(check)
    return f"{text}, ignoring case" if check.any_case and "any_case" not in row.fixed else text


def _any_of(check: AnyOf) -> str:
    """ "either A or B"; of several of which the same is said, it is said once: neither "A" nor "B" is shown."""
    if len(check.checks) < 2:
        raise Unsayable("One of several is said of at least two.")
    if words.unlike(each.any_case for each in check.checks):
        raise Unsayable("Letters count for all of them or for none.")
    strict = [replace(each, any_case=False) for each in check.checks]
    text = _of_several(strict, denied=check.negated)
    return f"{text}, ignoring case" if check.checks[0].any_case else text


def _of_several(checks: list[Check], *, denied: bool) -> str:
    parts = [part for part in map(_parted, checks) if part]
    if len(parts) == len(checks) and not words.unlike(rest for _, rest in parts):
        subjects = [subject for subject, _ in parts]
        either = f"neither {' nor '.join(subjects)}" if denied else words.listed(subjects, "or")
        return f"{either}{parts[0][1]}"
    if denied:
        raise Unsayable("That none of several holds is said only of those of which the same is said.")
    return f"either {' or '.join(map(claim_of, checks))}"


def _parted(check: Check) -> tuple[str, str] | None:
    """What a check is about, and what is said of it; None where it does not begin with that."""
    if isinstance(check, AnyOf | EachIs):
        return None
    row, _ = _row(check)
    subject = row.parts[1] if not row.parts[0] and len(row.parts) > 1 else None
    placed = isinstance(target := getattr(check, "target", None), Target) and target.within
    if not isinstance(subject, Blank) or placed:
        return None
    return _blank(subject, check), "".join(_part(part, check) for part in row.parts[2:])


def _filled(thing: Step | Check) -> str:
    _, text = _row(thing)
    return text


def _row(thing: Step | Check) -> tuple[Says, str]:
    """The first row whose words leave out nothing, and with its blanks filled."""
    problem = Unsayable(_why_none(thing))
    for row in _ROWS[type(thing)]:
        if row.fits(thing):
            try:
                return row, "".join(_part(part, thing) for part in row.parts)
            except Unsayable as found:
                problem = found
    raise problem


def _why_none(thing: Step | Check) -> str:
    """For what is honestly no sentence of its own."""
    match thing:
        case Click(towards=Target()):
            return "A level of a path is said together with what it leads to."
        case ExpectRefusal():
            return "That nothing was refused is told in a record; it is never planned."
    return "No sentence of the language says all of it."


def _part(part: str | Blank, thing: Step | Check) -> str:
    return part if isinstance(part, str) else _blank(part, thing)


def _blank(blank: Blank, thing: Step | Check) -> str:
    value = getattr(thing, blank.field)
    return _FORMS[blank.form](value, thing) if blank.form else _by_type(value)


def _by_type(value: object) -> str:
    match value:
        case Target():
            return nouns.noun_phrase(value)
        case Value():
            return _value(value)
        case str():
            return words.quoted(value)
        case int():
            return str(value)
        case tuple():
            return _all(value)
    return claim_of(value)  # type: ignore[arg-type]


def _all(values: tuple[object, ...]) -> str:
    """Texts, or the steps of a block in the order in which they are done."""
    if not values:
        raise Unsayable("Of nothing there is no sentence.")
    if all(isinstance(value, str) for value in values):
        return words.listed(words.quoted(str(value)) for value in values)
    if any(isinstance(step, When | Repeat | ForEach) for step in values[:-1]):
        raise Unsayable("What follows a block within a block would be read into it.")
    return words.listed(_filled(step) for step in values)  # type: ignore[arg-type]


def _block(steps: tuple[Step, ...]) -> str:
    """With no block in it: what is done otherwise could be that one's."""
    if any(isinstance(step, When | Repeat | ForEach) for step in steps):
        raise Unsayable("What is done otherwise would be read into the block before it.")
    return _all(steps)


def _value(value: Value) -> str:
    if value.drawing is not None:
        raise Unsayable("What is drawn from a field's own constraints is no part of a test.")
    if value.made is not None:
        return made(value.made)
    if value.literal and "{" in value.text:
        raise Unsayable("What stands in braces is filled in.")
    return words.quoted(value.text)


_ROWS: dict[type, list[Says]] = defaultdict(list)
for _each in (*DEEDS, *CLAIMS):
    _ROWS[_each.kind].append(_each)
_Form = Callable[..., str]
_FORMS: dict[str, _Form] = {
    "duration": lambda value, _: words.duration(value),
    "bare": lambda value, _: words.bare(value),
    "raw": lambda value, _: words.raw(value),
    "address": lambda value, _: words.address(value),
    "keys": lambda value, _: words.keys(value),
    "bare_keys": lambda value, _: words.bare_keys(value),
    "ordinal": lambda value, _: words.position(value),
    "several": lambda value, _: nouns.several(value),
    "counted": lambda value, check: nouns.every(value) if check.count == 1 else nouns.several(value),
    "unnamed": lambda value, _: nouns.unnamed(value),
    "deed": lambda value, _: nouns.deed_to(value),
    "folded": lambda value, _: nouns.folded(value),
    "confirmed": lambda value, _: nouns.confirmed(value),
    "plain": lambda value, _: nouns.alone(value),
    "beside": lambda value, _: nouns.beside_nothing(value),
    "comes": lambda value, _: nouns.comes(value),
    "held": lambda value, _: words.held(value),
    "body": lambda value, _: network.body(value),
    "having": lambda value, _: network.having(value),
    "asked": lambda value, _: network.asked(value),
    "given": lambda value, _: network.given(value),
    "turns": lambda value, _: network.turns(value),
    "literal": lambda value, _: network.literal(value),
    "allowed": lambda value, _: words.raw(value),
    "look": lambda value, _: words.raw(value),
    "speed": lambda value, _: words.raw(value),
    "entries": lambda value, _: network.entries(value),
    "person": lambda value, _: words.person(value),
    "ending": lambda value, _: words.ending(value),
    "block": lambda value, _: _block(value),
    "every": lambda value, _: nouns.every(value),
    "be": lambda value, _: "is" if value == 1 or (isinstance(value, tuple) and len(value) == 1) else "are",
    "times": lambda value, _: words.amount(value, "time"),
    "places": lambda value, _: f"{'up' if value < 0 else 'down'} by {words.amount(abs(value), 'position')}",
    "pixels": lambda value, _: words.pixels(*value),
    "place": lambda value, _: words.place(value),
    "like": lambda value, _: words.pattern(value),
    "size": lambda value, _: words.size(value),
    "sort": lambda value, _: words.made_file(value),
    "kind": lambda value, _: words.kind_of_file(value),
    "pages": lambda value, _: words.amount(value, "page"),
    "rows": lambda value, _: words.amount(value, "row"),
    "variable": lambda value, _: f"{{{words.raw(value)}}}",
    "page": lambda value, _: words.page(value),
    "device": lambda value, _: words.device(value),
    "tab": lambda value, _: words.tab(value),
    "option": lambda value, _: words.place_of_option(value),
}
