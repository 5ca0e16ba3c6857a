"""Whether a site knows who asks: by what it shows with what a browser keeps, and does not show without."""

from __future__ import annotations

import re
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from urllib.parse import urljoin

import msgspec
from msgspec import Struct
from playwright.async_api import Error as PlaywrightError

from qa_appliance.browser.failure import Failed
from qa_appliance.browser.find.locate import look_patiently
from qa_appliance.browser.find.texts import whole_words
from qa_appliance.browser.look.node import Look
from qa_appliance.browser.process.session import Session
from qa_appliance.core.run import Probe, Site
from qa_appliance.steps.base.polling import until
from qa_appliance.steps.base.sign_in.form import asks_to_sign_in, offers_to_sign_in

_LOAD_MS = 10_000
_LOOK_SECONDS = 2.0
_QUIET_MS = 2_000
_PROBE_SECONDS = 5.0  # for scripts that ask who one is
_NUMBERS = re.compile(r"\d+")
_FILL_TAB = """([origin, entries]) => {
    if (location.origin === origin) for (const [name, value] of entries) sessionStorage.setItem(name, value);
}"""


class Kept(Struct, frozen=True):
    """`entries`: each by where it is. `tab`: of the tab alone, which belongs to `origin`."""

    state: dict[str, object]
    origin: str
    tab: tuple[tuple[str, str], ...]
    entries: dict[str, str]


async def kept_by(session: Session) -> Kept | None:
    """What the browser keeps; None where it does not tell."""
    state = await session.storage_state()
    if state is None:
        return None
    entries: dict[str, str] = {}
    for cookie in state["cookies"]:  # type: ignore[attr-defined]
        entries[f"cookie {cookie['domain']} {cookie['path']} {cookie['name']}"] = cookie["value"]
    for place in state["origins"]:  # type: ignore[attr-defined]
        for entry in place.get("localStorage", ()):
            entries[f"local {place['origin']} {entry['name']}"] = entry["value"]
        for database in place.get("indexedDB", ()):
            entries[f"database {place['origin']} {database['name']}"] = str(database)
    origin = ""
    tab: tuple[tuple[str, str], ...] = ()
    with suppress(PlaywrightError):  # a page without an origin keeps nothing
        origin, found = await session.page.evaluate("() => [location.origin, Object.entries(sessionStorage)]")
        tab = tuple((str(name), str(value)) for name, value in found)
    return Kept(state, origin, tab, entries | {f"tab {name}": value for name, value in tab})


async def answers_otherwise(session: Session, addresses: Sequence[str], now: Kept, before: Kept) -> bool:
    """Whether one of these pages shows, each time, something with what is kept now that it does not with what was kept
    before. One that offers a sign-in, or cannot be loaded, tells nothing; what differs by numbers only is a count.
    """
    for address in addresses:
        with suppress(PlaywrightError):
            async with _with(session, before) as another:
                without = [await _looked(another, address), await _looked(another, address)]
            async with _with(session, now) as another:
                known = [await _looked(another, address), await _looked(another, address)]
                await _give_back(another, session, now)
            if None in without or None in known or any(look is None or offers_to_sign_in(look) for look in known):
                continue
            if _words(known[0]) & _words(known[1]) - _words(without[0]) - _words(without[1]):
                return True
    return False


async def why_not_known(session: Session, site: Site, probe: Probe) -> str:
    """Asked beside the run's own page, with what it begins with; empty: who that signs in is known still."""
    address = urljoin(site.base_url, probe.address)

    async def known() -> bool | None:
        look = await _look(another)
        return (look is not None and not asks_to_sign_in(look) and whole_words(probe.shows, look.text)) or None

    try:
        another = await session.another(site.storage_state)
        try:
            await another.page.goto(address, timeout=_LOAD_MS)
            found = await until(known, _PROBE_SECONDS)
        finally:
            await another.close()
    except PlaywrightError:
        return f"Whether the set-up's sign-in is still taken cannot be told: {address} could not be loaded."
    return "" if found else f"The set-up's sign-in is not taken any more: {address} does not show “{probe.shows}”."


async def is_known_by_old_cookie(session: Session, address: str, before: Kept) -> bool:
    """By a cookie it had before already: with it this page offers no sign-in, and without it does."""
    if not before.entries or not before.state["cookies"]:
        return False
    with suppress(PlaywrightError):
        nothing = msgspec.structs.replace(before, state={"cookies": [], "origins": []}, tab=())
        async with _with(session, nothing) as stranger:
            to_anybody = await _looked(stranger, address)
        async with _with(session, before) as known:
            to_role = await _looked(known, address)
        if to_anybody is not None and to_role is not None:
            return offers_to_sign_in(to_anybody) and not offers_to_sign_in(to_role)
    return False


@asynccontextmanager
async def _with(session: Session, kept: Kept) -> AsyncIterator[Session]:
    """Somebody whose browser keeps that. Raises Playwright's error."""
    another = await session.another(kept.state)
    try:
        if kept.tab:
            given = msgspec.json.encode([kept.origin, kept.tab]).decode()
            await another.context.add_init_script(f"({_FILL_TAB})({given})")
        yield another
    finally:
        await another.close()


async def _looked(session: Session, address: str) -> Look | None:
    """The page at that address, with what its scripts do next. Raises Playwright's error."""
    await session.page.goto(address, timeout=_LOAD_MS)
    with suppress(PlaywrightError):
        await session.page.wait_for_load_state("networkidle", timeout=_QUIET_MS)
    return await _look(session)


async def _look(session: Session) -> Look | None:
    with suppress(Failed):
        return await look_patiently(session.page, None, time.monotonic() + _LOOK_SECONDS)
    return None


async def _give_back(another: Session, session: Session, now: Kept) -> None:
    """Cookies that the site renews with every page are the role's own."""
    used = {(c["name"], c["domain"], c["path"]): c["value"] for c in now.state["cookies"]}  # type: ignore[attr-defined]
    renewed = [
        cookie
        for cookie in await another.context.cookies()
        if used.get((cookie["name"], cookie["domain"], cookie["path"]), cookie["value"]) != cookie["value"]
    ]
    if renewed:
        await session.context.add_cookies(renewed)  # type: ignore[arg-type]


def _words(look: Look | None) -> frozenset[str]:
    """Line by line, and what is named."""
    if look is None:
        return frozenset()
    named = (node.name for node in look.nodes if node.shown)
    return frozenset(_NUMBERS.sub("", text).strip() for text in (*look.text.splitlines(), *named)) - {""}
