"""The hammer's short form: seconds instead of minutes, with one `kill -9` in between."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.crash.hammer.play import hammer_on
from tests.crash.hammer.seen import report


@pytest.mark.slow
async def test_no_client_wedges_the_server_and_no_accepted_run_is_lost(tmp_path: Path) -> None:
    hammer, statuses = await hammer_on(tmp_path, seconds=20, restart_seconds=7, seed=1)
    assert hammer.faults == [], report(hammer, statuses)
    assert hammer.starts["SIGKILL"] >= 1
    assert statuses.total() == len(hammer.accepted) > 0
