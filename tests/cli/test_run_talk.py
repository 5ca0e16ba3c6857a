"""What `run` says while it works: on a terminal each step as it happens, in colours, and what is left."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from .test_run import BAD, GOOD, PAGE, Serve, cli

GREEN, RED = "\x1b[32m", "\x1b[31m"


async def test_a_colour_that_is_none_is_refused() -> None:
    ended = await cli(GOOD, "--url", "http://shop.test", "--color", "purple")
    assert (ended.code, ended.out) == (2, "")
    assert "'purple' is not one of 'auto', 'always', 'never'" in ended.err


@asynccontextmanager
async def at_a_terminal(*arguments: str, **environment: str) -> AsyncIterator[tuple[asyncio.StreamReader, Any]]:
    """`run` with its standard error at a terminal of 100 columns: what is to be read there, and the process."""
    ours, theirs = os.openpty()
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "qa_appliance", "run", *arguments,
        env=os.environ | {"QA_APPLIANCE_STEPS_PATIENCE_SECONDS": "2", "COLUMNS": "100"} | environment,
        stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=theirs,
    )  # fmt: skip
    os.close(theirs)
    reader = asyncio.StreamReader()
    with os.fdopen(ours, "rb", buffering=0) as terminal:
        loop = asyncio.get_running_loop()
        transport, _ = await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), terminal)
        try:
            yield reader, process
        finally:
            if process.returncode is None:
                process.kill()
            await process.wait()
            transport.close()


async def until(reader: asyncio.StreamReader, *words: str) -> str:
    """What is written up to a line that has all the words."""
    seen = ""
    while True:
        line = (await reader.readline()).decode()
        assert line, seen
        seen += line
        if all(word in line for word in words):
            return seen


@pytest.mark.slow
async def test_each_step_as_it_happens(serve: Serve, tmp_path: Path) -> None:
    held = asyncio.Event()

    async def hangs(request: Any) -> str:
        await held.wait()
        return PAGE

    site = await serve({"/": PAGE, "/slow": hangs})
    test, bad = f'{GOOD}. go to "/slow"', tmp_path / "bad.txt"
    bad.write_text(f"{BAD}. {GOOD}")
    there = ("--url", site, "--allow", "loopback", "--output", str(tmp_path / "kept"), "--browsers", "1")
    async with at_a_terminal(test, str(bad), *there) as (reader, process):
        first = await until(reader, "1/2", "✓")
        assert not held.is_set(), "told while the run goes on"
        held.set()
        rest = await until(reader, "2 tests: 1 passed, 1 failed.")
        await process.wait()
    for words in (("2/2", "✓"), ("1 of 2, about", "left"), ("1/2", "✗"), ("2/2", "–"), ("failed", "bad.txt")):
        assert [line for line in rest.splitlines() if all(word in line for word in words)], (words, rest)
    assert process.returncode == 1
    assert f"[1] \x1b[1m{test}" in first
    assert f"{GREEN}✓" in first
    assert f"{RED}✗" in rest
    assert "Goodbye" in rest


@pytest.mark.slow
async def test_where_there_are_no_colours(serve: Serve, tmp_path: Path) -> None:
    there = ("--url", await serve({"/": PAGE}), "--allow", "loopback", "--output", str(tmp_path / "kept"))
    for plain in ({"NO_COLOR": "1"}, {"QA_APPLIANCE_COLOR": "never"}):
        async with at_a_terminal(GOOD, *there, **plain) as (reader, process):
            seen = await until(reader, "passed: ")
            await process.wait()
        assert "1/1 ✓" in seen
        assert "\x1b[" not in seen, plain
    ended = await cli(GOOD, *there)
    assert "1/1" not in ended.err, "nobody watches"
    assert "\x1b[" not in ended.err
    ended = await cli(GOOD, *there, "--color", "always")
    assert f"{GREEN}" in ended.err
    assert "\x1b[" not in ended.out
