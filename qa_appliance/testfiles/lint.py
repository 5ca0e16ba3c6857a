"""What is amiss with tests before any browser: what is not understood, what cannot fail, what files have wrong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from msgspec import Struct

from qa_appliance.core.plan import Gap
from qa_appliance.core.test_data.project import Account
from qa_appliance.english.compile import plan_english
from qa_appliance.english.sentences.notes import WEAKNESSES, Weakness, weaknesses
from qa_appliance.testfiles.faults import Fault, Spot
from qa_appliance.testfiles.test import Test

Level = Literal["error", "warning", "note"]
Rule = Literal["file", "gap", "cannot-fail", "unchecked-end", "conditional", "ambiguous", "unseen"]

RULES: dict[Rule, tuple[Level, str]] = {
    "file": ("error", "The file cannot be read as tests."),
    "gap": ("error", "A part of the test is not understood; the run ends before it and does not pass."),
    "cannot-fail": ("error", "Nothing is checked: the test passes whatever the page answers."),
    "unchecked-end": ("warning", "Nothing is checked after the last action."),
    "conditional": ("warning", "Everything that is checked stands under a condition."),
    "ambiguous": ("warning", "Several elements fitted the words when the page was last seen."),
    "unseen": ("note", "No page that was seen names this element."),
}
"""Each with its level, and what it is about."""

_OF_A_WEAKNESS: dict[Weakness, Rule] = {
    "unchecked": "cannot-fail",
    "unchecked_end": "unchecked-end",
    "conditional": "conditional",
}


class Finding(Struct, frozen=True):
    """`spot` None: the test stands in no file."""

    rule: Rule
    message: str
    test: str
    spot: Spot | None = None
    length: int = 0  # characters of the line it is about, where that is known

    @property
    def level(self) -> Level:
        return RULES[self.rule][0]

    def __str__(self) -> str:
        return f"{self.spot or self.test}: {self.level} {self.rule}: {self.message}"


def of_test(test: Test, known: Sequence[Account] = ()) -> Iterator[Finding]:
    """Read as a run would read it, with the phrases beside it.

    `known`: accounts beside those of its files. Where there are none at all, nobody knows who there is.
    """
    plan = plan_english(test.description, test.phrases, accounts=(*test.data.accounts, *known) or None)
    for gap in plan.gaps:
        yield about(test, "gap", _words(gap), gap.start, len(gap.text))
    if not plan.steps and not plan.gaps:
        yield about(test, "cannot-fail", "Nothing in it is a step.")
    if not plan.gaps:  # of what is not understood nobody can say whether it checks anything
        for weakness in weaknesses(plan.steps):
            yield about(test, _OF_A_WEAKNESS[weakness], WEAKNESSES[weakness])


def about(test: Test, rule: Rule, message: str, start: int | None = None, length: int = 0) -> Finding:
    """`start`: a place in the description; None: it is about the test as a whole."""
    if test.file is None:
        return Finding(rule, message, test.name)
    if start is None:
        return Finding(rule, message, test.name, Spot(test.file, test.line))
    spot, end = test.spot(start), test.spot(start + length)
    return Finding(rule, message, test.name, spot, end.column - spot.column if end.line == spot.line else 0)


def of_file(fault: Fault) -> Finding:
    return Finding("file", fault.message, str(fault.spot.file), fault.spot)


def each_once(findings: Iterable[Finding]) -> list[Finding]:
    """In the order of their places: what is amiss in every row of a table is told once."""
    once: dict[tuple[object, Rule], Finding] = {}
    for finding in findings:
        once.setdefault((finding.spot or finding.test, finding.rule), finding)
    return sorted(once.values(), key=lambda finding: (str(finding.spot.file), finding.spot) if finding.spot else ("",))


def _words(gap: Gap) -> str:
    nearest = f" Would be understood: {' · '.join(gap.nearest)}" if gap.nearest else ""
    return f"“{gap.text}”: {gap.reason}{nearest}"
