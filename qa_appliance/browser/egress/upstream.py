"""The lab's own proxy, where sites are reached through one. Asks it for tunnels; decides nothing, resolves no name."""

from __future__ import annotations

import asyncio
import base64
import os
import socket
from urllib.parse import urlsplit

import h11
from msgspec import Struct
from python_socks import ProxyError, ProxyType
from python_socks.async_.asyncio import Proxy as SocksProxy

from qa_appliance.core.errors import Invalid
from qa_appliance.settings import Proxy

PORTS = {"http": 3128, "socks5": 1080}
"""Where the setting names none."""
_READ_BYTES = 65_536
_WRONG_CREDENTIALS = "it does not take the name and password of --proxy-user and --proxy-password-file"
_REFUSALS = {
    401: _WRONG_CREDENTIALS,
    407: _WRONG_CREDENTIALS,
    502: "it finds nobody there",
    503: "it finds nobody there",
    504: "nobody there answers it",
}


class ProxyFailure(OSError):
    """`why` is the end of a sentence about the site: “… cannot be reached on port 443: <why>.”"""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class Place(Struct, frozen=True):
    socks: bool
    host: str
    port: int


class Upstream:
    """An HTTP or SOCKS 5 proxy. Its password is in no text made of it."""

    def __init__(self, place: Place, user: str = "", password: str = "") -> None:
        self.place, self._user, self._password = place, user, password

    def __repr__(self) -> str:
        return f"Upstream({self.name})"

    @property
    def name(self) -> str:
        """For people."""
        return _authority(self.place.host, self.place.port)

    @property
    def forwards(self) -> bool:
        """Whether it takes unencrypted requests whole. Of tunnels, proxies often allow those to port 443 alone."""
        return not self.place.socks

    @property
    def credentials(self) -> tuple[tuple[str, str], ...]:
        """As a header field, where it asks for any."""
        if not self._user:
            return ()
        word = base64.b64encode(f"{self._user}:{self._password}".encode()).decode()
        return (("Proxy-Authorization", f"Basic {word}"),)

    async def connect(self, host: str, port: int) -> socket.socket:
        """A tunnel to a host, ready for what is to be said there. Raises `ProxyFailure`; waits without end."""
        if self.place.socks:
            return await self._through_socks(host, port)
        tunnel = await self.reach()
        try:
            await self._ask(tunnel, _authority(host, port))
        except BaseException:
            tunnel.close()
            raise
        return tunnel

    async def reach(self) -> socket.socket:
        """A connection to the proxy itself. Raises `ProxyFailure`; waits without end."""
        loop = asyncio.get_running_loop()
        try:
            found = await loop.getaddrinfo(self.place.host, self.place.port, type=socket.SOCK_STREAM)
            family, kind, _, _, address = found[0]
            connection = socket.socket(family, kind)
            try:
                connection.setblocking(False)
                await loop.sock_connect(connection, address)
            except BaseException:
                connection.close()
                raise
        except OSError as error:
            raise self._absent(error) from error
        return connection

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
            raise self.refused(event.status_code, target)
        if wire.trailing_data[0]:
            raise ProxyFailure(f"the proxy {self.name} sends what nobody asked for")

    async def _through_socks(self, host: str, port: int) -> socket.socket:
        user, password = (self._user, self._password) if self._user else (None, None)
        proxy = SocksProxy(ProxyType.SOCKS5, self.place.host, self.place.port, user, password)
        try:
            return await proxy.connect(host, port)
        except ProxyError as error:
            why = " ".join(str(error).split()).rstrip(".")
            raise ProxyFailure(f"the proxy {self.name} makes no connection ({why})") from error
        except OSError as error:
            raise self._absent(error) from error

    def _absent(self, error: OSError) -> ProxyFailure:
        if isinstance(error, TimeoutError):
            why = "it does not answer"
        elif isinstance(error, socket.gaierror):
            why = "its name does not resolve"
        else:
            why = os.strerror(error.errno).lower() if error.errno else "it closed the connection"
        return ProxyFailure(f"the proxy {self.name} cannot be reached: {why}")

    def refused(self, status: int, target: str) -> ProxyFailure:
        """What it means that the proxy answers so when asked for a host and its port."""
        why = _REFUSALS.get(status)
        if why is None:
            why = (
                f"it refuses a tunnel to {target} ({status}). A host that --allow names is asked for by its name, "
                "any other by its address"
            )
        return ProxyFailure(f"the proxy {self.name} does not help: {why}")


def upstream_of(proxy: Proxy) -> Upstream | None:
    """What the operator's settings name. Raises Invalid for what cannot be read."""
    if proxy.url is None:
        return None
    address = urlsplit(proxy.url)
    try:
        port = address.port or PORTS[address.scheme]
    except ValueError:
        raise Invalid(f"--proxy-url {proxy.url} names no port there can be.") from None
    place = Place(address.scheme == "socks5", address.hostname or "", port)
    return Upstream(place, proxy.user or "", proxy.password or "")


def _authority(host: str, port: int) -> str:
    return f"{f'[{host}]' if ':' in host else host}:{port}"
