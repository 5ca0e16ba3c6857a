"""The port plans come through, and the planner that chooses: saved steps first, then plain English."""

from __future__ import annotations

import asyncio
from typing import Protocol

from qa_appliance.core.plan import Plan
from qa_appliance.core.run import RunRequest
from qa_appliance.english.compile import plan_english


class Planner(Protocol):
    """Turns a request into a plan. Never raises for words it cannot read: they are gaps of the plan."""

    async def plan(self, request: RunRequest) -> Plan: ...


class StandardPlanner:
    """A saved procedure is replayed as it is, with no planning at all; a description is read as plain English."""

    async def plan(self, request: RunRequest) -> Plan:
        if request.procedure is not None:
            return request.procedure
        return await asyncio.to_thread(plan_english, request.description or "", request.phrases)
