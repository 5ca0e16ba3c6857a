"""What the page answered to an action and may be a refusal (decision 6). Collects; the judging is core/refusal.py's."""

from __future__ import annotations

import time
from contextlib import suppress
from urllib.parse import urlsplit

from msgspec import Struct
from playwright.async_api import Error as PlaywrightError

from qa_appliance.browser.failure import Failed
from qa_appliance.browser.find.locate import look_patiently
from qa_appliance.browser.look.node import Look
from qa_appliance.core.evidence.failure import Signal
from qa_appliance.core.evidence.network import NetworkEvent
from qa_appliance.evidence.base.driver_calls import untraced
from qa_appliance.steps.base.sign_in.form import asks_to_sign_in
from qa_appliance.steps.base.stage import Stage
from qa_appliance.steps.messages.troubles import Trouble, is_no_trouble, troubles

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
_BLAMED = """() => (window[Symbol.for("qa-invalid-fields")] || []).filter(
    e => e.isConnected && e.willValidate && !e.validity.valid).map(e => [(e.labels && e.labels[0] ?
    e.labels[0].textContent : e.getAttribute("aria-label") || e.placeholder || e.name || e.id || e.type).trim(),
    e.validationMessage])"""


class Before(Struct, frozen=True):
    """What was already so when the action began; taken by `before_action`.

    `failed`: the requests the server had refused by then, as method, address and status; a page that keeps asking the
    same gives no answer by it. `deeds`: how many had been done.
    """

    mark: int
    dialogs: int
    deeds: int
    failed: frozenset[tuple[str, str, int]]
    page: tuple[str, str]  # address and text


async def before_action(stage: Stage) -> Before:
    """Take it before a step whose answer will be asked for."""
    look = await look_now(stage)
    with suppress(PlaywrightError):
        await untraced(stage.page.evaluate(_WATCH))
    return Before(
        mark=stage.recorder.mark(),
        dialogs=len(stage.dialogs.spoken),
        deeds=stage.news.number,
        failed=frozenset(_refused(event) for event in stage.recorder.failed_requests()),
        page=(stage.page.url, look.text if look is not None else ""),
    )


async def answers(stage: Stage, before: Before) -> list[Signal]:
    """The page's answers since then, the plainest first: alerts, errors, refused requests, native validation."""
    await stage.calm(REQUESTS_AT_MOST)
    look = await look_now(stage)
    shown = await _since(stage, look, before.deeds + 1)
    native = await _blamed(stage)
    found = [Signal(t.kind, t.text) for t in shown if not _shown_natively(native, t)]
    found += _spoken(stage, before)
    events = stage.recorder.network_since(before.mark)
    found += [signal for event in events if (signal := _of_request(event, stage, before))]
    found += [Signal("invalid_field", f"{field}: {message}" if message else field) for field, message in native]
    rests = look is not None and not events and (stage.page.url, look.text) == before.page
    return found or (await _unmoved(stage, look) if rests else [])


async def _since(stage: Stage, look: Look | None, deed: int) -> list[Trouble]:
    """What the page tells of trouble since the deed of that number."""
    sure = [t for t in troubles(look) if t.sure and t.at >= 0] if look is not None else []
    if look is None or not sure:
        return []
    came = await stage.news.came(look, [look.nodes[t.at] for t in sure])
    return [t for t in sure if came.get(t.at, deed) >= deed]


async def new_trouble(stage: Stage) -> str:
    """What the page tells of trouble since the deed whose answer is to be seen; "" where it tells of none."""
    deed = stage.news.asking
    new = await _since(stage, await look_now(stage), deed.number) if deed is not None else []
    return new[0].text if new else ""


def _spoken(stage: Stage, before: Before) -> list[Signal]:
    """Alerts of the browser's own: other dialogs only ask, and some alerts tell that all went well."""
    spoken = stage.dialogs.spoken[before.dialogs :]
    return [Signal("dialog", d.text) for d in spoken if d.kind == "alert" and not is_no_trouble(d.text)]


async def _unmoved(stage: Stage, look: Look | None) -> list[Signal]:
    """The complaint in words that came while the form was filled in and still stands there."""
    since = await _since(stage, look, stage.news.form)
    return [Signal("unmoved", t.text) for t in since if t.kind != "invalid_field"][:1]


def _shown_natively(native: list[tuple[str, str]], trouble: Trouble) -> bool:
    return trouble.kind == "invalid_field" and any(f"“{field}”" in trouble.text for field, _ in native)


def _of_request(event: NetworkEvent, stage: Stage, before: Before) -> Signal | None:
    """A refusal or breakdown of the site's own server, in answer to what was asked during this step."""
    sent = event.resource_type in _SENT and (event.method in _CHANGING or event.resource_type == "document")
    status = event.status or 0
    if not sent or status < 400 or (event.step_index or 0) < stage.index or not _is_own(event.url, stage):
        return None
    if status < 500 and _refused(event) in before.failed:
        return None
    return Signal("server_error" if status >= 500 else "http_error", f"{event.method} {event.url} answered {status}")


def refused_by_site(stage: Stage) -> list[NetworkEvent]:
    """What the site's own server has not answered as asked since the run began: pages, and what their scripts ask."""
    failed = stage.recorder.failed_requests()
    return [event for event in failed if event.resource_type in _SENT and _is_own(event.url, stage)]


async def shows_sign_in(stage: Stage) -> bool:
    """Whether the page is one that asks who one is, whatever its address."""
    look = await look_now(stage)
    return look is not None and asks_to_sign_in(look)


def _refused(event: NetworkEvent) -> tuple[str, str, int]:
    return event.method, event.url.partition("?")[0], event.status or 0


def _is_own(url: str, stage: Stage) -> bool:
    """Of the page's or the project's host, or one beside them in the same domain: not a counter of visits elsewhere."""
    host = urlsplit(url).hostname or ""
    own = {urlsplit(stage.page.url).hostname or "", urlsplit(stage.site.base_url).hostname or "", *stage.site.own_hosts}
    return host in own or any(_domain(host) == _domain(name) for name in own if "." in name)


def _domain(host: str) -> str:
    return host if host.replace(".", "").isdecimal() or ":" in host else ".".join(host.split(".")[-2:])


async def look_now(stage: Stage) -> Look | None:
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
