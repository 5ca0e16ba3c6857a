"""Asking a model: a real client, real HTTP, and an endpoint that misbehaves in every way it can."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
from contextlib import AsyncExitStack

import msgspec
import pytest
from msgspec import Struct

from qa_appliance.core.model_call import ModelCall
from qa_appliance.model.answers import Unreadable
from qa_appliance.model.endpoint import ModelFailed
from qa_appliance.model.model import Model, Question
from qa_appliance.model.spending import Budget, Spending
from tests.model.scripted import Asked, Endless, Hang, Raw, Reply, Scripted, completion, scripted


class Colour(Struct):
    colour: str


SCHEMA: dict[str, object] = {"type": "object", "properties": {"colour": {"type": "string"}}, "required": ["colour"]}
QUESTION = Question("test", "Answer with JSON.", "Which colour has the sky?", SCHEMA, 50)
TOO_MUCH = Raw('{"error": {"message": "slow down"}}', 429, {"retry-after-ms": "1"})
BROKEN = Raw('{"error": {"message": "oops"}}', 500, {"retry-after-ms": "1"})


def read(given: object) -> Colour:
    answer = msgspec.convert(given, Colour)
    if answer.colour == "green":
        raise Unreadable("The sky is not green.")
    return answer


class Asking:
    """A model on scripted endpoints, with what was spent and logged."""

    def __init__(self, *servers: Scripted, budget: Budget | None = None, timeout: float = 20.0) -> None:
        self.now = 0.0
        self.model = Model(tuple(server.endpoint(timeout=timeout) for server in servers), clock=lambda: self.now)
        self.spending = Spending(budget or Budget())
        self.log: list[ModelCall] = []

    async def ask(self) -> str:
        answer = await self.model.ask(QUESTION, read, self.spending, self.log)
        return answer.colour


async def failure(script: list[Reply], timeout: float = 20.0) -> tuple[ModelFailed, Scripted, Asking]:
    async with scripted(script) as server:
        asking = Asking(server, timeout=timeout)
        with pytest.raises(ModelFailed) as failed:
            await asking.ask()
        await asking.model.close()
    return failed.value, server, asking


REFUSALS: list[tuple[str, list[Reply], str, int]] = [
    # what it does, its replies, the trouble, how many calls reach it
    ("hangs", [Hang()], "slow", 1),
    ("answers without end", [Endless()], "broken", 1),
    ("breaks off in the middle", [Raw(completion('{"colour": "blue"}').body, cut=True)], "unreachable", 1),
    ("is broken", [BROKEN], "broken", 3),
    ("is busy for ever", [TOO_MUCH], "busy", 3),
    ("refuses the key", [Raw('{"error": {"message": "bad key sk-test-0123456789"}}', 401)], "refused", 1),
    ("knows no such model", [Raw("{}", 404)], "refused", 1),
    ("answers what is no completion", [Raw("<html>hello</html>")], "broken", 1),
    ("answers no choices", [Raw('{"choices": []}')], "broken", 1),
    ("declines", [completion("", refusal="I cannot help with that.")], "declined", 1),
    ("talks instead", ["I think it is blue."], "unreadable", 2),
    ("gives broken JSON twice", ['{"colour": "blue'], "unreadable", 2),
    ("gives another object", ['{"color": "blue"}'], "unreadable", 2),
    ("gives another type", ['{"colour": 3}'], "unreadable", 2),
    ("gives a wrong answer twice", ['{"colour": "green"}'], "unreadable", 2),
    ("repeats itself until it is cut", ['{"colour": "' + "blue " * 5_000], "unreadable", 2),
    ("nests without end", ['{"colour": ' + "[" * 50_000], "unreadable", 2),
    ("takes no request at all", [Raw('{"error": {"message": "no"}}', 400)], "wrong_request", 4),
]


@pytest.mark.parametrize(("what", "script", "trouble", "calls"), REFUSALS, ids=[row[0] for row in REFUSALS])
async def test_an_endpoint_that_gives_no_answer(what: str, script: list[Reply], trouble: str, calls: int) -> None:
    failed, server, asking = await failure(script, timeout=1.5 if what == "hangs" else 20.0)
    assert (failed.trouble, len(server.asked)) == (trouble, calls)
    assert "sk-test" not in failed.message
    assert failed.message.endswith(".")
    assert asking.spending.calls in (1, 2)
    assert len(asking.log) == asking.spending.calls


async def test_nobody_listens() -> None:
    async with scripted([]) as server:
        pass
    asking = Asking(server)
    with pytest.raises(ModelFailed) as failed:
        await asking.ask()
    assert failed.value.trouble == "unreachable"


ANSWERS: list[tuple[str, list[Reply], int]] = [
    ("as asked", [{"colour": "blue"}], 1),
    ("in a fence", ['Sure!\n```json\n{"colour": "blue"}\n```\nAnything else?'], 1),
    ("after thinking", ['<think>{"colour": "red"}?</think>{"colour": "blue"}'], 1),
    ("with talk around it", ['The answer {is} here: {"colour": "blue"} — done.'], 1),
    ("after one repair", ["Blue, I think.", {"colour": "blue"}], 2),
    ("after one objection", [{"colour": "green"}, {"colour": "blue"}], 2),
    ("after 429", [TOO_MUCH, {"colour": "blue"}], 2),
    ("after 500", [BROKEN, {"colour": "blue"}], 2),
    ("with a line break in a text", ['{"colour": "blue", "more": "one\ntwo\tthree"}'], 1),
    ("with what is not said as null", ['{"colour": "blue", "more": null}'], 1),
]


@pytest.mark.parametrize(("what", "script", "calls"), ANSWERS, ids=[row[0] for row in ANSWERS])
async def test_an_answer_is_read(what: str, script: list[Reply], calls: int) -> None:
    async with scripted(script) as server:
        asking = Asking(server)
        assert await asking.ask() == "blue"
        await asking.model.close()
    assert len(server.asked) == calls
    first = server.asked[0]
    assert first.path == "/v1/chat/completions"
    assert first.headers["authorization"] == "Bearer sk-test-0123456789"
    assert first.body["response_format"]["json_schema"]["schema"] == SCHEMA
    assert (first.body["model"], first.body["temperature"]) == ("test-model", 0)


async def test_retry_after_is_kept_to() -> None:
    async with scripted([Raw("{}", 429, {"retry-after": "1"}), {"colour": "blue"}]) as server:
        asking = Asking(server)
        assert await asking.ask() == "blue"
        await asking.model.close()
    assert server.asked[1].headers["x-stainless-retry-count"] == "1"


async def test_what_an_endpoint_does_not_take_is_left_out_and_remembered() -> None:
    def picky(asked: object) -> Reply:
        body = server.asked[-1].body
        if "max_tokens" in body:
            return Raw('{"error": {"message": "use max_completion_tokens, not max_tokens"}}', 400)
        if "temperature" in body:
            return Raw('{"error": {"message": "temperature is not supported"}}', 400)
        if "schema" in json.dumps(body.get("response_format", {})):
            return Raw('{"error": {"message": "unknown response_format"}}', 422)
        return {"colour": "blue"}

    async with scripted(picky) as server:
        asking = Asking(server)
        assert [await asking.ask(), await asking.ask()] == ["blue", "blue"]
        await asking.model.close()
    assert len(server.asked) == 6
    assert server.asked[-1].body["response_format"] == {"type": "json_object"}
    assert server.asked[-1].body["max_completion_tokens"] == 50
    assert asking.spending.calls == 2


async def test_a_server_that_breaks_on_openais_form_of_a_schema_is_given_it_in_the_other() -> None:
    """As the server of llama-cpp-python does."""
    fault = "[{'type': 'literal_error', 'loc': ('body', 'response_format', 'type'), 'input': 'json_schema'}]"
    broken = Raw(json.dumps({"error": {"message": fault}}), 500, {"retry-after-ms": "1"})

    def older(asked: Asked) -> Reply:
        return broken if asked.body["response_format"]["type"] == "json_schema" else {"colour": "blue"}

    async with scripted(older) as server:
        asking = Asking(server)
        assert [await asking.ask(), await asking.ask()] == ["blue", "blue"]
        await asking.model.close()
    assert server.asked[-1].body["response_format"] == {"type": "json_object", "schema": SCHEMA}
    assert len(server.asked) == 3 + 1 + 1


async def test_the_next_endpoint_is_asked_and_a_dead_one_passed_over_for_a_while() -> None:
    async with AsyncExitStack() as stack:
        dead = await stack.enter_async_context(scripted([Raw("{}", 401)]))
        alive = await stack.enter_async_context(scripted([{"colour": "blue"}]))
        asking = Asking(dead, alive)
        for _ in range(5):
            assert await asking.ask() == "blue"
        assert (len(dead.asked), len(alive.asked)) == (3, 5)
        asking.now = 61.0
        await asking.ask()
        assert len(dead.asked) == 4
        assert asking.model.problem is None
        await asking.model.close()


async def test_where_all_are_passed_over_the_reason_is_known_without_a_call() -> None:
    async with scripted([Raw("{}", 401)]) as server:
        asking = Asking(server, budget=Budget(calls=10))
        for _ in range(4):
            with pytest.raises(ModelFailed, match="refuses the key"):
                await asking.ask()
        assert len(server.asked) == 3
        assert "refuses the key" in str(asking.model.problem)
        await asking.model.close()


@pytest.mark.parametrize(
    ("budget", "words"),
    [
        (Budget(calls=2), "2 calls"),
        (Budget(tokens=200), "200 tokens"),
        (Budget(cents=2, price_in=10_000, price_out=0), "2 cents"),
    ],
)
async def test_a_budget_ends_the_asking(budget: Budget, words: str) -> None:
    async with scripted([{"colour": "blue"}]) as server:
        asking = Asking(server, budget=budget)
        await asking.ask()
        await asking.ask()
        with pytest.raises(ModelFailed) as failed:
            await asking.ask()
        await asking.model.close()
    assert failed.value.trouble == "spent"
    assert words in failed.value.message
    assert len(server.asked) == 2


async def test_tokens_and_cents_are_counted_also_of_wrong_answers() -> None:
    async with scripted([completion("no", (1_000, 50)), completion('{"colour": "blue"}', (1_200, 20))]) as server:
        asking = Asking(server, budget=Budget(price_in=250, price_out=1_000))
        await asking.ask()
        await asking.model.close()
    assert (asking.spending.tokens_in, asking.spending.tokens_out) == (2_200, 70)
    assert asking.spending.cents == pytest.approx(0.62)
    assert asking.spending.cents_used == 1


async def test_tokens_an_endpoint_does_not_count_are_estimated() -> None:
    async with scripted([Raw('{"choices": [{"message": {"content": "{\\"colour\\": \\"blue\\"}"}}]}')]) as server:
        asking = Asking(server)
        await asking.ask()
        await asking.model.close()
    sent = len(QUESTION.system) + len(QUESTION.user)
    assert asking.spending.tokens_in == -(-sent // 3)
    assert asking.spending.tokens_out == 6


async def test_the_key_is_in_no_log_and_goes_nowhere_else(caplog: pytest.LogCaptureFixture) -> None:
    async with AsyncExitStack() as stack:
        other = await stack.enter_async_context(scripted([{"colour": "blue"}]))
        elsewhere = Raw("", 307, {"location": f"{other.address}/v1/chat/completions"})
        server = await stack.enter_async_context(scripted([elsewhere]))
        asking = Asking(server)
        with caplog.at_level(logging.DEBUG), pytest.raises(ModelFailed):
            await asking.ask()
        await asking.model.close()
    assert other.asked == []
    assert "sk-test" not in caplog.text
    assert "sk-test" not in repr(asking.model)


def test_nothing_is_loaded_until_a_model_is_asked() -> None:
    code = "import sys, qa_appliance.app, qa_appliance.model.model; sys.exit('openai' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
