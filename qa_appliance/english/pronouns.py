"""Pronouns and scopes: "it" becomes what was named last, and a scope is put around targets. Reads no words itself."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import fields, replace

from qa_appliance.core.checks import Downloaded, ElementIs, TextIs, TextShown
from qa_appliance.core.steps import AddToCart, Assert, Choose, Click, Download, Step, Tab
from qa_appliance.core.target import Relation, Target
from qa_appliance.english.lexicon import PRONOUNS


class Unclear(Exception):
    """A pronoun with nothing before it that it could stand for."""


class Pronouns:
    """Follows the steps of a plan in order. `resolve` raises Unclear where "it" has nothing to stand for."""

    def __init__(self) -> None:
        self._last: Target | None = None
        self._downloaded = False
        self._tab = False

    def resolve(self, step: Step) -> Step:
        if (
            self._downloaded
            and isinstance(step, Assert)
            and isinstance(step.check, TextIs)
            and is_pronoun(step.check.target)
        ):
            check = step.check
            said = {"contains": check.value} if check.comparison == "contains" else {"name": check.value}
            return replace(step, check=Downloaded(comparison=check.comparison, negated=check.negated, **said))
        if isinstance(step, Tab):
            self._tab = True
            return step
        if isinstance(step, Click) and step.target.within and is_pronoun(step.target.within[0].target) and self._tab:
            return Tab(move="close", sentence=step.sentence, rule="tab.close")
        resolved: Step = self._walk(step)
        self._tab = self._tab and isinstance(step, Assert)
        self._downloaded = isinstance(step, Download) or (self._downloaded and isinstance(step, Assert))
        if isinstance(step, AddToCart):
            self._last = Target(words=step.item, name=step.item, quoted=True)
        return resolved

    def _walk(self, value: Any) -> Any:
        if isinstance(value, Target):
            return self._target(value)
        if isinstance(value, TextShown):
            if value.text.lower() in PRONOUNS and value.scope is None and self._last is not None:
                return ElementIs(target=self._last, state="visible", negated=value.negated)
            self._last = Target(words=value.text, name=value.text, quoted=True)
            return value if value.scope is None else replace(value, scope=self._inner(value.scope))
        if isinstance(value, tuple):
            return tuple(self._walk(item) for item in value)
        if isinstance(value, Struct):
            changed = {
                field.name: new
                for field in fields(value)
                if (new := self._walk(old := getattr(value, field.name))) is not old and new != old
            }
            return replace(value, **changed) if changed else value
        return value

    def _target(self, target: Target) -> Target:
        if is_pronoun(target):
            if self._last is None:
                raise Unclear(target.words)
            return self._last
        within = tuple(replace(relation, target=self._inner(relation.target)) for relation in target.within)
        resolved = replace(target, within=within) if within != target.within else target
        self._last = resolved
        return resolved

    def _inner(self, target: Target) -> Target:
        if not is_pronoun(target):
            return target
        if self._last is None:
            raise Unclear(target.words)
        return self._last


def is_pronoun(target: Target) -> bool:
    return not target.quoted and target.kind == "any" and target.words.lower() in PRONOUNS


def scoped(value: Any, scope: tuple[Relation, ...]) -> Any:
    """A step with every target in it standing inside the scope as well."""
    if isinstance(value, Target):
        return replace(value, within=(*value.within, *scope))
    if isinstance(value, TextShown):
        return value if value.scope is not None else replace(value, scope=scope[0].target)
    if isinstance(value, Choose) and value.target is None:
        return replace(value, target=replace(scope[0].target, within=scope[1:]))
    if isinstance(value, tuple):
        return tuple(scoped(item, scope) for item in value)
    if isinstance(value, Struct):
        changed = {
            field.name: new
            for field in fields(value)
            if (new := scoped(old := getattr(value, field.name), scope)) is not old and new != old
        }
        return replace(value, **changed) if changed else value
    return value
