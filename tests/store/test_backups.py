"""Backups by the clock: what is refused and told, when one is due, which are kept."""

from __future__ import annotations

import errno
import os
import tarfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from qa_appliance.core.errors import Invalid, Unavailable
from qa_appliance.store.files import backups as by_the_clock
from qa_appliance.store.files.backup import back_up, check_backup, restore
from qa_appliance.store.files.backups import Backups
from qa_appliance.store.files.folder import Folder
from qa_appliance.store.upgrade import migrate

NOW = datetime(2026, 3, 31, 12, 0, tzinfo=UTC)
DAY = timedelta(days=1)


@pytest.fixture
def data(tmp_path: Path) -> Folder:
    folder = Folder.prepare(tmp_path / "data")
    migrate(folder.database)
    (folder.artifacts / "run1").mkdir(parents=True)
    (folder.artifacts / "run1" / "video.webm").write_bytes(b"moving pictures" * 100_000)
    return folder


def daily(data: Folder, to: Path, keep: int = 3) -> Backups:
    return Backups(data, to, every=DAY, keep=keep)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_folder_that_cannot_be_used_is_told_and_tried_again_within_the_hour(data: Folder, tmp_path: Path) -> None:
    backups = daily(data, tmp_path / "not mounted" / "backups")
    assert backups.due(NOW)
    with pytest.raises(Unavailable, match="cannot be used: No such file"):
        backups.make(NOW)
    assert backups.state is not None
    assert "cannot be used" in (backups.state.problem or "")
    assert not backups.due(NOW + timedelta(minutes=59))
    assert backups.due(NOW + timedelta(minutes=60))
    (tmp_path / "not mounted").mkdir()
    backups.make(NOW + timedelta(hours=1))
    assert (backups.state.problem, backups.due(NOW + timedelta(hours=2))) == (None, False)


@pytest.mark.parametrize("at", ["iterdir", "is_dir"])
def test_a_folder_that_breaks_when_looked_at_is_told_and_tried_again(
    data: Folder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: str
) -> None:
    """As a share whose server is gone answers."""
    to = tmp_path / "backups"
    backups = daily(data, to)
    backups.make(NOW)
    look = getattr(Path, at)

    def gone(path: Path) -> Any:
        if path == to:
            raise OSError(errno.ESTALE, "Stale file handle")
        return look(path)

    with monkeypatch.context() as broken:
        broken.setattr(Path, at, gone)
        assert backups.due(NOW + timedelta(hours=2))
        assert backups.state is not None
        assert "cannot be used: Stale file handle" in (backups.state.problem or "")
        with pytest.raises(Unavailable, match="cannot be used: Stale file handle"):
            backups.make(NOW + timedelta(hours=2))
        assert (backups.state.newest_at, backups.state.next_at) == (None, NOW + timedelta(hours=3))
        assert not backups.due(NOW + timedelta(hours=2, minutes=59))
    assert backups.due(NOW + timedelta(hours=3))
    made = backups.make(NOW + timedelta(hours=3))
    assert (backups.state.problem, backups.state.newest_at) == (None, NOW + timedelta(hours=3))
    assert made.exists()


def test_a_try_that_breaks_as_nobody_foresaw_is_told(
    data: Folder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ValueError

    backups = daily(data, tmp_path / "backups")
    monkeypatch.setattr(by_the_clock, "back_up", broken)
    with pytest.raises(ValueError):
        backups.make(NOW)
    assert backups.state is not None
    assert "the log says how" in (backups.state.problem or "")


def test_what_cannot_be_read_back_is_no_backup(data: Folder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def written_by_a_bad_disk(folder: Folder, target: Path, now: datetime) -> None:
        back_up(folder, target, now)
        content = bytearray(target.read_bytes())
        content[content.index(b"moving") + 700_000] ^= 1
        target.write_bytes(content)

    backups = daily(data, tmp_path / "backups", keep=1)
    kept = backups.make(NOW)
    monkeypatch.setattr(by_the_clock, "back_up", written_by_a_bad_disk)
    with pytest.raises(Invalid, match=r"video\.webm is not what was backed up"):
        backups.make(NOW + DAY)
    assert names(tmp_path / "backups") == [kept.name]


def test_a_half_file_is_no_backup(data: Folder, tmp_path: Path) -> None:
    whole = daily(data, tmp_path / "backups").make(NOW)
    half = tmp_path / "half.tar"
    half.write_bytes(whole.read_bytes()[:700_000])
    with pytest.raises((Invalid, Unavailable)):
        check_backup(half)
    assert "half.tar" in names(tmp_path)


def test_so_many_are_kept_and_nothing_else_is_touched(data: Folder, tmp_path: Path) -> None:
    to = tmp_path / "backups"
    to.mkdir()
    (to / "qa-appliance-by-hand.tar").write_bytes(b"mine")
    backups = daily(data, to)
    for day in range(5):
        now = NOW + day * DAY
        assert backups.due(now)
        backups.make(now)
        assert not backups.due(now + DAY - timedelta(seconds=1))
    days = ["2026-04-02", "2026-04-03", "2026-04-04"]
    assert names(to) == [*(f"qa-appliance-{day}T12-00-00Z.tar" for day in days), "qa-appliance-by-hand.tar"]
    newest = to / f"qa-appliance-{days[-1]}T12-00-00Z.tar"
    assert newest.stat().st_mode & 0o077 == 0
    assert backups.state is not None
    assert (backups.state.newest_at, backups.state.bytes) == (NOW + 4 * DAY, newest.stat().st_size)
    assert backups.state.next_at == NOW + 5 * DAY
    fresh = Folder.prepare(tmp_path / "fresh")
    assert restore(newest, fresh).made_at == NOW + 4 * DAY
    assert (fresh.artifacts / "run1" / "video.webm").stat().st_size == 1_500_000


def test_another_process_goes_on_where_the_last_one_stopped(data: Folder, tmp_path: Path) -> None:
    daily(data, tmp_path / "backups").make(NOW)
    assert not daily(data, tmp_path / "backups").due(NOW + timedelta(hours=23))
    assert daily(data, tmp_path / "backups").due(NOW + timedelta(hours=24))


@pytest.mark.parametrize("off", [timedelta(days=400), timedelta(days=-400)], ids=["ahead", "behind"])
def test_a_clock_that_was_set_keeps_no_backup_away_and_deletes_none_just_made(
    data: Folder, tmp_path: Path, off: timedelta
) -> None:
    backups = daily(data, tmp_path / "backups", keep=2)
    backups.make(NOW + off)
    assert backups.due(NOW)
    made = backups.make(NOW)
    assert made.exists()
    with tarfile.open(made) as archive:
        assert "manifest.json" in archive.getnames()


def test_what_a_killed_backup_left_is_cleared_after_a_day(data: Folder, tmp_path: Path) -> None:
    to = tmp_path / "backups"
    (to / ".qa-appliance-work").mkdir(parents=True)
    (to / ".qa-appliance-work" / "copy.db").write_bytes(b"half")
    (to / ".qa-appliance-2026.tar.part").write_bytes(b"half")
    fresh = to / ".qa-appliance-at-work.part"
    fresh.write_bytes(b"somebody writes it now")
    for name in (".qa-appliance-work", ".qa-appliance-2026.tar.part"):
        os.utime(to / name, (time.time() - 100_000,) * 2)
    made = daily(data, to).make(NOW)
    assert names(to) == [fresh.name, made.name]
