"""A data directory of every released version starts under this one, with all that was in it (docs/upgrade.md).

The directories are kept by `make release`, one for each version.
"""

from __future__ import annotations

import lzma
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from qa_appliance.app import open_appliance
from qa_appliance.settings import Settings
from qa_appliance.store.files.backup import restore
from qa_appliance.store.files.folder import Folder

RELEASED = sorted(Path(__file__).parent.glob("*.tar.xz"))
OWNER = {"email": "ada@example.com", "password": "oak-and-lumen"}


@asynccontextmanager
async def started(released: Path, folder: Path) -> AsyncIterator[httpx.AsyncClient]:
    """The newest appliance on that data, its owner signed in."""
    (folder / "backup.tar").write_bytes(lzma.decompress(released.read_bytes()))
    restore(folder / "backup.tar", Folder.prepare(folder / "data"))
    settings = Settings(port=0, data_dir=folder / "data", allow=("loopback",))
    async with (
        open_appliance(settings) as appliance,
        appliance.serving() as address,
        httpx.AsyncClient(base_url=address, timeout=60, trust_env=False) as http,
    ):
        session = await http.post("/api/session", json=OWNER)
        assert session.status_code in (200, 201), session.text
        http.headers["Authorization"] = f"Bearer {session.json()['token']}"
        yield http


async def read(http: httpx.AsyncClient, path: str) -> Any:
    answer = await http.get(path)
    assert answer.status_code == 200, f"{path}: {answer.text}"
    return answer.json()


def test_there_is_one_of_each_release() -> None:
    assert [path.name.removesuffix(".tar.xz") for path in RELEASED][:1] == ["0.1.0"]


@pytest.mark.parametrize("released", RELEASED, ids=lambda path: path.name.removesuffix(".tar.xz"))
async def test_it_starts_and_nothing_is_lost(released: Path, tmp_path: Path) -> None:
    async with started(released, tmp_path) as http:
        [project] = (await read(http, "/api/projects"))["projects"]
        of = f"/api/projects/{project['id']}"
        [environment] = (await read(http, f"{of}/environments"))["environments"]
        assert environment["extraHeaders"] == {"X-Key": "sealed-value"}
        [procedure] = (await read(http, f"{of}/procedures"))["procedures"]
        [suite] = (await read(http, f"{of}/suites"))["suites"]
        [schedule] = (await read(http, f"{of}/schedules"))["schedules"]
        [alert] = (await read(http, f"{of}/alerts"))["targets"]
        named = [each["name"] for each in (project, environment, procedure, suite, schedule, alert)]
        assert named == ["Shop", "Staging", "Lamp", "Nightly", "At night", "Team"]
        [listed] = (await read(http, "/api/runs"))["runs"]
        run = (await read(http, f"/api/runs/{listed['id']}"))["run"]
        assert run["overallStatus"] == "passed"
        assert [step["result"] for step in run["stepsJson"]] == ["passed", "passed"]
