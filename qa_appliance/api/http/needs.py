"""What handlers may ask for by name: the caller the guard let through, the doors, the ways in. Makes nothing."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any

from litestar.di import NamedDependency

from qa_appliance.api.http import auth, credentials, doors, peer
from qa_appliance.api.http import metrics as counted
from qa_appliance.store.tables import callers

Caller = NamedDependency[callers.Caller]
Doors = NamedDependency[doors.Doors]
Door = NamedDependency[credentials.Door]


@dataclass(frozen=True, slots=True)
class _Watchman:
    """What the operator's own endpoints need besides the doors."""

    gate: auth.Gate
    peers: peer.Peers
    metrics: counted.Metrics
    probing: dict[str, asyncio.Future[str | None]] = field(default_factory=dict)  # looks under way, by their name


class ApiDocument:
    """The OpenAPI document of the routes as they are."""

    def __init__(self, content: dict[str, Any]) -> None:
        self.content = content


Document = NamedDependency[ApiDocument]
Watchman = NamedDependency[_Watchman]
watchman = _Watchman
