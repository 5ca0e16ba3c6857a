"""An archive of a run's requests (HAR 1.2) for those who ask for one: addresses, headers, sizes, times.

Never holds a body, a cookie's value, or the value of a header or parameter that carries a credential by its name.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from playwright.async_api import BrowserContext

from qa_appliance.core.steps import MASK
from qa_appliance.evidence.base.redact import Redactor

Part = dict[str, Any]  # of the archive, as the browser's driver wrote it

_MOST = 5_000  # requests
_OWN_FIELDS = ("_resourceType", "_transferSize")  # of the browser's driver, that tools know; others hold messages
_NO_BODIES = "Bodies are left out; credentials are masked."


class Har:
    """Recorded by the browser's driver; the file it writes still holds credentials."""

    _context: BrowserContext  # from the start on

    def __init__(self) -> None:
        self._raw: Path | None = None

    async def start(self, context: BrowserContext, folder: Path) -> None:
        raw = folder / "requests-raw.har"
        self._context = context
        await self._context.tracing.start_har(raw, content="omit", mode="full")
        self._raw = raw

    async def stop(self) -> Path | None:
        """Ends the recording and answers the raw file; None when there was none."""
        raw, self._raw = self._raw, None
        if raw is not None:
            await self._context.tracing.stop_har()
        return raw


def clean_har(raw: Path, redactor: Redactor) -> bytes:
    """The archive as it may be kept; deletes the raw file. Blocking. The first 5,000 requests are kept."""
    try:
        log = msgspec.json.decode(raw.read_bytes())["log"]
    finally:
        raw.unlink(missing_ok=True)
    left_out = len(log["entries"]) - _MOST
    log["entries"] = [_cleaned(entry, redactor) for entry in log["entries"][:_MOST]]
    log["comment"] = f"{_NO_BODIES} {left_out} later requests are left out." if left_out > 0 else _NO_BODIES
    return msgspec.json.encode({"log": redactor.clean_value(log)})


def _cleaned(entry: Part, redactor: Redactor) -> Part:
    request, response = entry["request"], entry["response"]
    for side in (request, response):
        side["cookies"] = [cookie | {"value": MASK} for cookie in side["cookies"]]
        side["headers"] = [_masked(header, redactor) for header in side["headers"]]
    request["queryString"] = [_masked(parameter, redactor) for parameter in request["queryString"]]
    if "postData" in request:
        names = [parameter["name"] for parameter in request["postData"].get("params", ())]
        request["postData"] = {
            "mimeType": request["postData"].get("mimeType", ""),
            "params": [{"name": name, "value": MASK} for name in names],
            "text": "",
        }
    response["content"].pop("text", None)
    entry["response"] = _known(response)
    return _known(entry)


def _masked(pair: Part, redactor: Redactor) -> Part:
    return pair | {"value": MASK} if redactor.masks_value_of(pair["name"]) else pair


def _known(part: Part) -> Part:
    return {name: value for name, value in part.items() if not name.startswith("_") or name in _OWN_FIELDS}
