"""The whole appliance in this process: opened in order, closed in reverse, with a real browser or without one."""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from qa_appliance.api.http.facts import NOT_READY
from qa_appliance.app import Appliance, open_appliance
from qa_appliance.cli import call
from qa_appliance.core.errors import Conflict, Invalid, Unavailable
from qa_appliance.core.events import Event, Started, fan_out
from qa_appliance.core.run import TERMINAL
from qa_appliance.settings import Limits, Settings
from qa_appliance.settings.backup import Backup, Bucket
from qa_appliance.settings.base import Secret
from qa_appliance.store.files.backup import restore
from qa_appliance.store.files.folder import Folder
from tests.bucket.service import ACCESS, BUCKET, SECRET, Service

OWNER = {"email": "ada@example.com", "password": "a long pass phrase", "organizationName": "Lab"}

Serve = Callable[..., Awaitable[str]]


class Running:
    def __init__(self, appliance: Appliance, http: httpx.AsyncClient) -> None:
        self.appliance, self.http = appliance, http

    async def run(self, site: str, description: str, **of_project: Any) -> dict[str, Any]:
        made = await self.http.post("/api/projects", json={"name": "Site", "baseUrl": site} | of_project)
        body = {"projectId": made.json()["project"]["id"], "description": description}
        return await self.ended(await self.http.post("/api/runs/trigger", json=body))

    async def ended(self, triggered: httpx.Response) -> dict[str, Any]:
        """The run a trigger accepted, once it is terminal."""
        assert triggered.status_code == 202, triggered.text
        async with asyncio.timeout(180):
            while True:
                answer = await self.http.get(triggered.json()["pollUrl"])
                assert answer.status_code == 200, answer.text
                found = answer.json()["run"]
                if found["status"] in TERMINAL:
                    return dict(found)
                await asyncio.sleep(0.05)


@asynccontextmanager
async def running(data_dir: Path, **changes: Any) -> AsyncIterator[Running]:
    settings = Settings(data_dir=data_dir, port=0, browsers=1, allow=("loopback",), **changes)
    async with (
        open_appliance(settings) as appliance,
        appliance.working(),
        appliance.serving() as address,
        httpx.AsyncClient(base_url=address, timeout=60, trust_env=False) as http,
    ):
        token = (await http.post("/api/setup", json=OWNER)).json()["token"]
        http.headers["Authorization"] = f"Bearer {token}"
        yield Running(appliance, http)


async def test_a_directory_has_one_appliance_at_a_time(tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path / "data")
    async with open_appliance(settings):
        with pytest.raises(Conflict, match="in use by an appliance already running"):
            async with open_appliance(settings):
                raise AssertionError
    async with open_appliance(settings):
        pass


@pytest.mark.parametrize("wrong", [{"allow": ("http://no/such",)}, {"browser_path": Path("/no/such")}])
async def test_wrong_settings_are_refused_before_anything_is_made(tmp_path: Path, wrong: dict[str, Any]) -> None:
    with pytest.raises(Invalid, match="no/such"):
        async with open_appliance(Settings(data_dir=tmp_path / "data", **wrong)):
            raise AssertionError
    assert not (tmp_path / "data").exists()


async def test_a_directory_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("")
    with pytest.raises(Unavailable, match="cannot be used: File exists"):
        async with open_appliance(Settings(data_dir=tmp_path / "data")):
            raise AssertionError


@pytest.mark.slow
@pytest.mark.parametrize(
    ("browser", "reason"),
    [
        ({"browser_path": Path("/bin/false")}, "/bin/false"),
        ({"browser_endpoint": ("ws://127.0.0.1:1/", "ws://127.0.0.1:2/")}, "Browser endpoint 2 of 2 cannot be used."),
    ],
)
async def test_without_a_browser_runs_are_cancelled_with_the_reason(
    browser: dict[str, Any], reason: str, serve: Serve, tmp_path: Path
) -> None:
    async with running(tmp_path / "data", **browser) as here:
        run = await here.run(await serve({"/": "<h1>Hello</h1>"}), 'check that "Hello" is shown')
        assert (run["status"], run["overallStatus"], run["startedAt"]) == ("cancelled", None, None)
        assert reason in run["reportMarkdown"]
        assert "ws://" not in run["reportMarkdown"]
        ready = await here.http.get("/readyz")
        assert ready.status_code == 503
        assert ready.json()["checks"]["browser"] == NOT_READY  # anybody may ask, and is not told where browsers run
        assert (await here.http.get("/healthz")).status_code == 200


@pytest.mark.slow
async def test_a_test_from_words_to_verdict(serve: Serve, tmp_path: Path) -> None:
    page = """<title>Greeter</title><label>Name <input id="name"></label>
        <button onclick="said.textContent = 'Hello ' + document.getElementById('name').value">Greet</button>
        <p id="said"></p>"""
    async with running(tmp_path / "data") as here:
        site = await serve({"/": page})
        run = await here.run(site, 'Enter "Ada" into Name, click Greet and check that "Hello Ada" is shown')
        assert (run["status"], run["overallStatus"]) == ("completed", "passed"), run["reportMarkdown"]
        assert [step["result"] for step in run["stepsJson"]] == ["passed"] * 3
        assert run["browserMinutesUsed"] >= 1
        assert (await here.http.get(run["videoUrl"])).status_code == 200
        failed = await here.run(site, 'click "Save"')
        assert (failed["status"], failed["overallStatus"]) == ("completed", "failed")
        assert (await here.http.get("/readyz")).json()["checks"]["browser"] == "ok"


@pytest.mark.slow
async def test_runs_cancelled_at_any_moment_of_their_start_stop_nothing(serve: Serve, tmp_path: Path) -> None:
    chance, many = random.Random(37), Limits(trigger_per_minute=1000, api_global_per_minute=10_000)
    async with running(tmp_path / "data", limits=many) as here:
        site = await serve({"/": "<h1>Hello</h1>"})
        made = await here.http.post("/api/projects", json={"name": "Site", "baseUrl": site})
        body = {"projectId": made.json()["project"]["id"], "description": 'check that "Hello" is shown'}
        assert (await here.ended(await here.http.post("/api/runs/trigger", json=body)))["overallStatus"] == "passed"

        async def trigger_and_cancel() -> dict[str, Any]:
            triggered = await here.http.post("/api/runs/trigger", json=body)
            await asyncio.sleep(chance.random() * 0.3)
            cancelled = await here.http.post(f"{triggered.json()['pollUrl']}/cancel")
            assert cancelled.status_code == 200, cancelled.text
            return await here.ended(triggered)

        for _ in range(20):
            ended = await asyncio.gather(trigger_and_cancel(), trigger_and_cancel())
            assert {run["status"] for run in ended} <= {"cancelled", "completed"}
        ready = await here.http.get("/readyz")
        assert (ready.status_code, ready.json()["checks"]["database"]) == (200, "ok")
        signed_in = {"email": OWNER["email"], "password": OWNER["password"]}
        assert (await here.http.post("/api/session", json=signed_in)).status_code == 200
        assert (await here.ended(await here.http.post("/api/runs/trigger", json=body)))["overallStatus"] == "passed"
        assert "qa_appliance_database_healed_total 0.0" in (await here.http.get("/metrics")).text


async def test_a_database_that_takes_no_write_is_not_ready(tmp_path: Path) -> None:
    async with running(tmp_path / "data", browser_path=Path("/bin/false")) as here:
        assert (await here.http.get("/readyz")).json()["checks"]["database"] == "ok"
        await here.appliance.db._writer.execute("pragma query_only = on")
        assert "takes nothing more" in (await here.http.get("/readyz")).json()["checks"]["database"]
        await here.appliance.db._writer.execute("pragma query_only = off")
        await here.appliance.db._writer.execute("begin")  # as nothing of ours leaves it
        assert (await here.http.get("/readyz")).json()["checks"]["database"] == "ok"
        assert "qa_appliance_database_healed_total 1.0" in (await here.http.get("/metrics")).text


async def test_backups_are_made_by_themselves_and_the_dashboard_and_metrics_tell_of_them(tmp_path: Path) -> None:
    to = tmp_path / "backups"
    async with running(tmp_path / "data", browser_path=Path("/bin/false"), backup=Backup(to=to)) as here:
        async with asyncio.timeout(30):
            while not (backup := (await here.http.get("/api/appliance")).json()["backup"] or {}).get("newestAt"):
                await asyncio.sleep(0.05)
        [made] = to.iterdir()
        assert (backup["folder"], backup["bytes"], backup["problem"]) == (str(to), made.stat().st_size, None)
        assert "qa_appliance_backup_last_success_timestamp_seconds 1" in (await here.http.get("/metrics")).text
        await here.appliance.db.probe()
    fresh = Folder.prepare(tmp_path / "fresh")
    restore(made, fresh)
    assert fresh.database.exists()


async def test_backups_are_copied_to_a_bucket_and_come_back_by_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QA_APPLIANCE_BACKUP_BUCKET_SECRET_KEY", SECRET)
    with Service().open() as service:
        bucket = Bucket(endpoint=service.url, name=BUCKET, access_key=ACCESS, secret_key=Secret(SECRET))
        backup = Backup(to=tmp_path / "backups", bucket=bucket)
        async with running(tmp_path / "data", browser_path=Path("/bin/false"), backup=backup) as here:
            async with asyncio.timeout(30):
                while not (copies := (await here.http.get("/api/appliance")).json()["copies"])["newestAt"]:
                    await asyncio.sleep(0.05)
            assert (copies["address"], copies["problem"]) == (f"{service.url}/backups", None)
        [made] = (tmp_path / "backups").iterdir()
        assert service.objects[made.name] == made.read_bytes()
        named = ["--backup-bucket-endpoint", service.url, "--backup-bucket-name", BUCKET]
        named += ["--backup-bucket-access-key", ACCESS, "--data-dir", str(tmp_path / "fresh")]
        assert await asyncio.to_thread(call, ["restore", "bucket:nothing.tar", *named]) == 2
        assert await asyncio.to_thread(call, ["restore", f"bucket:{made.name}", *named]) == 0
        assert (tmp_path / "fresh" / "appliance.sqlite3").exists()
        service.asked.clear()
        assert await asyncio.to_thread(call, ["restore", "bucket:", *named]) == 2  # before anything is fetched
        assert (service.asked, "already" in capsys.readouterr().err) == ([], True)
        doctor = ["doctor", "--json", "--browser-path", "/bin/false", "--backup-to", str(tmp_path / "backups"), *named]
        await asyncio.to_thread(call, doctor)
        service.wrong = lambda method, name: "AccessDenied"
        await asyncio.to_thread(call, doctor)
    printed = capsys.readouterr().out
    assert f"The newest in {service.url}/backups is of" in printed
    assert "the access key may not do this" in printed
    assert SECRET not in printed


async def test_a_listener_that_breaks_breaks_no_other() -> None:
    heard: list[Event] = []

    def breaks(event: Event) -> None:
        raise RuntimeError

    emit = fan_out(breaks, heard.append)
    emit(Started("r1"))
    assert heard == [Started("r1")]


_BUILT = """
import asyncio, pathlib, sys
from qa_appliance.app import open_appliance
from qa_appliance.settings import Settings

async def main():
    async with open_appliance(Settings(data_dir=pathlib.Path(sys.argv[1]))) as appliance:
        appliance.web()

asyncio.run(main())
sys.exit("pydantic" in sys.modules)
"""


def test_nothing_is_loaded_that_answers_no_request(tmp_path: Path) -> None:
    """Whoever starts the appliance waits for all that is loaded by then."""
    assert subprocess.run([sys.executable, "-c", _BUILT, tmp_path / "data"], check=False).returncode == 0
