"""A Selenium Grid 4: the room its nodes have, and a browser of one of them for one session.

Spoken to at the Grid's own address alone, whatever address its answers name; its browsers by Chrome's protocol. A
session it gave is given back: the end of the connection does not end it. What could not be given back is ended by the
Grid once it was left alone for as long as its `--session-timeout` says.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import TypeVar
from urllib.parse import quote

import httpx
import msgspec
from msgspec import Struct

from qa_appliance.browser.process.launch import NO_NAMES, NO_SELECTION_PASTED, QUIET, authorities_of_node
from qa_appliance.core.errors import Unavailable
from qa_appliance.trust import trusting

log = logging.getLogger(__name__)

_T = TypeVar("_T")

ASK_SECONDS = 10.0
LINE_SECONDS = 330.0  # longer than a Grid lets a request wait in its line, unless it was given another time

# What Playwright starts a browser with and Chrome's driver does not: how pages look and how soon they are drawn.
_AS_PLAYWRIGHT_DOES = (
    "--headless=new",
    "--hide-scrollbars",
    "--mute-audio",
    "--force-color-profile=srgb",
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    "--disable-dev-shm-usage",
    "--disable-features=HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,PaintHolding,ThirdPartyStoragePartitioning",
)


class _Named(Struct):
    capabilities: dict[str, object] = {}


class _Slot(Struct):
    session: _Named | None = None
    stereotype: dict[str, object] = {}


class _Node(Struct, rename="camel"):
    availability: str
    max_sessions: int
    slots: list[_Slot] = []


class _Status(Struct):
    nodes: list[_Node] = []


class _Begun(Struct, rename="camel"):
    session_id: str
    capabilities: dict[str, object] = {}


class _Refused(Struct):
    error: str = ""
    message: str = ""


class Room(Struct, frozen=True):
    """Of Chrome's browsers on nodes that take sessions: `all` of them, `ours` with those nobody has, and `free`.

    `versions` as the nodes name them, which they need not.
    """

    all: int
    ours: int
    free: int
    versions: tuple[str, ...]


class Grid:
    """`url` may name user and password; `shown` is what may be told of it. Made by `Grid.open` alone."""

    def __init__(self, url: str, shown: str, client: httpx.AsyncClient) -> None:
        self._base, self._shown, self._client = url.rstrip("/"), shown, client
        self._name = f"qa-appliance {secrets.token_hex(4)}"  # under which our sessions are listed there
        self._ending: set[asyncio.Task[None]] = set()

    @classmethod
    @asynccontextmanager
    async def open(cls, url: str, shown: str) -> AsyncIterator[Grid]:
        """Asks nothing yet. At the end what is still being given back is waited for a while."""
        tls = await asyncio.to_thread(lambda: trusting(authorities_of_node(), public=True))
        async with httpx.AsyncClient(verify=tls) as client:
            grid = cls(url, shown, client)
            try:
                yield grid
            finally:
                await grid._close()

    async def room(self) -> Room:
        """Raises Unavailable, also where no node has a browser of Chrome's that takes sessions."""
        status = self._read(await self._ask("GET", "/status"), _Status)
        rooms = [self._room(node) for node in status.nodes if node.availability == "UP"]
        together = Room(
            sum(room.all for room in rooms),
            sum(room.ours for room in rooms),
            sum(room.free for room in rooms),
            tuple(sorted({version for room in rooms for version in room.versions})),
        )
        if not together.all:
            raise Unavailable(f"The Grid at {self._shown} has no node with Chrome that takes sessions.")
        return together

    @asynccontextmanager
    async def session(self, reaches_us: str) -> AsyncIterator[str]:
        """Where a new browser of it is spoken to, for the length of the block. `reaches_us`: the proxy's host for it.

        Waits in the Grid's line for as long as the Grid answers. Raises Unavailable.
        """
        asked = asyncio.create_task(self._begin(reaches_us))
        try:
            while not (await asyncio.wait({asked}, timeout=ASK_SECONDS))[0]:
                await self.room()
            begun = await asked
            yield f"ws{self._base.removeprefix('http')}/session/{quote(begun.session_id, safe='')}/se/cdp"
        finally:
            ending = asyncio.create_task(self._end(asked))
            self._ending.add(ending)
            ending.add_done_callback(self._ending.discard)
            if asked.done():  # one that still waits in the Grid's line is given back when its turn has come
                await asyncio.wait({ending})

    async def _begin(self, reaches_us: str) -> _Begun:
        host = f"[{reaches_us}]" if ":" in reaches_us else reaches_us
        args = [*_AS_PLAYWRIGHT_DOES, *QUIET, NO_SELECTION_PASTED, f"{NO_NAMES}, EXCLUDE localhost, EXCLUDE {host}"]
        wanted = {
            "browserName": "chrome",
            "goog:chromeOptions": {"args": args},
            "unhandledPromptBehavior": "ignore",
            "se:name": self._name,
        }
        body = msgspec.json.encode({"capabilities": {"alwaysMatch": wanted}})
        return self._read(await self._ask("POST", "/session", LINE_SECONDS, body), _Begun)

    async def _end(self, asked: asyncio.Task[_Begun]) -> None:
        with suppress(Unavailable):  # it was told where it was waited for
            begun = await asked
            try:
                answer = await self._ask("DELETE", f"/session/{quote(begun.session_id, safe='')}")
                if answer.status_code != httpx.codes.NOT_FOUND:  # its node was started anew, and it is gone already
                    self._read(answer, object)
            except Unavailable as problem:
                log.warning("a session was left to the Grid's own time-out: %s", problem.message)

    async def _close(self) -> None:
        if self._ending:
            _, left = await asyncio.wait(set(self._ending), timeout=ASK_SECONDS)
            for ending in left:
                ending.cancel()

    async def _ask(
        self, method: str, path: str, seconds: float = ASK_SECONDS, body: bytes | None = None
    ) -> httpx.Response:
        headers = {"Content-Type": "application/json; charset=utf-8"}
        try:
            async with asyncio.timeout(seconds):
                return await self._client.request(
                    method, f"{self._base}{path}", content=body, headers=headers, timeout=seconds
                )
        except (httpx.HTTPError, httpx.InvalidURL, TimeoutError) as error:
            if _untrusted(error):
                reason = f"The certificate of the Grid at {self._shown} is not trusted."
                raise Unavailable(f"{reason} Name a file with who signed it in NODE_EXTRA_CA_CERTS.") from None
            raise Unavailable(f"The Grid at {self._shown} does not answer ({type(error).__name__}).") from None

    def _read(self, answer: httpx.Response, kind: type[_T]) -> _T:
        """Raises Unavailable: with the Grid's own reason, or that what answers is none."""
        try:
            value = msgspec.json.decode(answer.content, type=dict[str, msgspec.Raw])["value"]
            if answer.is_success:
                return msgspec.json.decode(value, type=kind)
            refused = msgspec.json.decode(value, type=_Refused)
        except (msgspec.DecodeError, KeyError):
            reason = f"What answers at {self._shown} is no Selenium Grid (status {answer.status_code})."
            if answer.status_code == httpx.codes.UNAUTHORIZED:
                reason = f"What answers at {self._shown} wants another user and password in its address than it got."
            raise Unavailable(reason) from None
        line = (refused.message.strip().splitlines() or [""])[0].strip().rstrip(".")
        raise Unavailable(f"The Grid at {self._shown} refused: {line or refused.error}.")

    def _room(self, node: _Node) -> Room:
        """A node may have more slots than sessions it takes at once, and slots of other browsers among them."""
        chrome = [slot for slot in node.slots if slot.stereotype.get("browserName") == "chrome"]
        idle = node.max_sessions - sum(slot.session is not None for slot in node.slots)
        free = max(0, min(idle, sum(slot.session is None for slot in chrome)))
        mine = sum(
            slot.session is not None and slot.session.capabilities.get("se:name") == self._name for slot in chrome
        )
        versions = {str(slot.stereotype.get("browserVersion") or "") for slot in chrome} - {""}
        return Room(min(len(chrome), node.max_sessions), free + mine, free, tuple(versions))


def _untrusted(error: BaseException | None) -> bool:
    """Whether it, or what it came from, is a certificate that nobody known has signed."""
    while error is not None and not isinstance(error, ssl.SSLCertVerificationError):
        error = error.__cause__ or error.__context__
    return error is not None
