"""The server under the hammer, who asks it, and what was seen of it."""

from __future__ import annotations

import asyncio
import random
import statistics
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from tests.crash.appliance import EMAIL, Process

ANSWER_SECONDS = 60.0  # a request without an answer for so long is a wedge
SLOW_SECONDS = 2.0  # no request may take longer that no browser has a part in
CALM_SECONDS = 5.0
LOOK_SECONDS = 0.05  # between two looks whether the hammer itself stands still
PASSING, FAILING = 'check that "Hello" is shown', 'check that "Goodbye" is shown'

Json = dict[str, Any]


@dataclass
class Tenant:
    """An organization with one project, and its owner."""

    organization: str
    email: str
    token: str = ""
    key: str = ""
    project: str = ""


@dataclass
class Accepted:
    """A run that was answered with 202. `due`: the verdict its page deserves; `cancelled`: somebody asked for that."""

    tenant: Tenant
    due: str
    cancelled: bool = False


@dataclass
class Slow:
    """`stood`: for how much of it the hammer itself did nothing."""

    kind: str
    seconds: float
    stood: float
    since_start: float


class _Session(httpx.Auth):
    """The newest token of the tenant's owner: each start of the server has another."""

    def __init__(self, tenant: Tenant) -> None:
        self._tenant = tenant

    def auth_flow(self, request: httpx.Request) -> Generator[httpx.Request, httpx.Response]:
        request.headers["Authorization"] = f"Bearer {self._tenant.token}"
        yield request


@dataclass
class Hammer:
    """`chance` decides what is left to chance. `site`, `silent`, `answering`: addresses of what stands around."""

    data_dir: Path
    port: int
    mail_port: int
    chance: random.Random
    until: float
    site: str = ""
    silent: str = ""
    answering: str = ""
    home: Tenant = field(default_factory=lambda: Tenant("Lab", EMAIL))
    other: Tenant = field(default_factory=lambda: Tenant("Other", "eve@example.com"))
    server: Process | None = None
    started: float = 0.0
    up: asyncio.Event = field(default_factory=asyncio.Event)
    more: dict[str, str] = field(default_factory=dict)
    accepted: dict[str, Accepted] = field(default_factory=dict)
    open_runs: set[str] = field(default_factory=set)
    notified: Counter[str] = field(default_factory=Counter)
    answers: Counter[tuple[str, int]] = field(default_factory=Counter)
    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    waits: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    slow: list[Slow] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    starts: Counter[str] = field(default_factory=Counter)
    jumps: int = 0
    megabytes: list[float] = field(default_factory=list)
    stood: float = 0.0
    busy: float = 0.0

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def wrong(self, what: str) -> None:
        self.faults.append(what)
        if self.faults.count(what) == 1:
            print(f"wrong: {what}", file=sys.stderr, flush=True)

    async def ask(
        self, client: httpx.AsyncClient, method: str, path: str, body: Json | None = None, of: str = ""
    ) -> Any:
        """The response, or None where there was no server. What no contract names is a fault. `of` is whose it is."""
        await self.up.wait()
        server, began, stood = self.server, time.monotonic(), self.stood
        kind = f"{of}{method} {'/'.join(part for part in path.split('?')[0].split('/') if len(part) < 30)}"
        try:
            response = await client.request(method, path, json=body)
        except httpx.TimeoutException:
            if self.stands(server):
                self.wrong(f"{kind}: no answer within {ANSWER_SECONDS:.0f} s")
            return None
        except httpx.TransportError as error:
            if self.stands(server):
                self.wrong(f"{kind}: {type(error).__name__} {error} from a server that is up")
            return None
        seconds = time.monotonic() - began
        self.seconds[kind].append(seconds)
        self.answers[kind, response.status_code] += 1
        if seconds > SLOW_SECONDS and self.stands(server):
            self.slow.append(Slow(kind, seconds, self.stood - stood, began - self.started))
        busy = response.status_code == 503 and ("retry-after" in response.headers or path == "/readyz")
        if response.status_code >= 500 and not (busy or not self.up.is_set()):
            self.wrong(f"{kind}: {response.status_code} {response.text[:200]}")
        return response

    def stands(self, server: Process | None) -> bool:
        """Whether the server is up that was so then."""
        return self.up.is_set() and self.server is server

    def client(self, last: int, tenant: Tenant | None = None) -> httpx.AsyncClient:
        """A client at 127.0.0.`last`, with the key of the tenant's owner."""
        return self._client(last, headers={"Authorization": f"Bearer {(tenant or self.home).key}"})

    def dashboard(self, last: int, tenant: Tenant | None = None) -> httpx.AsyncClient:
        """A client at 127.0.0.`last` that is signed in as the tenant's owner."""
        return self._client(last, auth=_Session(tenant or self.home))

    def _client(self, last: int, **more: Any) -> httpx.AsyncClient:
        transport = httpx.AsyncHTTPTransport(local_address=f"127.0.0.{last}", verify=False)  # TLS would be made ready
        return httpx.AsyncClient(base_url=self.address, transport=transport, timeout=ANSWER_SECONDS, **more)

    async def trigger(self, client: httpx.AsyncClient, body: Json, due: str, tenant: Tenant | None = None) -> str:
        """The id of the run that was accepted, or nothing."""
        tenant = tenant or self.home
        of = "" if tenant is self.home else "a neighbour's "
        response = await self.ask(client, "POST", "/api/runs/trigger", {"projectId": tenant.project} | body, of)
        if response is None or response.status_code != 202:
            return ""
        run_id = str(response.json()["runId"])
        self.accepted[run_id] = Accepted(tenant, due)
        return run_id

    async def pause(self, at_most: float) -> None:
        await asyncio.sleep(self.chance.random() * at_most)

    def over(self) -> bool:
        return time.monotonic() > self.until

    def calm(self) -> bool:
        """By turns there is a crowd, and one client alone whose runs start at once and are cancelled as they start."""
        return int((self.until - time.monotonic()) / CALM_SECONDS) % 2 == 0

    async def looking_at_itself(self) -> None:
        """Adds up for how long the hammer's own loop stood still: what it says of the server is not meant."""
        while not self.over():
            before = time.monotonic()
            await asyncio.sleep(LOOK_SECONDS)
            self.stood += max(0.0, time.monotonic() - before - LOOK_SECONDS)

    def too_slow(self) -> list[str]:
        """What took the server too long, in words: as many as there are kinds."""
        worst: dict[str, Slow] = {}
        for each in self.slow:
            if each.seconds - each.stood > SLOW_SECONDS:
                worst[each.kind] = max(worst.get(each.kind, each), each, key=lambda slow: slow.seconds)
        many = Counter(each.kind for each in self.slow if each.seconds - each.stood > SLOW_SECONDS)
        return [
            f"{kind}: {many[kind]} took over {SLOW_SECONDS:.0f} s, the slowest {each.seconds:.1f} s (the hammer itself"
            f" stood still for {each.stood:.1f} s of it), {each.since_start:.0f} s after the server's start"
            for kind, each in sorted(worst.items())
        ]


def report(hammer: Hammer, statuses: Counter[str]) -> str:
    lines = [f"{len(hammer.accepted)} runs accepted: {dict(statuses)}; ends of the server: {dict(hammer.starts)}"]
    lines.append(
        f"the clock jumped {hammer.jumps} times; the silent webhooks were told {hammer.notified['silent']} times"
    )
    lines.append(f"the processors of the machine were busy for {hammer.busy:.0%} of the time")
    lines.append("megabytes of the server: " + ", ".join(f"{size:.0f}" for size in hammer.megabytes))
    for kind, times in sorted(hammer.seconds.items()):
        codes = {code: count for (name, code), count in hammer.answers.items() if name == kind}
        lines.append(f"{kind}: {codes}, {in_figures(times)}")
    lines += [f"waited for: {kind}: {len(times)}, {in_figures(times)}" for kind, times in sorted(hammer.waits.items())]
    everything = [seconds for times in hammer.seconds.values() for seconds in times]
    lines.append(f"all {len(everything)} requests: {in_figures(everything or [0.0])}")
    lines += [f"slow: {words}" for words in hammer.too_slow()]
    return "\n".join([*lines, f"{len(hammer.faults)} faults", *sorted(set(hammer.faults))[:50]])


def in_figures(times: Sequence[float]) -> str:
    late = sorted(times)[min(len(times) - 1, len(times) * 95 // 100)]
    return f"median {statistics.median(times):.3f} s, of 95 in 100 {late:.3f} s, slowest {max(times):.2f} s"
