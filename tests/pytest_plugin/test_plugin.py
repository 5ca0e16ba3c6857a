"""The pytest plugin in a pytest of its own: what it disturbs first, then what it does, in a real browser."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

PAGE = "<title>Shop</title><h1>Welcome</h1>"
SILENT = """
import sys

def test_nothing_of_the_appliance_is_loaded():
    assert not {"msgspec", "playwright", "httpx", "qa_appliance.client", "qa_appliance.cli"} & set(sys.modules)
"""
TESTS = """
def test_it_is_there(qa):
    assert qa('check that "Welcome" is shown').result == "passed"

def test_it_is_not_there(qa):
    qa('check that "Goodbye" is shown')

def test_it_is_not_understood(qa):
    qa('frobnicate it')
"""
MARKDOWN = """# Shop

## The heading is there
Check that "Welcome" is shown.

## Another heading is there
Check that "Farewell" is shown.
"""


async def inner(folder: Path, *arguments: str, **more: str) -> tuple[int, str]:
    """The exit code of a pytest in the folder, and what it prints."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-v", *arguments,
        cwd=folder, env=environment | {"QA_APPLIANCE_STEPS_PATIENCE_SECONDS": "2"} | more,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
    )  # fmt: skip
    out, _ = await process.communicate()
    assert process.returncode is not None
    return process.returncode, out.decode()


async def test_a_pytest_that_does_not_use_it_loads_nothing_and_collects_no_markdown(tmp_path: Path) -> None:
    (tmp_path / "test_silent.py").write_text(SILENT)
    (tmp_path / "README.md").write_text(MARKDOWN)
    alone = ("-p", "qa_appliance.pytest_plugin.plugin")  # other plugins load libraries that it has too
    code, out = await inner(tmp_path, *alone, PYTEST_DISABLE_PLUGIN_AUTOLOAD="1")
    assert code == 0, out
    assert "1 passed" in out


async def test_what_is_wrong_is_told_without_a_trace(tmp_path: Path) -> None:
    (tmp_path / "test_shop.py").write_text(TESTS)
    code, out = await inner(tmp_path, "-k", "is_there", "--qa-server", "http://127.0.0.1:9")
    assert code != 0
    assert "needs an API key" in out
    (tmp_path / "shop.md").write_text("---\nnonsense: 1\n---\n\n## A\nCheck it.\n")
    code, out = await inner(tmp_path, "-o", "qa_files=*.md", "shop.md")
    assert code != 0
    assert "shop.md:2" in out
    assert "Traceback" not in out


@pytest.mark.slow
async def test_sentences_and_files_pass_and_fail_with_their_evidence(
    serve: Callable[..., Awaitable[str]], tmp_path: Path
) -> None:
    (tmp_path / "test_shop.py").write_text(TESTS)
    (tmp_path / "shop.md").write_text(MARKDOWN)
    site = await serve({"/": PAGE})
    code, out = await inner(tmp_path, "--qa-url", site, "--qa-allow", "loopback", "-o", "qa_files=*.md")
    assert code == 1, out
    assert "3 failed, 2 passed" in out
    assert "Goodbye" in out
    assert "Farewell" in out
    assert "frobnicate it" in out
    assert "Traceback" not in out
    kept = [Path(line) for line in out.splitlines() if line.startswith("qa-results")]
    assert kept
    assert all((tmp_path / file).is_file() for file in kept)
    assert "Captured browser evidence call" in out
