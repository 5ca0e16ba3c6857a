"""What handlers may ask for by name: the caller the guard let through, the doors, the ways in. Makes nothing."""

from __future__ import annotations

from litestar.di import NamedDependency

from qa_appliance.api import credentials, doors
from qa_appliance.store import callers

Caller = NamedDependency[callers.Caller]
Doors = NamedDependency[doors.Doors]
Door = NamedDependency[credentials.Door]
