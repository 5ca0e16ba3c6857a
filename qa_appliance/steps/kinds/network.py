"""The network as a test has it: answers in place of the site's, and the line."""

from __future__ import annotations

import mimetypes

from playwright.async_api import Error as PlaywrightError

from qa_appliance.browser.egress.site_headers import site_headers
from qa_appliance.browser.failure import Failed, fail, translated
from qa_appliance.browser.network.replacing import Rule
from qa_appliance.core.steps import Answering, Given, LetThrough, Line
from qa_appliance.language.network import asked, given, literal
from qa_appliance.steps.base.kind import Kind
from qa_appliance.steps.base.stage import Doing, Stage

_LARGEST_FILE = 10_000_000  # bytes
_LONGEST = 120.0  # seconds an answer is held back
_SPEEDS = {"slow 3G": (2.0, 400), "3G": (0.5625, 1_440), "4G": (0.17, 9_000)}
"""Seconds until an answer begins, and kilobits a second, as browsers' own tools name them."""
_MOST_TIMES = 20
_TEXTS = {"": "text/plain; charset=utf-8", "html": "text/html; charset=utf-8", "event": "text/event-stream"}


async def answering(step: Answering, stage: Stage, doing: Doing) -> None:
    """Raises Failed for a file that is not stored, and for what no browser can be told to answer."""
    turns, status = step.turns, step.given.status
    if status and not 200 <= status <= 599:
        raise fail("unsupported", f"{status} is no status that can be answered: 200 to 599 are.")
    if turns.seconds > _LONGEST:
        raise fail("unsupported", f"An answer is held back for {_LONGEST:g} seconds at most.")
    content, kind = await _content(step.given, stage)
    headers = site_headers(stage.site)
    own = headers.of(stage.site.base_url) if headers is not None and step.move == "change" else {}
    rule = Rule(step, stage.index, content, kind, own)
    sessions = [stage.session, *stage.persons.values()]
    try:
        await stage.wire.replacing.add(rule, [session.context for session in sessions])
    except PlaywrightError as error:
        raise Failed(translated(error, "answer in the site's place")) from error


async def _content(what: Given, stage: Stage) -> tuple[bytes, str]:
    if what.file:
        kind = mimetypes.guess_type(what.file)[0] or "application/octet-stream"
        return await stage.uploads.content(what.file, _LARGEST_FILE), kind
    if what.kind == "event":
        return f"data: {what.body}\n\n".encode(), _TEXTS["event"]
    is_json = what.body[:1] in ("{", "[") and not what.kind
    return what.body.encode(), "application/json" if is_json else _TEXTS[what.kind]


async def let_through(step: LetThrough, stage: Stage, doing: Doing) -> None:
    stage.wire.replacing.let_through()


async def line(step: Line, stage: Stage, doing: Doing) -> None:
    state, context = stage.wire.line, stage.session.context
    try:
        match step.move:
            case "offline" | "online":
                await context.set_offline(step.move == "offline")
            case "slow":
                latency, kilobits = _SPEEDS[step.kind]
                await state.be(context, latency=latency, kilobits=kilobits)
                doing.note(f"{kilobits} kbit/s, answers {latency:g} s later")
            case "latency":
                await state.be(context, latency=step.seconds)
            case "normal":
                await state.be(context, latency=0.0, kilobits=0)
            case "cpu":
                if not 1 <= step.times <= _MOST_TIMES:
                    raise fail("unsupported", f"A CPU can be made 2 to {_MOST_TIMES} times slower.")
                await state.be(context, slower=step.times)
    except PlaywrightError as error:
        raise Failed(translated(error, "change the connection")) from error
    await stage.calm()


def _shown(step: Answering) -> str | None:
    match step.move:
        case "answer":
            return given(step.given)
        case "change":
            return literal(step.becomes)
    return step.move


def _line_shown(step: Line) -> str | None:
    return step.kind or (f"{step.seconds:g} s" if step.seconds else str(step.times) if step.times else step.move)


KINDS = (
    Kind(Answering, perform=answering, target=lambda step: asked(step.asked), value=_shown),
    Kind(LetThrough, perform=let_through),
    Kind(Line, perform=line, value=_line_shown),
)
