"""Two tenants on the live page at the same time, and what a neighbour has to wait for meanwhile."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
import time

import httpx
import websockets

from qa_appliance.core.run import TERMINAL
from tests.crash.appliance import PASSWORD
from tests.crash.hammer.seen import ANSWER_SECONDS, FAILING, Hammer, Json, Tenant

LOOKS = ("/api/me", "/api/projects", "/api/runs?limit=20", "/api/organization", "/api/runs/active")


async def settle(hammer: Hammer) -> None:
    """The other tenant, made by the operator on the data directory as the server runs; a project and a key of each."""
    other = hammer.other
    command = ("admin", "create", "--data-dir", str(hammer.data_dir), "--email", other.email, "--organization")
    made = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "qa_appliance", *command, other.organization, "--password-stdin",
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    await made.communicate(PASSWORD.encode())
    assert made.returncode == 0
    for tenant in (hammer.home, other):
        await sign_in(hammer, tenant)
        async with hammer.dashboard(1, tenant) as client:
            project = {"name": "Site", "baseUrl": hammer.site}
            tenant.project = (await client.post("/api/projects", json=project)).json()["project"]["id"]
            tenant.key = (await client.post("/api/keys", json={"name": "hammer"})).json()["key"]


async def sign_in(hammer: Hammer, tenant: Tenant) -> None:
    async with httpx.AsyncClient(base_url=hammer.address, timeout=ANSWER_SECONDS) as client:
        body = {"email": tenant.email, "password": PASSWORD}
        tenant.token = (await client.post("/api/session", json=body)).json()["token"]


async def writing_at_home(hammer: Hammer) -> None:
    await _writing(hammer, hammer.home, 160)


async def writing_beside(hammer: Hammer) -> None:
    await _writing(hammer, hammer.other, 161)


async def _writing(hammer: Hammer, tenant: Tenant, last: int) -> None:
    """A session on the live page, one after the other: looked at, a sentence performed, closed or left."""
    of = "" if tenant is hammer.home else "a neighbour's "
    async with hammer.dashboard(last, tenant) as client:
        while not hammer.over():
            response = await hammer.ask(client, "POST", f"/api/projects/{tenant.project}/studio", {}, of)
            if response is None or response.status_code != 201:
                await hammer.pause(1)  # all browsers are taken: one is free for a moment only
                continue
            session, server = response.json()["session"]["id"], hammer.server
            try:
                await _write(hammer, tenant, session, of)
            except TimeoutError:
                if hammer.stands(server):
                    hammer.wrong(f"{of}session on the live page did not answer within {ANSWER_SECONDS:.0f} s")
            except (OSError, websockets.WebSocketException) as error:
                if hammer.stands(server):
                    hammer.wrong(f"{of}session on the live page: {type(error).__name__} {error}")
            if hammer.chance.random() < 0.7:
                await hammer.ask(client, "DELETE", f"/api/studio/{session}", of=of)
            await hammer.pause(6)


async def _write(hammer: Hammer, tenant: Tenant, session: str, of: str) -> None:
    address, began = f"ws://127.0.0.1:{hammer.port}/ws/studio?session={session}", time.monotonic()
    async with asyncio.timeout(ANSWER_SECONDS), websockets.connect(address, max_size=None) as live:
        await live.send(json.dumps({"token": tenant.token}))
        while isinstance(await live.recv(), str):  # until the first picture of the page
            pass
        hammer.waits[f"{of}first picture of the live page"].append(time.monotonic() - began)
        began = time.monotonic()
        await live.send(json.dumps({"type": "do", "text": 'Check that "Hello" is shown', "mark": 1}))
        while not _marked(await live.recv()):
            pass
        hammer.waits[f"{of}sentence on the live page"].append(time.monotonic() - began)


def _marked(message: str | bytes) -> bool:
    return isinstance(message, str) and json.loads(message).get("mark") == 1


async def looking_beside(hammer: Hammer) -> None:
    """What the other tenant asks for from moment to moment, and a mail account and a plan."""
    other, of = hammer.other, "a neighbour's "
    async with hammer.dashboard(170, other) as client, hammer.client(170, other) as keyed:
        while not hammer.over():
            for path in (*LOOKS, f"/api/projects/{other.project}/mails", f"/api/projects/{other.project}/alerts/log"):
                await hammer.ask(client, "GET", path, of=of)
            await hammer.ask(client, "PATCH", f"/api/projects/{other.project}", {"name": "Site"}, of)
            body = {"projectId": other.project, "description": 'Click "Pay" and check that "Thanks" is shown'}
            await hammer.ask(keyed, "POST", "/api/plan", body, of)
            await hammer.pause(0.5)


async def running_beside(hammer: Hammer) -> None:
    """A run of the other tenant, one after the other: how long it takes in all, and its alert after its end."""
    other, of, test = hammer.other, "a neighbour's ", ""
    async with hammer.dashboard(180, other) as client, hammer.client(180, other) as keyed:
        while not hammer.over():
            if not test:
                test = await _test_with_alerts(hammer, client, of)
                continue
            server, began, before = hammer.server, time.monotonic(), hammer.notified["answering"]
            run_id = await hammer.trigger(keyed, {"procedureId": test}, "failed", other)
            run: Json = {}
            while run_id and run.get("status") not in TERMINAL and not hammer.over() and hammer.stands(server):
                response = await hammer.ask(keyed, "GET", f"/api/runs/{run_id}", of=of)
                run = response.json()["run"] if response is not None and response.status_code == 200 else run
                await asyncio.sleep(0.1)
            if run.get("status") == "completed" and hammer.stands(server):
                hammer.waits[f"{of}run"].append(time.monotonic() - began)
                await _notified(hammer, before, of)
            await hammer.pause(8)


async def _test_with_alerts(hammer: Hammer, client: httpx.AsyncClient, of: str) -> str:
    path, body = f"/api/projects/{hammer.other.project}", {"name": f"Fails {time.monotonic()}", "description": FAILING}
    response = await hammer.ask(client, "POST", f"{path}/procedures", body, of)
    target = {"kind": "webhook", "name": "Answers", "url": hammer.answering, "on": "failure"}
    made = await hammer.ask(client, "POST", f"{path}/alerts", target, of)
    both = all(each is not None and each.is_success for each in (response, made))
    return str(response.json()["procedure"]["id"]) if both else ""


async def _notified(hammer: Hammer, before: int, of: str) -> None:
    server, ended = hammer.server, time.monotonic()
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(ANSWER_SECONDS):
            while hammer.notified["answering"] == before and not hammer.over() and hammer.stands(server):
                await asyncio.sleep(0.05)
            hammer.waits[f"{of}alert after the end of its run"].append(time.monotonic() - ended)
            return
    hammer.wrong(f"{of}alert had not come {ANSWER_SECONDS:.0f} s after the end of its run")
