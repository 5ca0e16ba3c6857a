"""A proxy script (PAC) as a lab gives it out: run without any means but to answer, with little memory and time.

It connects to nobody: the names it asks for are looked up here and handed to it. Never decides what may be reached.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Literal

import msgspec
import quickjs
from msgspec import Struct

from qa_appliance.browser.egress.address import IPAddress
from qa_appliance.browser.egress.resolver import Resolve
from qa_appliance.browser.egress.upstream import ScriptFailure
from qa_appliance.core.errors import Invalid

CPU_SECONDS = 1.0
MEMORY_BYTES = 32 << 20
STACK_BYTES = 256 << 10
MOST_NAMES = 20  # that one question may ask for
MOST_WAYS = 10
_BASE = Path(__file__).with_name("pac.js").read_text("utf-8")
_ELSEWHERE = (("192.0.2.1", socket.AF_INET), ("2001:db8::1", socket.AF_INET6))  # to which nothing is ever sent

Kind = Literal["direct", "http", "https", "socks5", "socks4"]
_KINDS: dict[str, Kind] = {
    "DIRECT": "direct",
    "PROXY": "http",
    "HTTP": "http",
    "HTTPS": "https",
    "SOCKS5": "socks5",
    "SOCKS": "socks4",
    "SOCKS4": "socks4",
}
_PORTS = {"http": 80, "https": 443, "socks5": 1080, "socks4": 1080}


class Way(Struct, frozen=True):
    """One of those the script names. "direct" has no host."""

    kind: Kind
    host: str = ""
    port: int = 0


class _Reply(Struct):
    wanted: str | None = None
    failure: str | None = None
    answer: str | None = None


class Script:
    """One script, in a thread of its own: the engine takes no other. `Script.read` compiles it."""

    def __init__(self, text: str, resolve: Resolve) -> None:
        self._text, self._resolve = text, resolve
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="pac")
        self._context: quickjs.Context | None = None

    @classmethod
    async def read(cls, text: str, resolve: Resolve) -> Script:
        """Raises Invalid for what is no proxy script."""
        script = cls(text, resolve)
        await script._do(script._compile)
        return script

    async def ask(self, url: str, host: str, known: Mapping[str, Sequence[IPAddress]]) -> tuple[Way, ...]:
        """In the order they are to be tried. `known`: names whose addresses are decided on already. Raises
        `ScriptFailure`.
        """
        names = {name: [str(each) for each in addresses] for name, addresses in known.items()}
        own = msgspec.json.encode(await asyncio.to_thread(own_addresses)).decode()
        for _ in range(MOST_NAMES + 1):
            try:
                reply = await self._do(self._call, url, host, msgspec.json.encode(names).decode(), own)
            except Invalid as problem:
                raise ScriptFailure(f"the proxy script cannot be run any more ({problem.message})") from problem
            if reply.wanted is None:
                break
            names[reply.wanted] = await self._addresses(reply.wanted)
        if reply.answer is None:
            raise ScriptFailure(
                "the proxy script "
                + (f"breaks off ({reply.failure})" if reply.failure else f"asks for more than {MOST_NAMES} names")
            )
        return read_ways(reply.answer)

    async def _addresses(self, name: str) -> list[str]:
        try:
            return [str(each) for each in await self._resolve(name)]
        except (OSError, UnicodeError):
            return []

    async def _do(self, work: object, *given: str) -> _Reply:
        assert callable(work)
        reply = await asyncio.get_running_loop().run_in_executor(self._thread, work, *given)
        assert isinstance(reply, _Reply)
        return reply

    def _compile(self) -> _Reply:
        context = quickjs.Context()
        context.set_memory_limit(MEMORY_BYTES)
        context.set_max_stack_size(STACK_BYTES)
        context.set_time_limit(CPU_SECONDS)
        try:
            context.eval(_BASE)
            context.eval(self._text)
            if context.eval("typeof FindProxyForURL + typeof FindProxyForURLEx") == "undefinedundefined":
                raise Invalid("It has no function FindProxyForURL.")
        except (quickjs.JSException, quickjs.StackOverflow) as error:
            raise Invalid(f"It is no script that can be run: {_first_line(error)}.") from error
        self._context = context
        return _Reply()

    def _call(self, url: str, host: str, known: str, own: str) -> _Reply:
        """With a fresh engine after one that ran out of something."""
        if self._context is None:
            self._compile()
        assert self._context is not None
        try:
            return msgspec.json.decode(self._context.get("__ask")(url, host, known, own), type=_Reply)
        except (quickjs.JSException, quickjs.StackOverflow, msgspec.DecodeError, TypeError) as error:
            self._context = None
            return _Reply(failure=_first_line(error))


def read_ways(answer: str) -> tuple[Way, ...]:
    """“PROXY a:3128; SOCKS5 b; DIRECT”. Nothing at all means directly. Raises `ScriptFailure`."""
    ways: list[Way] = []
    unread: list[str] = []
    for part in filter(None, (each.strip() for each in answer.split(";"))):
        word, _, place = part.partition(" ")
        kind = _KINDS.get(word.upper())
        host, port = _place(place.strip(), _PORTS.get(kind or "", 0))
        if kind == "direct" or (kind is not None and host and port):
            ways.append(Way(kind, host, port) if kind != "direct" else Way("direct"))
        else:
            unread.append(part[:80])
    if unread and not ways:
        raise ScriptFailure(f"the proxy script names nothing that is spoken here ({'; '.join(unread[:3])})")
    return tuple(dict.fromkeys(ways))[:MOST_WAYS] or (Way("direct"),)


def _place(text: str, port: int) -> tuple[str, int]:
    host, colon, number = text.rpartition(":")
    if not colon or number.endswith("]"):
        host, number = text, str(port)
    host = host.removeprefix("[").removesuffix("]")
    known = number.isascii() and number.isdigit() and 0 < int(number) < 65_536
    return (host, int(number)) if known and host and not any(sign in host for sign in " /@?#\\") else ("", 0)


def own_addresses() -> list[str]:
    """This machine's, as it would connect to elsewhere. Nothing is sent. Blocks for no time."""
    found = []
    for elsewhere, family in _ELSEWHERE:
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((elsewhere, 9))
                found.append(probe.getsockname()[0])
        except OSError:
            continue
    return found


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or ["it does not say why"])[0].rstrip(".")
