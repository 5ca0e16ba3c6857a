"""Of a batch of odd inputs: what the page answered to each. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from qa_appliance.core.batches.inputs import EXECUTED
from qa_appliance.core.batches.members import Finding, FindingKind, Member, StepEnd

_SHOWN = 200  # characters of an input
_MOST = 5  # of each list


class InputAnswer(Struct, frozen=True, rename="camel"):
    """`text`: its beginning; None: nothing was typed. `messages`: what the page said at the field or the form, and 4xx
    answers; `found`: what is a fault of the site; `console_errors`: what its scripts reported."""

    run_id: str
    label: str
    text: str | None
    length: int
    messages: list[str]
    found: list[FindingKind]
    console_errors: list[str]


def answers_of(members: Sequence[Member], findings: Sequence[Finding]) -> list[InputAnswer]:
    """One for each run that has ended, in their order."""
    return [_answer(member, findings) for member in members if member.overall is not None]


def _answer(member: Member, findings: Sequence[Finding]) -> InputAnswer:
    label, text = _typed(member)
    errors = [each.text for each in member.console if each.level == "error" and EXECUTED not in each.text]
    return InputAnswer(
        run_id=member.run_id,
        label=label,
        text=None if text is None else text[:_SHOWN],
        length=len(text or ""),
        messages=_first(_messages(member)),
        found=list(dict.fromkeys(each.kind for each in findings if each.run_id == member.run_id)),
        console_errors=_first(errors),
    )


def _typed(member: Member) -> tuple[str, str | None]:
    """What it is called, and the text."""
    step = member.typing
    if step is None:
        return member.label, None
    drawn = step.details.typed
    return (member.label, step.value or "") if drawn is None else (f"{member.label}: {drawn.label}", drawn.text)


def _messages(member: Member) -> list[str]:
    """What the field itself made of it stands first. A server that breaks has a finding of its own."""
    answers = [answer for step in member.steps for answer in step.details.answers if answer.kind != "server_error"]
    kept = _kept(member.typing) if member.typing is not None else ""
    return [text for text in (kept, *(answer.text for answer in answers)) if text]


def _kept(step: StepEnd) -> str:
    """What a field made of the text that it did not take as it is; a field that cuts it lets no more through."""
    text = (step.error if step.result == "failed" else step.note) or ""
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"


def _first(texts: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(texts))[:_MOST]
