"""What the runs of one organization spend together: the allowance holds for all of them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import msgspec
import pytest
from msgspec import Struct

from qa_appliance.model.endpoint import ModelFailed
from qa_appliance.model.model import Model, Question
from qa_appliance.model.spending import Budget
from tests.model.books import Books
from tests.model.scripted import Asked, Hang, Reply, Script, Scripted, completion, scripted


class Colour(Struct):
    colour: str


SCHEMA: dict[str, object] = {"type": "object", "properties": {"colour": {"type": "string"}}, "required": ["colour"]}
QUESTION = Question("test", "Answer with JSON.", "Which colour has the sky?", SCHEMA, 50)
CENT = Budget(price_in=10_000)  # a call of 100 tokens
BLUE = '{"colour": "blue"}'


@asynccontextmanager
async def asked_by(script: Script, books: Books, budget: Budget = CENT) -> AsyncIterator[tuple[Scripted, Model]]:
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(scripted(script))
        model = Model((server.endpoint(),), budget, purses=books.purses)
        stack.push_async_callback(model.close)
        yield server, model


async def ask(model: Model, org_id: str = "org") -> str:
    """What a run of its own hears."""
    try:
        answer = await model.ask(QUESTION, lambda given: msgspec.convert(given, Colour), model.spending(org_id), [])
    except ModelFailed as problem:
        return problem.trouble
    return answer.colour


LIMITS = [
    # cents allowed, runs, what a call costs, how many go out
    (0, 8, (100, 10), 0),
    (1, 8, (100, 10), 1),
    (3, 8, (100, 10), 3),
    (1, 8, (1_000, 10), 1),  # more than it was asked for
    (8, 8, (10, 1), 8),
]


@pytest.mark.parametrize(("allowed", "runs", "tokens", "calls"), LIMITS)
async def test_runs_at_the_same_time_share_what_is_left(
    allowed: int, runs: int, tokens: tuple[int, int], calls: int
) -> None:
    books = Books(allowed)
    async with asked_by([completion(BLUE, tokens)], books) as (server, model):
        heard = await asyncio.gather(*(ask(model) for _ in range(runs)))
    assert sorted(heard) == ["blue"] * calls + ["spent"] * (runs - calls)
    assert len(server.asked) == calls


async def test_what_an_endpoint_counts_beyond_what_it_was_asked_for_is_put_aside_from_then_on() -> None:
    books = Books(35)
    async with asked_by([completion(BLUE, (1_000, 10))], books) as (_, model):
        assert await ask(model) == "blue"
        heard = await asyncio.gather(*(ask(model) for _ in range(8)))
    assert heard.count("blue") == 3
    assert books.used == 40


class Gathered:
    """Answers nobody, and tells when so many have asked."""

    def __init__(self, runs: int) -> None:
        self.runs, self.all = runs, asyncio.Event()

    def __call__(self, asked: Asked) -> Reply:
        self.runs -= 1
        if not self.runs:
            self.all.set()
        return Hang()


@pytest.mark.parametrize("allowed", [None, 1_000])
async def test_none_waits_for_another_where_there_is_enough(allowed: int | None) -> None:
    gathered = Gathered(4)
    async with asked_by(gathered, Books(allowed)) as (_, model):
        asking = [asyncio.create_task(ask(model)) for _ in range(4)]
        await gathered.all.wait()
        assert gathered.runs == 0
        for one in asking:
            one.cancel()
        await asyncio.gather(*asking, return_exceptions=True)


async def test_who_is_cancelled_gives_back_what_was_put_aside() -> None:
    gathered, books = Gathered(1), Books(1)
    async with asked_by(gathered, books) as (server, model):
        first = asyncio.create_task(ask(model))
        await gathered.all.wait()
        second, third = asyncio.create_task(ask(model)), asyncio.create_task(ask(model))
        server.script = [BLUE]
        first.cancel()
        assert sorted([await second, await third]) == ["blue", "spent"]
    assert books.used == 1


async def test_what_could_not_be_written_down_is_counted_all_the_same() -> None:
    books = Books(2)
    async with asked_by([BLUE], books) as (_, model):
        books.full = True
        assert [await ask(model), await ask(model), await ask(model)] == ["blue", "blue", "spent"]
        assert books.used == 0
        books.full, books.allowed = False, 3
        assert await ask(model) == "blue"
    assert books.used == 3


async def test_begun_cents_are_counted_in_full_and_their_rest_is_the_runs_own() -> None:
    books = Books(1)
    async with asked_by([completion(BLUE, (40, 1))], books) as (_, model):
        spending = model.spending("org")
        for _ in range(3):
            await model.ask(QUESTION, lambda given: msgspec.convert(given, Colour), spending, [])
        assert await ask(model) == "spent"
    assert books.used == spending.cents_used == 2


async def test_each_organization_has_its_own() -> None:
    gathered = Gathered(2)
    async with asked_by(gathered, Books(1)) as (_, model):
        asking = [asyncio.create_task(ask(model, org)) for org in ("one", "other")]
        await gathered.all.wait()
        assert gathered.runs == 0
        for one in asking:
            one.cancel()
        await asyncio.gather(*asking, return_exceptions=True)
