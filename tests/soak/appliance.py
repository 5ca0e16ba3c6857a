"""The appliance under the soak as a client sees it: asked, watched live, written in on the live page."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import httpx
import websockets

from tests.crash.appliance import EMAIL, PASSWORD, Process
from tests.soak.measuring import Measured

Json = dict[str, Any]


@dataclass
class Appliance:
    """`wrong` are faults, each once with how often."""

    server: Process
    http: httpx.AsyncClient
    measured: Measured
    chance: random.Random
    token: str = ""
    wrong: Counter[str] = field(default_factory=Counter)
    counts: Counter[str] = field(default_factory=Counter)

    @property
    def pid(self) -> int:
        return self.server.process.pid

    def fault(self, what: str) -> None:
        self.wrong[what] += 1
        print(f"wrong: {what}", flush=True)

    async def ask(self, method: str, path: str, body: Json | None = None) -> Json:
        """The answer; {} where it was none, which is told as a fault."""
        began = time.monotonic()
        try:
            response = await self.http.request(method, path, json=body)
        except httpx.HTTPError as error:
            self.fault(f"{method} {_short(path)}: {type(error).__name__} {error}")
            return {}
        if method == "GET":
            self.measured.answered(time.monotonic() - began)
        if not response.is_success:
            self.fault(f"{method} {_short(path)}: {response.status_code} {response.text[:300]}")
            return {}
        answer: Json = response.json() if response.content else {"none": True}
        return answer

    async def sign_in(self) -> None:
        self.token = (await self.ask("POST", "/api/session", {"email": EMAIL, "password": PASSWORD}))["token"]
        self.http.headers["Authorization"] = f"Bearer {self.token}"

    async def watch(self, run_id: str) -> None:
        """A live viewer of a run: to its end, or gone in the middle of it."""
        address = f"{self.server.address.replace('http', 'ws', 1)}/ws?runId={run_id}"
        messages, pictures = 0, 0
        with contextlib.suppress(OSError, websockets.WebSocketException, TimeoutError):
            async with asyncio.timeout(600), websockets.connect(address, max_size=None) as live:
                await live.send(json.dumps({"token": self.token}))
                for _ in range(self.chance.choice((3, 10, 1000, 1000))):
                    message = await live.recv()
                    messages, pictures = messages + 1, pictures + isinstance(message, bytes)
        self.counts["live viewers"] += 1
        self.counts["pictures seen live"] += pictures
        if messages == 0:
            self.counts["live viewers who saw nothing"] += 1

    async def write_live(self, project: str) -> None:
        """A session on the live page: opened, a step tried, closed or left."""
        opened = await self.ask("POST", f"/api/projects/{project}/studio", {})
        if not opened:
            return
        session = opened["session"]["id"]
        address = f"{self.server.address.replace('http', 'ws', 1)}/ws/studio?session={session}"
        async with websockets.connect(address, max_size=None) as live:
            await live.send(json.dumps({"token": self.token}))
            async with asyncio.timeout(120):
                while isinstance(await live.recv(), str):  # until the first picture of the page
                    pass
            self.counts["sessions on the live page"] += 1
            await live.send(json.dumps({"type": "do", "text": 'Check that "Hello" is shown', "mark": 1}))
            await asyncio.sleep(5 * self.chance.random())
        if self.chance.random() < 0.7:
            await self.ask("DELETE", f"/api/studio/{session}")


def _short(path: str) -> str:
    """Without ids, so that the same fault is told once."""
    return "/".join(part if len(part) < 30 else "…" for part in path.split("?")[0].split("/"))
