"""What a description would do, without a browser (interfaces, `POST /api/plan`)."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from litestar import post
from msgspec import UNSET, Meta, Struct

from qa_appliance.api.http.about import about
from qa_appliance.api.http.asgi import Request
from qa_appliance.api.http.bodies import read
from qa_appliance.api.http.dependencies import Caller, Services
from qa_appliance.api.http.fields import Description, Expectation
from qa_appliance.api.http.issues import UUID
from qa_appliance.api.resources.owned import own_project
from qa_appliance.core.plan import Gap, Plan
from qa_appliance.core.steps import Step
from qa_appliance.core.stored import notes_on_files
from qa_appliance.english.writing.written import with_readings
from qa_appliance.planning.foreseen import Ambiguity, Foreseen, Unseen, foresee
from qa_appliance.store.tables import files, phrasebook
from qa_appliance.store.tables.pages import looks
from qa_appliance.store.tables.test_data import accounts
from qa_appliance.store.vault import mask, part


class PlanBody(Struct, frozen=True, rename="camel"):
    project_id: Annotated[str, Meta(pattern=UUID)]
    description: Description
    user_expectation: Expectation = UNSET


class PlanAnswer(Struct, frozen=True):
    """`readsAs` of a step is the sentence of the test language that is read to it; none where it has none.

    `gaps` names each clause that was not understood, with the nearest forms that are.

    `ambiguities` and `unseen` are what the last looks at the project's pages can tell: targets that several elements
    fit, targets that none of the pages names. `notes` are about the test itself, such as that nothing is checked after
    the last action, or that a file it uploads is not stored with the project.
    """

    steps: list[Step]
    gaps: list[Gap]
    ambiguities: list[Ambiguity]
    unseen: list[Unseen]
    notes: list[str]
    source: Literal["english", "model", "saved"]


@post(
    "/api/plan",
    **about(
        "What a description would do",
        "Planning",
        body=PlanBody,
        answer=PlanAnswer,
        limit="plan",
        refuses=(400, 404, 503),
    ),
)
async def plan_description(request: Request, caller: Caller, services: Services) -> PlanAnswer:
    body = await read(request, PlanBody)
    project = await own_project(body.project_id.lower(), caller, services)
    phrases = await phrasebook.of_organization(services.db, services.vault, caller.org_id)
    known = await accounts.named(services.db, project.id)
    planned = await services.reading.do_for(caller.user_id, services.plan, body.description, phrases, accounts=known)
    plan = await services.reading.do_for(caller.user_id, with_readings, planned)
    pages = await looks.of_project(services.db, project.id)

    def read_again(text: str) -> Plan:
        return services.plan(text, phrases, accounts=known)

    def look_ahead() -> Foreseen:
        return foresee(body.description, plan, read_again, pages, project.base_url)

    found = await services.reading.do_for(caller.user_id, look_ahead)
    stored = [file.name for file in await files.listed(services.db, project.id)]
    parted = part(msgspec.to_builtins(plan.steps))
    unsaid = [text for text in parted.secrets if text not in body.description]  # typed by a phrase of others
    plain = msgspec.json.decode(msgspec.json.encode(found))
    foreseen = msgspec.convert(mask(plain, parted.secrets), Foreseen)
    return PlanAnswer(
        steps=msgspec.convert(parted.steps, list[Step]),
        gaps=msgspec.convert(mask(msgspec.to_builtins(plan.gaps), unsaid), list[Gap]),
        ambiguities=list(foreseen.ambiguities),
        unseen=list(foreseen.unseen),
        notes=mask([*plan.notes, *notes_on_files(plan.steps, stored)], unsaid),
        source=plan.source,
    )
