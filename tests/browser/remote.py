"""A `playwright run-server` with the appliance's own browser: what stands on another machine, for tests."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import playwright

from qa_appliance.browser.process.choice import BrowserChoice
from qa_appliance.browser.process.launch import environment

DRIVER = Path(playwright.__file__).parent / "driver"


def lay_out(choice: BrowserChoice, folder: Path) -> dict[str, str]:
    """A folder as `playwright install` leaves it, holding a script that starts our browser; the environment for it."""
    known = json.loads((DRIVER / "package" / "browsers.json").read_text())["browsers"]
    revision = next(entry["revision"] for entry in known if entry["name"] == "chromium-headless-shell")
    place = folder / f"chromium_headless_shell-{revision}"
    program = place / "chrome-headless-shell-linux64" / "chrome-headless-shell"
    program.parent.mkdir(parents=True)
    exports = "".join(f'export {name}="{value}"\n' for name, value in choice.env.items())
    program.write_text(f'#!/bin/sh\n{exports}exec "{choice.path}" --no-sandbox "$@"\n')
    program.chmod(0o755)
    (place / "INSTALLATION_COMPLETE").touch()
    return {**environment(choice), "PLAYWRIGHT_BROWSERS_PATH": str(folder)}


@asynccontextmanager
async def run_server(
    surroundings: dict[str, str], *, host: str = "127.0.0.1", before: Sequence[str] = ()
) -> AsyncIterator[tuple[str, asyncio.subprocess.Process]]:
    """The server's address and its process, which ends with the block. `before`: what starts it, as `ip netns exec`."""
    server = await asyncio.create_subprocess_exec(
        *before, DRIVER / "node", DRIVER / "package" / "cli.js", "run-server", "--host", host, "--port", "0",
        env=surroundings, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
    )  # fmt: skip
    assert server.stdout is not None
    try:
        line = (await server.stdout.readline()).decode()
        assert "Listening on " in line, line
        yield line.split()[-1], server
    finally:
        if server.returncode is None:
            server.kill()
        await server.communicate()
