"""The tests of one command, side by side: each from trigger to verdict, again where it failed, its evidence kept."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from qa_appliance.cli.results.kept import Kept, keep
from qa_appliance.cli.running.outcome import Attempt, Outcome
from qa_appliance.cli.running.places import Found, Place
from qa_appliance.cli.running.replays import Replays
from qa_appliance.client.channel import Run
from qa_appliance.core.errors import Problem
from qa_appliance.core.run import Patience
from qa_appliance.testfiles.test import Test


class Watcher(Protocol):
    """Who is told what happens; tests are numbered from 1."""

    def begins(self, number: int, name: str) -> None: ...
    def step(self, number: int, step: Run, planned: int | None) -> None: ...
    def tries_again(self, number: int, name: str, attempt: Attempt) -> None: ...
    def ends(self, number: int, outcome: Outcome) -> None: ...
    def close(self) -> None: ...


class Wish(Struct, frozen=True, kw_only=True):
    """How the tests are run. `timeout` in seconds, None: as long as it takes; `output` None: no evidence is kept."""

    wait: bool = True
    timeout: float | None = None
    retries: int = 0
    output: Path | None = None
    patience: Patience | None = None  # None: as the server or the project has it


class Errand:
    """`at_once`: so many tests are in the line together."""

    def __init__(self, places: Found, wish: Wish, at_once: int, watcher: Watcher, replays: Replays) -> None:
        self._places, self._wish, self._watcher, self._replays = places, wish, watcher, replays
        self._gate = asyncio.Semaphore(at_once)
        self._deadline: float | None = None
        self._ended: dict[int, Outcome] = {}

    async def carry_out(self, tests: Sequence[Test]) -> tuple[list[Outcome], bool]:
        """What came of each, in their order, and whether it was interrupted: then runs at work are cancelled first.

        Raises the first `Problem` that keeps a test from being run at all.
        """
        if self._wish.timeout is not None:
            self._deadline = asyncio.get_running_loop().time() + self._wish.timeout
        interrupted = False
        try:
            async with asyncio.TaskGroup() as group:
                for number, test in enumerate(tests, 1):
                    group.create_task(self._test(number, test))
        except asyncio.CancelledError:
            task = asyncio.current_task()
            assert task is not None
            task.uncancel()  # what is known is still told
            interrupted = True
        except BaseExceptionGroup as failed:
            raise _first_problem(failed) from failed
        never = (Outcome(test, interrupted=True) for test in tests)
        return [self._ended.get(number, outcome) for number, outcome in enumerate(never, 1)], interrupted

    async def _test(self, number: int, test: Test) -> None:
        """What is known of it at any moment stands in `_ended`."""
        attempts: list[Attempt] = []
        place = await self._places(test)
        procedure = await self._replays.procedure(test, place)
        again = True
        while again:
            run = await self._run(number, test, place, procedure, attempts)
            attempts.append(Attempt(run))
            outcome = self._ended[number] = Outcome(test, tuple(attempts))
            again = outcome.result in ("failed", "error", "cancelled") and len(attempts) <= self._wish.retries
            if again:
                self._watcher.tries_again(number, test.name, attempts[-1])
            elif self._wish.wait:
                self._watcher.ends(number, outcome)
            attempts[-1] = Attempt(run, await self._kept(place, number, test, run, len(attempts)))
            self._ended[number] = Outcome(test, tuple(attempts))
        if outcome.result == "passed":
            await self._replays.passed(test, place, run)

    async def _run(
        self, number: int, test: Test, place: Place, procedure: str | None, before: Sequence[Attempt]
    ) -> Run:
        """From trigger to verdict: the run as the API shows it. One that timed out is still alive in there."""
        client, run_id = place.client, ""
        try:
            async with self._gate:
                run_id = await client.trigger(
                    place.project_id,
                    None if procedure else test.description,
                    place.url,
                    test.expect,
                    procedure_id=procedure,
                    environment_id=place.environment_id,
                    viewport=test.viewport,
                    patience=self._wish.patience,
                )
                if not self._wish.wait:
                    return await client.run(run_id)
                async with asyncio.timeout_at(self._deadline):
                    await client.begun(run_id)
            self._watcher.begins(number, test.name)
            async with asyncio.timeout_at(self._deadline):
                return await client.finished(run_id, functools.partial(self._watcher.step, number))
        except TimeoutError:
            return await client.run(run_id)
        except asyncio.CancelledError:
            if run_id:
                await asyncio.shield(self._give_up(number, test, place, run_id, before))
            raise

    async def _give_up(self, number: int, test: Test, place: Place, run_id: str, before: Sequence[Attempt]) -> None:
        """Cancels a run; one that had its verdict already keeps it."""
        await place.client.cancel(run_id)
        run = await place.client.run(run_id)
        if run["overallStatus"] is not None:
            self._ended[number] = Outcome(test, (*before, Attempt(run)))

    async def _kept(self, place: Place, number: int, test: Test, run: Run, attempt: int) -> Kept | None:
        if self._wish.output is None or run["archiveUrl"] is None:
            return None
        archive = await place.client.fetched(run["archiveUrl"])
        name = test.name if attempt == 1 else f"{test.name} try {attempt}"
        return await asyncio.to_thread(keep, self._wish.output, number, name, archive)


def _first_problem(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """What a group of tasks failed of, for the one sentence a person gets."""
    problems = group.subgroup(Problem)
    first: BaseException = problems or group
    while isinstance(first, BaseExceptionGroup):
        first = first.exceptions[0]
    return first
