"""Doubts one test: sees it pass twice, then replays it once for each damage. Knows no HTTP and no database.

Nothing of these runs is kept, and none is a run of the appliance: they count in no statistics, quota or alert. Each
takes a slot of the browser and gives it back, so that runs that wait come between.
"""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import AbstractAsyncContextManager
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from qa_appliance.awaiting import to_its_end
from qa_appliance.browser.look.node import Look
from qa_appliance.core.checks import PageCheck
from qa_appliance.core.errors import SetupFailed
from qa_appliance.core.events import Event
from qa_appliance.core.outcome import Outcome
from qa_appliance.core.run import RunRequest
from qa_appliance.core.steps import Assert
from qa_appliance.doubt.damages import Damage, damages
from qa_appliance.doubt.doing import Doer
from qa_appliance.doubt.result import Trial
from qa_appliance.doubt.sight import Noise, Sight, Witness, differing
from qa_appliance.english.compile import plan_english
from qa_appliance.english.writing.written import written
from qa_appliance.evidence.base.options import EvidenceOptions
from qa_appliance.run_test import Means, run_test
from qa_appliance.steps.checks.page_checks import ask_page
from qa_appliance.studio.changes import proposals
from qa_appliance.studio.naming import as_check

MOST = 40  # damages of one test
_MOST_OFFERS = 3
_DENIAL = "is not shown"
_LEAST_SECONDS, _TIMES = 45.0, 4  # a damaged run may last so many times as long as the sound one

Slot = Callable[[], AbstractAsyncContextManager[None]]
"""One of the browser's slots, waited for."""


class Unsound(Exception):
    """The test cannot be doubted: the sentence says why."""


class Doubting:
    """`begin` once, then `trials`. `at_once`: so many runs stand in line for a slot together."""

    def __init__(self, request: RunRequest, means: Means, slot: Slot, at_once: int = 1) -> None:
        self._at_once = at_once
        self._request = request
        self._means = dataclasses.replace(means, evidence=EvidenceOptions(kinds=frozenset()), model=None)
        self._slot = slot
        self._sound: tuple[Sight, Sight] = (Sight(), Sight())
        self._sentences: tuple[str, ...] = ()
        self._clean: Callable[[str], str] = str
        self._refused: int | None = None
        self.planned: list[Damage] = []
        self.left_out = 0

    async def begin(self) -> None:
        """Raises `Unsound` for a test that does not pass as it is, `SetupFailed` where none can be run."""
        seen = await self._side_by_side() or [await self._sound_run(), await self._sound_run()]
        (outcome, witness), sights = seen[-1], [each.sight for _, each in seen]
        self._sound, self._clean = (sights[0], sights[1]), witness.clean
        self._noise = Noise(*self._sound)
        self._sentences = tuple(step.sentence for step in outcome.steps)
        self._refused = _refused_at(outcome)
        found = damages(outcome.plan, self._sound[1], self._noise, refused=self._refused is not None)
        self.planned, self.left_out = found[:MOST], len(found[MOST:])
        seconds = max(_LEAST_SECONDS, _TIMES * outcome.total_duration_ms / 1000)
        self._request = msgspec.structs.replace(
            self._request, deadline_seconds=min(seconds, self._request.deadline_seconds)
        )

    async def _side_by_side(self) -> list[tuple[Outcome, Witness]]:
        """Two sound runs at the same time; none, and from then on one run after the other, where they disturb each
        other. What fails alone as well is told by that run."""
        if self._at_once == 1:
            return []
        seen = await asyncio.gather(self._sound_run(), self._sound_run(), return_exceptions=True)
        for each in seen:
            if isinstance(each, BaseException) and not isinstance(each, Unsound | SetupFailed):
                raise each
        passed = [each for each in seen if not isinstance(each, BaseException)]
        self._at_once = self._at_once if len(passed) == len(seen) else 1
        return passed if self._at_once > 1 else []

    async def _sound_run(self) -> tuple[Outcome, Witness]:
        """Raises `Unsound`, `SetupFailed`."""
        witness = Witness()
        outcome = await self._run(self._request, witness)
        if outcome.overall_status != "passed" or not witness.sight.ended:
            failed = next((step for step in outcome.steps if step.error), None)
            why = f" Step {failed.index + 1}: {failed.error}" if failed else ""
            raise Unsound(f"The test does not pass as it is, so there is nothing to doubt.{why}")
        return outcome, witness

    async def trials(self) -> AsyncIterator[Trial]:
        """In the order they were planned."""
        turns = asyncio.Semaphore(self._at_once)

        async def attempt(damage: Damage) -> Trial:
            async with turns:
                return await self._try(damage)

        tasks = [asyncio.create_task(attempt(damage)) for damage in self.planned]
        try:
            for task in tasks:
                yield await task
        finally:
            for task in tasks:
                task.cancel()
            await to_its_end(_gathered(tasks))

    async def _try(self, damage: Damage) -> Trial:
        doer = Doer(damage)
        sentence = self._sentences[damage.step] if damage.step < len(self._sentences) else ""
        trial = Trial(damage.kind, damage.step + 1, sentence, self._clean(damage.damage), "not_counted")
        try:
            outcome = await self._run(self._request, doer)
        except SetupFailed as problem:
            return msgspec.structs.replace(trial, reason=problem.message)
        if outcome.overall_status != "passed":
            if not doer.done:
                return msgspec.structs.replace(trial, reason="It failed before the damage could be done.")
            failed = next((step for step in outcome.steps if step.error), None)
            reason = f"Step {failed.index + 1}: {failed.error}" if failed else "The run did not come to its end."
            return msgspec.structs.replace(trial, result="noticed", reason=reason)
        if not doer.done:
            return msgspec.structs.replace(trial, reason="It did not come to it.")
        places = list(differing(self._sound[1], doer.sight, self._noise, damage.step))
        if not places:
            return msgspec.structs.replace(trial, reason="Nothing that can be seen was different.")
        if self._refused is not None:  # a check that fails would count as refused as well: no sentence helps
            at = _refused_at(outcome)
            reason = (
                f"It counts as refused at step {(at or 0) + 1}. The test as it is, is refused at {self._refused + 1}."
            )
            return msgspec.structs.replace(trial, result="let_pass", reason=reason)
        for at in places:
            offers = self._offers(damage, doer.sight, at)
            if offers:
                return msgspec.structs.replace(trial, result="let_pass", offers=offers, offered_after=at)
        return msgspec.structs.replace(trial, result="let_pass")

    def _offers(self, damage: Damage, damaged: Sight, at: int) -> tuple[str, ...]:
        """Sentences that hold in both sound runs there, and do not in this one: read again, and asked."""
        wrong, sound, again = damaged.looks[at], *(sight.looks[at] for sight in self._sound)
        known = written(Assert(check=damage.caught_by)) if damage.caught_by is not None else None
        worded = [as_check(known)] if known is not None else []
        worded += sorted(
            proposals(wrong, sound, again, today=datetime.now(UTC).date()),
            key=lambda sentence: sentence.endswith(_DENIAL),
        )
        found = [each for each in worded if _tells_apart(each, (sound, again), wrong)]
        return tuple(dict.fromkeys(each for each in found if self._clean(each) == each))[:_MOST_OFFERS]

    async def _run(self, request: RunRequest, meddler: Witness) -> Outcome:
        async def started() -> bool:
            return True

        async def closed() -> None:
            return

        async with self._slot():
            try:
                return await run_test(
                    request,
                    dataclasses.replace(self._means, meddler=meddler),
                    save=_not_kept,
                    emit=_not_emitted,
                    on_started=started,
                    on_closed=closed,
                )
            finally:
                await meddler.leave()


async def _gathered(tasks: list[asyncio.Task[Trial]]) -> None:
    await asyncio.gather(*tasks, return_exceptions=True)


def _refused_at(outcome: Outcome) -> int | None:
    return next((step.index for step in outcome.steps if step.refused), None)


def _tells_apart(sentence: str, sound: Iterable[Look], wrong: Look) -> bool:
    plan = plan_english(sentence)
    steps = [step for step in plan.steps if isinstance(step, Assert)]
    if plan.gaps or len(steps) != 1 or len(plan.steps) != 1 or not isinstance(steps[0].check, PageCheck):
        return False
    check = steps[0].check
    return all(ask_page(check, look).holds for look in sound) and not ask_page(check, wrong).holds


async def _not_kept(name: str, data: bytes | Path) -> str:
    return name


def _not_emitted(event: Event) -> None:
    return
