"""Visual baselines: the pictures a step's pictures are compared with (interfaces, Resources)."""

from __future__ import annotations

from typing import Annotated

from litestar import delete, get, patch, post
from msgspec import UNSET, Meta, Struct, UnsetType

from qa_appliance.api.http.about import about
from qa_appliance.api.http.asgi import Request
from qa_appliance.api.http.bodies import read
from qa_appliance.api.http.dependencies import Caller, Services
from qa_appliance.api.http.issues import UUID
from qa_appliance.api.resources.owned import OwnBaseline, OwnProject
from qa_appliance.core.clock import new_id
from qa_appliance.core.errors import Conflict, NotFound
from qa_appliance.store.tables import audit, baselines
from qa_appliance.store.tables.baselines import Baseline, Mask
from qa_appliance.store.tables.run_words import Reader
from qa_appliance.store.views import ownership, run_views
from qa_appliance.store.views.run_views import RunDetail

Threshold = Annotated[float, Meta(ge=0, le=100, examples=[0.1])]
Length = Annotated[float, Meta(ge=0, le=100_000)]


class MaskBody(Struct, frozen=True):
    """An area of the picture that is not looked at, in its CSS pixels."""

    x: Length
    y: Length
    width: Length
    height: Length


Masks = Annotated[list[MaskBody], Meta(max_length=100)]


class BaselineBody(Struct, frozen=True, rename="camel"):
    """Takes the picture a run made at a step as the baseline.

    `threshold` is the share of the pixels, in percent, that may differ. Left out, it and the masks stay as they were
    for this step.
    """

    run_id: Annotated[str, Meta(pattern=UUID)]
    step_index: Annotated[int, Meta(ge=0)]
    threshold: Threshold | UnsetType = UNSET
    masks: Masks | UnsetType = UNSET


class BaselineChange(Struct, frozen=True):
    """What is left out stays as it is."""

    threshold: Threshold | UnsetType = UNSET
    masks: Masks | UnsetType = UNSET


class BaselineView(Struct, frozen=True, rename="camel"):
    """A baseline with a link to its picture. `testName` is that of its procedure, else the words of the test, null
    where neither is kept any more; `runId` the run whose picture it is."""

    id: str
    project_id: str
    procedure_id: str | None
    test_name: str | None
    run_id: str | None
    step_index: int | None
    name: str
    viewport: str | None
    browser: str | None
    threshold: float
    masks: list[Mask]
    store_key: str
    url: str
    created_at: str


class BaselineAnswer(Struct, frozen=True):
    baseline: BaselineView


class BaselinesAnswer(Struct, frozen=True):
    baselines: list[BaselineView]


@get(
    "/api/projects/{id:str}/baselines",
    **about("List visual baselines", "Baselines", answer=BaselinesAnswer, refuses=(404,)),
)
async def list_baselines(project: OwnProject, services: Services) -> BaselinesAnswer:
    return BaselinesAnswer([_view(each, services) for each in await baselines.listed(services.db, project.id)])


@post(
    "/api/projects/{id:str}/baselines",
    **about(
        "Accept a run's picture as baseline",
        "Baselines",
        who="dashboard",
        status=201,
        body=BaselineBody,
        answer=BaselineAnswer,
        refuses=(400, 404, 409),
    ),
)
async def accept_baseline(request: Request, project: OwnProject, caller: Caller, services: Services) -> BaselineAnswer:
    body = await read(request, BaselineBody)
    run = await run_views.detail(services.db, body.run_id.lower(), services.artifacts.url, Reader(services.vault))
    owner = await run_views.org_of(services.db, body.run_id.lower())
    if run is None or owner != caller.org_id or run.project_id != project.id:
        other = owner if owner != caller.org_id else None
        raise await ownership.missing(services.db, "Run not found", user_id=caller.user_id, org_id=other)
    name, key = _picture(run, body.step_index)
    picture = services.artifacts.open(key)
    if picture is None:
        raise Conflict("The picture of this step is no longer kept; run the test again and accept the new one.")
    baseline_id, now = new_id(), services.clock()
    # a copy of its own: the run and its files may be deleted one day
    stored = await services.artifacts.save(baseline_id, f"baseline{picture.suffix}", picture)
    baseline, replaced = await baselines.accept(
        services.db,
        project_id=project.id,
        procedure_id=run.procedure_id,
        test=await baselines.test_of_run(services.db, services.vault, run.id),
        run_id=run.id,
        step_index=body.step_index,
        name=name,
        viewport=run.viewport_preset,
        browser=run.browser,
        store_key=stored,
        created_by=caller.user_id,
        now=now,
        baseline_id=baseline_id,
        threshold=None if body.threshold is UNSET else body.threshold,
        masks=None if body.masks is UNSET else _masks(body.masks),
    )
    for old in replaced:
        await services.artifacts.delete(old)
    await audit.note(services.db, audit.acting(caller), "baseline.accepted", baseline.id, now, run=run.id)
    return BaselineAnswer(_view(await baselines.find(services.db, baseline.id) or baseline, services))


@patch(
    "/api/projects/{id:str}/baselines/{baseline_id:str}",
    **about(
        "Change how a baseline is compared with",
        "Baselines",
        who="dashboard",
        body=BaselineChange,
        answer=BaselineAnswer,
        refuses=(400, 404),
        example={"threshold": 0.5},
    ),
)
async def change_baseline(
    request: Request, baseline: OwnBaseline, caller: Caller, services: Services
) -> BaselineAnswer:
    body = await read(request, BaselineChange)
    threshold = None if body.threshold is UNSET else body.threshold
    masks = None if body.masks is UNSET else _masks(body.masks)
    await baselines.change(services.db, baseline.id, threshold=threshold, masks=masks)
    now, count = services.clock(), None if masks is None else len(masks)
    await audit.note(
        services.db,
        audit.acting(caller),
        "baseline.changed",
        baseline.id,
        now,
        threshold=threshold,
        masks=count,
    )
    return BaselineAnswer(_view(await baselines.find(services.db, baseline.id) or baseline, services))


@delete(
    "/api/projects/{id:str}/baselines/{baseline_id:str}",
    **about("Remove a baseline", "Baselines", status=204, who="dashboard", refuses=(404,)),
)
async def remove_baseline(baseline: OwnBaseline, services: Services) -> None:
    await baselines.remove(services.db, baseline.id)
    await services.artifacts.delete(baseline.id)


def _masks(given: list[MaskBody]) -> list[Mask]:
    return [Mask(each.x, each.y, each.width, each.height) for each in given]


def _picture(run: RunDetail, index: int) -> tuple[str, str]:
    """The name and the key of the picture a step took for comparison. Raises `NotFound`."""
    step = next((each for each in run.steps_json or () if each.index == index), None)
    compared = next((each for each in run.visual or () if each.step_index == index), None)
    key = (compared.actual_store_key if compared else None) or (step.screenshots.get("actual") if step else None)
    if key is None:
        raise NotFound(f"Step {index} of this run took no picture to compare")
    return (step.value if step else None) or "", key


def _view(baseline: Baseline, services: Services) -> BaselineView:
    return BaselineView(
        id=baseline.id,
        project_id=baseline.project_id,
        procedure_id=baseline.procedure_id,
        test_name=baseline.test_name,
        run_id=baseline.run_id,
        step_index=baseline.step_index,
        name=baseline.name,
        viewport=baseline.viewport,
        browser=baseline.browser,
        threshold=baseline.threshold,
        store_key=baseline.store_key,
        url=services.artifacts.url(baseline.store_key),
        created_at=baseline.created_at,
        masks=list(baseline.masks),
    )
