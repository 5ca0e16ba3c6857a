"""Releases the version of pyproject.toml: keeps a data directory of it for the test of upgrades, and tags the commit.

Run by `make release` on a clean tree whose CHANGELOG.md has a heading for the version and nothing under "Unreleased".
Publishes nothing.
"""

from __future__ import annotations

import asyncio
import lzma
import re
import subprocess
import sys
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx

import qa_appliance
from qa_appliance.app import open_appliance
from qa_appliance.core.clock import utc_now
from qa_appliance.demo.serving import serving
from qa_appliance.demo.shop import create_shop
from qa_appliance.settings import Settings
from qa_appliance.store.files.backup import back_up
from qa_appliance.store.files.folder import Folder

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / "tests" / "upgrade"
OWNER = {"email": "ada@example.com", "password": "oak-and-lumen", "name": "Ada", "organizationName": "Lumen & Oak"}
NOTHING = dict.fromkeys(("video", "trace", "screenshots", "accessibility", "performance"), False)


def main() -> None:
    version = qa_appliance.__version__
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    if f"\n## {version}\n" not in changes:
        sys.exit(f"CHANGELOG.md has no heading “{version}”. Move what stands under “Unreleased” there.")
    unreleased = changes.partition("## Unreleased")[2].partition(f"\n## {version}")[0]
    if re.search(r"^- ", unreleased, re.M):
        sys.exit("CHANGELOG.md has lines under “Unreleased”. Move them to the version, or raise the version.")
    if _git("status", "--porcelain"):
        sys.exit("The tree has changes. Commit or stash them.")
    kept = KEPT / f"{version}.tar.xz"
    if not kept.exists():
        asyncio.run(keep(kept))
        _git("add", str(kept))
        _git("commit", "-m", f"Keep a data directory of {version} for upgrades")
    _git("tag", "-a", f"v{version}", "-m", f"QA Appliance {version}")
    print(f"Tagged v{version}. Push it with: git push origin v{version}")


async def keep(target: Path) -> None:
    """Writes a backup of an appliance with something of everything that lives long, its run without evidence."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        async with AsyncExitStack() as stack:
            shop = await stack.enter_async_context(serving(create_shop()))
            settings = Settings(port=0, data_dir=data, allow=("loopback",))
            appliance = await stack.enter_async_context(open_appliance(settings))
            await stack.enter_async_context(appliance.working())
            address = await stack.enter_async_context(appliance.serving())
            http = await stack.enter_async_context(httpx.AsyncClient(base_url=address, timeout=60, trust_env=False))
            http.headers["Authorization"] = f"Bearer {(await _post(http, '/api/setup', **OWNER))['token']}"
            made = await _post(http, "/api/projects", name="Shop", baseUrl=shop, evidence=NOTHING)
            project = f"/api/projects/{made['project']['id']}"
            await _post(
                http, f"{project}/environments", name="Staging", baseUrl=shop, extraHeaders={"X-Key": "sealed-value"}
            )
            words = 'Open the catalogue and check that "Desk lamp" is shown'
            run = (await _post(http, "/api/runs/trigger", projectId=made["project"]["id"], description=words))["runId"]
            await _ended(http, run)
            saved = await _post(http, f"{project}/procedures", name="Lamp", runId=run)
            suite = await _post(http, f"{project}/suites", name="Nightly", tests=[saved["procedure"]["id"]])
            night = {"name": "At night", "suiteId": suite["suite"]["id"], "cron": "30 2 * * *", "timezone": "UTC"}
            await _post(http, f"{project}/schedules", **night)
            await _post(http, f"{project}/alerts", name="Team", kind="webhook", url=f"{shop}/hook")
        backup = Path(folder) / "backup.tar"
        back_up(Folder(data), backup, utc_now())
        target.write_bytes(lzma.compress(backup.read_bytes()))


async def _post(http: httpx.AsyncClient, path: str, **body: Any) -> Any:
    answer = await http.post(path, json=body)
    if answer.status_code >= 400:
        sys.exit(f"{path}: {answer.status_code} {answer.text}")
    return answer.json()


async def _ended(http: httpx.AsyncClient, run: str) -> None:
    while True:
        if (await http.get(f"/api/runs/{run}")).json()["run"]["status"] not in ("pending", "running"):
            return
        await asyncio.sleep(0.2)


def _git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


if __name__ == "__main__":
    main()
