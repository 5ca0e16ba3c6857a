"""What is done to the appliance under the soak, and how it ended."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator

import psutil

from qa_appliance.core.run import TERMINAL
from tests.soak.appliance import Appliance, Json
from tests.soak.measuring import part_of, tree
from tests.soak.runs import HELLO, Judge, Kind, kinds, passed_or_crashed, suite_verdict
from tests.soak.sites import Sites

STUCK_SECONDS = 1500.0  # in line and at work: longer is a wedge
OPEN = 3  # things under way at most: the machine is shared
ORIGINS = ("healthy", "bugged", "faulty", "refused")
BATCHES: tuple[tuple[Json, str], ...] = (
    ({"kind": "viewport_pair", "description": HELLO}, "passed"),
    ({"kind": "flaky", "attempts": 2, "description": HELLO}, "passed"),
    (
        {
            "kind": "fuzz",
            "field": "Name",
            "inputs": ["Ada", "<b>x</b>", "'"],
            "description": 'Go to /hello, enter "Ada" into Name and click "Save"',
        },
        "passed",
    ),
)


class Work:
    """`open` are names of what is under way, `ends` how often each kind ended how."""

    def __init__(self, appliance: Appliance, sites: Sites) -> None:
        self._appliance, self._sites, self._chance = appliance, sites, appliance.chance
        self._projects: dict[str, str] = {}
        self._procedures: dict[str, str] = {}
        self._suites: dict[str, str] = {}
        self.open: set[asyncio.Task[None]] = set()
        self.ends: Counter[str] = Counter()
        self.ended_runs = 0
        self._kills: list[float] = []
        self._together = 0  # batches and suites under way: no browser is killed meanwhile

    async def prepare(self) -> None:
        """Projects, saved tests, two suites, a schedule, an alert."""
        ask = self._appliance.ask
        for name in ORIGINS:
            body = {"name": name.title(), "baseUrl": getattr(self._sites, name)}
            self._projects[name] = (await ask("POST", "/api/projects", body))["project"]["id"]
        for kind in kinds():
            if kind.saved:
                saved = {"name": kind.name, "description": kind.description}
                made = await ask("POST", f"/api/projects/{self._projects[kind.site]}/procedures", saved)
                self._procedures[kind.name] = made["procedure"]["id"]
        faulty = self._projects["faulty"]
        true, more = self._procedures["saved and replayed"], []
        for name, description in (("Set-up", HELLO), ("False", 'Go to / and check that "Goodbye" is shown')):
            body = {"name": name, "description": description}
            more.append((await ask("POST", f"/api/projects/{faulty}/procedures", body))["procedure"]["id"])
        set_up, false = more
        for verdict, tests in (("passed", [true]), ("failed", [true, false])):
            suite = {"name": verdict, "tests": tests, "setUp": set_up, "retries": 1}
            self._suites[verdict] = (await ask("POST", f"/api/projects/{faulty}/suites", suite))["suite"]["id"]
        schedule = {"name": "Every so often", "procedureId": true, "every": "15 minutes"}
        await ask("POST", f"/api/projects/{faulty}/schedules", schedule)
        alert = {"name": "Hook", "kind": "webhook", "url": f"{self._sites.faulty}/alert"}
        await ask("POST", f"/api/projects/{self._projects['bugged']}/alerts", alert)
        await ask("POST", f"/api/projects/{faulty}/alerts", alert)

    async def go_on(self, until: float, pause: float) -> None:
        deeds = self._deeds()
        while time.monotonic() < until:
            if len(self.open) < OPEN:
                task = asyncio.create_task(self._guarded(next(deeds)))
                self.open.add(task)
                task.add_done_callback(self.open.discard)
            await asyncio.sleep(pause * (0.7 + 0.6 * self._chance.random()))

    async def finish(self) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(STUCK_SECONDS):
                await asyncio.gather(*self.open)
        for run in (await self._appliance.ask("GET", "/api/runs?limit=500"))["runs"]:
            if run["status"] not in TERMINAL:
                self._appliance.fault(f"{run['status']} at the end: {run['instruction']}")

    def count_alerts(self) -> None:
        self.ends["alerts that came"] += sum(self._sites.alerts.values())

    def _deeds(self) -> Iterator[Callable[[], Awaitable[None]]]:
        """Every kind in turn, in another order each time, as often as its share says."""
        deck: list[Callable[[], Awaitable[None]]] = []
        for kind in kinds():
            deck += [lambda kind=kind: self._run(kind)] * kind.share  # type: ignore[misc]
        rounds = itertools.count()
        while True:
            turn = next(rounds)
            batch, verdict = BATCHES[turn % len(BATCHES)]
            others: list[Callable[[], Awaitable[None]]] = [
                lambda batch=batch, verdict=verdict: self._batch(batch, verdict),  # type: ignore[misc]
                lambda: self._suite("passed"),
                lambda: self._suite("failed"),
                lambda: self._appliance.write_live(self._projects["faulty"]),
                self._doubt,
            ]
            dealt = deck + others
            self._chance.shuffle(dealt)
            yield from dealt

    async def _guarded(self, deed: Callable[[], Awaitable[None]]) -> None:
        """What breaks here is told too: a soak that lost one of its hands must not look well."""
        try:
            await deed()
        except Exception as error:
            self._appliance.fault(f"{type(error).__name__}: {error}")

    async def _run(self, kind: Kind) -> None:
        appliance, project = self._appliance, self._projects[kind.site]
        body: Json = {"projectId": project, "userExpectation": kind.expectation}
        if kind.saved:
            body["procedureId"] = self._procedures[kind.name]
        else:
            body["description"] = kind.description
        triggered = await appliance.ask("POST", "/api/runs/trigger", body)
        if not triggered:
            return
        run_id, began = triggered["runId"], time.monotonic()
        others = [asyncio.create_task(appliance.watch(run_id))] if self._chance.random() < 0.5 else []
        if kind.deed:
            others.append(asyncio.create_task(self._meanwhile(kind.deed, run_id)))
        run = await self._end_of(run_id, kind.name)
        for other in others:
            await other
        if run:
            judge = self._lenient(kind.judge) if any(kill > began for kill in self._kills) else kind.judge
            await self._judged(kind.name, run, judge)

    async def _judged(self, name: str, run: Json, judge: Judge) -> None:
        self.ended_runs += 1
        if wrong := judge(run):
            self._appliance.fault(f"{name}: {wrong}")
        self.ends[f"{name}: {run['overallStatus'] or run['status']}"] += 1
        if run["videoUrl"] and self._chance.random() < 0.3:
            film = await self._appliance.http.get(run["videoUrl"])
            if film.status_code != 200 or not film.content.startswith(b"\x1aE\xdf\xa3"):
                self._appliance.fault(f"{name}: its film is answered with {film.status_code}")
        if run["status"] == "completed" and not run["videoUrl"]:
            self.ends["completed without a film"] += 1

    @staticmethod
    def _lenient(judge: Judge) -> Judge:
        """Of a run beside which a browser was killed: its own end, or one that says so and does not pass."""

        def judged(run: Json) -> str:
            wrong = judge(run)
            return passed_or_crashed(run) if wrong and run["overallStatus"] != "passed" else wrong

        return judged

    async def _end_of(self, run_id: str, name: str) -> Json:
        """The run when it has ended; {} if it is stuck or cannot be read, which is told."""
        until = time.monotonic() + STUCK_SECONDS
        while time.monotonic() < until:
            answer = await self._appliance.ask("GET", f"/api/runs/{run_id}")
            if not answer:
                return {}
            run: Json = answer["run"]
            if run["status"] in TERMINAL:
                return run
            await asyncio.sleep(1)
        self._appliance.fault(f"{name}: {run['status']} for {STUCK_SECONDS:.0f} s")
        return {}

    async def _meanwhile(self, deed: str, run_id: str) -> None:
        """Does the deed within the first seconds of the run's work; a cancel for one in three already in line."""
        in_line = deed == "cancel" and self._chance.random() < 0.3
        while not in_line:
            run = (await self._appliance.ask("GET", f"/api/runs/{run_id}")).get("run")
            if not run or run["status"] in TERMINAL:
                return
            if run["status"] == "running":
                break
            await asyncio.sleep(0.3)
        await asyncio.sleep(8 * self._chance.random())
        if deed == "cancel":
            await self._appliance.ask("POST", f"/api/runs/{run_id}/cancel")
        elif self._together == 0:
            self._kill("browser" if deed == "kill browser" else "pages")

    def _kill(self, part: str) -> None:
        for process in tree(self._appliance.pid):
            with contextlib.suppress(psutil.Error):
                main = not any(word.startswith("--type=") for word in process.cmdline())
                if part_of(process, self._appliance.pid) == part and (part == "pages" or main):
                    process.kill()
                    self._kills.append(time.monotonic())
                    self.ends[f"kills of {part}"] += 1
                    return

    @contextlib.contextmanager
    def _without_kills(self) -> Iterator[None]:
        self._together += 1
        try:
            yield
        finally:
            self._together -= 1

    async def _batch(self, body: Json, verdict: str) -> None:
        began = time.monotonic()
        with self._without_kills():
            url = f"/api/projects/{self._projects['faulty']}/batches"
            started = await self._appliance.ask("POST", url, body)
            if started:
                await self._batch_ends(started["batchId"], body["kind"], verdict, began)

    async def _suite(self, verdict: str) -> None:
        began = time.monotonic()
        with self._without_kills():
            started = await self._appliance.ask("POST", f"/api/suites/{self._suites[verdict]}/runs", {})
            if started:
                await self._batch_ends(started["batchId"], f"suite {verdict}", verdict, began)

    async def _batch_ends(self, batch_id: str, name: str, verdict: str, began: float) -> None:
        until = time.monotonic() + STUCK_SECONDS
        while time.monotonic() < until:
            answer = await self._appliance.ask("GET", f"/api/batches/{batch_id}")
            if not answer:
                return
            batch = answer["batch"]
            if batch["verdict"] is not None:
                self.ended_runs += len(batch["runs"])
                self.ends[f"{name}: {batch['verdict']}"] += 1
                killed = any(kill > began - 60 for kill in self._kills)  # one that a run before it still felt
                if (wrong := suite_verdict(verdict)(batch)) and not killed:
                    self._appliance.fault(f"{name}: {wrong}")
                return
            await asyncio.sleep(1)
        self._appliance.fault(f"{name}: no verdict for {STUCK_SECONDS:.0f} s: {answer}")

    async def _doubt(self) -> None:
        with self._without_kills():
            url = f"/api/projects/{self._projects['faulty']}/doubts"
            doubt = (await self._appliance.ask("POST", url, {"description": HELLO})).get("doubt")
            until = time.monotonic() + STUCK_SECONDS
            while doubt and doubt["state"] in ("waiting", "running") and time.monotonic() < until:
                await asyncio.sleep(2)
                doubt = (await self._appliance.ask("GET", f"/api/doubts/{doubt['id']}")).get("doubt")
            if doubt:
                self.ends[f"doubt: {doubt['state']}"] += 1
                if doubt["state"] != "done":
                    self._appliance.fault(f"doubt: {doubt['state']} {doubt['reason']}")
