"""What a killed command left in the temporary folder goes at the next start; what anybody uses or keeps stays."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from qa_appliance.cli.temporary_folder import clear_stale, temporary_folder

OWNER = """
import asyncio
from qa_appliance.cli.temporary_folder import temporary_folder

async def main():
    async with temporary_folder("run-") as folder:
        (folder / "video.webm").write_bytes(b"x")
        print(folder, flush=True)
        await asyncio.Event().wait()

asyncio.run(main())
"""


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


@pytest.fixture
def owner(temporary: Path) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen([sys.executable, "-c", OWNER], stdout=subprocess.PIPE, text=True) as process:
        yield process
        process.kill()


def test_what_is_not_a_folder_of_a_killed_command_is_left_alone(temporary: Path) -> None:
    (temporary / "qa-appliance-mine").mkdir()
    (temporary / "qa-appliance-file").write_text("mine")
    (temporary / "elsewhere").mkdir()
    (temporary / "elsewhere" / ".in-use").touch()
    (temporary / "qa-appliance-link").symlink_to(temporary / "elsewhere")
    assert clear_stale() == 0
    assert {path.name for path in temporary.iterdir()} == {
        "qa-appliance-mine", "qa-appliance-file", "qa-appliance-link", "elsewhere"
    }  # fmt: skip


async def test_a_folder_in_use_stays_and_one_whose_owner_was_killed_goes(
    temporary: Path, owner: subprocess.Popen[str]
) -> None:
    assert owner.stdout is not None
    theirs = Path(owner.stdout.readline().strip())
    async with temporary_folder("run-") as ours:
        assert (theirs / "video.webm").exists()
        assert ours.stat().st_mode & 0o077 == 0
    assert clear_stale() == 0
    owner.kill()
    owner.wait()
    async with temporary_folder("demo-") as ours:
        assert [path.name for path in temporary.iterdir()] == [ours.name]
    assert list(temporary.iterdir()) == []


async def test_what_is_to_be_kept_is_kept_for_good(temporary: Path) -> None:
    async with temporary_folder("demo-", keep=True) as folder:
        (folder / "log.jsonl").touch()
    assert clear_stale() == 0
    assert [path.name for path in folder.iterdir()] == ["log.jsonl"]
