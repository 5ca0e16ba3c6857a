"""The dashboard's files: its page for every address of it, its assets for ever. Never runs anything inline.

The bundle is made by build/web.py and read into memory once; nothing else of the disk can be reached from here.
"""

from __future__ import annotations

import hashlib
import mimetypes
from collections.abc import Callable
from pathlib import Path

from litestar import Response, get
from litestar.exceptions import HTTPException
from litestar.exceptions import NotFoundException as NoSuchPath
from litestar.handlers import HTTPRouteHandler
from msgspec import Struct

from qa_appliance.api.http.asgi import Request
from qa_appliance.api.http.errors import on_http_exception
from qa_appliance.core.errors import Unavailable

BUNDLE = Path(__file__).resolve().parent.parent.parent / "web_bundle"

# the dashboard's addresses (interfaces, Dashboard addresses)
ADDRESSES = [
    "/",
    "/setup",
    "/projects/{id:str}",
    "/projects/{id:str}/studio",
    "/runs",
    "/runs/{id:str}",
    "/batches/{id:str}",
    "/suites/{id:str}",
    "/procedures/{id:str}",
    "/phrases",
    "/settings",
    "/settings/{part:path}",
    "/invitations/{token:str}",
    "/shared/{token:str}",
]

SECURITY = {
    "Content-Security-Policy": "; ".join(
        [
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "font-src 'self'",
            "img-src 'self' blob:",
            "media-src 'self'",
            "connect-src 'self'",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        ]
    ),
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",  # addresses of artifacts hold signatures
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Vary": "Accept-Encoding",
}
_FOR_EVER = "public, max-age=31536000, immutable"  # a file's name changes with its content
_ENCODINGS = (("br", ".br"), ("gzip", ".gz"))


class File(Struct, frozen=True):
    """One file of the bundle; `encoded` holds it by content encoding, in the order of preference."""

    media: str
    content: bytes
    encoded: dict[str, bytes]
    etag: str


def read_bundle(folder: Path) -> dict[str, File]:
    """The files by their path in the bundle; none when it has not been built."""
    found: dict[str, File] = {}
    for path in sorted(folder.rglob("*")):
        media, encoding = mimetypes.guess_type(path.name)
        if not path.is_file() or encoding or path.suffix == ".br" or media is None:
            continue
        content = path.read_bytes()
        packed = {name: path.with_name(path.name + suffix) for name, suffix in _ENCODINGS}
        encoded = {name: each.read_bytes() for name, each in packed.items() if each.is_file()}
        etag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
        found[path.relative_to(folder).as_posix()] = File(media, content, encoded, etag)
    return found


def dashboard(files: dict[str, File]) -> list[HTTPRouteHandler]:
    """The route handlers of the dashboard, as `build_app` takes them; `files` are those of its bundle."""

    @get(ADDRESSES)
    async def page(request: Request) -> Response[bytes]:
        index = files.get("index.html")
        if index is None:
            raise Unavailable("The dashboard was not built. Run `make setup`; the HTTP API works without it.")
        return answer(index, request, "no-cache")

    @get("/assets/{name:str}")
    async def asset(request: Request) -> Response[bytes]:
        file = files.get(f"assets/{request.path_params['name']}")
        if file is None:
            raise NoSuchPath
        return answer(file, request, _FOR_EVER)

    return [page, asset]


def no_such_page(files: dict[str, File]) -> Callable[[Request, HTTPException], Response[object] | Response[bytes]]:
    """Answers what no route has: with the dashboard, which says so, where a person looks; else as any refusal."""

    def shown(request: Request, error: HTTPException) -> Response[object] | Response[bytes]:
        index = files.get("index.html")
        looked_at = request.method == "GET" and "text/html" in request.headers.get("accept", "")
        if index is None or not looked_at or request.url.path.lstrip("/").split("/")[0] == "api":
            return on_http_exception(request, error)
        return answer(index, request, "no-store", 404)

    return shown


def answer(
    file: File, request: Request, caching: str, status: int = 200, security: dict[str, str] | None = None
) -> Response[bytes]:
    """The file as the client can take it, or that it has not changed; `security` stands in place of the dashboard's."""
    headers = (security or SECURITY) | {"Cache-Control": caching, "ETag": file.etag}
    if status == 200 and file.etag in {
        each.strip().removeprefix("W/") for each in request.headers.get("if-none-match", "").split(",")
    }:
        return Response(b"", status_code=304, headers=headers, media_type=file.media)
    accepted = {each.split(";")[0].strip() for each in request.headers.get("accept-encoding", "").lower().split(",")}
    for name, content in file.encoded.items():
        if name in accepted:
            headers |= {"Content-Encoding": name}
            return Response(content, status_code=status, headers=headers, media_type=file.media)
    return Response(file.content, status_code=status, headers=headers, media_type=file.media)
