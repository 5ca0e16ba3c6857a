"""The port plans come through, and the planner that chooses: saved steps first, then plain English."""

from __future__ import annotations

from typing import Protocol

from qa_appliance.core.batches.fields import typed_instead
from qa_appliance.core.plan import Plan
from qa_appliance.core.run import RunRequest
from qa_appliance.english.compile import plan_english
from qa_appliance.english.writing.written import with_readings
from qa_appliance.threads import Threads


class Planner(Protocol):
    """Turns a request into a plan. Never raises for words it cannot read: they are gaps of the plan."""

    async def plan(self, request: RunRequest) -> Plan: ...


def _read(request: RunRequest) -> Plan:
    accounts = request.project_data.accounts
    return with_readings(plan_english(request.description or "", request.phrases, accounts=accounts))


class StandardPlanner:
    """A saved procedure is replayed as it is, with no planning at all; a description is read as plain English."""

    def __init__(self) -> None:
        self._threads = Threads("planning", at_once=2)  # as many wait as there are runs at work

    async def plan(self, request: RunRequest) -> Plan:
        plan = request.procedure
        if plan is None:
            plan = await self._threads.do(_read, request)
        return plan if request.typed is None else typed_instead(plan, request.typed)
