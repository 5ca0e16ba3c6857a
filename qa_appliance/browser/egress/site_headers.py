"""Headers that open a site, and the one origin they are sent to: decided anew for every request and every redirect.

Where the site speaks http, the egress proxy writes them; into https it cannot see, there the browser itself adds them.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

from msgspec import Struct
from playwright.async_api import Browser
from playwright.async_api import Error as PlaywrightError

from qa_appliance.browser.egress.address import Address, parse_address
from qa_appliance.core.run import Site

log = logging.getLogger(__name__)

OF_THE_CONNECTION = frozenset({
    "connection", "content-length", "expect", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade",
})  # fmt: skip
"""Headers that frame a request: whoever sends it writes them, nobody else may."""


class SiteHeaders(Struct, frozen=True):
    """`origin` is that of the run's base URL; scheme, host and port all count."""

    origin: Address
    fields: tuple[tuple[str, str], ...]

    @property
    def by_browser(self) -> bool:
        return self.origin.scheme == "https"

    def goes_to(self, address: Address) -> bool:
        return (address.scheme, address.host, address.port) == (self.origin.scheme, self.origin.host, self.origin.port)

    def of(self, url: str) -> dict[str, str]:
        """The headers that go with a request for this address; empty for any other origin."""
        try:
            return dict(self.fields) if self.goes_to(parse_address(url)) else {}
        except ValueError:
            return {}


def site_headers(site: Site) -> SiteHeaders | None:
    """What the site's environment has sent along; None: nothing, or to no address."""
    headers = site.extra_headers or {}
    fields = tuple((name, value) for name, value in headers.items() if name.lower() not in OF_THE_CONNECTION)
    try:
        return SiteHeaders(parse_address(site.base_url), fields) if fields else None
    except ValueError:
        return None


async def send_along(browser: Browser, headers: SiteHeaders) -> None:
    """Has the browser add them, in every tab, frame and worker, until it ends.

    In all contexts of the browser: it has to be one run's own. A redirect is a request of its own, so what an origin
    gets is never taken along to the next one. Raises Playwright's error.
    """
    protocol = await browser.new_browser_cdp_session()
    sending: set[asyncio.Task[None]] = set()
    names = {name.lower() for name, _ in headers.fields}

    async def go_on(paused: dict[str, Any]) -> None:
        request, command = paused["request"], {"requestId": paused["requestId"]}
        more = headers.of(request["url"])
        if more:
            fields = [(name, value) for name, value in request["headers"].items() if name.lower() not in names]
            command["headers"] = [{"name": name, "value": value} for name, value in (*fields, *more.items())]
        try:
            await protocol.send("Fetch.continueRequest", command)
        except PlaywrightError as error:  # the page has left, and its request with it
            log.debug("A request went away: %s", error.message)

    def begin(work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        sending.add(task)
        task.add_done_callback(sending.discard)

    protocol.on("Fetch.requestPaused", lambda paused: begin(go_on(paused)))
    place = headers.origin.host_header
    await protocol.send("Fetch.enable", {"patterns": [{"urlPattern": f"https://{who}{place}/*"} for who in ("", "*@")]})
