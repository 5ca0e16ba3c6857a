"""What a model may say: sentences of the test language, which are read as a tester's are. Pure.

Which kinds of steps and checks it is offered stands here; the part of docs/language.md that speaks of these is what it
is told (`language.md`, written by build/language_page.py).
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any, get_args

from msgspec import Struct
from msgspec.structs import replace

from qa_appliance.core import checks as c
from qa_appliance.core import steps as s
from qa_appliance.english.compile import plan_english
from qa_appliance.english.writing.written import written
from qa_appliance.language.read import read
from qa_appliance.model.answers import Unreadable

Json = dict[str, Any]

_PAGE = Path(__file__).parent / "language.md"
_KEPT_FROM = frozenset(
    {s.Upload, s.Download, s.Http, s.Cookies, s.Person, s.Tab, s.Device, s.Surroundings, s.EnterCode, s.Message}
    | {s.Answering, s.LetThrough, s.Line, s.RememberAnswer}
    | {s.WaitMail, s.OpenMailLink, s.When, s.Repeat, s.ForEach, s.ExpectRefusal}
    | {c.MailIs, c.Downloaded, c.LooksLikeBaseline, c.AnswerIs}
)
"""What reaches beyond the page: files, requests, cookies, other users, tabs and mails; and what holds other steps,
which code keeps around what a model says."""
OFFERED: frozenset[type] = frozenset({*get_args(s.Step), *get_args(c.Check)}) - _KEPT_FROM
_HEADS = ("verify that ", "check that ")
_MARK = re.compile(r"^(?:[-*•]|\d{1,2}[.)])\s+")
_LONGEST = 500  # characters of a sentence
_MOST_NEAREST = 2


class Answer(Struct):
    """`covered`: with these sentences the clause is done and checked; `reason`: why it is not, or cannot be."""

    sentences: tuple[str, ...]
    covered: bool
    reason: str = ""


SCHEMA: Json = {
    "type": "object",
    "properties": {
        "sentences": {"type": "array", "items": {"type": "string"}},
        "covered": {"type": "boolean"},
        "reason": {"type": "string"},
    },
    "required": ["sentences", "covered", "reason"],
    "additionalProperties": False,
}


@cache
def language_page() -> str:
    """The test language as a model is told it."""
    return _PAGE.read_text("utf-8")


def steps_of(sentence: str) -> list[s.Step]:
    """The steps of one sentence of an answer, as the grammar reads them. Raises Unreadable, with what is read near it.

    Where it is none of the language's own, it is read as a tester's would be: to nothing where a word is lost.
    """
    words = _MARK.sub("", " ".join(sentence.split())).rstrip(".;")
    if not words or len(words) > _LONGEST:
        raise Unreadable(f"A sentence has 1 to {_LONGEST} characters.")
    for form in (words, f"{words[:1].lower()}{words[1:]}", f"{_HEADS[0]}{words[:1].lower()}{words[1:]}"):
        if (step := read(form)) is not None:
            return [_as_written(step, words)]
    plan = plan_english(words)
    if plan.gaps or not plan.steps:
        near = [each for gap in plan.gaps for each in (gap.instead, *gap.nearest) if each][:_MOST_NEAREST]
        shown = f" Sentences that are read: {' · '.join(near)}" if near else ""
        raise Unreadable(f"“{words}” is no sentence of the test language.{shown}")
    return [_as_written(step, words) for step in plan.steps]


def _as_written(step: s.Step, words: str) -> s.Step:
    """As the grammar reads it, so that a model's step is never more than a tester's would be. Raises Unreadable."""
    if (kind := not_offered(step)) is not None:
        raise Unreadable(f"“{words}” is kept from a model: {kind}.")
    found = written(step)
    if found is None:
        raise Unreadable(f"“{words}” is not read as one thing: put every name in quotes, exactly as it is.")
    return replace(found, source="model")


def not_offered(step: s.Step) -> str | None:
    """The kind of step or check in it that is not offered; None where it is offered."""
    kinds = [type(step), *(_checks_in(step.check) if isinstance(step, s.Assert | s.WaitFor) else ())]
    kind = next((each for each in kinds if each not in OFFERED), None)
    return str(kind.__struct_config__.tag).replace("_", " ") if kind is not None else None


def _checks_in(check: c.Check) -> list[type]:
    match check:
        case c.AnyOf():
            return [type(check), *(kind for each in check.checks for kind in _checks_in(each))]
        case c.EachIs():
            return [type(check), *_checks_in(check.says)]
    return [type(check)]
