"""What each of several holds, read back: the other side of `each`. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from qa_appliance.core.checks import ITSELF, Check, CountIs, ElementIs, TextIs
from qa_appliance.core.target import Place, Relation, Target
from qa_appliance.language.elements import element, every, several
from qa_appliance.language.parsing import pattern, quoted, raw

_NUMBER = pattern(r"\d+", lambda found: int(found[0]))


def held_by_each(each: Target, which: str, rest: str) -> Iterator[tuple[Check, int]]:
    """`which`: "each" or "no". `rest` begins with what is said of it, " has a “Delete” button".

    Answers also how far that goes.
    """
    negated = which == "no"
    if rest.startswith(" has "):
        yield from _has(each, rest, len(" has "), negated=negated)
    if rest.startswith(" is "):
        status = Target(words="status", name="status", within=(_itself(each, "near"),))
        for value, end in raw(rest, len(" is ")):
            yield (
                TextIs(target=status, comparison="shows", value=value, status=True, negated=negated, any_case=True),
                end,
            )
            strict = TextIs(target=status, comparison="shows", value=value, negated=negated)
            yield replace(strict, status=True, any_case=True), end
            yield strict, end


def _itself(each: Target, place: Place) -> Relation:
    return Relation(place, replace(each, name=ITSELF, quoted=False, ordinal=0, qualities=(), within=()))


def _has(each: Target, rest: str, at: int, *, negated: bool) -> Iterator[tuple[Check, int]]:
    inside = _itself(each, "row" if each.kind == "row" else "inside")
    if rest.startswith("a ", at):
        for inner, end in every(rest, at + len("a ")):
            yield ElementIs(target=replace(inner, within=(inside, *inner.within)), state="visible"), end
    for count, begin in _NUMBER(rest, at):
        for inner, end in several(rest, begin + 1):
            held = replace(inner, within=(inside, *inner.within))
            yield CountIs(target=held, comparison="equals", count=int(str(count))), end
    for value, begin in quoted(rest, at):
        for column, end in element(rest, begin + len(" under ")) if rest.startswith(" under ", begin) else ():
            yield _in_column(value, inside, column), end
    if rest.startswith("the ", at):
        for named, begin in every(rest, at + len("the ")):
            for value, end in quoted(rest, begin + 1):
                yield _in_column(value, inside, named), end
                near = replace(named, within=(_itself(each, "near"),))
                yield TextIs(target=near, comparison="equals", value=value, negated=negated), end


def _in_column(value: str, inside: Relation, column: Target) -> Check:
    under = Relation("column", replace(column, kind="column"))
    return TextIs(target=Target(words="cell", kind="cell", within=(inside, under)), comparison="equals", value=value)
