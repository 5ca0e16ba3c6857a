"""A request sent beside the page, with its cookies and through the same guarded way out."""

from __future__ import annotations

import json
import time

import ada_url
from playwright.async_api import APIResponse
from playwright.async_api import Error as PlaywrightError

from qa_appliance.browser.egress.site_headers import site_headers
from qa_appliance.browser.failure import Failed, fail, is_refused_connection, translated
from qa_appliance.browser.network.looked import Looked
from qa_appliance.core.evidence.steps import HttpAnswer
from qa_appliance.core.steps import Http
from qa_appliance.steps.base.kind import Kind
from qa_appliance.steps.base.own_hosts import refuse_secrets_abroad
from qa_appliance.steps.base.stage import Doing, Stage
from qa_appliance.steps.kinds.navigation import resolve

HTTP_MS = 30_000
_REDIRECTING = frozenset({301, 302, 303, 307, 308})
_REDIRECTS = 20  # as many as browsers follow
_LONGEST_SHOWN = 2_000  # characters of the answer kept in the record


async def http(step: Http, stage: Stage, doing: Doing) -> None:
    """Raises Failed (page_error) when the status is not the expected one; any below 400 is, when none is said."""
    address = resolve(stage.site.base_url, step.url)
    refuse_secrets_abroad(address, stage, step.body)
    began = time.monotonic()
    try:
        answer = await _answer(step, address, stage)
        data = await answer.body()
    except PlaywrightError as error:
        if is_refused_connection(error):
            raise fail("unreachable", f"{address} refused the connection.") from error
        raise Failed(translated(error, f"send {step.method} {address}")) from error
    took = time.monotonic() - began
    stage.wire.answer = Looked(step.method, answer.url, answer.status, answer.headers, took, answer.body)
    try:
        text = data.decode()
    except UnicodeDecodeError:
        text = "(not text)"
    kind, body = answer.headers.get("content-type", ""), stage.recorder.clean(text[:_LONGEST_SHOWN])
    doing.details.response = HttpAnswer(answer.status, kind, body)
    fits = answer.status == step.status if step.status else answer.status < 400
    if not fits:
        expected = str(step.status) if step.status else "below 400"
        message = f"{step.method} {address} answered {answer.status}, expected {expected}."
        raise fail("page_error", message, expected=expected, seen=str(answer.status), status=answer.status)


async def _answer(step: Http, address: str, stage: Stage) -> APIResponse:
    """The answer behind every redirect. What the environment has sent along is decided on anew for each address."""
    headers = site_headers(stage.site)
    method, data = step.method, step.body or None
    ends = time.monotonic() + HTTP_MS / 1000
    for _ in range(_REDIRECTS):
        sent = {"Content-Type": "application/json" if _is_json(data) else "text/plain"} if data else {}
        sent |= headers.of(address) if headers is not None else {}
        answer = await stage.session.context.request.fetch(
            address,
            method=method,
            headers=sent,
            data=data,
            max_redirects=0,
            timeout=max(1, 1000 * (ends - time.monotonic())),
        )
        place = answer.headers.get("location")
        if answer.status not in _REDIRECTING or place is None:
            return answer
        if (answer.status == 303 and method != "HEAD") or (answer.status in (301, 302) and method == "POST"):
            method, data = "GET", None
        address = _next(address, place)
    raise fail("page_error", f"{step.method} {step.url} was redirected {_REDIRECTS} times and came to no end.")


def _next(address: str, place: str) -> str:
    try:
        return ada_url.join_url(address, place)
    except ValueError:
        raise fail("page_error", f"{address} redirects to what is no address.") from None


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


KINDS = (
    Kind(Http, perform=http, target=lambda step: f"{step.method} {step.url}", value=lambda step: step.body or None),
)
