"""A pool of real browsers, and a stand to carry out one run on: `await stand.run(url, description)`."""

from __future__ import annotations

import asyncio
import errno
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import pytest

from qa_appliance.browser.egress.guard import Guard
from qa_appliance.browser.process.choice import choose_browser
from qa_appliance.browser.process.pool import Pool
from qa_appliance.browser.process.processes import mark, own_browser
from qa_appliance.core.events import Event
from qa_appliance.core.evidence.kinds import BY_DEFAULT
from qa_appliance.core.outcome import Outcome
from qa_appliance.core.run import RunRequest, Site
from qa_appliance.evidence.base.options import EvidenceOptions
from qa_appliance.planning.planner import StandardPlanner
from qa_appliance.run_test import Means, run_test


@dataclass
class Stand:
    """Where a test runs its runs: the means, what was filed and what was told."""

    means: Means
    folder: Path
    home: Path
    events: list[Event] = field(default_factory=list)
    starts: list[bool] = field(default_factory=list)
    free_when_closed: list[int] = field(default_factory=list)  # places in the browser, each time a run needed none more
    wanted: bool = True
    full: bool = False  # the disk

    async def run(self, url: str, description: str, **changes: Any) -> Outcome:
        request = RunRequest(
            id="run", org_id="org", project_id="project", site=Site(url, frozenset({"127.0.0.1"})),
            description=description,
        )  # fmt: skip
        request = msgspec.structs.replace(request, **changes)
        return await run_test(
            request,
            self.means,
            save=self._save,
            emit=self.events.append,
            on_started=self._started,
            on_closed=self._closed,
        )

    async def kill_browser(self) -> None:
        """The browser process dies as by the kernel's hand."""
        process = await asyncio.to_thread(own_browser, mark(self.home))
        assert process is not None
        process.kill()

    async def suspend_browser(self) -> None:
        """It stands still, and says nothing of that."""
        process = await asyncio.to_thread(own_browser, mark(self.home))
        assert process is not None
        process.suspend()

    async def _save(self, name: str, data: bytes | Path) -> str:
        if self.full:
            raise OSError(errno.ENOSPC, "No space left on device")
        (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / name).write_bytes(data if isinstance(data, bytes) else data.read_bytes())
        return name

    async def _started(self) -> bool:
        self.starts.append(True)
        return self.wanted

    async def _closed(self) -> None:
        if isinstance(self.means.pool, Pool):
            self.free_when_closed.append(self.means.pool.free)


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("pool")


@pytest.fixture(scope="session")
async def pool(home: Path) -> AsyncIterator[Pool]:
    async with Pool.open(await choose_browser(), slots=2, data_dir=home) as pool:
        yield pool


@pytest.fixture
def stand(pool: Pool, home: Path, tmp_path: Path) -> Stand:
    means = Means(
        StandardPlanner(), pool, Guard(["loopback"]), EvidenceOptions(kinds=BY_DEFAULT - {"video", "trace"}), 1.0
    )
    return Stand(means, tmp_path, home)
