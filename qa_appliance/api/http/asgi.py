"""The framework's types of what comes in, their open parameters filled in once. Holds no logic."""

from __future__ import annotations

from typing import Any

import litestar
from litestar.connection import ASGIConnection
from litestar.datastructures import State

Request = litestar.Request[object, object, State]
Socket = litestar.WebSocket[object, object, State]
Connection = ASGIConnection[object, object, object, State]
Scope = Any  # Litestar and Starlette type theirs differently
