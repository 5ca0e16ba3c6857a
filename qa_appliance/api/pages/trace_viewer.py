"""Playwright's trace viewer, served by the appliance itself: it loads nothing from elsewhere and works offline.

It shows the traces of this appliance's runs and no others: a stranger's would put any page under our address. The page
asks for that here, every request of the viewer in trace_viewer_guard.js, which stands before its service worker. What
was recorded is shown in frames, without scripts, forms and popups. Browsers let it work on https and on loopback only.
"""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import msgspec
from litestar import Response, get
from litestar.exceptions import NotFoundException as NoSuchPath
from litestar.handlers import HTTPRouteHandler

from qa_appliance.api.http.asgi import Request
from qa_appliance.api.http.dependencies import Services
from qa_appliance.api.pages.web import File, read_bundle
from qa_appliance.core.errors import Forbidden
from qa_appliance.store.views import run_views

PATH = "/trace-viewer/"

_LEFT_OUT = ("uiMode", "snapshot.")  # another tool in the same folder; what was recorded as a page of its own
_INDEX, _WORKER = "index.html", "sw.bundle.js"
_GUARD, _STEP = (Path(__file__).with_name(f"trace_viewer_{name}.js") for name in ("guard", "step"))
_STEP_SCRIPT = "step.js"
_INLINE = re.compile(rb"<script>(.*?)</script>", re.DOTALL)
_ARTIFACTS = "/api/artifacts/"


def trace_viewer(folder: Path) -> list[HTTPRouteHandler]:
    """The route handlers; `folder` is where Playwright keeps the viewer.

    `?trace=` is the address of a run's trace, `says` and `nth` the step at which it opens (trace_viewer_step.js).
    """
    files = {name: file for name, file in read_bundle(folder).items() if not name.startswith(_LEFT_OUT)}
    security = _security(files[_INDEX]) if _INDEX in files else {}
    if _WORKER in files:
        files[_WORKER] = _changed(files[_WORKER], _GUARD.read_bytes() + files[_WORKER].content)
    if _INDEX in files:
        script = f'<script src="./{_STEP_SCRIPT}" defer></script></head>'.encode()
        files[_INDEX] = _changed(files[_INDEX], files[_INDEX].content.replace(b"</head>", script, 1))
        files[_STEP_SCRIPT] = _changed(
            msgspec.structs.replace(files[_INDEX], media="text/javascript"), _STEP.read_bytes()
        )

    @get([PATH, f"{PATH}{{name:path}}"])
    async def viewer(request: Request, services: Services) -> Response[bytes]:
        name = str(request.path_params.get("name", "")).strip("/") or _INDEX
        file = files.get(name)
        if file is None:
            raise NoSuchPath
        if name == _INDEX:
            await _check_trace(request.query_params.getall("trace", []), services)
        headers = security | {"Cache-Control": "no-cache", "ETag": file.etag}
        if request.headers.get("if-none-match", "").removeprefix("W/") == file.etag:
            return Response(b"", status_code=304, headers=headers, media_type=file.media)
        return Response(file.content, headers=headers, media_type=file.media)

    return [viewer]


async def _check_trace(asked: list[str], services: Services) -> None:
    """Raises `Forbidden` unless the one address asked for is a link, still good, to the trace of a run."""
    try:
        parts = urlsplit(asked[0] if len(asked) == 1 else "")
    except ValueError:
        parts = urlsplit("")
    key, query = parts.path.removeprefix(_ARTIFACTS), parse_qs(parts.query)
    expires, signature = query.get("expires", [""])[0], query.get("signature", [""])[0]
    known = parts.path.startswith(_ARTIFACTS) and services.artifacts.permits(key, expires, signature)
    if not known or not await run_views.is_trace(services.db, key):
        raise Forbidden("Only the trace of a run opens here: take the link on the run's page anew.")


def _changed(file: File, content: bytes) -> File:
    etag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    return msgspec.structs.replace(file, content=content, encoded={}, etag=etag)


def _security(index: File) -> dict[str, str]:
    """The viewer's page holds scripts of its own, named by their hashes; its styles are written by its scripts.

    The worker is served with it too: it reads nothing but what this server has.
    """
    hashes = [base64.b64encode(hashlib.sha256(script).digest()).decode() for script in _INLINE.findall(index.content)]
    policy = {
        "default-src": "'none'",
        "script-src": " ".join(["'self'", *(f"'sha256-{each}'" for each in hashes)]),
        "style-src": "'self' 'unsafe-inline'",
        "font-src": "'self' data:",
        "img-src": "'self' data: blob:",
        "media-src": "'self' data: blob:",
        "connect-src": "'self'",
        "frame-src": "'self' data:",  # an empty frame is an address of that kind
        "worker-src": "'self'",
        "manifest-src": "'self'",
        "base-uri": "'none'",
        "form-action": "'none'",
        "frame-ancestors": "'none'",
    }
    return {
        "Content-Security-Policy": "; ".join(f"{name} {sources}" for name, sources in policy.items()),
        "X-Frame-Options": "DENY",
        "Referrer-Policy": "no-referrer",  # addresses of traces hold signatures
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
    }
