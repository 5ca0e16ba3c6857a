"""`run-server`, called as on a machine that lends its browser."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from qa_appliance.browser.process.choice import BrowserChoice
from qa_appliance.browser.process.endpoint import parse_endpoint
from qa_appliance.browser.process.endpoints import Endpoints
from qa_appliance.browser.process.run_server import run_server
from qa_appliance.cli import call
from qa_appliance.cli.exits import PASSED, USAGE
from qa_appliance.core.run import Site


@pytest.mark.parametrize("wrong", [["--port", "65536"], ["--browser-path", "/no/such/browser"]])
def test_what_cannot_be_lent_is_refused(capsys: pytest.CaptureFixture[str], wrong: list[str]) -> None:
    assert call(["run-server", *wrong]) == USAGE
    assert capsys.readouterr().out == ""


def test_what_a_browser_needs_is_said_to_a_shell_as_it_is(tmp_path: Path) -> None:
    choice = BrowserChoice(Path("/opt/my browser"), "explicit", "1", "", env={"FONTS": "$(id) 'a'"}, args=("--x",))
    run_server(choice, "127.0.0.1", 0, tmp_path)
    [program] = tmp_path.rglob("chrome-headless-shell")
    lines = program.read_text().splitlines()
    assert lines[:2] == ["#!/bin/sh", """export FONTS='$(id) '"'"'a'"'"''"""]
    assert lines[2].startswith("exec '/opt/my browser' --x --")
    assert ' "$@" --blink-settings=middleClickPasteAllowed=false,' in lines[2]


async def test_a_session_is_opened_on_the_browser_that_is_lent_until_it_is_told_to_end() -> None:
    lending = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "qa_appliance", "run-server", "--port", "0",
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert lending.stdout is not None
    try:
        line = (await lending.stdout.readline()).decode()
        assert line.startswith("Listening on ws://127.0.0.1:")
        async with (
            Endpoints.open([parse_endpoint(line.split()[-1], 1)]) as endpoints,
            endpoints.session(Site("http://127.0.0.1:1/")) as session,
        ):
            assert await session.page.evaluate("6 * 7") == 42
            lending.terminate()
            await session.crashed.wait()
    finally:
        _, talk = await lending.communicate()
    assert lending.returncode == PASSED
    assert talk.decode().startswith("Chromium ")
