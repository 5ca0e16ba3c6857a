"""How a project's procedures fare over their last runs, and a badge that shows it elsewhere. No single runs."""

from __future__ import annotations

from litestar import get

from qa_appliance.api.http.about import about
from qa_appliance.api.http.dependencies import Services
from qa_appliance.api.resources.owned import OwnProcedure, OwnProject
from qa_appliance.core.batches.steadiness import Steadiness
from qa_appliance.store.views import insights
from qa_appliance.store.views.insights import Insights


@get(
    "/api/projects/{id:str}/insights",
    **about("The slowest and the most failing procedures of 30 days", "Projects", answer=Insights, refuses=(404,)),
)
async def read_insights(project: OwnProject, services: Services) -> Insights:
    return await insights.of_project(services.db, project.id, services.clock())


@get(
    "/api/procedures/{id:str}/steadiness",
    **about("How steady a procedure is over its last runs", "Procedures", answer=Steadiness, refuses=(404,)),
)
async def read_steadiness(procedure: OwnProcedure, services: Services) -> Steadiness:
    return await insights.of_procedure(services.db, procedure.id)
