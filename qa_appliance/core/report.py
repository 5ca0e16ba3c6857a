"""The report a person reads, and a failed run as an issue (contract 2.1): Markdown made of verdict and records.

Says only what was observed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from qa_appliance.core.classify import NAMES, headline
from qa_appliance.core.evidence.difference import Difference
from qa_appliance.core.evidence.failure import Classified
from qa_appliance.core.evidence.measurements import Measurements
from qa_appliance.core.evidence.steps import Details, StepRecord, read_otherwise
from qa_appliance.core.plan import Plan
from qa_appliance.core.run import UserExpectation
from qa_appliance.core.verdict import Summary, Verdict

_MARK = {"passed": "✓ passed", "failed": "✗ failed", "skipped": "– skipped"}
_EXPECTATION = {
    "fail": "This is a negative test: it passes when the application refuses.",
    "unknown": "This is an exploratory test: a step that cannot be performed is a finding, and the run goes on.",
}
_LONGEST_CELL = 160  # characters
_MOST_DOUBTS = 12
_LONGEST_TITLE = 160
_FLATTERS = "The model's summary is left out: it takes the run for passed, and the steps show that it is not."
_ENDED = {"passed": "", "failed": " **(fails here)**", "skipped": " (not done)"}


def write_report(
    plan: Plan,
    records: list[StepRecord],
    verdict: Verdict,
    measurements: Measurements,
    expectation: UserExpectation,
    *,
    broken: str | None = None,
    difference: Difference | None = None,
    summary: Summary | None = None,
) -> str:
    """`broken` and `summary` as for `judge`; a summary that would have it passed where it is not is left out.

    `difference` to the last passed run of the same procedure.
    """
    parts = [f"# {verdict.overall.capitalize()}", "", escape(verdict.reasons[0])]
    parts += [f"- {escape(reason)}" for reason in verdict.reasons[1:]]
    parts += _replaced(records)
    kind = headline(plan, records, broken) if verdict.overall == "failed" else None
    if kind is not None:
        parts += ["", _class(kind)]
    if expectation in _EXPECTATION:
        parts += ["", _EXPECTATION[expectation]]
    parts += ["", _summary(records, verdict)]
    parts += _by_a_model(summary, verdict)
    if records:
        parts += ["", "## Steps", "", *_table(records)]
    for record in records:
        parts += _failure(record)
    if difference is not None:
        parts += _difference(difference)
    if plan.gaps:
        parts += ["", "## Not understood", ""]
        for gap in plan.gaps:
            parts.append(f"- “{escape(gap.text)}”: {escape(gap.reason)}")
            parts += [f"  - would be understood: {escape(example)}" for example in gap.nearest]
    if verdict.doubts:
        parts += ["", "## Confidence", "", *(f"- {escape(doubt)}" for doubt in verdict.doubts[:_MOST_DOUBTS])]
    notes = [
        *plan.notes,
        *_vacuous(records),
        *measurements.notes,
        *_left_out(summary, verdict),
    ]
    if notes:
        parts += ["", "## Notes", "", *(f"- {escape(note)}" for note in notes)]
    return "\n".join(parts) + "\n"


def _replaced(records: list[StepRecord]) -> list[str]:
    """What the verdict rests on that the site did not do."""
    replaced = [record.details.replaced for record in records if record.details.replaced]
    if not replaced:
        return []
    return [
        "",
        "**Not by the site:** in this run the test did this in its place.",
        *(f"- {escape(each)}" for each in replaced),
    ]


def _by_a_model(summary: Summary | None, verdict: Verdict) -> list[str]:
    if summary is None or _flatters(summary, verdict):
        return []
    return ["", "## Summary, written by a model", "", escape(summary.text)]


def _left_out(summary: Summary | None, verdict: Verdict) -> list[str]:
    return [_FLATTERS] if _flatters(summary, verdict) else []


def _flatters(summary: Summary | None, verdict: Verdict) -> bool:
    return summary is not None and summary.passed and verdict.overall == "failed"


def escape(text: str) -> str:
    """Page text as plain words: no Markdown, no HTML and no line break of its own."""
    return re.sub(r"([\\`*_\[\]<>|#])", r"\\\1", " ".join(text.split()))


def _summary(records: list[StepRecord], verdict: Verdict) -> str:
    done = [r for r in records if r.result != "skipped"]
    proven = sum(r.proven for r in done)
    return (
        f"{verdict.passed} passed, {verdict.failed} failed, {verdict.skipped} skipped · "
        f"{proven} proven, {len(done) - proven} judged · confidence {verdict.confidence} of 100"
    )


def _table(records: list[StepRecord]) -> list[str]:
    lines = ["| # | step | result | time | how |", "|---|---|---|---|---|"]
    for r in records:
        sentence = _short(escape(r.sentence or r.action))
        lines.append(f"| {r.index + 1} | {sentence} | {_result(r)} | {_time(r.duration_ms)} | {_short(_how(r))} |")
    return lines


def _result(record: StepRecord) -> str:
    return "✓ refused, as expected" if record.refused else _MARK[record.result]


def _how(record: StepRecord) -> str:
    parts = []
    if otherwise := read_otherwise(record.reads_as, record.sentence):
        parts.append(f"read as: {escape(otherwise)}")
    if record.found is not None:
        parts.append(f"{record.found.rung}{', healed' if record.found.healed else ''}")
        if record.found.reason and record.found.reason not in (record.note or ""):
            parts.append(escape(record.found.reason))
    if record.phrase:
        parts.append(f"phrase: {escape(record.phrase)}")
    if record.note:
        judged = "" if record.proven else "judged by a model: "
        parts.append(escape(judged + record.note))
    return "; ".join(parts)


def _failure(record: StepRecord) -> list[str]:
    if record.result != "failed":
        return []
    parts = ["", f"## Step {record.index + 1} failed", "", escape(record.error or "")]
    if record.failure_class is not None:
        parts += ["", _class(record.failure_class)]
    failure = record.failure
    if failure is None:
        return parts
    parts += [""]
    parts += [f"- expected: {escape(failure.expected)}"] if failure.expected else []
    parts += [f"- seen: {escape(failure.seen)}"] if failure.seen else []
    parts += [f"- there instead: {escape(text)}" for text in failure.instead]
    parts += [f"{n}. {escape(text)}" for n, text in enumerate(failure.candidates, 1)]
    return [*parts, "", escape(failure.advice)] if failure.advice else parts


_HELD: tuple[tuple[Callable[[Details], bool], str], ...] = (
    (
        lambda details: details.held_before,
        "already held before the first action: what the actions did cannot make this fail",
    ),
    (
        lambda details: details.held_before_deed,
        "already held before the step it follows: what that step did cannot make this fail",
    ),
)


def _vacuous(records: list[StepRecord]) -> list[str]:
    """One sentence for each way; what held before the first action is not told again."""
    sentences: list[str] = []
    left = records
    for held, reason in _HELD:
        steps = [str(record.index + 1) for record in left if held(record.details)]
        left = [record for record in left if not held(record.details)]
        sentences += [f"The check of step {', '.join(steps)} {reason}."] if steps else []
    return sentences


def _class(kind: Classified) -> str:
    return f"**{NAMES[kind.kind]}**: {escape(kind.reason)}"


def _difference(found: Difference) -> list[str]:
    day = found.completed_at.replace("T", " ")[:16]
    then = "passed" if found.passed_then else "was not part of the test"
    parts = ["", "## Since the last passed run", ""]
    parts.append(f"The last passed run ({found.run_id}) ended {day} UTC; step {found.step_index + 1} {then} in it.")
    if found.address is not None:
        parts.append(f"- the address was {escape(found.address[0])}, now it is {escape(found.address[1])}")
    parts += [f"- new text: “{escape(text)}”" for text in found.appeared]
    parts += [f"- text no longer there: “{escape(text)}”" for text in found.vanished]
    parts += [f"- request that newly fails: {escape(text)}" for text in found.failing]
    if len(parts) == 4:
        parts.append("No text on the page, no address and no request is different there.")
    return parts


def _time(milliseconds: int) -> str:
    return f"{milliseconds} ms" if milliseconds < 1000 else f"{milliseconds / 1000:.1f} s"


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST_CELL else text[: _LONGEST_CELL - 1].rstrip("\\") + "…"


class Ticket(Struct, frozen=True):
    """`title` is plain words, `markdown` what stands under it."""

    title: str
    markdown: str


def ticket_of(run_id: str, base_url: str, report: str, steps: Sequence[StepRecord]) -> Ticket:
    """Of a run that failed. Where no step did, the report says why."""
    broken = next((step for step in steps if step.result == "failed"), None)
    if broken is None:
        return Ticket("The test did not pass", f"{report.rstrip()}\n\nRun {run_id}\n")
    what = broken.error or f"“{broken.sentence}” failed."
    lines = ["## What happened", "", escape(what), "", *_observed(broken), "", "## Steps to reproduce", ""]
    lines.append(f"1. Open {escape(base_url)}")
    for number, step in enumerate(steps, 2):
        lines.append(f"{number}. {escape(step.sentence or step.action)}{_ENDED[step.result]}")
    return Ticket(_as_title(" ".join(what.split())), "\n".join([*lines, "", f"Run {run_id}"]) + "\n")


def _observed(step: StepRecord) -> Iterator[str]:
    failure = step.failure
    kind = step.failure_class
    facts = (
        ("step", step.sentence),
        ("expected", failure.expected if failure else ""),
        ("seen", failure.seen if failure else ""),
        ("page", step.url),
        ("kind", f"{NAMES[kind.kind]}. {kind.reason}" if kind else ""),
    )
    return (f"- {name}: {escape(fact)}" for name, fact in facts if fact)


def _as_title(text: str) -> str:
    return text if len(text) <= _LONGEST_TITLE else text[: _LONGEST_TITLE - 1] + "…"
