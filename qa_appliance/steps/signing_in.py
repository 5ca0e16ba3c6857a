"""Whether the first steps of a role signed anybody in, by what the site keeps of it and by its form. Never by words.

Two facts are needed: the form that was filled in is gone, and the browser keeps something new or changed since before
the deed that sent it. What merely loading a page leaves, such as the session of an anonymous visitor or the number of a
counter, is no sign-in: where nothing was typed, a stranger loads the same page, and what that leaves with anybody does
not count. A site may know somebody by the very session of the visitor they were before: then it has to offer the
stranger a sign-in on the page on which it offers none to the role.
"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

from playwright.async_api import Error as PlaywrightError

from qa_appliance.browser.failure import Failed
from qa_appliance.browser.find.locate import look_patiently
from qa_appliance.browser.look.node import Look
from qa_appliance.browser.process.session import Session
from qa_appliance.core.classify import signs_out
from qa_appliance.core.evidence.steps import StepRecord
from qa_appliance.core.steps import AcceptCookies, LogIn, Step
from qa_appliance.steps.base.polling import until
from qa_appliance.steps.base.sign_in_form import asks_to_sign_in, offers_to_sign_in
from qa_appliance.steps.base.stage import Stage

_REQUESTS_AT_MOST = 2.0  # seconds for the answer to the sign-in
_KEPT_LATE = 1.0  # seconds after it, for a script that keeps it
_LOAD_MS = 10_000
_ENTERED = frozenset({"fill", "choose", "check", "upload"})
_FIELDS = frozenset({"textbox", "combobox", "spinbutton", "listbox"})

Kept = dict[str, str]
Field = tuple[str, str, str, str]


def _enters(step: Step) -> bool:
    return isinstance(step, LogIn) or step.traits.purpose in _ENTERED


def _sends(step: Step) -> bool:
    traits = step.traits
    return traits.acts and traits.performs and not traits.stays and not isinstance(step, AcceptCookies)


def deeds_of(steps: Sequence[Step]) -> tuple[int, int]:
    """The places of the deed before which nobody is signed in yet, and of the one that sends the form at last.

    The first is the deed after what was entered first; a form that sends itself is sent by what is entered. Steps that
    do nothing leave it at the very beginning, or where cookies were agreed to.
    """
    entered, sent = _places(steps, _enters), _places(steps, _sends)
    if entered:
        first = next((at for at in sent if at >= entered[0]), entered[-1])
        return first, next((at for at in sent if at >= entered[-1]), entered[-1])
    agreed = _places(steps, lambda step: isinstance(step, AcceptCookies))
    acting = sent or [at for at in _places(steps, lambda step: step.traits.acts) if at not in agreed]
    return (acting[0], acting[-1]) if acting else (max(agreed, default=-1) + 1, 0)


def _places(steps: Sequence[Step], fits: Callable[[Step], bool]) -> list[int]:
    return [at for at, step in enumerate(steps) if fits(step)]


@dataclass
class SigningIn:
    """Looks on while a role signs in by so many first steps of the run; none: it looks at nothing."""

    count: int
    kept: Kept | None = None
    fields: frozenset[Field] = field(default_factory=frozenset)

    async def before(self, index: int, steps: Sequence[Step], stage: Stage) -> None:
        """Before each step."""
        if index >= self.count:
            return
        first, last = deeds_of(steps[: self.count])
        if index == first:
            self.kept = await _kept(stage.session)
        if index == last:
            look = await _look(stage.session)
            self.fields = _fields(look) if look is not None else frozenset()

    async def came_to_nothing(self, records: Sequence[StepRecord], steps: Sequence[Step], stage: Stage) -> bool:
        """After the last of these steps, if all of them were done. What cannot be told counts as nobody signed in.

        A role that signs out again is to be nobody.
        """
        if len(records) != self.count or any(record.result == "failed" for record in records) or signs_out(records):
            return False
        steps = steps[: self.count]
        await stage.calm(_REQUESTS_AT_MOST)
        entered = any(map(_enters, steps))

        async def shown() -> bool | None:
            return (await self._keeps_more(stage) and not await self._stands_at_form(stage, entered=entered)) or None

        kept = await until(shown, _KEPT_LATE)
        if entered:
            return not kept and (await self._stands_at_form(stage, entered=True) or not await self._is_known(stage))
        address = stage.page.url if any(map(_sends, steps)) else stage.site.base_url
        return not kept or not await self._keeps_what_nobody_else_does(stage, address)

    async def _keeps_what_nobody_else_does(self, stage: Stage, address: str) -> bool:
        with suppress(PlaywrightError):
            async with _stranger_at(stage, address) as stranger:
                once = await _kept(stranger)
                await _loaded(stranger.page.reload(timeout=_LOAD_MS), stranger)
                again = await _kept(stranger)
                return once is not None and again is not None and await self._keeps_more(stage, (once, again))
        return False

    async def _is_known(self, stage: Stage) -> bool:
        """By a cookie it had before already: with it this page offers no sign-in, and without it does."""
        with suppress(PlaywrightError):
            cookies = await stage.session.context.cookies()
            if not self.kept or not cookies:
                return False
            async with _stranger_at(stage, stage.page.url) as stranger:
                to_anybody = await _offers(stranger)
                await stranger.context.add_cookies(cookies)  # type: ignore[arg-type]
                await _loaded(stranger.page.goto(stage.page.url, timeout=_LOAD_MS), stranger)
                return to_anybody is True and await _offers(stranger) is False
        return False

    async def _keeps_more(self, stage: Stage, of_anybody: tuple[Kept, Kept] | None = None) -> bool:
        now = await _kept(stage.session)
        if self.kept is None or now is None:
            return False
        new = {name for name in now if name not in self.kept}
        changed = {name for name, value in now.items() if self.kept.get(name, value) != value}
        if of_anybody is not None:
            once, again = of_anybody
            new -= once.keys()
            changed -= {name for name, value in again.items() if once.get(name) != value}
        return bool(new | changed)

    async def _stands_at_form(self, stage: Stage, *, entered: bool) -> bool:
        look = await _look(stage.session)
        if look is None or asks_to_sign_in(look, filled=True):
            return True
        return entered and bool(self.fields) and self.fields <= _fields(look)


def _fields(look: Look) -> frozenset[Field]:
    usable = (n for n in look.nodes if n.shown and not n.disabled and (n.role in _FIELDS or n.type == "password"))
    return frozenset((node.role, node.type, node.name, node.field) for node in usable)


async def _look(session: Session) -> Look | None:
    with suppress(Failed):
        return await look_patiently(session.page, None, time.monotonic() + _REQUESTS_AT_MOST)
    return None


async def _offers(session: Session) -> bool | None:
    """Whether its page offers to sign in; None where it cannot be looked at."""
    look = await _look(session)
    return None if look is None else offers_to_sign_in(look)


async def _kept(session: Session) -> Kept | None:
    """What the browser keeps, each entry by where it is; None where it does not tell."""
    state = await session.storage_state()
    if state is None:
        return None
    kept: Kept = {}
    for cookie in state["cookies"]:  # type: ignore[attr-defined]
        kept[f"cookie {cookie['domain']} {cookie['path']} {cookie['name']}"] = cookie["value"]
    for place in state["origins"]:  # type: ignore[attr-defined]
        for entry in place.get("localStorage", ()):
            kept[f"local {place['origin']} {entry['name']}"] = entry["value"]
        for database in place.get("indexedDB", ()):
            kept[f"database {place['origin']} {database['name']}"] = str(database)
    with suppress(PlaywrightError):  # a page without an origin keeps nothing
        tab = await session.page.evaluate("() => Object.entries(sessionStorage)")
        kept |= {f"tab {name}": value for name, value in tab}
    return kept


@asynccontextmanager
async def _stranger_at(stage: Stage, address: str) -> AsyncIterator[Session]:
    """Somebody who has never been there and loads this page. Raises Playwright's error."""
    stranger = await stage.session.another()
    try:
        await _loaded(stranger.page.goto(address, timeout=_LOAD_MS), stranger)
        yield stranger
    finally:
        await stranger.close()


async def _loaded(loading: Awaitable[object], stranger: Session) -> None:
    """With what its scripts do next. Raises Playwright's error."""
    await loading
    with suppress(PlaywrightError):
        await stranger.page.wait_for_load_state("networkidle", timeout=_REQUESTS_AT_MOST * 1000)
