"""Looks at the model's endpoints by asking each one small question, as a run would."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from qa_appliance.core.model_call import ModelCall
from qa_appliance.doctor.check import Check, ok, warning
from qa_appliance.model.endpoint import Endpoint, ModelFailed, endpoints
from qa_appliance.model.model import Model, Question
from qa_appliance.model.spending import Budget, Spending
from qa_appliance.settings import Llm

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


class _Ready(Struct):
    ready: bool


async def check_model(llm: Llm) -> list[Check]:
    """One finding for each endpoint; takes as long as they take to answer."""
    return [await _check(endpoint) for endpoint in endpoints(llm)] or [ok("model", NONE)]


async def _check(endpoint: Endpoint) -> Check:
    name = f"model {endpoint.model}"
    model, log = Model((endpoint,)), list[ModelCall]()
    try:
        await model.ask(_QUESTION, lambda given: msgspec.convert(given, _Ready), Spending(Budget(calls=2)), log)
        chat = model.lines[0].chat
        assert chat is not None
        size = await chat.context_size()
        how, seconds = _HOW[chat.format], log[-1].seconds
    except ModelFailed as problem:
        return warning(name, problem.message, _ADVICE.get(problem.trouble, "See the log of whoever runs it."))
    finally:
        await model.close()
    held = f"holds {size} tokens" if size else "does not tell how many tokens it holds"
    return ok(name, f"Answers in {seconds:.1f} s, {how}, {held}.")
