"""The documents at /docs/: a site of files, made by build/docs.py, which loads nothing from elsewhere.

Read into memory when the first page is asked for. Its few inline scripts (the theme's choice of dark or light, the
search's settings) are allowed by their hashes, nothing else is.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import re
from functools import cache
from pathlib import Path

from litestar import Response, get
from litestar.exceptions import NotFoundException as NoSuchPath
from litestar.handlers import HTTPRouteHandler

from qa_appliance.api.http.asgi import Request
from qa_appliance.api.pages.web import SECURITY, File, answer, read_bundle
from qa_appliance.core.errors import Unavailable

SITE = Path(__file__).resolve().parent.parent.parent / "docs_site"
PATH = "/docs/"

_INLINE = re.compile(rb"<script>(.*?)</script>", re.DOTALL)
_NOT_BUILT = "The documents were not built. Run `make docs`; they are in the folder docs/ of the source, too."


def manual(folder: Path) -> list[HTTPRouteHandler]:
    """The route handlers; `folder` is where the site was built."""
    read = cache(lambda: _Site(read_bundle(folder)))

    @get([PATH, f"{PATH}{{name:path}}"])
    async def page(request: Request) -> Response[bytes]:
        site = await asyncio.to_thread(read)
        files, name = site.files, str(request.path_params.get("name", "")).strip("/")
        if not files:
            raise Unavailable(_NOT_BUILT)
        if name in files:
            return answer(files[name], request, "no-cache", security=site.security)
        index = files.get(f"{name}/index.html".lstrip("/"))
        if index is None:
            raise NoSuchPath
        if not request.scope["raw_path"].split(b"?")[0].endswith(b"/"):
            headers = {"Location": f"{PATH}{name}/"}  # links of the page are relative to it
            return Response(b"", status_code=302, headers=headers)
        return answer(index, request, "no-cache", security=site.security)

    return [page]


class _Site:
    def __init__(self, files: dict[str, File]) -> None:
        self.files = files
        scripts = {
            script for file in files.values() if file.media == "text/html" for script in _INLINE.findall(file.content)
        }
        hashes = sorted(base64.b64encode(hashlib.sha256(script).digest()).decode() for script in scripts)
        policy = {
            "default-src": "'none'",
            "script-src": " ".join(["'self'", *(f"'sha256-{each}'" for each in hashes)]),
            "style-src": "'self' 'unsafe-inline'",  # the theme's scripts write positions into elements
            "font-src": "'self'",
            "img-src": "'self' data:",
            "connect-src": "'self'",
            "worker-src": "'self'",
            "base-uri": "'none'",
            "form-action": "'self'",
            "frame-ancestors": "'none'",
        }
        self.security = SECURITY | {
            "Content-Security-Policy": "; ".join(f"{name} {sources}" for name, sources in policy.items())
        }
