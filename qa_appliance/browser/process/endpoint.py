"""One browser endpoint: a browser on another machine, how it is spoken to, and how it reaches this machine back.

Never shows what stands behind the path of its address: that may be a token.
"""

from __future__ import annotations

import asyncio
import re
import socket
from typing import Literal
from urllib.parse import SplitResult, parse_qs, urlsplit

from msgspec import Struct
from playwright.async_api import Browser, Playwright
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import TimeoutError as PlaywrightTimeout

from qa_appliance.core.errors import Invalid, Unavailable

CONNECT_MS = 30_000
OTHERWISE_MS = 5_000  # for finding out that Chrome's protocol is spoken instead
PORTS = {"ws": 80, "http": 80, "wss": 443, "https": 443}
MOST_SLOTS = 256

EndpointKind = Literal["playwright", "cdp", "grid"]
"""What is spoken there: Playwright's protocol, Chrome's, or that of a Selenium Grid, whose browsers speak Chrome's."""

_WANTED = (
    "Give it as ws://host:3000/ (Playwright), http://host:9222 (CDP) or http://hub:4444/#grid (Selenium Grid),"
    " with #slots=4 or #cdp where needed."
)


class Endpoint(Struct, frozen=True):
    """`url` has no fragment any more. `slots` tests run on it at the same time; None: as many as the Grid there has."""

    url: str
    slots: int | None
    kind: EndpointKind

    @property
    def host(self) -> str:
        return urlsplit(self.url).hostname or ""

    @property
    def port(self) -> int:
        parts = urlsplit(self.url)
        return parts.port or PORTS[parts.scheme]

    @property
    def shown(self) -> str:
        """The address without user, password and query."""
        parts = urlsplit(self.url)
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{parts.scheme}://{host}:{self.port}{parts.path.rstrip('/')}"


def parse_endpoint(text: str, slots: int) -> Endpoint:
    """`ws://host:3000/#slots=4`: Playwright's protocol; http, https or `#cdp`: Chrome's; `#grid`: a Selenium Grid.

    `slots` where it names none; a Grid says itself how many it has, and what is named is the most of them that are
    used. Raises Invalid with what is wrong.
    """
    parts = _address(text)
    options = parse_qs(parts.fragment, keep_blank_values=True)
    number = options.pop("slots", [None])[-1]
    over_http = parts.scheme in ("http", "https")
    kind: EndpointKind = "cdp" if over_http else "playwright"
    if "cdp" in options:
        del options["cdp"]
        kind = "cdp"
    elif "grid" in options and over_http and not parts.query:
        del options["grid"]
        kind = "grid"
    if options or not _counts(number):
        raise Invalid(f"“#{parts.fragment}” says nothing of a browser endpoint ({MOST_SLOTS} slots at most). {_WANTED}")
    most = None if kind == "grid" else slots
    return Endpoint(parts._replace(fragment="").geturl(), most if number is None else int(number), kind)


def _address(text: str) -> SplitResult:
    try:
        parts = urlsplit(text.strip())
        known = parts.scheme in PORTS and bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        known = False
    if not known:
        raise Invalid(f"This is no address of a browser endpoint. {_WANTED}")
    return parts


def _counts(number: str | None) -> bool:
    return number is None or (number.isascii() and number.isdigit() and 1 <= int(number) <= MOST_SLOTS)


class NoBrowser(Unavailable):
    """No browser elsewhere can be used. `message` names no place and is for everybody, `reason` is for the operator."""

    def __init__(self, message: str, reason: str) -> None:
        super().__init__(f"{message} The appliance's operator is told why.")
        self.reason = reason


async def connect(playwright: Playwright, endpoint: Endpoint, url: str) -> Browser:
    """A connection of its own to the browser at `url`, which the endpoint lends.

    Raises Unavailable with the reason, without what may be secret in the address.
    """
    try:
        if endpoint.kind == "playwright":
            return await playwright.chromium.connect(url, timeout=CONNECT_MS)
        return await playwright.chromium.connect_over_cdp(url, timeout=CONNECT_MS)
    except PlaywrightError as error:
        why = _reason(error.message, endpoint)
        late = isinstance(error, PlaywrightTimeout)
        if endpoint.kind == "playwright" and not late and await _speaks_as_chrome(playwright, url):
            why = "it speaks Chrome's protocol and not Playwright's. Put #cdp at the end of its address"
        raise Unavailable(f"The browser at {endpoint.shown} cannot be used: {why}.") from None


async def _speaks_as_chrome(playwright: Playwright, url: str) -> bool:
    """What it answers when it is spoken to by Playwright's protocol does not tell."""
    try:
        browser = await playwright.chromium.connect_over_cdp(url, timeout=OTHERWISE_MS)
    except PlaywrightError:
        return False
    await browser.close()
    return True


async def own_address(endpoint: Endpoint) -> str:
    """The address of this machine from which it reaches the endpoint. Raises Unavailable."""
    try:
        loop = asyncio.get_running_loop()
        found = await loop.getaddrinfo(endpoint.host, endpoint.port, type=socket.SOCK_DGRAM)
        family, kind, protocol, _, address = found[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.connect(address)  # sends nothing: the system only chooses the way
            return str(probe.getsockname()[0])
    except OSError as error:
        raise Unavailable(f"There is no way to the browser at {endpoint.shown}: {error.strerror or error}.") from error


async def answers(endpoint: Endpoint, seconds: float) -> bool:
    """Whether something accepts connections there: cheap, starts no browser."""
    try:
        async with asyncio.timeout(seconds):
            _, writer = await asyncio.open_connection(endpoint.host, endpoint.port)
    except OSError:
        return False
    writer.transport.abort()
    return True


def _reason(message: str, endpoint: Endpoint) -> str:
    versions = re.search(r"server version: v(\S+).*?client version: v(\S+)", message, re.DOTALL)
    if versions:
        theirs, ours = versions.groups()
        return f"it runs Playwright {theirs}, and this appliance speaks to {ours} only. Install that version there"
    line = message.split("Call log")[0].strip().splitlines()[0].strip()
    line = re.sub(r"^BrowserType\.\w+: (WebSocket error: )?", "", line)
    line = re.sub(r"\b(?:wss?|https?)://\S+", endpoint.shown, line)
    return line.rstrip(".") or "it did not say why"
