"""Playwright's trace viewer, served by the appliance itself: it loads nothing from elsewhere and works offline.

It shows recorded pages in frames; their scripts are kept from running by the viewer's own nonce. Browsers let it work
on https and on loopback only, for it is a service worker.
"""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path
from typing import Any

from litestar import Response, get
from litestar.exceptions import NotFoundException as NoSuchPath

from qa_appliance.api.about import Request
from qa_appliance.api.web import File, read_bundle

PATH = "/trace-viewer/"

_LEFT_OUT = "uiMode"  # another tool in the same folder
_INLINE = re.compile(rb"<script>(.*?)</script>", re.DOTALL)


def trace_viewer(folder: Path) -> list[Any]:
    """The route handlers; `folder` is where Playwright keeps the viewer. `?trace=` is the address of a trace."""
    files = {name: file for name, file in read_bundle(folder).items() if not name.startswith(_LEFT_OUT)}
    security = _security(files["index.html"]) if "index.html" in files else {}

    @get([PATH, f"{PATH}{{name:path}}"])
    async def viewer(request: Request) -> Response[bytes]:
        file = files.get(str(request.path_params.get("name", "")).strip("/") or "index.html")
        if file is None:
            raise NoSuchPath
        headers = security | {"Cache-Control": "no-cache", "ETag": file.etag}
        if request.headers.get("if-none-match", "").removeprefix("W/") == file.etag:
            return Response(b"", status_code=304, headers=headers, media_type=file.media)
        return Response(file.content, headers=headers, media_type=file.media)

    return [viewer]


def _security(index: File) -> dict[str, str]:
    """The viewer's page holds scripts of its own, named by their hashes; its styles are written by its scripts."""
    hashes = [base64.b64encode(hashlib.sha256(script).digest()).decode() for script in _INLINE.findall(index.content)]
    policy = {
        "default-src": "'none'",
        "script-src": " ".join(["'self'", *(f"'sha256-{each}'" for each in hashes)]),
        "style-src": "'self' 'unsafe-inline'",
        "font-src": "'self' data:",
        "img-src": "'self' data: blob:",
        "media-src": "'self' data: blob:",
        "connect-src": "'self' data: blob:",
        "frame-src": "'self' blob: data: about:",
        "worker-src": "'self'",
        "manifest-src": "'self'",
        "base-uri": "'none'",
        "form-action": "'none'",
        "frame-ancestors": "'self'",
    }
    return {
        "Content-Security-Policy": "; ".join(f"{name} {sources}" for name, sources in policy.items()),
        "Referrer-Policy": "no-referrer",  # addresses of traces hold signatures
        "Cross-Origin-Resource-Policy": "same-origin",
    }
