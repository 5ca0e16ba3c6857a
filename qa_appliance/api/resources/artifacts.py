"""Artifact files over HTTP: the signature in the address is the credential. Never serves what could run as a page."""

from __future__ import annotations

import asyncio

from litestar import get
from starlette.responses import Response as Plain

from qa_appliance.api.http.about import Request, about
from qa_appliance.api.http.needs import Doors
from qa_appliance.api.http.served_file import ServedFile
from qa_appliance.core.errors import Forbidden, NotFound

# shown in place; everything else the site under test may have made (downloads) is only ever saved
_SHOWN = {
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".webp": "image/webp",
    ".gif": "image/gif",
    ".webm": "video/webm",
    ".mp4": "video/mp4",
    ".vtt": "text/vtt; charset=utf-8",
    ".json": "application/json",
    ".txt": "text/plain; charset=utf-8",
    ".log": "text/plain; charset=utf-8",
}
_SAVED = {".zip": "application/zip", ".pdf": "application/pdf", ".csv": "text/csv; charset=utf-8"}

SIGNED = (
    ("expires", "From the link: epoch seconds.", {"type": "string"}),
    ("signature", "From the link.", {"type": "string"}),
)


@get(
    "/api/artifacts/{key:path}",
    **about(
        "Fetch an artifact by its signed link", "Artifacts", who="nobody", answer=bytes,
        media="application/octet-stream", refuses=(403, 404), query=SIGNED,
    ),
)  # fmt: skip
async def fetch_artifact(request: Request, doors: Doors) -> Plain:
    key = str(request.path_params["key"]).lstrip("/")
    check_signature(request, doors, key)
    path = doors.artifacts.open(key)
    if path is None:
        raise NotFound("Artifact not found")
    suffix = path.suffix.lower()
    answer = ServedFile(
        path,
        media_type=_SHOWN.get(suffix) or _SAVED.get(suffix, "application/octet-stream"),
        filename=path.name,
        content_disposition_type="inline" if suffix in _SHOWN else "attachment",
        stat_result=await asyncio.to_thread(path.stat),
        headers={
            "Content-Security-Policy": "sandbox; default-src 'none'",
            "Cross-Origin-Resource-Policy": "same-origin",
            "Cache-Control": "private, max-age=3600, immutable",
        },
    )
    known = request.headers.get("if-none-match", "")
    if answer.headers["etag"] in {each.strip().removeprefix("W/") for each in known.split(",")}:
        kept = {name: answer.headers[name] for name in ("etag", "cache-control", "last-modified")}
        return Plain(status_code=304, headers=kept)
    # HEAD arrives here as GET; the file would be read only to be thrown away
    return Plain(headers=answer.headers, media_type=answer.media_type) if request.scope["state"]["head"] else answer


def check_signature(request: Request, doors: Doors, what: str) -> None:
    """Raises `Forbidden` unless the address of the request carries the permission for `what`."""
    query = request.query_params
    if not doors.artifacts.permits(what, query.get("expires", ""), query.get("signature", "")):
        raise Forbidden("This link is not valid, or no longer: fetch the run again for a new one.")
