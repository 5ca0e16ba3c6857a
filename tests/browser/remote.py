"""`run-server` with the appliance's own browser: what stands on another machine, for tests."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from qa_appliance.browser.process import run_server as product
from qa_appliance.browser.process.choice import BrowserChoice
from qa_appliance.browser.process.run_server import RunServer


def lay_out(choice: BrowserChoice, folder: Path, host: str = "127.0.0.1", port: int = 0) -> RunServer:
    return product.run_server(choice, host, port, folder)


@asynccontextmanager
async def run_server(
    server: RunServer, *, before: Sequence[str] = ()
) -> AsyncIterator[tuple[str, asyncio.subprocess.Process]]:
    """The server's address and its process, which ends with the block. `before`: what starts it, as `ip netns exec`."""
    process = await asyncio.create_subprocess_exec(
        *before, *server.command, env=dict(server.env), stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
    )
    assert process.stdout is not None
    try:
        line = (await process.stdout.readline()).decode()
        assert "Listening on " in line, line
        yield line.split()[-1], process
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()
