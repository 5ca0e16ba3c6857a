"""What the doctor finds out about a model's endpoints."""

from __future__ import annotations

import pytest

from qa_appliance.doctor.model import check_model
from qa_appliance.settings import Llm
from qa_appliance.settings.base import Secret
from tests.model.scripted import Asked, Raw, Reply, scripted


def settings(address: str) -> Llm:
    return Llm(base_url=(f"{address}/v1",), model=("test-model",), api_key=(Secret("sk-doctor"),), timeout_seconds=20)


@pytest.mark.parametrize(
    ("reply", "detail", "advice"),
    [
        (Raw('{"error": {"message": "sk-doctor is wrong"}}', 401), "refuses the key", "--llm-base-url"),
        (Raw("{}", 404), "knows neither this address nor this model", "--llm-model"),
        ("I am a teapot.", "could not be used", "another model"),
    ],
)
async def test_an_endpoint_no_run_could_use(reply: Reply, detail: str, advice: str) -> None:
    async with scripted([reply]) as server:
        [check] = await check_model(settings(server.address))
    assert check.state == "warning"  # tests run all the same
    assert detail in check.detail
    assert advice in check.advice
    assert "sk-doctor" not in check.detail


async def test_an_endpoint_that_answers_says_what_it_can_do() -> None:
    async with scripted([{"ready": True}, {"colour": "Red."}]) as server:
        [check] = await check_model(settings(server.address))
    assert (check.state, check.name) == ("ok", "model test-model")
    assert check.detail.endswith("keeps to a JSON schema, sees pictures, holds 8192 tokens.")


@pytest.mark.parametrize(
    ("reply", "detail"),
    [
        ({"colour": "none"}, "does not see what is on a picture"),
        (Raw('{"error": {"message": "image input is not supported"}}', 400), "takes no pictures"),
        ("I would rather not.", "does not answer about a picture"),
    ],
)
async def test_an_endpoint_that_does_not_see_is_called_so(reply: Reply, detail: str) -> None:
    def script(asked: Asked) -> Reply:
        shown = isinstance(asked.body["messages"][1]["content"], list)
        if "Which colour" not in str(asked.body):
            return {"ready": True}
        return reply if shown or isinstance(reply, str) else {"colour": "none"}

    async with scripted(script) as server:
        [check] = await check_model(settings(server.address))
    assert check.state == "ok"
    assert detail in check.detail


async def test_without_a_model_one_sentence_says_what_it_would_add() -> None:
    [check] = await check_model(Llm())
    assert check.state == "ok"
    assert "what the grammar does not understand would be planned" in check.detail
