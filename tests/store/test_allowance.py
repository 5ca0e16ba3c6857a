"""The allowance for a model, as the database has it: paid out of when a call was answered, held to from the next on."""

from __future__ import annotations

import asyncio

import pytest

from qa_appliance.asking import purses_of
from qa_appliance.model.endpoint import Completion, ModelFailed
from qa_appliance.model.spending import Budget, Spending
from qa_appliance.store.tables import plans
from tests.store.conftest import NOW, World

ANSWER = Completion("", tokens_in=100, tokens_out=0)


async def test_the_books_are_the_databases(world: World) -> None:
    await plans.set_plan(world.db, world.org_id, {"llm_cents": 3})
    purse = purses_of(world.db, lambda: NOW).of(world.org_id)

    async def ask() -> str:
        spending = Spending(Budget(price_in=10_000), purse)
        try:
            async with spending.call(200, 0):
                await asyncio.sleep(0)
                spending.add(ANSWER)
        except ModelFailed as problem:
            return problem.message
        return "answered"

    heard = await asyncio.gather(*(ask() for _ in range(6)))
    assert heard.count("answered") == 3
    assert set(heard) == {"answered", "The plan's AI execution allowance of this month is used up."}
    assert (await plans.usage(world.db, world.org_id, NOW)).llm_cents == 3
    await plans.set_plan(world.db, world.org_id, {"llm_cents": 4})
    assert await ask() == "answered"


async def test_what_was_answered_to_a_run_that_broke_off_is_counted(world: World) -> None:
    spending = Spending(Budget(price_in=10_000), purses_of(world.db, lambda: NOW).of(world.org_id))

    async def broken_off() -> None:
        async with spending.call(200, 0):
            spending.add(ANSWER)
            raise asyncio.CancelledError

    with pytest.raises(asyncio.CancelledError):
        await broken_off()
    assert (await plans.usage(world.db, world.org_id, NOW)).llm_cents == 1
