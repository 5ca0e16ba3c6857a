"""The appliance itself, for those who run it: how it is set, and what its doctor finds. Changes nothing."""

from __future__ import annotations

from collections.abc import Sequence

from litestar import get
from msgspec import Struct

from qa_appliance.api.http.about import about
from qa_appliance.api.http.auth import operates
from qa_appliance.api.http.dependencies import Caller, Services
from qa_appliance.api.http.facts import ApplianceFacts, for_guests
from qa_appliance.doctor.check import Check


class DoctorAnswer(Struct, frozen=True):
    checks: Sequence[Check]


@get("/api/appliance", **about("How the appliance is set", "Operation", who="dashboard", answer=ApplianceFacts))
async def read_appliance(caller: Caller, services: Services) -> ApplianceFacts:
    facts = services.facts()
    return facts if await operates(caller, services) else for_guests(facts)


@get(
    "/api/doctor",
    **about("Check this machine; takes seconds", "Operation", who="operators", answer=DoctorAnswer),
)
async def ask_doctor(services: Services) -> DoctorAnswer:
    return DoctorAnswer(await services.examine())
