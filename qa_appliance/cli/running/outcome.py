"""What came of one test: every try of it, and what they mean together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import Struct

from qa_appliance.cli.results.kept import Kept
from qa_appliance.client.channel import Run
from qa_appliance.testfiles.faults import Spot
from qa_appliance.testfiles.test import Test

Result = Literal[
    "passed", "flaky", "failed", "not understood", "error", "cancelled", "pending", "running", "interrupted"
]
"""`flaky`: it passed after it had failed. `not understood`: a part of the test could not be read. `error`: nothing was
learned of the site. The last four are no verdict."""

RESULTS: tuple[Result, ...] = (
    "passed",
    "flaky",
    "failed",
    "not understood",
    "error",
    "cancelled",
    "pending",
    "running",
    "interrupted",
)
_RESULTS: dict[object, Result] = {name: name for name in RESULTS}


class Attempt(Struct, frozen=True):
    """`kept`: its evidence, where that is kept."""

    run: Run
    kept: Kept | None = None

    @property
    def result(self) -> Result:
        if _unreachable(self.run):
            return "error"
        if self.run.get("failureClass") == "not_understood":
            return "not understood"
        return _RESULTS.get(self.run["overallStatus"] or self.run["status"], "error")

    @property
    def shown(self) -> Run:
        """The run with its links leading to what is kept."""
        kept = self.kept.run if self.kept else None
        return kept if isinstance(kept, dict) else self.run

    @property
    def seconds(self) -> float:
        return float(self.run["totalDurationMs"]) / 1000

    @property
    def headline(self) -> str:
        """In one line why it is no pass."""
        lines = [line for line in self.report.splitlines() if line.strip() and not line.startswith("#")]
        return lines[0] if lines else self.result

    @property
    def report(self) -> str:
        return str(self.run["reportMarkdown"] or "")


class Outcome(Struct, frozen=True):
    """`attempts` in their order; none: it was never begun."""

    test: Test
    attempts: tuple[Attempt, ...] = ()
    interrupted: bool = False

    @property
    def result(self) -> Result:
        if self.interrupted or not self.attempts:
            return "interrupted"
        last = self.attempts[-1].result
        return "flaky" if last == "passed" and len(self.attempts) > 1 else last

    @property
    def last(self) -> Attempt | None:
        return self.attempts[-1] if self.attempts else None

    @property
    def failed_first(self) -> Sequence[Attempt]:
        """The tries before the last one, none of which passed."""
        return self.attempts[:-1]

    @property
    def seconds(self) -> float:
        return sum(attempt.seconds for attempt in self.attempts)

    @property
    def headline(self) -> str:
        if self.result == "flaky":
            return f"Passed at try {len(self.attempts)}; before: {self.attempts[0].headline}"
        return self.last.headline if self.last and not self.interrupted else "The command was interrupted."

    @property
    def spot(self) -> Spot | None:
        """Where in its file the step stands that failed, else the test; None: it stands in no file."""
        if self.test.file is None:
            return None
        for attempt in reversed(self.attempts):
            for step in attempt.run["stepsJson"] or ():
                at = self.test.description.find(step["sentence"]) if step["result"] == "failed" else -1
                if at >= 0 and step["sentence"]:
                    return self.test.spot(at)
        return Spot(self.test.file, self.test.line)


def counted(outcomes: Sequence[Outcome]) -> dict[Result, int]:
    """How many of each result there are, in the order of `RESULTS`, those there are."""
    found = [outcome.result for outcome in outcomes]
    return {result: found.count(result) for result in RESULTS if result in found}


def in_words(outcomes: Sequence[Outcome]) -> str:
    """ "3 tests: 2 passed, 1 flaky"."""
    parts = ", ".join(f"{number} {result}" for result, number in counted(outcomes).items())
    return f"{len(outcomes)} test{'' if len(outcomes) == 1 else 's'}: {parts}"


def steps_of(run: Run) -> Iterator[Run]:
    yield from run["stepsJson"] or ()


def _unreachable(run: Run) -> bool:
    """Whether the site was not there to be tested: that tells nothing of it."""
    kinds = [step["failure"]["kind"] for step in steps_of(run) if step["failure"]]
    return run["overallStatus"] == "failed" and kinds[:1] == ["unreachable"]
