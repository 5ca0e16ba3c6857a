"""A step as a sentence that the grammar reads to the same step: the door of this room.

What cannot be said so is None. The sentence is the test language's own (language/); that it is read so is proved here.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TypeVar

import msgspec

from qa_appliance.core import checks as c
from qa_appliance.core import steps as s
from qa_appliance.core.plan import Plan
from qa_appliance.core.target import Target
from qa_appliance.english.compile import plan_english
from qa_appliance.language.write import Unsaid, write

AnyStruct = TypeVar("AnyStruct", bound=msgspec.Struct)

_HOW_IT_IS_PUT = frozenset({"sentence", "reads_as", "rule", "source", "phrase", "phrase_ids", "ways"})
_HOW_IT_IS_CALLED = frozenset({"words", "known", "readings"})
_UNCOMPARED = frozenset({"quoted", "secret"})
_INSIDE = frozenset({"row", "section", "dialog", "inside"})
_MARKED = re.compile(r"\\[\\\"]")
_MAIL = 'Wait for the mail to "a@b.test". '
"""Before a sentence about "the mail"."""
_REFUSED = '. Verify that "A" is shown'
"""Behind an attempt to sign in, which is one only where something is checked after it."""


def written(step: s.Step) -> s.Step | None:
    """The step as the grammar reads it from its `sentence`; None: no sentence is read to this step and nothing else."""
    step = _as_the_grammar_has_it(step)
    for put in (_with_names_in_quotes(step), step):
        read = _read(put)
        if read is not None and meaning(read) == meaning(step):
            return read
    return None


def reads_as(step: s.Step) -> str:
    """The sentence of the test language that is read to exactly this step; "" where there is none.

    Nor is there one where a text stands otherwise than in the step: a secret in it would not be masked.
    """
    sentence = write(step)
    if isinstance(sentence, Unsaid) or _MARKED.search(sentence):
        return ""
    if sentence == step.sentence:
        return sentence
    read = _read(step)
    return sentence if read is not None and exactly(read) == exactly(step) else ""


def with_readings(plan: Plan) -> Plan:
    """With `reads_as` of each step, also of those within others."""
    return msgspec.structs.replace(plan, steps=tuple(map(_with_its_own, plan.steps)))


def _with_its_own(step: s.Step) -> s.Step:
    inner: dict[str, tuple[s.Step, ...]] = {}
    match step:
        case s.When():
            inner = {name: tuple(map(_with_its_own, getattr(step, name))) for name in ("steps", "otherwise")}
        case s.Repeat() | s.ForEach():
            inner = {"steps": tuple(map(_with_its_own, step.steps))}
    return msgspec.structs.replace(step, reads_as=step.reads_as or reads_as(step), **inner)


def in_words(step: s.Step) -> str | None:
    """One sentence; whether it is read so is for `written` to tell."""
    sentence = write(_with_names_in_quotes(_as_the_grammar_has_it(step)))
    return None if isinstance(sentence, Unsaid) else sentence


def meaning(step: s.Step) -> object:
    """What a step is, whichever words it came from: equal for steps that do the same."""
    return _compared(step, _HOW_IT_IS_PUT | _UNCOMPARED, alike=True)


def exactly(step: s.Step) -> object:
    """What a step is to the letter, whatever its sentence."""
    return _compared(step, _HOW_IT_IS_PUT, alike=False)


def _compared(value: object, without: frozenset[str], *, alike: bool) -> object:
    """A step as plain data, without how it is put. `alike`: "in the row" and "inside the row" are the same place."""
    match value:
        case c.AnyOf():
            value = msgspec.structs.replace(value, checks=_flat(value))
        case s.Value(literal=True) if "{" not in value.text:
            value = msgspec.structs.replace(value, literal=False)  # nothing in it could stand for anything else
        case tuple():
            return tuple(_compared(inner, without, alike=alike) for inner in value)
    if not isinstance(value, msgspec.Struct):
        return "inside" if alike and value in _INSIDE else value
    without_here = without | _HOW_IT_IS_CALLED if isinstance(value, Target) else without
    fields = [name for name in value.__struct_fields__ if name not in without_here]
    return type(value), tuple(_compared(getattr(value, name), without, alike=alike) for name in fields)


def _flat(check: c.AnyOf) -> tuple[c.Check, ...]:
    """One of A or (B or C) is one of the three."""
    return tuple(
        each
        for inner in check.checks
        for each in (_flat(inner) if isinstance(inner, c.AnyOf) and not inner.negated else (inner,))
    )


def _read(step: s.Step) -> s.Step | None:
    """What the grammar reads from the step's sentence, where it stands in a test."""
    sentence = write(step)
    if isinstance(sentence, Unsaid):
        return None
    before = _MAIL if isinstance(step, s.Assert | s.WaitFor) and isinstance(step.check, c.MailIs) else ""
    behind = _REFUSED if isinstance(step, s.LogIn) and step.attempt else ""
    plan = _plan_of(before + sentence + behind)
    steps = plan.steps[bool(before) : len(plan.steps) - bool(behind)]
    if plan.gaps or len(steps) != 1:
        return None
    return msgspec.structs.replace(steps[0], sentence=sentence)


@lru_cache(maxsize=2_000)
def _plan_of(text: str) -> Plan:
    """The same sentences stand in test after test."""
    return plan_english(text)


def _with_names_in_quotes(value: AnyStruct) -> AnyStruct:
    """What was made elsewhere names things as the page does, to the letter."""
    changed = {name: _quoted(getattr(value, name)) for name in value.__struct_fields__}
    if isinstance(value, Target) and value.name and value.name != c.ITSELF:
        changed["quoted"] = True
    return msgspec.structs.replace(value, **changed)


def _quoted(value: object) -> object:
    if isinstance(value, tuple):
        return tuple(map(_quoted, value))
    return _with_names_in_quotes(value) if isinstance(value, msgspec.Struct) else value


def _as_the_grammar_has_it(step: s.Step) -> s.Step:
    """Checks that say the same, or less than is denied, in the form sentences have for them."""
    if not isinstance(step, s.Assert | s.WaitFor):
        return step
    check = step.check
    match check:
        case c.ElementIs(state="visible", target=Target(kind="any" | "text" | "alert", within=(), ordinal=0) as target):
            check = c.TextShown(text=target.name, negated=check.negated) if target.name else check
        case c.TextIs(comparison="shows", negated=True) | c.ValueIs(comparison="shows", negated=True):
            check = msgspec.structs.replace(check, comparison="contains")
        case c.TitleIs(comparison="shows", negated=True) | c.AddressIs(comparison="shows"):
            check = msgspec.structs.replace(check, comparison="contains")
    return msgspec.structs.replace(step, check=check)
