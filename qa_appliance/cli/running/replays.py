"""Tests replayed by the steps of their last pass, and the steps of those that pass now. On an own appliance only."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from qa_appliance.cli.running.places import Place
from qa_appliance.client.channel import Run
from qa_appliance.core.errors import Invalid
from qa_appliance.testfiles.lock import Locks, Steps, changes
from qa_appliance.testfiles.test import Test

_LONGEST_NAME = 200
_COMPARES = "looks_like_baseline"  # its pictures belong to the words of a test, not to its steps


class Replays:
    """`notes`: the steps of what passes are to be kept."""

    def __init__(self, locks: Locks, *, notes: bool) -> None:
        self._locks, self._notes = locks, notes
        self._passed: dict[str, tuple[Test, Steps]] = {}

    async def procedure(self, test: Test, place: Place) -> str | None:
        """A procedure of the steps it took when it last passed; None: it is planned."""
        locked = self._locks.valid(test)
        if locked is None or place.dashboard is None:
            return None
        body: dict[str, object] = {"name": test.name[:_LONGEST_NAME], "userExpectation": test.expect}
        # a secret is in the words of the test only
        body |= {"description": test.description} if locked.masked else {"steps": locked.steps}
        made = await place.dashboard.call("POST", f"api/projects/{place.project_id}/procedures", body)
        made_id = str(made["procedure"]["id"])
        if locked.masked:
            await place.dashboard.call("PATCH", f"api/procedures/{made_id}", {"steps": locked.steps})
        return made_id

    async def passed(self, test: Test, place: Place, run: Run) -> None:
        if not self._notes or place.dashboard is None or test.file is None:
            return
        body = {"name": test.name[:_LONGEST_NAME], "runId": run["id"]}
        made = await place.dashboard.call("POST", f"api/projects/{place.project_id}/procedures", body)
        steps = made["procedure"]["steps"]
        if _COMPARES not in str(steps):
            self._passed[test.key] = test, steps

    def write(self, known: Sequence[Test]) -> list[Path]:
        """The files that changed. `known`: every test of the files that were read."""
        return self._locks.write(self._passed, known)


def changed(tests: Sequence[Test], locks: Locks) -> list[str]:
    """Of each test whose words are others than when it last passed what has changed in its plan, as lines."""
    found: list[str] = []
    for test in tests:
        locked = locks.of(test)
        if locked is not None and locks.valid(test) is None:
            found.append(f"{test.file}:{test.line}:1: “{test.name}” says something else than when it last passed:")
            found += [f"  {line}" for line in changes(test, locked)] or ["  Its plan is the same."]
    return found


def refuse_unlocked(tests: Sequence[Test], locks: Locks) -> None:
    """Raises `Invalid` where a test has no steps to be replayed by, and says what has changed in its plan."""
    lost = [test for test in tests if locks.valid(test) is None]
    if lost:
        names = [f"{test.key}: it has no steps of a pass" for test in lost if locks.of(test) is None]
        raise Invalid("\n".join(["--locked: `run --lock` writes the steps of a pass.", *names, *changed(lost, locks)]))
