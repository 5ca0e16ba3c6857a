"""What takes a processor for long: it waits in a line of its own, and nobody else waits with it."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx

from qa_appliance.core.phrasebook import OwnPhrase
from qa_appliance.core.plan import Plan
from qa_appliance.core.test_data.project import Account
from qa_appliance.settings import Limits
from tests.api.conftest import PASSWORD, PLENTY, Person, person, plan, serve

TANGLED = "click in as between fill"


class Reader:
    """Reads as the others do, but a tangled description only when it may go on."""

    def __init__(self) -> None:
        self.begun, self.go_on = threading.Semaphore(0), threading.Event()

    def __call__(
        self, description: str, phrases: tuple[OwnPhrase, ...] = (), *, accounts: Sequence[Account] | None = None
    ) -> Plan:
        if description == TANGLED:
            self.begun.release()
            self.go_on.wait()
        return plan(description, phrases)


async def test_nobody_waits_for_those_who_have_much_read(tmp_path: Path) -> None:
    reader = Reader()
    async with serve(tmp_path, plan=reader, limits=PLENTY) as served:
        *people, last = [await person(served) for _ in range(11)]
        post, get = served.client.post, served.client.get

        def ask(who: Person, description: str = TANGLED) -> asyncio.Task[httpx.Response]:
            body = {"projectId": who.project_id, "description": description}
            return asyncio.create_task(post("/api/plan", json=body, headers=who.session))

        tasks = [ask(who) for who in people for _ in range(4)]
        try:
            refused = {task for task in tasks if not task.done()}
            while len(refused) > 32:  # two are read, thirty wait
                _, refused = await asyncio.wait(refused, return_when=asyncio.FIRST_COMPLETED)
            refusals = [task.result() for task in tasks if task.done()]
            assert {(each.status_code, each.json()["code"]) for each in refusals} == {(503, "service_busy")}
            assert all(each.headers["retry-after"] == "2" for each in refusals)
            await asyncio.to_thread(reader.begun.acquire)
            body = {"email": last.email, "password": PASSWORD}
            assert (await post("/api/session", json=body)).status_code == 200
            assert (await get("/readyz")).status_code == 200
            path = f"/api/projects/{last.project_id}/files"
            stored = await post(f"{path}?name=a.txt", content=b"x", headers=last.session)
            file = await get(f"{path}/{stored.json()['file']['id']}", headers=last.session)
            assert file.content == b"x"
            run = {"projectId": last.project_id, "description": "Click Save"}
            assert (await post("/api/runs/trigger", json=run, headers=last.session)).status_code == 202
            assert (await get("/api/phrases", headers=last.session)).status_code == 503
        finally:
            reader.go_on.set()
        assert sorted(each.status_code for each in await asyncio.gather(*tasks)) == [200] * 32 + [503] * 8
        assert (await ask(people[0], "Click Save")).status_code == 200


async def test_one_user_takes_a_part_of_it(tmp_path: Path) -> None:
    reader = Reader()
    async with serve(tmp_path, plan=reader) as served:
        ada, bob = await person(served), await person(served)
        body = {"projectId": ada.project_id, "description": TANGLED}
        phrase: dict[str, Any] = {"pattern": "sign in as {who}", "sentences": ['enter "{who}" into Email']}
        post = served.client.post
        tasks = [asyncio.create_task(post("/api/plan", json=body, headers=ada.session)) for _ in range(5)]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            refused = [*(task.result() for task in done)]
            refused.append(await post("/api/phrasebook", json=phrase, headers=ada.session))
            assert [each.status_code for each in refused] == [429, 429]
            assert {each.headers["retry-after"] for each in refused} == {"2"}
            other = asyncio.create_task(post("/api/phrasebook", json=phrase, headers=bob.session))
        finally:
            reader.go_on.set()
        assert (await other).status_code == 201
        assert sorted(each.status_code for each in await asyncio.gather(*tasks)) == [200] * 4 + [429]


async def test_texts_to_read_have_a_limit(tmp_path: Path) -> None:
    async with serve(tmp_path, limits=Limits(plan_per_minute=2)) as served:
        ada, bob = await person(served), await person(served)

        async def ask(who: Person) -> httpx.Response:
            body = {"projectId": who.project_id, "description": "Click Save"}
            return await served.client.post("/api/plan", json=body, headers=who.session)

        answers = [await ask(ada) for _ in range(3)]
        assert [each.status_code for each in answers] == [200, 200, 429]
        assert 1 <= int(answers[-1].headers["retry-after"]) <= 60
        assert (await ask(bob)).status_code == 200
        procedure = {"name": "P", "description": "Click Save"}
        url = f"/api/projects/{ada.project_id}/procedures"
        assert (await served.client.post(url, json=procedure, headers=ada.session)).status_code == 429


async def test_a_stop_does_not_wait_for_what_is_read() -> None:
    script = """
import asyncio
from qa_appliance.threads import Threads

def for_ever():
    while True:
        pass

async def main():
    task = asyncio.create_task(Threads("reading", at_once=1).do(for_ever))
    await asyncio.sleep(0.1)
    task.cancel()

asyncio.run(main())
print("ended")
"""
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", script, stdout=asyncio.subprocess.PIPE)
    async with asyncio.timeout(60):
        out, _ = await process.communicate()
    assert (process.returncode, out) == (0, b"ended\n")
