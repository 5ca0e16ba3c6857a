"""A desk with a real pool; `sit` opens a session on a page and answers it with hands: a mouse, keys and ears."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import ExitStack
from typing import TypeVar

import pytest
from playwright.async_api import Page

from qa_appliance.browser.egress.guard import Guard
from qa_appliance.browser.process.choice import choose_browser
from qa_appliance.browser.process.pool import Pool
from qa_appliance.core.clock import new_id
from qa_appliance.core.phrasebook import OwnPhrase
from qa_appliance.core.plan import Plan
from qa_appliance.core.run import RunRequest, Site
from qa_appliance.english.compile import plan_english
from qa_appliance.slots import Slots
from qa_appliance.studio import messages as m
from qa_appliance.studio.desk import Desk
from qa_appliance.studio.means import Means, Wanted
from qa_appliance.studio.outbox import Outbox
from qa_appliance.studio.session import Limits, Session
from tests.conftest import Serve

T = TypeVar("T", bound=m.Tell)


async def read(text: str, phrases: tuple[OwnPhrase, ...]) -> Plan:
    return await asyncio.to_thread(plan_english, text, phrases)


def wanted(address: str, *, user: str = "ada", hosts: frozenset[str] = frozenset({"127.0.0.1"})) -> Wanted:
    site = Site(base_url=address, own_hosts=hosts)
    return Wanted(RunRequest(id=new_id(), org_id="o", project_id="p", site=site), user, None)


@pytest.fixture(scope="session")
async def pool(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Pool]:
    async with Pool.open(await choose_browser(), slots=2, data_dir=tmp_path_factory.mktemp("pool")) as pool:
        yield pool


@pytest.fixture
async def desk(pool: Pool) -> AsyncIterator[Desk]:
    made = Desk(Slots(1, lambda: None), read, Limits())
    made.means = Means(pool, Guard(["loopback"]), 3.0)
    yield made
    await made.stop()


class Hands:
    """What a person at the picture does, and what they are told. `heard` is all of it, `pictures` how many came."""

    def __init__(self, session: Session, tab: Outbox) -> None:
        self.session = session
        self.heard: list[m.Tell] = []
        self.pictures: list[bytes] = []
        self._tab = tab
        self._news = asyncio.Condition()
        self._listening = asyncio.create_task(self._listen())

    @property
    def page(self) -> Page:
        return self.session._work.stage.page

    @property
    def lines(self) -> list[str]:
        states = [each for each in self.heard if isinstance(each, m.State)]
        return [line.sentence for line in states[-1].lines] if states else []

    @property
    def numbers(self) -> list[int]:
        states = [each for each in self.heard if isinstance(each, m.State)]
        return [line.number for line in states[-1].lines]

    async def click(self, selector: str, *, count: int = 1) -> None:
        box = await self.page.locator(selector).bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        self.session.ask(m.Move(x, y))
        self.session.ask(m.Down(x, y, count=count))
        self.session.ask(m.Up(x, y, count=count))

    async def drag(self, selector: str, to: str, *, part: float = 0.5) -> None:
        """From its middle to that part of the other's height."""
        here, there = [await self.page.locator(each).bounding_box() for each in (selector, to)]
        assert here is not None
        assert there is not None
        x, y = here["x"] + here["width"] / 2, here["y"] + here["height"] / 2
        goal = there["x"] + there["width"] / 2, there["y"] + there["height"] * part
        self.session.ask(m.Move(x, y))
        self.session.ask(m.Down(x, y))
        self.session.ask(m.Move((x + goal[0]) / 2, (y + goal[1]) / 2))
        self.session.ask(m.Up(*goal))

    def types(self, text: str) -> None:
        for sign in text:
            self.session.ask(m.Type(sign))

    def press(self, key: str) -> None:
        self.session.ask(m.Press(key))

    async def until(self, holds: Callable[[], object]) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(60), self._news:
                await self._news.wait_for(lambda: holds() or self._listening.done())
        assert holds(), (self.lines, self.heard[-3:])

    async def wrote(self, *sentences: str) -> None:
        """Until the test is these sentences."""
        await self.until(lambda: self.lines == list(sentences))

    async def hears(self, kind: type[T], asked: m.Ask | None = None) -> T:
        """The next message of that kind, after asking for it."""
        before = len(self.heard)
        if asked is not None:
            self.session.ask(asked)

        def come() -> list[T]:
            return [each for each in self.heard[before:] if isinstance(each, kind)]

        await self.until(come)
        return come()[0]

    async def performed_anew(self, *, yes: bool = False) -> None:
        """Asks for it, and waits until it is done."""
        before = len(self.heard)
        self.session.ask(m.Anew(yes))

        def busy() -> list[str]:
            return [each.busy for each in self.heard[before:] if isinstance(each, m.State)]

        await self.until(lambda: "The test is performed again" in busy() and not busy()[-1])

    async def _listen(self) -> None:
        async for message in self._tab.waiting():
            async with self._news:
                if isinstance(message, bytes):
                    self.pictures.append(message)
                else:
                    self.heard.append(message)
                self._news.notify_all()


Sit = Callable[..., Awaitable[Hands]]


@pytest.fixture
def sit(desk: Desk, serve: Serve) -> Iterator[Sit]:
    """`await sit(html)`, or `await sit(address=…)`."""
    with ExitStack() as stack:

        async def start(html: str = "", *, address: str = "", **pages: str) -> Hands:
            at = address or await serve({"/": html, **{f"/{name}": page for name, page in pages.items()}})
            session = await desk.open(wanted(at))
            hands = Hands(session, stack.enter_context(session.watching()))
            await hands.until(lambda: any(isinstance(each, m.State) and not each.busy for each in hands.heard))
            return hands

        yield start
