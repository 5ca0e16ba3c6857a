"""The folder of temporary files that somebody deleted beneath the appliance."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest

from qa_appliance.awaiting import temporary_folder


async def test_the_folder_of_temporary_files_is_made_again_and_nothing_above_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = tmp_path / "data" / "work"
    monkeypatch.setattr(tempfile, "tempdir", str(work))
    with pytest.raises(FileNotFoundError):  # a disk that is not there must not be stood in for
        async with temporary_folder("qa-"):
            pytest.fail("a data directory was made anew")
    work.parent.mkdir()
    async with temporary_folder("qa-") as folder:
        assert folder.parent == work
        assert work.stat().st_mode & 0o777 == 0o700
