"""A request sent beside the page, with its cookies and through the same guarded way out."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlsplit

from playwright.async_api import Error as PlaywrightError

from qa_appliance.browser.failed import Failed, fail, translated
from qa_appliance.core.steps import Http
from qa_appliance.steps.navigation import resolve
from qa_appliance.steps.stage import Doing, Stage

HTTP_MS = 30_000
_LONGEST_SHOWN = 2_000  # characters of the answer kept in the record


async def http(step: Http, stage: Stage, doing: Doing) -> None:
    """Raises Failed (page_error) when the status is not the expected one; any below 400 is, when none is said."""
    address = resolve(stage.site.base_url, step.url)
    headers: dict[str, str] = {}
    if (urlsplit(address).hostname or "") in stage.site.own_hosts:
        headers |= stage.site.extra_headers or {}
    data: Any = None
    if step.body:
        data = step.body
        headers.setdefault("Content-Type", "application/json" if _is_json(step.body) else "text/plain")
    try:
        answer = await stage.session.context.request.fetch(
            address, method=step.method, headers=headers, data=data, timeout=HTTP_MS
        )
        text = await answer.text()
    except PlaywrightError as error:
        if "ECONNREFUSED" in error.message:
            raise fail("unreachable", f"{address} refused the connection.") from error
        raise Failed(translated(error, f"send {step.method} {address}")) from error
    except UnicodeDecodeError:
        text = "(not text)"
    doing.details["response"] = {
        "status": answer.status,
        "contentType": answer.headers.get("content-type", ""),
        "body": stage.recorder.clean(text[:_LONGEST_SHOWN]),
    }
    fits = answer.status == step.status if step.status else answer.status < 400
    if not fits:
        expected = str(step.status) if step.status else "below 400"
        message = f"{step.method} {address} answered {answer.status}, expected {expected}."
        raise fail("page_error", message, expected=expected, seen=str(answer.status), status=answer.status)


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    return True
