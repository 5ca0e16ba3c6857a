"""The ways a lab's proxy script names for a site: the script read and read anew, its answers kept for a moment.

Where it cannot be read or does not answer nothing is reached: directly would be a guess. Never decides what may be
reached; the guard has, before it asks.
"""

from __future__ import annotations

import asyncio
import ssl
import time
from collections.abc import Sequence
from pathlib import Path

import httpx

from qa_appliance.browser.egress.address import DEFAULT_PORTS, Address, IPAddress
from qa_appliance.browser.egress.pac import Script, Way
from qa_appliance.browser.egress.resolver import Resolve, Resolver
from qa_appliance.browser.egress.upstream import Closed, Place, ScriptFailure, Upstream
from qa_appliance.core.errors import Invalid
from qa_appliance.trust import trusting

SECONDS = 10.0  # for reading it
MOST_BYTES = 2_000_000
ANEW_SECONDS = 900.0  # after which one from an address is read anew
FILE_SECONDS = 2.0  # after which a file is looked at again
AGAIN_SECONDS = 10.0  # after which what could not be read is tried again
FRESH_SECONDS = 2.0  # as long as names are
MANY = 512


class Automatic:
    """`source`: a file or an http(s) address. `authorities` (PEM) are trusted there, and by proxies that
    are spoken to encrypted, beside the public ones."""

    def __init__(
        self,
        source: str,
        user: str = "",
        password: str = "",
        *,
        authorities: str = "",
        resolve: Resolve | None = None,
    ) -> None:
        self.source = source
        self._user, self._password, self._authorities = user, password, authorities
        self._resolve = resolve or Resolver()
        self.closed: Closed | None = None
        self._script: Script | None = None
        self._text = ""
        self._problem = ""
        self._due = 0.0
        self._reading = asyncio.Lock()
        self._upstreams: dict[Place, Upstream] = {}
        self._answers: dict[tuple[str, str, int], tuple[float, tuple[Way, ...]]] = {}

    async def ways(self, address: Address, found: Sequence[IPAddress] = ()) -> tuple[Upstream | None, ...]:
        """In the order they are to be tried; None is directly. `found`: the addresses that were decided on, which the
        script is told, too. Raises `ScriptFailure`.
        """
        script = await self._read()
        scheme = "http" if address.port == DEFAULT_PORTS["http"] else address.scheme  # a tunnel tells none
        asked, now = (scheme, address.host, address.port), time.monotonic()
        kept = self._answers.get(asked)
        if kept is None or kept[0] < now:
            if len(self._answers) >= MANY:
                self._answers.clear()
            url = f"{scheme}://{address.bracketed}"
            url += "/" if address.port == DEFAULT_PORTS.get(scheme) else f":{address.port}/"
            known = {address.host.lower(): found} if found and address.literal is None else {}
            kept = self._answers[asked] = now + FRESH_SECONDS, await script.ask(url, address.host, known)
        ways = [None if way.kind == "direct" else self._upstream(way) for way in kept[1]]
        return tuple(sorted(ways, key=lambda way: way is not None and way.absent_until > now))

    def _upstream(self, way: Way) -> Upstream:
        place = Place("http" if way.kind == "direct" else way.kind, way.host, way.port)
        if place not in self._upstreams:
            self._upstreams[place] = Upstream(
                place, self._user, self._password, closed=self.closed, authorities=self._authorities
            )
        return self._upstreams[place]

    async def _read(self) -> Script:
        """One that was read stays when it cannot be read anew."""
        async with self._reading:
            if time.monotonic() >= self._due:
                try:
                    text = await self._fetched() if self._remote else await asyncio.to_thread(self._from_file)
                    if self._script is None or text != self._text:
                        self._script, self._text = await Script.read(text, self._resolve), text
                        self._answers.clear()
                    self._problem = ""
                except Invalid as problem:
                    self._problem = problem.message
                keep = ANEW_SECONDS if self._remote else FILE_SECONDS
                self._due = time.monotonic() + (AGAIN_SECONDS if self._problem and self._remote else keep)
            if self._script is None:
                raise ScriptFailure(f"the proxy script {self.source} cannot be used. {self._problem.rstrip('.')}")
            return self._script

    @property
    def _remote(self) -> bool:
        return self.source.startswith(("http://", "https://"))

    def _from_file(self) -> str:
        try:
            with Path(self.source).open("rb") as file:
                return _text(file.read(MOST_BYTES + 1))
        except OSError as error:
            raise Invalid(f"It cannot be read: {error.strerror or error}.") from error

    async def _fetched(self) -> str:
        """Directly, from the address the operator named and from no other."""
        tls: ssl.SSLContext | bool = False
        if self.source.startswith("https:"):
            tls = await asyncio.to_thread(trusting, self._authorities, public=True)
        content = bytearray()
        try:
            async with (
                asyncio.timeout(SECONDS),
                httpx.AsyncClient(verify=tls, trust_env=False, timeout=SECONDS) as client,
                client.stream("GET", self.source) as answer,
            ):
                if answer.status_code != 200:
                    raise Invalid(f"Its address answers with status {answer.status_code}.")
                async for part in answer.aiter_bytes():
                    content += part
                    if len(content) > MOST_BYTES:
                        break
        except TimeoutError as error:
            raise Invalid(f"Its address did not answer within {SECONDS:g} seconds.") from error
        except (httpx.HTTPError, httpx.InvalidURL, ValueError) as error:
            raise Invalid(
                f"Its address cannot be reached ({' '.join(str(error).split()) or type(error).__name__})."
            ) from error
        return _text(bytes(content))


def _text(content: bytes) -> str:
    if len(content) > MOST_BYTES:
        raise Invalid(f"It is larger than {MOST_BYTES // 1_000_000} MB.")
    return content.decode("utf-8-sig", "replace").replace("\0", "\ufffd")
