"""A backup taken while runs are at work holds every run that had finished, with its files (in small)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.benchmarks.backup_at_work import back_up_at_work


@pytest.mark.slow
async def test_what_had_finished_is_there_elsewhere(tmp_path: Path) -> None:
    took = await back_up_at_work(tmp_path, runs=4, browsers=2)
    assert took.finished >= 1
    assert took.artifacts >= 4 * took.finished  # video, its chapters, trace, pictures
