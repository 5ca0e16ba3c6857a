"""A place said apart from what is done there: "in the dialog, click Save". Pure."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from qa_appliance.core import checks as c
from qa_appliance.core import steps as s
from qa_appliance.core.target import Relation, Target
from qa_appliance.language.read import read
from qa_appliance.language.write import Unsaid, write

_VERIFY = "verify that "
_DONE_TO = (s.Click, s.Hover, s.Fill, s.Clear, s.Choose, s.SetChecked, s.Upload, s.Download, s.SelectText, s.Remember)
_BESIDE = frozenset({"near", "above", "below", "left_of", "right_of", "before", "after"})
_OF_A_TARGET = (c.ElementIs, c.ValueIs, c.TextIs, c.CountIs, c.LinkGoes)


@lru_cache(maxsize=2_000)
def placed(sentence: str, place: str) -> str | None:
    """A deed or a claim of the test language as of what is in that place; None where there is nothing to place."""
    where = read(f'click "x" {place}')
    if not isinstance(where, s.Click) or where.target.name != "x":
        return None
    relations = where.target.within
    if (step := read(sentence)) is not None:
        made = _of_step(step, relations)
        written = None if made is None else write(made)
        return None if written is None or isinstance(written, Unsaid) else written
    claimed = read(_VERIFY + sentence)
    if not isinstance(claimed, s.Assert):
        return None
    check = _of_check(claimed.check, relations)
    written = None if check is None else write(replace(claimed, check=check, sentence=""))
    return None if written is None or isinstance(written, Unsaid) else written.removeprefix(_VERIFY)


@lru_cache(maxsize=2_000)
def opposite(claim: str) -> str | None:
    """The opposite of a claim of the test language; None where the language has none."""
    claimed = read(_VERIFY + claim)
    if not isinstance(claimed, s.Assert) or not hasattr(claimed.check, "negated"):
        return None
    written = write(replace(claimed, check=replace(claimed.check, negated=not claimed.check.negated), sentence=""))
    return None if isinstance(written, Unsaid) else written.removeprefix(_VERIFY)


def _of_step(step: s.Step, where: tuple[Relation, ...]) -> s.Step | None:
    if isinstance(step, s.Assert):
        check = _of_check(step.check, where)
        return None if check is None else replace(step, check=check, sentence="")
    if isinstance(step, s.Press) and step.target is None and len(where) == 1:
        return None if where[0].place in _BESIDE else replace(step, target=where[0].target, sentence="")
    if isinstance(step, _DONE_TO) and isinstance(step.target, Target):
        return replace(step, target=_within(step.target, where), sentence="")
    return None


def _of_check(check: c.Check, where: tuple[Relation, ...]) -> c.Check | None:
    if isinstance(check, _OF_A_TARGET):
        return replace(check, target=_within(check.target, where))
    if isinstance(check, c.TextShown) and check.scope is None and len(where) == 1 and where[0].place not in _BESIDE:
        return replace(check, scope=where[0].target)
    return None


def _within(target: Target, where: tuple[Relation, ...]) -> Target:
    return replace(target, within=(*target.within, *where))
