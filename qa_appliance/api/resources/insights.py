"""Which of a project's procedures are slowest and which fail most. Says nothing about single runs."""

from __future__ import annotations

from litestar import get

from qa_appliance.api.http.about import about
from qa_appliance.api.http.dependencies import Services
from qa_appliance.api.resources.owned import OwnProject
from qa_appliance.store.views import insights
from qa_appliance.store.views.insights import Insights


@get(
    "/api/projects/{id:str}/insights",
    **about("The slowest and the most failing procedures of 30 days", "Projects", answer=Insights, refuses=(404,)),
)
async def read_insights(project: OwnProject, services: Services) -> Insights:
    return await insights.of_project(services.db, project.id, services.clock())
