"""A conversation with a browser, recorded once and played to as many as ask: a stand-in that takes hardly any work.

Speaks Playwright's protocol or Chrome's, whichever it heard. What it is asked is known again by whom it is asked of,
the method and the parameters but for their numbers. Answers and events come after the time they took, events in their
order, and before whatever was answered after them: an object is made before it is named. Pages a browser would fetch it
fetches through the proxy it was given. It proves nothing of pages: it is for measuring the other end.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import re
import time
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct
from websockets.asyncio.client import connect
from websockets.asyncio.server import Server, ServerConnection, serve

_DIGITS = re.compile(rb"\d+")
_MADE_UP = re.compile(rb"\w+@[0-9a-f]{32}")  # names the other end thinks of, which it wants to hear again
_KEPT_HEADERS = ("user-agent", "x-playwright")
_OBJECT = re.compile(r"@([0-9a-f]{26})([0-9a-f]{6})")  # of Playwright's protocol: one conversation's are not another's
_ANSWER = re.compile(r'\{"id":("[^"]*"|\d+)')
_PULSE = b"Browser.getVersion"
_NAVIGATES = ("goto", "Page.navigate")

Key = tuple[str, str, bytes]


class Call(Struct):
    """Of either protocol: one names whom it asks by `guid`, the other by `session_id`. `id`: a number or a text; what
    has none waits for no answer."""

    id: msgspec.Raw = msgspec.Raw(b"")
    method: str = ""
    guid: str = ""
    session_id: str = msgspec.field(default="", name="sessionId")
    params: msgspec.Raw = msgspec.Raw(b"{}")

    @property
    def number(self) -> str:
        return bytes(self.id).decode()

    @property
    def is_pulse(self) -> bool:
        """Asked by the clock, at whatever place of the conversation: it goes before or after nothing."""
        return _PULSE in bytes(self.params) or self.method.encode() == _PULSE

    @property
    def loose(self) -> tuple[str, str]:
        return self.guid or self.session_id, self.method

    @property
    def key(self) -> Key:
        return (*self.loose, _DIGITS.sub(b"", _MADE_UP.sub(b"", bytes(self.params))))


@dataclass
class Answered:
    """What followed a call: its answer without its number, and how many events of the tape came until then or since."""

    began: float
    names: list[bytes]
    answer: tuple[float, str] | None = None
    after: int = 0  # events of the tape that came before the answer
    events: list[tuple[float, int]] = field(default_factory=list)


@dataclass
class Tape:
    events: list[str] = field(default_factory=list)
    exact: dict[Key, list[Answered]] = field(default_factory=lambda: defaultdict(list))
    loose: dict[tuple[str, str], list[Answered]] = field(default_factory=lambda: defaultdict(list))
    methods: dict[str, list[Answered]] = field(default_factory=lambda: defaultdict(list))

    def add(self, call: Call) -> Answered:
        heard = Answered(time.monotonic(), _MADE_UP.findall(bytes(call.params)))
        self.exact[call.key].append(heard)
        self.loose[call.loose].append(heard)
        self.methods[call.method].append(heard)
        return heard


@asynccontextmanager
async def recording(upstream: str, tapes: list[Tape]) -> AsyncIterator[int]:
    """The port on which conversations with `upstream` are listened to, each on a tape of its own."""

    async def listen(client: ServerConnection) -> None:
        assert client.request is not None
        tape = Tape()
        tapes.append(tape)
        headers = {
            name: value for name, value in client.request.headers.raw_items() if name.lower().startswith(_KEPT_HEADERS)
        }
        agent = headers.pop("User-Agent", headers.pop("user-agent", None))
        async with connect(
            upstream, additional_headers=headers, user_agent_header=agent, compression=None, max_size=None
        ) as browser:
            open_calls: dict[str, Answered] = {}
            last: list[Answered] = []

            async def forth() -> None:
                async for message in client:
                    call = msgspec.json.decode(message, type=Call)
                    if call.number:
                        open_calls[call.number] = heard = tape.add(call)
                        last[:] = last if call.is_pulse else [heard]
                    await browser.send(message)
                await browser.close()

            async def back() -> None:
                async for message in browser:
                    text = message if isinstance(message, str) else message.decode()
                    number = _ANSWER.match(text)
                    if number is not None:
                        heard = open_calls.pop(number[1])
                        heard.answer = (time.monotonic() - heard.began, text[number.end() :])
                        heard.after = len(tape.events)
                    elif last:
                        tape.events.append(text)
                        last[0].events.append((time.monotonic() - last[0].began, len(tape.events)))
                    await client.send(message)

            await asyncio.gather(forth(), back())

    async with serve(listen, "127.0.0.1", 0, compression=None, max_size=None) as server:
        yield _port(server)


@asynccontextmanager
async def playing(tape: Tape) -> AsyncIterator[int]:
    """The port on which the conversation is played to whoever connects."""

    async def play(client: ServerConnection) -> None:
        player = _Player(tape, client)
        with contextlib.suppress(Exception):  # the other end left
            async for message in client:
                player.hear(message if isinstance(message, bytes) else message.encode())
        player.stop()

    async with serve(play, "127.0.0.1", 0, compression=None, max_size=None, ping_interval=None) as server:
        yield _port(server)


def _port(server: Server) -> int:
    return int(next(iter(server.sockets)).getsockname()[1])


class _Player:
    number = 0

    def __init__(self, tape: Tape, client: ServerConnection) -> None:
        self._tape, self._client = tape, client
        self._used: dict[int, int] = {}  # how often each list of the tape was taken from
        self._happened = 0  # events played
        self._names: dict[str, str] = {}
        self._out: asyncio.Queue[str] = asyncio.Queue()
        self._tasks = {asyncio.create_task(self._send())}
        self._proxy = self._login = ""
        self._objects: dict[str, str] = {}
        _Player.number += 1
        self._own = f"{_Player.number:06x}"
        self._renames = False

    def hear(self, message: bytes) -> None:
        text = _OBJECT.sub(lambda found: self._objects.get(found[0], found[0]), message.decode())
        call = msgspec.json.decode(text, type=Call)
        if not call.number:
            return
        self._renames = self._renames or call.method == "initialize"
        heard, again = self._find(call)
        self._note(call)
        if heard is None or heard.answer is None:
            self._out.put_nowait(f'{{"id":{call.number},"result":{{}}{self._whose(call)}}}')
            return
        self._names |= zip(
            (name.decode() for name in heard.names),
            (name.decode() for name in _MADE_UP.findall(bytes(call.params))),
            strict=False,
        )
        loop = asyncio.get_running_loop()
        seconds, answer = heard.answer
        for moment, event in () if again else heard.events:
            loop.call_later(moment, self._happen, event)
        loop.call_later(
            seconds, self._answer, 0 if again or call.is_pulse else heard.after, f'{{"id":{call.number}{answer}'
        )

    def _answer(self, after: int, text: str) -> None:
        self._happen(after)
        self._out.put_nowait(text)

    def _happen(self, until: int) -> None:
        """Events up to this one that have not happened yet."""
        for event in self._tape.events[self._happened : until]:
            self._out.put_nowait(event)
        self._happened = max(self._happened, until)

    def stop(self) -> None:
        for task in self._tasks:
            task.cancel()

    def _find(self, call: Call) -> tuple[Answered | None, bool]:
        """What is to follow, and whether it was played before: an answer may come again, what happened may not."""
        for found in (self._tape.exact.get(call.key), self._tape.loose.get(call.loose)):
            if found:
                used = self._used.get(id(found), 0)
                self._used[id(found)] = used + 1
                if used < len(found) and found[used].answer is not None:
                    return found[used], False
                if answered := [each for each in found if each.answer is not None]:
                    return answered[-1], True
        others = [each for each in self._tape.methods.get(call.method, ()) if each.answer is not None]
        return (others[-1] if others else None), True

    def _whose(self, call: Call) -> str:
        return f',"sessionId":"{call.session_id}"' if call.session_id else ""

    def _note(self, call: Call) -> None:
        if call.method == "newContext":
            proxy = json.loads(bytes(call.params)).get("proxy") or {}
            self._proxy, self._login = proxy.get("server", ""), f"{proxy.get('username')}:{proxy.get('password')}"
        elif call.method == "Target.createBrowserContext":
            self._proxy = json.loads(bytes(call.params)).get("proxyServer", "")
        elif call.method in _NAVIGATES and self._proxy:
            task = asyncio.create_task(self._fetch(json.loads(bytes(call.params))["url"]))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _fetch(self, url: str) -> None:
        place = urlsplit(self._proxy if "//" in self._proxy else f"//{self._proxy}")
        login = base64.b64encode(self._login.encode()).decode()
        with contextlib.suppress(OSError):
            reader, writer = await asyncio.open_connection(place.hostname, place.port)
            head = f"GET {url} HTTP/1.1\r\nHost: {urlsplit(url).netloc}\r\nConnection: close\r\n"
            writer.write(f"{head}Proxy-Authorization: Basic {login}\r\n\r\n".encode())
            await reader.read()
            writer.close()

    async def _send(self) -> None:
        with contextlib.suppress(Exception):  # the other end left
            while True:
                text = await self._out.get()
                for recorded, wanted in self._names.items():
                    if recorded != wanted:
                        text = text.replace(recorded, wanted)
                await self._client.send(_OBJECT.sub(self._renamed, text) if self._renames else text)

    def _renamed(self, found: re.Match[str]) -> str:
        own = f"@{found[1]}{self._own}"
        self._objects[own] = found[0]
        return own


def calls(tape: Tape) -> int:
    return sum(len(found) for found in tape.loose.values())
