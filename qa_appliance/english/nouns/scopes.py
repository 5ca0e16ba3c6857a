"""A scope that is put around the targets of a step: "in the row “Ann”, click Edit"."""

from __future__ import annotations

from msgspec.structs import replace

from qa_appliance.core.checks import TextShown
from qa_appliance.core.steps import Choose, Fill, Message, Step
from qa_appliance.core.target import Relation, Target
from qa_appliance.english.nouns.parts import changed


def scoped(step: Step, scope: tuple[Relation, ...]) -> Step:
    """A step with every target in it standing inside the scope as well."""
    return changed(step, lambda part: _in_scope(part, scope))


def _in_scope(part: object, scope: tuple[Relation, ...]) -> object | None:
    if isinstance(part, Target):
        return replace(part, within=(*part.within, *scope))
    around = replace(scope[0].target, within=scope[1:])
    if scope[0].place == "row" and around.kind == "any" and isinstance(part, Choose):
        around = replace(around, kind="row")
    match part:
        case TextShown():
            return part if part.scope is not None else replace(part, scope=scope[0].target)
        case Message(what=None):
            return replace(part, what=around)
        case Choose(target=None):
            return replace(part, target=around)
        case Fill(target=None) if around.kind in ("any", "field", "editor"):
            return replace(part, target=around)  # in "Assignee" type "Ann"
    return None
