"""Twenty English tests of the demo shop: each passes, and each finds the one bug that was planted for it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from qa_appliance.demo.serving import serving
from qa_appliance.demo.shop import BUGS, create_shop
from qa_appliance.english.compile import plan_english
from qa_appliance.settings import Evidence

from .trial import Case, Played, load, open_bench, play

CASES = load(Path(__file__).parent / "shop.toml")
PATIENCE = 4.0  # seconds: a step that fails waits that long
AT_ONCE = 4
PLAYS = [pytest.param(case, fault, id=f"{case.name}-{fault}") for case in CASES for fault in ("healthy", case.fault)]
Playing = dict[tuple[str, str], asyncio.Task[Played]]


@asynccontextmanager
async def open_shop(fault: str | None) -> AsyncIterator[str]:
    async with serving(create_shop([fault] if fault else [])) as address:
        yield address


@pytest.fixture(scope="module")
async def playing() -> AsyncIterator[Playing]:
    """All tests under way on one appliance; a step that fails waits, so several wait at the same time."""
    evidence = Evidence(
        video=False, trace=False, screenshots=False, performance=False, texts=False, accessibility=False, visual=False
    )
    async with open_bench(PATIENCE, evidence, browsers=AT_ONCE) as client:
        gate = asyncio.Semaphore(AT_ONCE)
        tasks: Playing = {}
        for case in CASES:
            for fault in (None, case.fault):
                run = play(case, fault, open_shop, client, gate)
                tasks[case.name, fault or "healthy"] = asyncio.create_task(run)
        yield tasks
        await asyncio.gather(*tasks.values(), return_exceptions=True)


def test_there_are_twenty_and_each_has_a_bug_of_its_own() -> None:
    assert len(CASES) == 20
    assert sorted(case.fault for case in CASES) == sorted(BUGS)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_is_understood(case: Case) -> None:
    plan = plan_english(case.description.strip())
    assert plan.gaps == ()
    assert plan.notes == ()


@pytest.mark.slow
@pytest.mark.parametrize(("case", "fault"), PLAYS)
async def test_comes_out_right(playing: Playing, case: Case, fault: str) -> None:
    played = await playing[case.name, fault]
    assert played.wrong is None, played.wrong
