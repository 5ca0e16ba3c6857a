"""What is said of each of several: each row contains "A", each row has a "Delete" button. Pure."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from qa_appliance.core.checks import ITSELF, Check, CountIs, EachIs, ElementIs, TextIs
from qa_appliance.core.target import Relation, Target
from qa_appliance.language.nouns import every, noun_phrase, several
from qa_appliance.language.words import Unsayable, quoted, raw


def of_each(check: EachIs, claim: Callable[[Check], str]) -> str:
    """`claim` puts into words what is said of one of them."""
    each, says = every(check.target), replace(check.says, any_case=False)
    held = _held(says)
    text = _of_what_it_holds(each, held) if held else claim(says).replace(f"the {ITSELF}", f"each {each}", 1)
    if ITSELF in text:
        raise Unsayable("What is said of each speaks of each once, as its subject.")
    return f"{text}, ignoring case" if check.says.any_case else text


def _held(says: Check) -> ElementIs | CountIs | TextIs | None:
    """Where it is said of something that each of them holds."""
    if not isinstance(says, ElementIs | CountIs | TextIs) or not says.target.within:
        return None
    return says if says.target.within[0].target.name == ITSELF else None


def _of_what_it_holds(each: str, says: ElementIs | CountIs | TextIs) -> str:
    """ "each row has 2 buttons", "no request is rejected"."""
    where, *column = says.target.within
    inner = replace(says.target, within=())
    match says:
        case ElementIs(state="visible", negated=False) if not column:
            return f"each {each} has a {every(inner)}"
        case CountIs(comparison="equals", negated=False) if not column:
            return f"each {each} has {says.count} {every(inner) if says.count == 1 else several(inner)}"
        case TextIs(comparison="equals", negated=False, target=Target(kind="cell", name="")) if len(column) == 1:
            return f"each {each} has {_under(says.value, column[0])}"
        case TextIs(comparison="equals") if where.place == "near" and not column:
            return f"{'no' if says.negated else 'each'} {each} has the {every(inner)} {quoted(says.value)}"
        case TextIs(comparison="shows", target=Target(name="status")) if where.place == "near" and not column:
            return f"{'no' if says.negated else 'each'} {each} is {raw(says.value)}"
    raise Unsayable("What each holds is said to be there, to be so many, or to have a value.")


def _under(value: str, column: Relation) -> str:
    """In a column, which is known by a name, or by a noun of the test's own."""
    if column.place != "column":
        raise Unsayable("A value of each row stands in a column.")
    if column.target.quoted or column.target.name[:1].isupper():
        return f"{quoted(value)} under {noun_phrase(replace(column.target, kind='any'))}"
    return f"the {column.target.name} {quoted(value)}"
