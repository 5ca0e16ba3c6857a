"""A role probe as a matrix: who was expected to be able to do it, what happened, and whether that is as it should be.

A role was refused only by what the site did in answer (decision 6). What is neither done nor refused, such as a sign-in
that is not taken any more or a step that failed for another reason, is "cannot tell", and never as it should be.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from urllib.parse import urlsplit

import msgspec

from qa_appliance.core.batches.members import (
    Asked,
    BatchVerdict,
    Cell,
    Expected,
    Finding,
    FindingKind,
    Happened,
    Judgement,
    Member,
    StepEnd,
    status_of,
    why,
)
from qa_appliance.core.run import TERMINAL, UserExpectation

_EXPECTED: dict[UserExpectation, Expected] = {"pass": "allowed", "fail": "refused", "unknown": "either"}
_NOT_YOURS = 403
_NOT_NOW = frozenset({408, 425, 429})  # answers that anybody may get, whatever they may do
_KEPT_FROM = frozenset({"disabled", "read_only"})
_UNPROVEN = (
    "Nothing came where the test expects something, and no other role shows that it can be done at all:"
    " probe it together with a role that is allowed to."
)
_FINDINGS: dict[Happened, FindingKind] = {"allowed": "let_through", "refused": "refused", "cannot_tell": "cannot_tell"}


def judge_roles(members: Sequence[Member]) -> Judgement:
    """By its cells: failed where one is not as it should be, passed where all are."""
    status = status_of([member.status for member in members])
    cells = _matrix_of(members)
    if status not in ("completed", "cancelled"):
        return Judgement(status, None, (), cells)
    verdicts = {cell.verdict for cell in cells}
    verdict: BatchVerdict | None = "failed" if "failed" in verdicts else "passed" if verdicts == {"passed"} else None
    return Judgement(status, verdict, tuple(_findings_of(members, cells)), cells)


def _matrix_of(members: Sequence[Member]) -> tuple[Cell, ...]:
    """A cell for each role, in their order."""
    cells = [_cell(member) for member in members]
    if any(cell.happened == "allowed" for cell in cells):
        return tuple(cells)
    over = all(member.status in TERMINAL for member in members)
    return tuple(
        _unproven(cell, over=over) if _is_absence(member, cell) else cell
        for member, cell in zip(members, cells, strict=True)
    )


def _findings_of(members: Sequence[Member], cells: Sequence[Cell]) -> Iterator[Finding]:
    """What is not as it should be."""
    for member, cell in zip(members, cells, strict=True):
        if cell.verdict == "failed" and cell.happened is not None:
            kind = "broke_off" if _never_signed_in(member) else _FINDINGS[cell.happened]
            yield Finding(kind, cell.reason, cell.run_id, cell.role, cell.step_index)


def _cell(member: Member) -> Cell:
    cell = Cell(run_id=member.run_id, role=member.label, expected=_EXPECTED[member.expectation])
    if member.overall is None:
        return cell
    happened, reason, step = _happened(member)
    held = member.overall == "passed" and (cell.expected == "either" or happened == cell.expected)
    verdict = "passed" if held and happened != "cannot_tell" else "failed"
    return msgspec.structs.replace(
        cell, happened=happened, verdict=verdict, reason=reason, step_index=step.index if step else None
    )


def _happened(member: Member) -> tuple[Happened, str, StepEnd | None]:
    """With a sentence, and the step that tells it."""
    broken = member.broken_step
    if _never_signed_in(member):
        return "cannot_tell", f"The role could not sign in: {why(member)}", broken
    if member.status == "failed":
        return "cannot_tell", f"The run could not be carried to its end: {why(member)}", broken
    if member.expectation == "fail":
        return _of_negative(member, broken)
    if member.overall == "passed":
        return "allowed", "It could do all of it.", None
    if broken is not None and _is_refused(broken, member):
        return "refused", f"The role could not do it: {why(member)}", broken
    return "cannot_tell", f"It failed, and not by a refusal: {why(member)}", broken


def _of_negative(member: Member, broken: StepEnd | None) -> tuple[Happened, str, StepEnd | None]:
    refused = next((step for step in member.steps if step.refused and step.index >= member.signs_in), None)
    if refused is not None and _is_put_off(refused, member):
        answer = (refused.note or "").removeprefix("Refused: ")
        return "cannot_tell", f"It was put off, which tells nothing of what the role may do. {answer}".strip(), refused
    if member.overall == "passed" and refused is not None:
        return "refused", refused.note or f"Refused at step {refused.index + 1}.", refused
    if broken is not None and broken.synthetic and _did_all(member):
        return "allowed", "The role was to be refused and was not: it could do all of it.", broken
    return "cannot_tell", f"Neither refused nor done: {why(member)}", broken


def _did_all(member: Member) -> bool:
    done = [step for step in member.steps if not step.synthetic]
    return bool(done) and all(step.result == "passed" for step in done)


def _never_signed_in(member: Member) -> bool:
    broken = member.broken_step
    return broken is not None and broken.index < member.signs_in


def _is_refused(broken: StepEnd, member: Member) -> bool:
    """Whether the site itself kept the role from it. One whom the site does not know any more shows nothing."""
    if broken.failure_class is not None and broken.failure_class.kind == "signed_out":
        return not member.as_role or _status_of(broken) == _NOT_YOURS
    if broken.failure is not None and (broken.failure.cause in _KEPT_FROM or _status_of(broken) == _NOT_YOURS):
        return True
    return any(asked.status == _NOT_YOURS for asked in _own(member, broken, broken.index, broken.index - 1))


def _own(member: Member, step: StepEnd, *indices: int) -> list[Asked]:
    """What was asked of the site itself at these steps."""
    host = urlsplit(step.url or "").hostname
    return [asked for asked in member.requests if asked.step_index in indices and urlsplit(asked.url).hostname == host]


def _is_put_off(refused: StepEnd, member: Member) -> bool:
    """Whether the site said no more than that it was asked too often, or too slowly."""
    if refused.failure is not None:
        return refused.failure.status in _NOT_NOW
    answers = {asked.status for asked in _own(member, refused, refused.index)}
    return bool(answers & _NOT_NOW) and _NOT_YOURS not in answers


def _status_of(step: StepEnd) -> int:
    return step.failure.status if step.failure is not None else 0


def _is_absence(member: Member, cell: Cell) -> bool:
    """Refused by nothing but what did not come, which also a test does that speaks of nothing that is there."""
    at = next((step for step in member.steps if step.index == cell.step_index), None)
    return cell.happened == "refused" and at is not None and at.details.missed


def _unproven(cell: Cell, *, over: bool) -> Cell:
    """As long as others are under way, one of them may still show it."""
    if not over:
        return Cell(run_id=cell.run_id, role=cell.role, expected=cell.expected)
    return msgspec.structs.replace(
        cell, happened="cannot_tell", verdict="failed", reason=f"{_UNPROVEN} {cell.reason}".strip()
    )
