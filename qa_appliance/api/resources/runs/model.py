"""What a run had of a model: the calls it made, and its words put so that they need none."""

from __future__ import annotations

from litestar import get
from msgspec import Struct

from qa_appliance.api.http.about import about
from qa_appliance.api.http.dependencies import Caller, Services
from qa_appliance.api.resources.owned import OwnRunId
from qa_appliance.api.resources.rewording import rewording_of
from qa_appliance.core.model_call import FILE, ModelCall
from qa_appliance.planning.rewording import Reworded
from qa_appliance.store.views.history import model_calls


class ModelCallsAnswer(Struct, frozen=True, rename="camel"):
    """In their order, secrets masked; empty where the run asked nothing. `file_url`: the same as a file."""

    calls: list[ModelCall]
    file_url: str | None = None


class RewordingAnswer(Struct, frozen=True, rename="camel"):
    """`clauses`: those a model planned, with what says the same without one; `words`: the whole test put so.

    `procedure_id`: whose words they are, where they are no run's own. Nothing to put anew: `words` is null.
    """

    words: str | None
    clauses: list[Reworded]
    procedure_id: str | None


@get(
    "/api/runs/{id:str}/model",
    **about("Read what a run asked of a model", "Runs", who="managers", answer=ModelCallsAnswer, refuses=(404,)),
)
async def read_model_calls(run_id: OwnRunId, services: Services) -> ModelCallsAnswer:
    calls = await model_calls(services.artifacts, run_id)
    return ModelCallsAnswer(calls, services.artifacts.url(f"{run_id}/{FILE}") if calls else None)


@get(
    "/api/runs/{id:str}/rewording",
    **about(
        "Read a run's words put so that they need no model",
        "Runs",
        answer=RewordingAnswer,
        limit="plan",
        refuses=(404, 503),
    ),
)
async def read_rewording(run_id: OwnRunId, caller: Caller, services: Services) -> RewordingAnswer:
    found = await rewording_of(run_id, caller, services)
    if found is None or not found[0].clauses:
        return RewordingAnswer(None, [], None)
    rewording, procedure_id = found
    return RewordingAnswer(rewording.words, list(rewording.clauses), procedure_id)
