"""The appliance itself, for those who run it: how it is set, and what its doctor finds. Changes nothing."""

from __future__ import annotations

from collections.abc import Sequence

from litestar import get
from msgspec import Struct

from qa_appliance.api.http.about import about
from qa_appliance.api.http.auth import operates
from qa_appliance.api.http.facts import ApplianceFacts, for_guests
from qa_appliance.api.http.needs import Caller, Doors
from qa_appliance.doctor.check import Check


class DoctorAnswer(Struct, frozen=True):
    checks: Sequence[Check]


@get("/api/appliance", **about("How the appliance is set", "Operation", who="dashboard", answer=ApplianceFacts))
async def read_appliance(caller: Caller, doors: Doors) -> ApplianceFacts:
    facts = doors.facts()
    return facts if await operates(caller, doors) else for_guests(facts)


@get(
    "/api/doctor",
    **about("Check this machine; takes seconds", "Operation", who="operators", answer=DoctorAnswer),
)
async def ask_doctor(doors: Doors) -> DoctorAnswer:
    return DoctorAnswer(await doors.examine())
