"""Pronouns and scopes: "it" becomes what was named last, and a scope is put around targets. Reads no words itself."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from qa_appliance.core.checks import Downloaded, ElementIs, TextIs, TextShown
from qa_appliance.core.steps import (
    AddToCart,
    Assert,
    Choose,
    Clear,
    Click,
    Download,
    Fill,
    Message,
    Press,
    SelectText,
    Step,
    Tab,
)
from qa_appliance.core.target import Relation, Target
from qa_appliance.english.nouns.phrase import relation_inside
from qa_appliance.english.words.lexicon import PRONOUNS


class Unclear(Exception):
    """What leans on the steps before it and finds nothing there; the message says what and why."""


class Pronouns:
    """Follows the steps of a plan in order. `resolve` raises Unclear where nothing before is meant."""

    def __init__(self) -> None:
        self._done: list[Step] = []

    def resolve(self, step: Step, mentioned: bool, quoted: bool) -> Step:
        """The step with its pronouns replaced; `mentioned`: its words hold one (else nothing is to be done).

        What is typed without a field goes where the focus is. Unless it is `quoted`, the step before has to have set
        it: of "Input Email ada" nobody knows which words are the field.
        """
        if isinstance(step, Fill) and step.target is None and not quoted and not self._focused():
            raise Unclear(f"Into which field? Write it so: enter “{step.value.text}” into Email.")
        if mentioned or isinstance(step, Message):
            step = self._of_ones(self._resolved(step))
        step = self._of_found(step)
        self._done.append(step)
        return step

    def _focused(self) -> bool:
        before = self._done[-1] if self._done else None
        if isinstance(before, Click):
            return before.rule == "click.focus" or before.target.kind in _TAKING_KEYS
        return isinstance(before, Clear | Press | SelectText)

    def _of_ones(self, step: Step) -> Step:
        """ "The first item …, and the last one …": one of what was named just before."""
        named = last_named(self._done[-1]) if self._done else None
        if named is None or (named.kind == "any" and not named.ordinal):
            return step
        same: Step = _ones(step, named)
        return same

    def _of_found(self, step: Step) -> Step:
        """ "find the email by Ann and click the star": what was looked for just before is what it belongs to."""
        before = self._done[-1] if self._done else None
        if not isinstance(before, Assert) or not isinstance(before.check, ElementIs) or not isinstance(step, Click):
            return step
        found, first = before.check.target, before.sentence.lower().split()[:1]
        if first not in (["find"], ["locate"]) or found.kind not in ("item", "row") or not found.name:
            return step
        if step.target.within or step.seek or is_pronoun(step.target):
            return step
        row = Relation(place="row", target=replace(found, kind="any"))
        return replace(step, target=replace(step.target, within=(row,)))

    def _resolved(self, step: Step) -> Step:
        before = [done for done in self._done if not isinstance(done, Assert)][-1:]
        if before and isinstance(before[0], Download) and isinstance(step, Assert) and isinstance(step.check, TextIs):
            if is_pronoun(step.check.target):
                return replace(step, check=_of_download(step.check))
        elif before and isinstance(before[0], Tab) and isinstance(step, Click) and _closes_it(step.target):
            return Tab(move="close", sentence=step.sentence, rule="tab.close")
        named = next((name for done in reversed(self._done) if (name := last_named(done)) is not None), None)
        if isinstance(step, AddToCart) and step.item.lower() in PRONOUNS:
            if named is None or not named.name:
                raise _stands_for_nothing(step.item)
            return replace(step, item=named.name)
        resolved: Step = _replaced(step, named)
        return resolved


_TAKING_KEYS = frozenset({"field", "cell", "editor", "spinner", "dropdown"})


def _stands_for_nothing(words: str) -> Unclear:
    return Unclear(f"“{words}” could stand for nothing that was named before.")


def _of_download(check: TextIs) -> Downloaded:
    if check.comparison in ("contains", "shows"):
        return Downloaded(comparison="contains", negated=check.negated, contains=check.value)
    return Downloaded(comparison=check.comparison, negated=check.negated, name=check.value)


def _closes_it(target: Target) -> bool:
    return bool(target.within) and is_pronoun(target.within[0].target)


def last_named(value: Any) -> Target | None:
    """The element named last in a step: what "it" in the next one stands for."""
    if isinstance(value, Target):
        return value
    if isinstance(value, TextShown):
        return Target(words=value.text, name=value.text, quoted=True)
    if isinstance(value, AddToCart):
        return Target(words=value.item, name=value.item, quoted=True)
    if isinstance(value, tuple):
        return next((name for item in reversed(value) if (name := last_named(item)) is not None), None)
    if isinstance(value, Struct):
        parts = [getattr(value, field) for field in reversed(value.__struct_fields__)]
        return next((name for part in parts if (name := last_named(part)) is not None), None)
    return None


def _replaced(value: Any, named: Target | None) -> Any:
    if isinstance(value, Target):
        if is_pronoun(value):
            return _known(value, named)
        within = tuple(inner for relation in value.within for inner in _relations(relation, named))
        return replace(value, within=within)
    if isinstance(value, TextShown) and value.text.lower() in PRONOUNS and named is not None:
        return ElementIs(target=named, state="visible", negated=value.negated)
    if isinstance(value, tuple):
        return tuple(_replaced(item, named) for item in value)
    if isinstance(value, Struct):
        return replace(value, **{field: _replaced(getattr(value, field), named) for field in value.__struct_fields__})
    return value


def _ones(value: Any, named: Target) -> Any:
    if isinstance(value, Target):
        if value.name != "one" or value.quoted or value.kind != "any" or not value.ordinal:
            return value
        return replace(named, words=f"{value.words} of {named.words}", ordinal=value.ordinal, within=named.within)
    if isinstance(value, tuple):
        return tuple(_ones(item, named) for item in value)
    if isinstance(value, Struct):
        old = {field: getattr(value, field) for field in value.__struct_fields__}
        changed = {field: new for field in old if (new := _ones(old[field], named)) is not old[field]}
        return replace(value, **changed) if changed else value
    return value


def _relations(relation: Relation, named: Target | None) -> tuple[Relation, ...]:
    if relation.place == "inside" and is_pronoun(relation.target):
        return relation_inside(_known(relation.target, named))
    return (replace(relation, target=_replaced(relation.target, named)),)


def _known(pronoun: Target, named: Target | None) -> Target:
    if named is None:
        raise _stands_for_nothing(pronoun.words)
    return named


def is_pronoun(target: Target) -> bool:
    return not target.quoted and target.kind == "any" and target.words.lower() in PRONOUNS


def scoped(value: Any, scope: tuple[Relation, ...]) -> Any:
    """A step with every target in it standing inside the scope as well."""
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, Target):
        return replace(value, within=(*value.within, *scope))
    if isinstance(value, TextShown):
        return value if value.scope is not None else replace(value, scope=scope[0].target)
    if isinstance(value, Message) and value.what is None:
        return replace(value, what=replace(scope[0].target, within=scope[1:]))
    if isinstance(value, Choose) and value.target is None:
        return replace(value, target=replace(scope[0].target, within=scope[1:]))
    if isinstance(value, tuple):
        return tuple(scoped(item, scope) for item in value)
    if isinstance(value, Struct):
        changed = {
            name: new
            for name in value.__struct_fields__
            if (new := scoped(old := getattr(value, name), scope)) is not old and new != old
        }
        return replace(value, **changed) if changed else value
    return value
