"""An appliance at work, as whoever uses it sees it before, during and after a fault; what was wrong is collected."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import re
import signal
import time
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import psutil

from qa_appliance.core.run import TERMINAL
from tests.crash.appliance import EMAIL, PASSWORD, Process, start
from tests.crash.chaos.site import BAD, GOOD, NAME, Names, Site
from tests.soak.measuring import part_of, tree

ANSWER_SECONDS = 60.0
END_SECONDS = 600.0  # a run that has not ended so long after its fault is wedged
READY_SECONDS = 120.0

Json = dict[str, Any]


@dataclass
class Accepted:
    """A run that was answered with 202: `due` is the verdict its page deserves."""

    run_id: str
    due: str
    when: str  # before, during, after


@dataclass
class Scene:
    """`answers` are counted by request and status while a fault lasts, `sentences` are those of what was refused."""

    folder: Path
    site: Site
    names: Names
    origin: str
    more: dict[str, str] = field(default_factory=dict)
    server: Process | None = None
    http: httpx.AsyncClient = field(default_factory=httpx.AsyncClient)
    project: str = ""
    suite: str = ""
    batches: list[str] = field(default_factory=list)
    accepted: list[Accepted] = field(default_factory=list)
    answers: Counter[str] = field(default_factory=Counter)
    sentences: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    kept: dict[str, str] = field(default_factory=dict)
    logs: list[str] = field(default_factory=list)
    slowest: float = 0.0

    @property
    def data(self) -> Path:
        return self.folder / "data"

    @property
    def pid(self) -> int:
        assert self.server is not None
        return self.server.process.pid

    def wrong(self, what: str) -> None:
        self.faults.append(what)
        print(f"  wrong: {what}", flush=True)

    def processes(self, part: str) -> list[psutil.Process]:
        """Those of the appliance's tree that are this part of it (`tests.soak.measuring`); a browser's first one."""
        found = []
        for process in tree(self.pid):
            with contextlib.suppress(psutil.Error):
                helper = any(word.startswith("--type=") for word in process.cmdline())
                if part_of(process, self.pid) == part and (part == "pages" or not helper):
                    found.append(process)
        return found

    @asynccontextmanager
    async def serving(self) -> AsyncIterator[None]:
        await self.start()
        try:
            yield
        finally:
            await self.http.aclose()
            if self.server is not None:
                self.logs.append(await self.server.ended(signal.SIGTERM))

    async def start(self, port: int = 0) -> None:
        """Also anew after a kill, at the same port."""
        settings = {"QA_APPLIANCE_EVIDENCE_VIDEO": "true", "TMPDIR": str(self.folder)} | self.more
        self.server = await start(self.data, browsers=2, port=port, more=settings)
        await self.http.aclose()
        self.http = httpx.AsyncClient(base_url=self.server.address, timeout=ANSWER_SECONDS, trust_env=False)
        await self.sign_in()

    async def sign_in(self) -> None:
        signed_in = await self.http.post("/api/session", json={"email": EMAIL, "password": PASSWORD})
        self.http.headers["Authorization"] = f"Bearer {signed_in.json()['token']}"

    async def ask(self, method: str, path: str, body: Json | None = None, *, refusals: bool = False) -> Json | None:
        """The answer; None where it was refused or none came, which is wrong unless `refusals` may be."""
        began, kind = time.monotonic(), f"{method} {re.sub('[0-9a-f-]{30,}', 'ID', path.split('?')[0])}"
        try:
            response = await self.http.request(method, path, json=body)
        except httpx.HTTPError as error:
            self.answers[f"{kind} {type(error).__name__}"] += 1
            if not refusals:
                self.wrong(f"{kind}: {type(error).__name__} {error}")
            return None
        self.slowest = max(self.slowest, time.monotonic() - began)
        self.answers[f"{kind} {response.status_code}"] += 1
        if response.is_success:
            read: Json = response.json() if response.content else {}
            return read
        self.sentences[f"{kind} {response.status_code} {response.text[:300]}"] += 1
        if not (refusals and response.status_code == 503):
            self.wrong(f"{kind}: {response.status_code} {response.text[:300]}")
        return None

    async def needed(self, method: str, path: str, body: Json | None = None) -> Json:
        answer = await self.ask(method, path, body)
        assert answer is not None, (method, path)
        return answer

    async def prepare(self) -> None:
        """A project, a suite of a test that holds and one that does not, a run of each that has ended."""
        made = await self.needed("POST", "/api/projects", {"name": "Site", "baseUrl": self.origin})
        self.project = made["project"]["id"]
        tests = []
        for name, description in (("Good", GOOD), ("Bad", BAD)):
            body = {"name": name, "description": description}
            saved = await self.needed("POST", f"/api/projects/{self.project}/procedures", body)
            tests.append(saved["procedure"]["id"])
        suite = {"name": "Both", "tests": tests}
        schedule = {"name": "Now and then", "procedureId": tests[0], "every": "60 minutes"}
        await self.needed("POST", f"/api/projects/{self.project}/schedules", schedule)
        self.suite = (await self.needed("POST", f"/api/projects/{self.project}/suites", suite))["suite"]["id"]
        await self.trigger(GOOD, "passed", "before")
        await self.trigger(BAD, "failed", "before")
        for each in list(self.accepted):
            await self.end_of(each)
        self.kept = await self.fingerprints()

    async def trigger(self, description: str, due: str, when: str, *, refusals: bool = False) -> Accepted | None:
        body = {"projectId": self.project, "description": description}
        answer = await self.ask("POST", "/api/runs/trigger", body, refusals=refusals)
        if answer is None:
            return None
        self.accepted.append(Accepted(answer["runId"], due, when))
        return self.accepted[-1]

    async def begin_together(self) -> None:
        """The suite, and one test three times over."""
        suite = await self.needed("POST", f"/api/suites/{self.suite}/runs", {})
        body = {"kind": "flaky", "attempts": 3, "description": GOOD}
        flaky = await self.needed("POST", f"/api/projects/{self.project}/batches", body)
        self.batches += [suite["batchId"], flaky["batchId"]]

    async def run(self, run_id: str, *, refusals: bool = False) -> Json | None:
        answer = await self.ask("GET", f"/api/runs/{run_id}", refusals=refusals)
        found: Json | None = answer["run"] if answer else None
        return found

    async def end_of(self, accepted: Accepted) -> Json:
        until, run = time.monotonic() + END_SECONDS, dict[str, Any]()
        while time.monotonic() < until:
            run = await self.run(accepted.run_id) or {}
            if not run or run["status"] in TERMINAL:
                return run
            await asyncio.sleep(0.5)
        self.wrong(f"a run begun {accepted.when} the fault is {run['status']} still")
        return {}

    async def verdict_of(self, batch_id: str) -> Json:
        until = time.monotonic() + END_SECONDS
        while time.monotonic() < until:
            batch: Json = (await self.needed("GET", f"/api/batches/{batch_id}"))["batch"]
            if all(run["status"] in TERMINAL for run in batch["runs"]):
                return batch
            await asyncio.sleep(0.5)
        self.wrong(f"a {batch['kind']} has no verdict: {[run['status'] for run in batch['runs']]}")
        return batch

    async def readiness(self) -> str:
        """What readyz says."""
        try:
            response = await self.http.get("/readyz")
        except httpx.HTTPError as error:
            return type(error).__name__
        return "ready" if response.status_code == 200 else response.text

    async def ready(self) -> float:
        """Seconds until readyz says so."""
        began = time.monotonic()
        while time.monotonic() < began + READY_SECONDS:
            with contextlib.suppress(httpx.HTTPError):
                response = await self.http.get("/readyz")
                if response.status_code == 200:
                    return time.monotonic() - began
            await asyncio.sleep(0.25)
        self.wrong(f"not ready {READY_SECONDS:.0f} s after the fault: {response.text[:300]}")
        return READY_SECONDS

    async def runs_of_the_schedule(self) -> int:
        """How many were begun by nobody here."""
        known = {each.run_id for each in self.accepted}
        for batch_id in self.batches:
            batch = (await self.needed("GET", f"/api/batches/{batch_id}"))["batch"]
            known |= {run["id"] for run in batch["runs"]}
        runs = (await self.needed("GET", "/api/runs?limit=200"))["runs"]
        return len({run["id"] for run in runs} - known)

    async def fingerprints(self) -> dict[str, str]:
        """Of the runs that had ended before the fault, and of their files, by a name that does not change."""
        found = {}
        for each in self.accepted:
            if each.when == "before":
                run = await self.run(each.run_id) or {}
                verdict = "|".join(f"{run.get(name)}" for name in ("status", "overallStatus", "reportMarkdown"))
                found[each.run_id] = hashlib.sha256(verdict.encode()).hexdigest()
                for file in sorted((self.data / "artifacts" / each.run_id[:2] / each.run_id).iterdir()):
                    found[f"{each.run_id}/{file.name}"] = hashlib.sha256(file.read_bytes()).hexdigest()
        return found


@asynccontextmanager
async def scene(folder: Path, more: Mapping[str, str], *, named: bool) -> AsyncIterator[Scene]:
    """`named`: the site is opened by a name, which a server of names on port 53 of this machine tells."""
    names = Names()
    async with AsyncExitStack() as stack:
        site = await stack.enter_async_context(Site().open())
        if named:
            await stack.enter_async_context(names.open(53))
        origin = f"http://{NAME if named else '127.0.0.1'}:{site.port}"
        here = Scene(folder, site, names, origin, dict(more))
        async with here.serving():
            yield here
