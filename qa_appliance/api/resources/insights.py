"""Which of a project's procedures are slowest and which fail most. Says nothing about single runs."""

from __future__ import annotations

from litestar import get

from qa_appliance.api.http.about import Request, about
from qa_appliance.api.http.needs import Caller, Doors
from qa_appliance.api.resources.projects import own_project
from qa_appliance.store.views import insights
from qa_appliance.store.views.insights import Insights


@get(
    "/api/projects/{id:str}/insights",
    **about("The slowest and the most failing procedures of 30 days", "Projects", answer=Insights, refuses=(404,)),
)
async def read_insights(request: Request, caller: Caller, doors: Doors) -> Insights:
    project = await own_project(request.path_params["id"], caller, doors)
    return await insights.of_project(doors.db, project.id, doors.clock())
