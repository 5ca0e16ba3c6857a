"""Places beside the page: tabs, dialogs, devices, other users."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page

from qa_appliance.browser.failure import Failed, fail, translated
from qa_appliance.browser.find.texts import called_so, fold, whole_words
from qa_appliance.core.evidence.failure import Failure
from qa_appliance.core.steps import Device, Dialog, Person, Tab
from qa_appliance.steps.base.dialogs import Answer
from qa_appliance.steps.base.kind import Kind
from qa_appliance.steps.base.polling import until
from qa_appliance.steps.base.stage import Doing, Stage
from qa_appliance.steps.kinds.confirming import claim
from qa_appliance.steps.kinds.navigation import open_base
from qa_appliance.steps.kinds.surroundings import take_clock

_FIRST = "first user"
# width, height, pixel ratio, touch
_DEVICES = {
    "phone": (390, 844, 3.0, True),
    "tablet": (820, 1180, 2.0, True),
    "desktop": (1280, 720, 1.0, False),
    "iphone 15 pro max": (430, 739, 3.0, True),
    "iphone 15 plus": (430, 739, 3.0, True),
    "iphone 15": (393, 659, 3.0, True),
    "iphone 14 pro max": (430, 740, 3.0, True),
    "iphone 14": (390, 664, 3.0, True),
    "iphone 13": (390, 664, 3.0, True),
    "pixel 7": (412, 839, 2.625, True),
    "iphone se": (375, 667, 2.0, True),
    "iphone": (390, 844, 3.0, True),
    "ipad mini": (768, 1024, 2.0, True),
    "ipad pro": (1024, 1366, 2.0, True),
    "ipad": (820, 1180, 2.0, True),
    "pixel": (412, 915, 2.6, True),
    "galaxy tab": (800, 1280, 2.0, True),
    "galaxy": (360, 780, 3.0, True),
    "nexus": (412, 732, 2.6, True),
}
_APPLE_AGENT = (
    "Mozilla/5.0 ({of}; CPU {system} 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/17.5 Mobile/15E148 Safari/604.1"
)
_APPLE = {"iphone": ("iPhone", "iPhone OS"), "ipad": ("iPad", "OS")}
_PHONE_AGENT = (
    "Mozilla/5.0 (Linux; Android 14; Mobile) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/{version} Mobile Safari/537.36"
)


async def tab(step: Tab, stage: Stage, doing: Doing) -> None:
    context = stage.session.context
    if step.move == "new":
        stage.session.page = await context.new_page()
        doing.note("opened an empty tab")
        return
    if step.move == "close":
        await _close(stage)
        return
    page = await _wanted(step.name, stage)
    stage.session.page = page
    try:
        await page.bring_to_front()
        await page.wait_for_load_state("domcontentloaded", timeout=stage.patience * 1000)
        doing.note(f"now in the tab “{await page.title()}”")
    except PlaywrightError as error:
        raise Failed(translated(error, "switch to the tab")) from error


async def dialog(step: Dialog, stage: Stage, doing: Doing) -> None:
    """The alert that has come, else the next one.

    A page stands still while a dialog is open, so the step before this one has already had it answered as this one
    says (`Stage.foresee`). If none came it is waited for; a later action may then bring it.
    """
    answer = Answer(step.accept, step.text)
    dialogs = stage.dialogs
    spoken = dialogs.unclaimed()
    if spoken is None:
        dialogs.expect(answer)
        if stage.next_acts:
            dialogs.promised = True
            doing.note("no dialog was open: the next one will be answered so")
            return
        if not await dialogs.wait_for_another(stage.patience):
            dialogs.expect(None)
            message = "No alert, confirm or prompt came from the page."
            raise fail("not_found", message, expected="a dialog", cause="no_dialog")
        spoken = dialogs.unclaimed()
    if spoken is not None:
        claim(spoken, stage, doing, accept=step.accept)


async def device(step: Device, stage: Stage, doing: Doing) -> None:
    """Screen, touch and browser name change at once; a site that asks only when it loads needs a reload."""
    width, height, ratio, touch = _screen(step.preset)
    page = stage.page
    try:
        await page.set_viewport_size({"width": width, "height": height})
        talk = await page.context.new_cdp_session(page)
        metrics = {"width": width, "height": height, "deviceScaleFactor": ratio, "mobile": touch}
        await talk.send("Emulation.setDeviceMetricsOverride", metrics)
        await talk.send("Emulation.setTouchEmulationEnabled", {"enabled": touch})
        browser = page.context.browser
        agent = _agent(step.preset, browser.version) if touch and browser else ""
        await talk.send("Emulation.setUserAgentOverride", {"userAgent": agent})
    except PlaywrightError as error:
        raise Failed(translated(error, f"look at the page as on a {step.preset}")) from error
    doing.note(f"{width} × {height} pixels{', touch' if touch else ''}")
    await stage.calm()


def _agent(preset: str, version: str) -> str:
    """How a browser calls itself there."""
    for name, (of, system) in _APPLE.items():
        if preset.casefold().startswith(name):
            return _APPLE_AGENT.format(of=of, system=system)
    return _PHONE_AGENT.format(version=version)


async def person(step: Person, stage: Stage, doing: Doing) -> None:
    """Each user has a browser context of their own; the one the run began with is the "first user"."""
    name = fold(step.name)
    stage.persons.setdefault(_FIRST, stage.session)
    if name in stage.persons:
        stage.session, stage.person = stage.persons[name], name
        doing.note(f"back as {step.name}")
        return
    try:
        stage.session = await stage.persons[_FIRST].another()
    except PlaywrightError as error:
        raise Failed(translated(error, f"open a browser for {step.name}")) from error
    stage.person = name
    stage.persons[name] = stage.session
    stage.watch(stage.session.context)
    stage.recorder.join(stage.session.context)
    await stage.wire.replacing.join(stage.session.context)
    if stage.clocks:
        await take_clock(stage)
    await open_base(stage)
    doing.note(f"opened the base URL as {step.name}, signed out")


async def _close(stage: Stage) -> None:
    closing = stage.page
    left = [page for page in stage.session.context.pages if page is not closing]
    if not left:
        raise fail("unsupported", "The last tab is not closed: there would be no page left to test.")
    opener = await closing.opener()
    stage.session.page = opener if opener in left else left[-1]
    await closing.close()
    await stage.session.page.bring_to_front()


async def _wanted(name: str, stage: Stage) -> Page:
    async def picked() -> Page | None:
        return await _pick(name, stage.session.context.pages, stage.page)

    page = await until(picked, stage.patience)
    if page is not None:
        return page
    pages = stage.session.context.pages
    titles = [await page.title() or page.url for page in pages]
    which = f"tab “{name}”" if name else "other tab"
    there = " and ".join(f"“{title}”" for title in titles)
    message = f"There is no {which}; open {'is' if len(titles) == 1 else 'are'} {there}."
    raise Failed(Failure(kind="not_found", message=message, expected=name or "another tab", instead=tuple(titles)))


_PLACES: dict[str, Callable[[int], int]] = {
    "first": lambda at: 0,
    "previous": lambda at: at - 1,
    "next": lambda at: at + 1,
}


def _place_of(name: str, at: int) -> int:
    """From 0; -1 is none. "#2" is the second."""
    if name in _PLACES:
        return _PLACES[name](at)
    return int(name[1:]) - 1 if name[1:].isdecimal() else -1


async def _pick(name: str, pages: list[Page], current: Page) -> Page | None:
    """ "": the newest other one. "first", "previous", "next" and "#2" by place, anything else by title or address."""
    if not name:
        return next((page for page in reversed(pages) if page is not current), None)
    if name in _PLACES or name.startswith("#"):
        at = _place_of(name, pages.index(current) if current in pages else 0)
        return pages[at] if 0 <= at < len(pages) else None
    titles = [(page, await page.title()) for page in reversed(pages)]
    at_address = (page for page, _ in titles if "/" in name and name.casefold() in page.url.casefold())
    return _called(name, titles) or next(at_address, None)


def _called(name: str, titles: list[tuple[Page, str]]) -> Page | None:
    """The one titled so, the newest of several; else the only one that has the words in its title."""
    titled = [page for page, title in titles if _is_titled(name, title)]
    holding = [page for page, title in titles if whole_words(name, title)]
    return next(iter(titled), None) or (holding[0] if len(holding) == 1 else None)


def _is_titled(name: str, title: str) -> bool:
    """By the whole title, or by a piece of it: “Invoice 42” of “Invoice 42 – Shop”."""
    return any(called_so(name, piece) for piece in (title, *_TITLE_PARTS.split(title)))


_TITLE_PARTS = re.compile(r"\s+[-–—|·:•»]\s+|:\s")


def _screen(preset: str) -> tuple[int, int, float, bool]:
    words = preset.casefold()
    width, times, height = words.partition("x")
    if times and width.isdecimal() and height.isdecimal():
        if not (100 <= int(width) <= 4000 and 100 <= int(height) <= 4000):
            raise fail("unsupported", f"A screen of {preset} is not offered: 100 to 4000 pixels each way are.")
        return int(width), int(height), 1.0, int(width) < 700
    known = next((screen for name, screen in _DEVICES.items() if words.startswith(name)), None)
    if known is None:
        raise fail(
            "unsupported", f"“{preset}” is no known device: write phone, tablet, desktop or a size like 390x844."
        )
    return known


KINDS = (
    Kind(Dialog, perform=dialog, value=lambda step: step.text or ("accept" if step.accept else "dismiss")),
    Kind(Tab, perform=tab, target=lambda step: step.name or None, value=lambda step: step.move),
    Kind(Device, perform=device, value=lambda step: step.preset),
    Kind(Person, perform=person, target=lambda step: step.name or None),
)
