"""Heals: what took the place of a saved element in a replay, and a person's yes or no to it."""

from __future__ import annotations

from typing import Literal

from litestar import get, post
from litestar.params import FromPath
from msgspec import Struct

from qa_appliance.api.http.about import about
from qa_appliance.api.http.asgi import Request
from qa_appliance.api.http.bodies import read
from qa_appliance.api.http.dependencies import Caller, Services
from qa_appliance.api.resources.owned import OwnProcedure, own_procedure
from qa_appliance.core.errors import Conflict, NotFound
from qa_appliance.store.tables import audit, heals, procedures
from qa_appliance.store.tables.heals import Heal


class HealBody(Struct, frozen=True):
    """accept: the procedure looks for the new element from now on. reject: that element never takes its place again."""

    answer: Literal["accept", "reject"]


class HealAnswer(Struct, frozen=True):
    heal: Heal


class HealsAnswer(Struct, frozen=True):
    heals: list[Heal]


@get(
    "/api/procedures/{id:str}/heals",
    **about("List the heals of a procedure", "Procedures", answer=HealsAnswer, refuses=(404,)),
)
async def list_heals(procedure: OwnProcedure, services: Services) -> HealsAnswer:
    return HealsAnswer(await heals.listed(services.db, procedure.id))


@post(
    "/api/heals/{id:str}",
    **about(
        "Accept or reject a heal",
        "Procedures",
        who="dashboard",
        body=HealBody,
        answer=HealAnswer,
        refuses=(400, 404, 409),
    ),
)
async def answer_heal(request: Request, id: FromPath[str], caller: Caller, services: Services) -> HealAnswer:
    """A rejected heal may still be accepted; an accepted one is changed by editing the procedure."""
    found = await heals.find(services.db, id)
    if found is None:
        raise NotFound("Heal not found")
    heal, swap = found
    try:
        procedure = await own_procedure(swap.procedure_id, caller, services)
    except NotFound as missing:
        raise NotFound("Heal not found", code=missing.code, **missing.extra) from None
    body = await read(request, HealBody)
    wanted: heals.HealState = "accepted" if body.answer == "accept" else "rejected"
    now = services.clock()
    refusal = await procedures.answer_heal(services.db, heal.id, wanted, now)
    if refusal is not None:
        raise Conflict(refusal)
    await audit.note(
        services.db,
        audit.acting(caller),
        f"heal.{wanted}",
        procedure.id,
        now,
        step=heal.step_index + 1,
        was=heal.was,
        replacement=heal.now,
    )
    answered = await heals.find(services.db, heal.id)
    assert answered is not None
    return HealAnswer(answered[0])
