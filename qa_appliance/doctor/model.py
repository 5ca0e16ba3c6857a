"""Looks at the model's endpoints by asking each one small question, as a run would."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from PIL import Image

from qa_appliance.core.model_call import ModelCall
from qa_appliance.doctor.check import Check, ok, warning
from qa_appliance.model.endpoint import Endpoint, ModelFailed, endpoints
from qa_appliance.model.model import Model, Question
from qa_appliance.model.spending import Budget, Spending
from qa_appliance.settings import Llm

if TYPE_CHECKING:
    from qa_appliance.model.chat import Chat
    from qa_appliance.model.local.chat import FileChat

NONE = (
    "None is configured, and none is needed: tests are read by the appliance's own grammar. With one (--llm-base-url,"
    " --llm-model) what the grammar does not understand would be planned instead of ending the run."
)
_SCHEMA: dict[str, object] = {
    "type": "object",
    "properties": {"ready": {"type": "boolean"}},
    "required": ["ready"],
    "additionalProperties": False,
}
_QUESTION = Question(
    "doctor", "Answer with a JSON object and nothing else.", 'Answer {"ready": true}.', _SCHEMA, most_tokens=200
)
_HOW = {
    "schema": "keeps to a JSON schema",
    "object": "takes a JSON schema as llama.cpp does",
    "json": "answers in JSON, but takes no schema: answers may need a second try",
    "text": "takes neither a schema nor JSON mode: answers may need a second try",
}
_ADVICE = {
    "refused": "Correct --llm-base-url (it most often ends in /v1), --llm-model and the key.",
    "unreachable": "Start it, or correct --llm-base-url.",
    "slow": "Take a smaller model, or raise --llm-timeout-seconds.",
    "busy": "Wait, or raise the limit at whoever runs it.",
    "unreadable": "Take another model: this one does not keep to what it is asked for.",
}


_SEEN = Question(
    "doctor",
    "Answer with a JSON object and nothing else.",
    'Which colour is the picture? Answer {"colour": "the colour"}, or {"colour": "none"} if you see no picture.',
    {
        "type": "object",
        "properties": {"colour": {"type": "string"}},
        "required": ["colour"],
        "additionalProperties": False,
    },
    most_tokens=200,
)


class _Ready(Struct):
    ready: bool


class _Colour(Struct):
    colour: str


async def check_model(llm: Llm, authorities: str = "", data_dir: Path | None = None) -> list[Check]:
    """One finding for each endpoint, and for a model's file; takes as long as they take to answer."""
    return [await _check(endpoint) for endpoint in endpoints(llm, authorities, data_dir)] or [ok("model", NONE)]


async def _check(endpoint: Endpoint) -> Check:
    name = f"model {endpoint.model}"
    model, log, spending = Model((endpoint,)), list[ModelCall](), Spending(Budget(calls=4))
    try:
        await model.ask(_QUESTION, lambda given: msgspec.convert(given, _Ready), spending, log)
        chat = model.lines[0].chat
        assert chat is not None
        size = await chat.context_size()
        last = log[-1]
        how, seconds = _HOW[chat.format], last.seconds
        sight = await _sight(model, chat, spending)
    except ModelFailed as problem:
        return warning(name, problem.message, _ADVICE.get(problem.trouble, "See the log of whoever runs it."))
    finally:
        await model.close()
    held = f"holds {size} tokens" if size else "does not tell how many tokens it holds"
    speed = f", {last.tokens_out / seconds:.0f} tokens a second" if seconds and last.tokens_out else ""
    served = " It is served here from its file." if endpoint.file is not None else ""
    return ok(name, f"Answers in {seconds:.1f} s{speed}, {how}, {sight}, {held}.{served}")


async def _sight(model: Model, chat: Chat | FileChat, spending: Spending) -> str:
    """Whether it sees what is shown to it: a red picture."""
    red = io.BytesIO()
    Image.new("RGB", (64, 64), (220, 0, 0)).save(red, "JPEG")
    asked = replace(_SEEN, picture=red.getvalue())
    try:
        colour = await model.ask(asked, lambda given: msgspec.convert(given, _Colour).colour, spending, [])
    except ModelFailed:
        return "does not answer about a picture"
    if not chat.takes_pictures:
        return "takes no pictures: what is judged is judged by the texts"
    return "sees pictures" if "red" in colour.casefold() else "does not see what is on a picture"
