"""The whole HTTP surface on a real server, a real database and real files; only browsers are missing."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn

from qa_appliance.api.http.connections import Bounds, Config, Room
from qa_appliance.api.http.hub import EventHub
from qa_appliance.api.http.services import Services
from qa_appliance.api.http.tokens import Claims, Tokens
from qa_appliance.api.routes import build_app
from qa_appliance.browser.egress.guard import Guard
from qa_appliance.core.clock import new_id, utc_now
from qa_appliance.core.phrasebook import OwnPhrase
from qa_appliance.core.plan import Gap, Plan
from qa_appliance.core.roles import Role
from qa_appliance.core.steps import Click, Fill, Go, LogIn, Step, Value
from qa_appliance.core.target import Target
from qa_appliance.core.test_data.project import Account
from qa_appliance.settings import Limits
from qa_appliance.store import passwords
from qa_appliance.store.database import Database
from qa_appliance.store.files.artifacts import Artifacts
from qa_appliance.store.tables import accounts, callers, projects
from qa_appliance.store.upgrade import migrate
from qa_appliance.store.vault import Vault

PASSWORD = "correct horse battery"
PLENTY = Limits(
    api_global_per_minute=100_000, trigger_per_minute=10_000, active_per_minute=10_000,
    auth_failures_per_15_minutes=10_000,
)  # fmt: skip
SITE = "http://127.0.0.1:9/"  # allowed in these tests; nothing is ever opened


class Worker:
    """Stands where the worker stands: remembers what was asked of it."""

    def __init__(self) -> None:
        self.woken = 0
        self.at_work: set[str] = set()
        self.torn_down: list[str] = []

    def wake(self) -> None:
        self.woken += 1

    async def tear_down(self, run_id: str) -> bool:
        self.torn_down.append(run_id)
        return run_id in self.at_work


class Clock:
    def __init__(self) -> None:
        self.ahead = timedelta()

    def __call__(self) -> datetime:
        return utc_now() + self.ahead


def plan(description: str, phrases: tuple[OwnPhrase, ...] = (), *, accounts: Sequence[Account] | None = None) -> Plan:
    """A few fixed sentences; reading English has tests of its own."""
    known: dict[str, Step] = {
        "Open /cart": Go(url="/cart", sentence="Open /cart"),
        "Click Save": Click(target=Target(words="Save", name="Save"), sentence="Click Save"),
        "Log in": LogIn(user=Value("ada"), password=Value("hunter2!", secret=True), sentence="Log in"),
        "Type hi": Fill(target=Target(words="Name", name="Name"), value=Value("hi"), sentence="Type hi"),
    }
    clauses = [clause.strip() for clause in description.split(".") if clause.strip()]
    gaps = tuple(Gap(clause, "not understood", ("Click Save",)) for clause in clauses if clause not in known)
    return Plan(steps=tuple(known[clause] for clause in clauses if clause in known), gaps=gaps)


class Served:
    """A running appliance's HTTP surface and what a test needs to look behind it."""

    def __init__(
        self, url: str, services: Services, worker: Worker, clock: Clock, client: httpx.AsyncClient, room: Room
    ) -> None:
        self.url, self.services, self.worker, self.clock, self.client = url, services, worker, clock, client
        self.room = room
        self.db = services.db


class Person:
    """Somebody in an organization, with headers of a session and of a key, and a project there."""

    def __init__(self, served: Served, email: str, user_id: str, org_id: str, key: str, project_id: str) -> None:
        self._served, self.email, self.user_id, self.org_id = served, email, user_id, org_id
        self.key, self.project_id = key, project_id
        self.api = {"Authorization": f"Bearer {key}"}
        self.session: dict[str, str] = {}

    async def runs(self) -> int:
        """How many runs the organization has."""
        row = await self._served.db.one("select count(*) from runs where org_id = ?", (self.org_id,))
        assert row is not None
        return int(row[0])


@asynccontextmanager
async def serve(folder: Path, *, bounds: Bounds | None = None, **changes: Any) -> AsyncIterator[Served]:
    database = folder / "appliance.sqlite3"
    await asyncio.to_thread(migrate, database)
    async with AsyncExitStack() as stack:
        db = await stack.enter_async_context(Database.open(database))
        vault, worker, clock = Vault.open(folder), Worker(), Clock()
        given: dict[str, Any] = {
                "db": db, "vault": vault, "guard": Guard(["loopback"]), "plan": plan, "canceller": worker,
                "artifacts": Artifacts(folder / "artifacts", vault.signing("artifacts"), clock),
                "run_accepted": worker.wake, "hub": EventHub(), "limits": PLENTY, "clock": clock,
                "setup_token": "let-me-in",
        }  # fmt: skip
        services = Services(**given | changes)
        # with its protocol named, asyncio turns Nagle's algorithm off for what is accepted
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        config = Config(build_app(services), trusted=services.trusted_proxies, bounds=bounds, lifespan="off")
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server.serve(sockets=[listener]))
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        client = await stack.enter_async_context(httpx.AsyncClient(base_url=url, timeout=30))
        try:
            yield Served(url, services, worker, clock, client, config.room)
        finally:
            await client.aclose()
            server.should_exit = True
            await serving
            listener.close()


_HASH = ""


async def person(
    served: Served, email: str = "", organization: str = "", role: Role = "owner", project: str = SITE
) -> Person:
    """A user of an organization; both are new unless named."""
    global _HASH
    _HASH = _HASH or await passwords.hash_password(PASSWORD)
    db, now = served.db, served.services.clock()
    email = email or f"{new_id()}@example.com"
    user, org = await accounts.ensure(
        db, email=email, name="Ada", password_hash=_HASH, organization=organization or new_id(), role=role, now=now
    )
    key = await callers.mint(db, org_id=org.id, user_id=user.id, name="CI", expires_at=None, now=now)
    made = await projects.add(db, served.services.vault, org.id, {"name": "Shop", "base_url": project}, now)
    somebody = Person(served, email, user.id, org.id, key.key, made.id)
    opened = await callers.open_session(db, user.id, org.id, now, served.services.signed_in_for)
    token, _ = Tokens(served.services.vault).issue(Claims(user.id, opened.id, org.id), now)
    somebody.session = {"Authorization": f"Bearer {token}"}
    return somebody


@pytest.fixture(scope="session")
async def served(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Served]:
    """One appliance for all tests that need no settings of their own; each works in organizations of its own."""
    async with serve(tmp_path_factory.mktemp("appliance")) as running:
        yield running


@pytest.fixture
async def ada(served: Served) -> Person:
    return await person(served)
