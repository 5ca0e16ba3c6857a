"""Tests in the sentences of the test language: each line that is read wholly, as what it is read as.

A line is rewritten only if the test is then read to the very same steps. Lines that say more than their steps tell
(a gap, a condition over other lines) stay as they are written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from qa_appliance.core.phrasebook import OwnPhrase
from qa_appliance.core.plan import Plan
from qa_appliance.core.steps import Step
from qa_appliance.english.compile import plan_english
from qa_appliance.english.writing.written import exactly, reads_as
from qa_appliance.testfiles.test import Test

_MARK = re.compile(
    r"\s*(?:(?:[-*+•]|\d+[.)]|[a-z][.)])\s+)?(?:\[[ xX]\]\s+)?(?P<keyword>(?:Given|When|Then|And|But)\s+)?"
)


def formatted(text: str, tests: Sequence[Test]) -> str:
    """A file's text, with the lines of its tests rewritten. A test that its data fills stays as it is."""
    lines = text.split("\n")
    for test in tests:
        if test.row is not None:
            continue
        written = [line.text for line in test.lines]
        for line, new in zip(test.lines, rewritten(written, test.phrases), strict=True):
            old = lines[line.number - 1]
            if new != line.text and old.count(line.text) == 1:
                lines[line.number - 1] = old.replace(line.text, new)
    return "\n".join(lines)


def rewritten(lines: Sequence[str], phrases: Sequence[OwnPhrase] = ()) -> list[str]:
    """The lines of a description, each that can be as sentences of the language."""
    now = list(lines)
    plan = plan_english("\n".join(now), phrases)
    for at, steps in _by_line(now, plan):
        new = _in_the_language(now[at], steps)
        if new is None or new == now[at]:
            continue
        other = plan_english("\n".join([*now[:at], new, *now[at + 1 :]]), phrases)
        if _content(other) == _content(plan):
            now[at] = new
    return now


def _by_line(lines: Sequence[str], plan: Plan) -> Iterator[tuple[int, list[Step]]]:
    """Which steps the words of each line are; none of a line with a gap, or from which others depend."""
    text = "\n".join(lines)
    ends = [len("\n".join(lines[: at + 1])) for at in range(len(lines))]
    steps: dict[int, list[Step]] = {}
    begin = 0
    for step in plan.steps:
        if step.phrase:  # its sentences stand in the phrasebook
            continue
        found = text.find(step.sentence, begin) if step.sentence else -1
        if found < 0:
            return
        begin = found
        steps.setdefault(next(at for at, end in enumerate(ends) if found < end), []).append(step)
    gaps = {next((at for at, end in enumerate(ends) if gap.start < end), 0) for gap in plan.gaps}
    yield from ((at, each) for at, each in steps.items() if at not in gaps)


def _in_the_language(line: str, steps: Sequence[Step]) -> str | None:
    sentences = [reads_as(step) for step in steps]
    if not all(sentences):
        return None
    mark = _MARK.match(line)
    begin, inside = (mark[0], bool(mark["keyword"])) if mark is not None else ("", False)
    ends = "." if len(sentences) > 1 else ""
    put = [each if inside and not at else f"{each[0].upper()}{each[1:]}" for at, each in enumerate(sentences)]
    return begin + " ".join(f"{each}{ends}" for each in put)


def _content(plan: Plan) -> object:
    return [exactly(step) for step in plan.steps], len(plan.gaps)
