"""What speaks the protocol is loaded when it is first asked for: nobody else waits for it or holds it."""

from __future__ import annotations

import asyncio
import importlib
from types import ModuleType

_SERVER = "qa_appliance.mcp.server"


async def protocol() -> ModuleType:
    """The module `server`. Loading it takes a second."""
    return await asyncio.to_thread(importlib.import_module, _SERVER)
