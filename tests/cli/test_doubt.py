"""`doubt` as a process of its own: its exit codes, and what it prints of a weak test and of a sound one."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

from qa_appliance.browser.process.choice import choose_browser

PAGE = """<title>Cups</title><h1>Cups</h1>
<button onclick="document.querySelector('p').textContent = 'Saved 3 cups'">Save</button><p></p>"""
SOUND = '## Sound\n\nClick "Save". Check that "Saved 3 cups" is shown.\n'
WEAK = '## Weak\n\nClick "Save".\n'
SLOW_BROWSER = """#!/bin/sh
case "$*" in *--version*) ;; *) sleep 3 ;; esac
exec "{executable}" "$@"
"""

Serve = Callable[..., Awaitable[str]]


async def doubt(*arguments: str, **more: str) -> tuple[int | None, str, str]:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "qa_appliance",
        "doubt",
        "--allow",
        "loopback",
        *arguments,
        env=os.environ | {"QA_APPLIANCE_STEPS_PATIENCE_SECONDS": "2"} | more,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    out, err = await process.communicate()
    return process.returncode, out.decode(), err.decode()


async def test_a_weak_and_a_sound_test(serve: Serve, tmp_path: Path) -> None:
    file = tmp_path / "both.md"
    file.write_text(f"{SOUND}\n{WEAK}")
    code, _, err = await doubt(str(file))
    assert (code, "does not say which site" in err) == (2, True)
    site = await serve({"/": PAGE})
    code, out, err = await doubt(str(file), "--url", site)
    assert code == 1, err
    assert [line.split()[0] for line in out.splitlines()[1:]] == ["100", "0"]
    assert 'after step 1: check that "Saved 3 cups" is shown' in err
    chosen = await choose_browser()
    slow = tmp_path / "chromium"
    slow.write_text(SLOW_BROWSER.format(executable=chosen.path))
    slow.chmod(0o700)
    late = {"QA_APPLIANCE_BROWSER_PATH": str(slow), **chosen.env}
    code, out, err = await doubt(str(file), "--url", site, "--json", "--min-score", "0", "--grep", "Weak$", **late)
    assert code == 0, err
    assert [each["doubt"]["score"] for each in json.loads(out)["tests"]] == [0]
