"""What is said of each of several: each row contains "A", each row has a "Delete" button. Pure."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from qa_appliance.core.checks import ITSELF, Check, CountIs, EachIs, ElementIs, TextIs
from qa_appliance.core.target import Relation, Target
from qa_appliance.language.nouns import every, several
from qa_appliance.language.words import Unsayable, quoted


def of_each(check: EachIs, claim: Callable[[Check], str]) -> str:
    """`claim` puts into words what is said of one of them."""
    subject = f"each {every(check.target)}"
    return _ending(check.says, subject, claim)


def _ending(says: Check, subject: str, claim: Callable[[Check], str]) -> str:
    strict = replace(says, any_case=False)
    held = _held(strict) if isinstance(strict, ElementIs | CountIs | TextIs) else None
    text = claim(strict).replace(f"the {ITSELF}", subject, 1) if held is None else f"{subject} has {held}"
    if ITSELF in text:
        raise Unsayable("What is said of each speaks of each once, as its subject.")
    return f"{text}, ignoring case" if says.any_case else text


def _held(says: ElementIs | CountIs | TextIs) -> str | None:
    """What each of them has in it; None where it is said of each itself."""
    inside, *rest = says.target.within or (None,)
    if inside is None or inside.target.name != ITSELF:
        return None
    inner = replace(says.target, within=())
    match says:
        case ElementIs(state="visible", negated=False) if not rest:
            return f"a {every(inner)}"
        case CountIs(comparison="equals", negated=False) if not rest:
            return f"{says.count} {every(inner) if says.count == 1 else several(inner)}"
        case TextIs(comparison="equals", negated=False, target=Target(kind="cell", name="")) if len(rest) == 1:
            return _under(says.value, rest[0])
        case TextIs(comparison="equals", negated=False) if inside.place == "near" and not rest:
            return f"the {every(inner)} {quoted(says.value)}"
    return None


def _under(value: str, column: Relation) -> str:
    """In a column, which is known by a name in quotes, or by a noun of the test's own."""
    if column.place != "column":
        raise Unsayable("A value of each row stands in a column.")
    if column.target.quoted:
        return f"{quoted(value)} under {quoted(column.target.name)}"
    return f"the {column.target.name} {quoted(value)}"
