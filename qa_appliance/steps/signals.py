"""What the page answered to an action and may be a refusal (decision 6). Collects; the judging is core/refusal.py's."""

from __future__ import annotations

import time
from contextlib import suppress

from msgspec import Struct
from playwright.async_api import Error as PlaywrightError

from qa_appliance.browser.failed import Failed
from qa_appliance.browser.locate import look_patiently
from qa_appliance.browser.look_types import Look
from qa_appliance.core.evidence import Signal
from qa_appliance.evidence.driver_calls import untraced
from qa_appliance.steps.stage import Stage
from qa_appliance.steps.troubles import troubles

REQUESTS_AT_MOST = 2.0  # seconds requests in flight are waited for
_LOOK_AT_MOST = 2.0
_SENT = frozenset({"document", "xhr", "fetch"})
_CHANGING = frozenset({"POST", "PUT", "PATCH", "DELETE"})
# A submit that native validation blocks fires `invalid` on every field it blames, also on one marked before.
_WATCH = """() => {
    const key = Symbol.for("qa-invalid-fields");
    if (!window[key]) addEventListener("invalid", event => window[key].push(event.target), true);
    window[key] = [];
}"""
_BLAMED = """() => (window[Symbol.for("qa-invalid-fields")] || []).map(e => [(e.labels && e.labels[0] ?
    e.labels[0].textContent : e.getAttribute("aria-label") || e.placeholder || e.name || e.id || e.type).trim(),
    e.validationMessage])"""


class Before(Struct, frozen=True):
    """What was already so when the action began; taken by `before_action`."""

    mark: int
    dialogs: int
    texts: frozenset[str]


async def before_action(stage: Stage) -> Before:
    """Take it before a step whose answer will be asked for."""
    look = await _look(stage)
    texts = frozenset(t.text for t in troubles(look)) if look is not None else frozenset()
    with suppress(PlaywrightError):
        await untraced(stage.page.evaluate(_WATCH))
    return Before(stage.recorder.mark(), len(stage.dialogs.spoken), texts)


async def answers(stage: Stage, before: Before) -> list[Signal]:
    """The page's answers since then, the plainest first: alerts, errors, refused requests, native validation."""
    await stage.calm(REQUESTS_AT_MOST)
    look = await _look(stage)
    found: list[Signal] = []
    native = await _blamed(stage)
    for trouble in troubles(look) if look is not None else ():
        told_below = trouble.kind == "invalid_field" and any(f"“{field}”" in trouble.text for field, _ in native)
        if trouble.text not in before.texts and not told_below:
            found.append(Signal(trouble.kind, trouble.text))
    spoken = stage.dialogs.spoken[before.dialogs :]
    found += [Signal("dialog", dialog.text) for dialog in spoken if dialog.kind == "alert"]  # others only ask
    for event in stage.recorder.network_since(before.mark):
        sent = event.resource_type in _SENT and (event.method in _CHANGING or event.resource_type == "document")
        if sent and event.status is not None and event.status >= 400:
            text = f"{event.method} {event.url} answered {event.status}"
            found.append(Signal("server_error" if event.status >= 500 else "http_error", text))
    found += [Signal("invalid_field", f"{field}: {message}" if message else field) for field, message in native]
    return found


async def _look(stage: Stage) -> Look | None:
    try:
        return await look_patiently(stage.page, None, time.monotonic() + _LOOK_AT_MOST)
    except Failed:
        return None


async def _blamed(stage: Stage) -> list[tuple[str, str]]:
    """Fields the browser itself blames for not sending their form, with its message."""
    try:
        return [(str(name), str(message)) for name, message in await untraced(stage.page.evaluate(_BLAMED))]
    except PlaywrightError:
        return []
