"""This machine's browser for an appliance elsewhere: the driver's own `run-server` with the browser chosen here.

Of the same version as the appliance it ships with, whose driver it is. Starts nothing itself.
"""

from __future__ import annotations

import json
import shlex
import tempfile
from collections.abc import Mapping
from pathlib import Path

import playwright
from msgspec import Struct
from platformdirs import user_cache_path

from qa_appliance.browser.process.choice import BrowserChoice
from qa_appliance.browser.process.launch import NO_SELECTION_PASTED, QUIET, environment
from qa_appliance.unpacking import private

_DRIVER = Path(playwright.__file__).parent / "driver"
_SHELL = "chromium-headless-shell"


class RunServer(Struct, frozen=True):
    """How it is started; it prints `Listening on ws://…` on standard output."""

    command: tuple[str, ...]
    env: Mapping[str, str]


def run_server(choice: BrowserChoice, host: str, port: int, folder: Path | None = None) -> RunServer:
    """`folder` is where the driver is to find the browser, in this user's cache unless given. Blocking."""
    place = folder or _own_folder()
    _lay_out(choice, place)
    command = (str(_DRIVER / "node"), str(_DRIVER / "package" / "cli.js"), "run-server", "--host", host)
    return RunServer((*command, "--port", str(port)), {**environment(choice), "PLAYWRIGHT_BROWSERS_PATH": str(place)})


def _lay_out(choice: BrowserChoice, folder: Path) -> None:
    """As `playwright install` leaves it, holding a script that starts our browser."""
    known = json.loads((_DRIVER / "package" / "browsers.json").read_text())["browsers"]
    revision = next(entry["revision"] for entry in known if entry["name"] == _SHELL)
    place = folder / f"{_SHELL.replace('-', '_')}-{revision}"
    program = place / "chrome-headless-shell-linux64" / "chrome-headless-shell"
    program.parent.mkdir(parents=True, exist_ok=True)
    exports = "".join(f"export {name}={shlex.quote(value)}\n" for name, value in choice.env.items())
    start = shlex.join([str(choice.path), *choice.args, *QUIET])
    fresh = program.with_name("fresh")
    fresh.write_text(f'#!/bin/sh\n{exports}exec {start} "$@" {NO_SELECTION_PASTED}\n')
    fresh.chmod(0o755)
    fresh.replace(program)  # another server of this user may be starting its browser
    (place / "INSTALLATION_COMPLETE").touch()


def _own_folder() -> Path:
    """What lies there is run: where others may write, or nobody may, it is one for this time."""
    folder = user_cache_path("qa-appliance") / "run-server"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        (folder / "written").touch()
        if private(folder.stat()) and private(folder.parent.stat()):
            return folder
    except OSError:
        pass
    return Path(tempfile.mkdtemp(prefix="qa-appliance-run-server-"))
