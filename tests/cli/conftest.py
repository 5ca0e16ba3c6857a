"""Calls the command line as a person would, and hands back what came out."""

from __future__ import annotations

import asyncio
import io
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from qa_appliance.cli import call


@dataclass
class Done:
    code: int
    out: str
    err: str


Cli = Callable[..., Awaitable[Done]]


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Cli:
    """`await cli("admin", "list", stdin="…")` on a data directory of the test's own."""
    monkeypatch.setenv("QA_APPLIANCE_DATA_DIR", str(tmp_path / "data"))

    async def run(*arguments: str, stdin: str = "") -> Done:
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        code = await asyncio.to_thread(call, arguments)
        captured = capsys.readouterr()
        return Done(code, captured.out, captured.err)

    return run
