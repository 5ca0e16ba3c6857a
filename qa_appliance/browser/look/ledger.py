"""What the documents of a context have under way, as they and the browser know it. Judges nothing."""

from __future__ import annotations

import asyncio
from importlib import resources

from msgspec import Struct
from playwright.async_api import BrowserContext, Frame
from playwright.async_api import Error as PlaywrightError

from qa_appliance.browser.look.take import MOST_FRAMES
from qa_appliance.evidence.base.driver_calls import untraced

_ANSWERS_IN = 1.0  # seconds
_ASK = """ms => { const ask = window[Symbol.for("qa-appliance.under-way")]; return ask ? ask(ms) : null; }"""
_folder = resources.files("qa_appliance.browser.look")
_parts = "\n".join(_folder.joinpath(f"{name}.js").read_text(encoding="utf-8") for name in ("ledger", "settle"))
_script = f'(() => {{\nif (window[Symbol.for("qa-appliance.settled")]) return;\n{_parts}}})();'


class UnderWay(Struct, frozen=True):
    """`what`: one thing that may still change a page, "" where there is none. `begun` is the same as long as none of
    the documents has begun anything and none is another one."""

    what: str
    begun: tuple[tuple[float, float], ...] = ()


async def watch_pages(context: BrowserContext) -> None:
    """Once per context, before its first page. Raises Playwright's error."""
    await context.add_init_script(_script)


async def under_way(context: BrowserContext, seconds: float) -> UnderWay:
    """What may change a page of the context by itself within so many seconds. Takes a frame of the screen.

    What cannot be looked into may: a document that does not answer, one whose scripts were not preceded, a worker.
    """
    if context.service_workers:
        return UnderWay("a service worker")
    pages = [page for page in context.pages if not page.is_closed()]
    if any(page.workers for page in pages):
        return UnderWay("a worker")
    frames = [frame for page in pages for frame in page.frames]
    if len(frames) > MOST_FRAMES:
        return UnderWay("more frames than are asked")
    answers = await untraced(_all_of(frames, seconds))
    known = [answer for answer in answers if answer is not None]
    if len(known) < len(answers):
        return UnderWay("a document that does not tell")
    begun = tuple(begun for _, begun in known)
    return UnderWay(next((what for what, _ in known if what), ""), begun)


async def _all_of(frames: list[Frame], seconds: float) -> list[tuple[str, tuple[float, float]] | None]:
    return await asyncio.gather(*(_of(frame, seconds) for frame in frames))


async def _of(frame: Frame, seconds: float) -> tuple[str, tuple[float, float]] | None:
    try:
        async with asyncio.timeout(_ANSWERS_IN):
            answer = await frame.evaluate(_ASK, seconds * 1000)
    except (PlaywrightError, TimeoutError):
        return None
    if not isinstance(answer, list):
        return None
    what, calls, document = answer
    return str(what), (float(calls), float(document))
