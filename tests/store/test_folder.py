"""The data directory: what is passing lies in it too, and goes with the server that put it there."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from qa_appliance.core.errors import Unavailable
from qa_appliance.store.files.folder import Folder


async def test_where_no_place_can_be_made_there_is_a_sentence(tmp_path: Path) -> None:
    folder = Folder.prepare(tmp_path / "data")
    folder.work.write_text("in the way")
    with pytest.raises(Unavailable, match="cannot be made"):
        async with folder.workplace():
            pass
    assert not tempfile.gettempdir().startswith(str(tmp_path))


async def test_what_is_passing_lies_in_the_data_directory(tmp_path: Path) -> None:
    folder, elsewhere = Folder.prepare(tmp_path / "data"), tempfile.gettempdir()
    folder.work.mkdir()
    (folder.work / "left-by-one-that-was-killed").write_text("x")
    async with folder.workplace():
        assert list(folder.work.iterdir()) == []
        assert folder.work.stat().st_mode & 0o777 == 0o700
        assert tempfile.gettempdir() == str(folder.work)
        script = "import tempfile; print(tempfile.gettempdir())"
        output = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True).stdout
        assert output.strip() == str(folder.work)
    assert not folder.work.exists()
    assert tempfile.gettempdir() == elsewhere
    assert os.environ.get("TMPDIR", "") != str(folder.work)
