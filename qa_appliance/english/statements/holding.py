"""That what was found to be shown holds a value as well: its row or card, or itself where it holds others."""

from __future__ import annotations

from qa_appliance.core.checks import AnyOf, Check, ElementIs, TextIs, TextShown
from qa_appliance.core.target import Kind, Relation, Target
from qa_appliance.english.words.lexicon import COLLECTIVE_KINDS, EVERY, PLACE_HEADS
from qa_appliance.language.tokens import Phrase

_HOLDING: tuple[Kind, ...] = ("row", "item")
"""Of which kind what is listed by a name may be: a table's row, a card."""


def shows_value(check: Check, value: str) -> Check | None:
    if isinstance(check, TextShown) and not check.negated:
        holding = (
            Target(words=f"the {kind} {check.text}", name=check.text, kind=kind, quoted=True) for kind in _HOLDING
        )
        return AnyOf(checks=tuple(TextShown(text=value, scope=each) for each in holding))
    if not isinstance(check, ElementIs) or check.negated or check.state != "visible":
        return None
    target = check.target
    if target.quoted and target.kind == "any" and not target.ordinal:
        return shows_value(TextShown(text=target.name), value)
    return TextShown(text=value, scope=target) if _holds_values(target) else None


def _holds_values(target: Target) -> bool:
    holds = target.kind in COLLECTIVE_KINDS or target.kind == "row" or (target.kind == "item" and target.quoted)
    return holds and bool(target.name or target.kind == "dialog")


def shows_figures(check: Check, figures: tuple[tuple[str, str], ...]) -> tuple[Check, ...]:
    """That the row or card of what is shown says each figure: under its name, or a long one anywhere in it; empty where
    nothing that has a name is shown.
    """
    owner = _named(check)
    return tuple(_figure_of(owner, *figure) for figure in figures) if owner is not None else ()


def _named(check: Check) -> Target | None:
    match check:
        case TextShown(negated=False, text=text) | TextIs(comparison="shows" | "contains", negated=False, value=text):
            return Target(words=text, name=text, quoted=True)
        case ElementIs(state="visible", negated=False, target=target) if target.name and target.kind in ("any", "item"):
            return Target(words=target.name, name=target.name, quoted=target.quoted)
    return None


def _figure_of(owner: Target, noun: str, value: str) -> Check:
    part = Target(words=noun, name=noun, within=(Relation(place="near", target=owner),))
    named = TextIs(target=part, comparison="equals", value=value)
    if sum(map(str.isdigit, value)) < _SURE_DIGITS:
        return named
    holding = (Target(words=f"the {kind} {owner.name}", name=owner.name, kind=kind, quoted=True) for kind in _HOLDING)
    return AnyOf(checks=(named, *(TextShown(text=value, scope=each) for each in holding)))


_SURE_DIGITS = 3
"""A shorter number may stand for anything in a row."""


def seen_as(subject: Phrase, verb: str, rest: Phrase) -> str:
    """ "No columns display in the table", "all rows show on the page": where they appear, and no text of theirs."""
    several = subject.tokens[0].low in EVERY | {"no", "none", "neither"}
    somewhere = not rest.quotes() and (not rest.tokens or rest.tokens[0].low in PLACE_HEADS)
    return "appear" if verb == "show" and several and somewhere else verb
