"""The lab's own proxy, where sites are reached through one. Asks it for tunnels; decides nothing, resolves no name."""

from __future__ import annotations

import asyncio
import base64
import os
import re
import socket
import ssl
from collections.abc import Callable, Sequence
from ipaddress import ip_address
from typing import Literal, Protocol
from urllib.parse import urlsplit

import h11
import msgspec
from msgspec import Struct
from python_socks import ProxyError, ProxyType
from python_socks.async_.asyncio import Proxy as SocksProxy

from qa_appliance.browser.egress.address import Address, IPAddress
from qa_appliance.browser.egress.encrypted import encrypted
from qa_appliance.core.errors import Invalid
from qa_appliance.settings import Proxy
from qa_appliance.trust import trusting

PORTS = {"http": 3128, "https": 443, "socks5": 1080}
"""Where the setting names none."""
REACH_SECONDS = 10.0  # of a proxy itself
_READ_BYTES = 65_536
_SETTINGS = "--proxy-user and --proxy-password-file"
_SOCKS = {"socks5": ProxyType.SOCKS5, "socks4": ProxyType.SOCKS4}
_REFUSALS = {
    502: "it finds nobody there",
    503: "it finds nobody there",
    504: "nobody there answers it",
}


Closed = Callable[[IPAddress, int], bool]
"""Whether a proxy must not be looked for at this address and port."""


class ProxyFailure(OSError):
    """`why` is the end of a sentence about the site: “… cannot be reached on port 443: <why>.” `absent`: of the proxy
    itself, which another one may stand in for.
    """

    def __init__(self, why: str, *, absent: bool = False) -> None:
        super().__init__(why)
        self.why, self.absent = why, absent


class ScriptFailure(ProxyFailure):
    """A proxy script names no way."""


class Place(Struct, frozen=True):
    kind: Literal["http", "https", "socks5", "socks4"]
    host: str
    port: int


class Upstream:
    """An HTTP proxy, also one that is spoken to encrypted, or a SOCKS proxy. Its password is in no text made of it.

    `closed`: where none is connected to. `authorities` (PEM) are trusted beside the public ones.
    """

    def __init__(
        self, place: Place, user: str = "", password: str = "", *, closed: Closed | None = None, authorities: str = ""
    ) -> None:
        self.place, self._user, self._password, self._closed = place, user, password, closed
        self._authorities = authorities
        self.absent_until = 0.0  # by the monotonic clock: it was not there, and others are tried first

    def __repr__(self) -> str:
        return f"Upstream({self.name})"

    @property
    def name(self) -> str:
        """For people."""
        return _authority(self.place.host, self.place.port)

    @property
    def forwards(self) -> bool:
        """Whether it takes unencrypted requests whole. Of tunnels, proxies often allow those to port 443 alone."""
        return self.place.kind not in _SOCKS

    @property
    def credentials(self) -> tuple[tuple[str, str], ...]:
        """As a header field, where it asks for any."""
        if not self._user:
            return ()
        word = base64.b64encode(f"{self._user}:{self._password}".encode()).decode()
        return (("Proxy-Authorization", f"Basic {word}"),)

    async def connect(self, host: str, port: int) -> socket.socket:
        """A tunnel to a host, ready for what is to be said there. Raises `ProxyFailure`; waits without end."""
        if self.place.kind in _SOCKS:
            return await self._through_socks(host, port)
        tunnel = await self.reach()
        try:
            await self._ask(tunnel, _authority(host, port))
        except BaseException:
            tunnel.close()
            raise
        return tunnel

    async def reach(self) -> socket.socket:
        """A connection to the proxy itself, encrypted where it is to be. Raises `ProxyFailure`."""
        connection = await self._reach()
        if self.place.kind != "https":
            return connection
        try:
            trusted = await asyncio.to_thread(trusting, self._authorities, public=True)
        except BaseException:
            connection.close()
            raise
        try:
            return await encrypted(connection, self.place.host, trusted, REACH_SECONDS)
        except ssl.SSLCertVerificationError as error:
            why = (
                f"its certificate is not valid for it ({error.verify_message}); --authorities names who signs in a lab"
            )
            raise ProxyFailure(f"the proxy {self.name} cannot be reached: {why}") from error
        except ssl.SSLError as error:
            raise ProxyFailure(f"the proxy {self.name} cannot be reached: it speaks no TLS", absent=True) from error
        except OSError as error:
            raise self._absent(error) from error

    async def _reach(self) -> socket.socket:
        last = OSError("its name does not resolve")
        for host in await self._addresses():
            connection = socket.socket(socket.AF_INET if _bare(host).version == 4 else socket.AF_INET6)
            try:
                connection.setblocking(False)
                async with asyncio.timeout(REACH_SECONDS):
                    await asyncio.get_running_loop().sock_connect(connection, (host, self.place.port))
            except OSError as error:
                connection.close()
                last = error
            except BaseException:
                connection.close()
                raise
            else:
                return connection
        raise self._absent(last) from last

    async def _addresses(self) -> Sequence[str]:
        """In the system's order; none of them is closed. Raises `ProxyFailure`."""
        loop = asyncio.get_running_loop()
        try:
            found = await loop.getaddrinfo(self.place.host, self.place.port, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError) as error:
            raise self._absent(error) from error
        hosts = list(dict.fromkeys(str(entry[4][0]) for entry in found))
        if self._closed is not None and any(self._closed(_bare(host), self.place.port) for host in hosts):
            raise ProxyFailure(f"a proxy at {self.name}, which the proxy script names, is not connected to")
        return hosts

    async def _ask(self, tunnel: socket.socket, target: str) -> None:
        loop = asyncio.get_running_loop()
        wire = h11.Connection(h11.CLIENT)
        request = (
            wire.send(h11.Request(method="CONNECT", target=target, headers=[("Host", target), *self.credentials]))
            or b""
        )
        try:
            await loop.sock_sendall(tunnel, request + (wire.send(h11.EndOfMessage()) or b""))
            while not isinstance(event := wire.next_event(), h11.Response):
                if event is h11.NEED_DATA:
                    wire.receive_data(await loop.sock_recv(tunnel, _READ_BYTES))
        except (OSError, h11.RemoteProtocolError) as error:
            raise ProxyFailure(f"the proxy {self.name} broke off") from error
        if not 200 <= event.status_code < 300:
            asked = [value for name, value in event.headers if name == b"proxy-authenticate"]
            raise self.refused(event.status_code, target, b",".join(asked))
        if wire.trailing_data[0]:
            raise ProxyFailure(f"the proxy {self.name} sends what nobody asked for")

    async def _through_socks(self, host: str, port: int) -> socket.socket:
        user, password = (self._user, self._password) if self._user else (None, None)
        if self.place.kind == "socks4":
            password = None  # which knows none
        last: OSError | UnicodeError = OSError("its name does not resolve")
        for own in await self._addresses():
            proxy = SocksProxy(_SOCKS[self.place.kind], own, self.place.port, user, password)
            try:
                return await proxy.connect(host, port)
            except ProxyError as error:
                why = " ".join(str(error).split()).rstrip(".")
                raise ProxyFailure(f"the proxy {self.name} makes no connection ({why})") from error
            except OSError as error:
                last = error
        raise self._absent(last) from last

    def _absent(self, error: OSError | UnicodeError) -> ProxyFailure:
        if isinstance(error, TimeoutError):
            why = "it does not answer"
        elif isinstance(error, socket.gaierror):
            why = "its name does not resolve"
        else:
            number = getattr(error, "errno", None)
            why = os.strerror(number).lower() if number else "it closed the connection"
        return ProxyFailure(f"the proxy {self.name} cannot be reached: {why}", absent=True)

    def refused(self, status: int, target: str, asked: bytes = b"") -> ProxyFailure:
        """What it means that the proxy answers so when asked for a host and its port. `asked`: Proxy-Authenticate."""
        why = self._unknown(asked) if status in (401, 407) else _REFUSALS.get(status)
        if why is None:
            why = (
                f"it refuses a tunnel to {target} ({status}). A host that --allow names is asked for by its name, "
                "any other by its address"
            )
        return ProxyFailure(f"the proxy {self.name} does not help: {why}")

    def _unknown(self, asked: bytes) -> str:
        schemes = re.findall(r"(?:^|,)\s*([A-Za-z]+)(?=\s|,|$)", asked.decode("latin-1"))
        if schemes and "basic" not in [each.lower() for each in schemes]:
            return (
                f"it asks for a sign-in by {' or '.join(dict.fromkeys(schemes))}, and only Basic is spoken; name one on"
                " this machine that signs in there"
            )
        if self._user:
            return f"it does not take the name and password of {_SETTINGS}"
        return f"it asks who is there; give a name and password with {_SETTINGS}"


class Ways(Protocol):
    """What a proxy script says. `closed` is the guard's, for the proxies it names."""

    closed: Closed | None

    async def ways(self, address: Address, found: Sequence[IPAddress] = ()) -> tuple[Upstream | None, ...]:
        """In the order they are to be tried; None is directly. `found`: the addresses that were decided on, which the
        script is told, too. Raises `ScriptFailure`.
        """


def upstream_of(proxy: Proxy, authorities: str = "") -> Upstream | None:
    """What the operator's settings name. Raises Invalid for what cannot be read."""
    if proxy.url is None:
        return None
    address = urlsplit(proxy.url)
    try:
        port = address.port or PORTS[address.scheme]
    except ValueError:
        raise Invalid(f"--proxy-url {proxy.url} names no port there can be.") from None
    place = msgspec.convert({"kind": address.scheme, "host": address.hostname or "", "port": port}, Place)
    return Upstream(place, proxy.user or "", proxy.password or "", authorities=authorities)


def _bare(host: str) -> IPAddress:
    return ip_address(host.partition("%")[0])


def _authority(host: str, port: int) -> str:
    return f"{f'[{host}]' if ':' in host else host}:{port}"
