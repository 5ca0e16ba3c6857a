"""Artifacts over HTTP, and a whole run as one file: the signature in the address is the credential.

Never serves what could run as a page.
"""

from __future__ import annotations

import asyncio

from litestar import get
from litestar.params import FromPath
from msgspec import Struct
from starlette.responses import Response as Plain
from starlette.responses import StreamingResponse

from qa_appliance.api.http.about import about
from qa_appliance.api.http.asgi import Request
from qa_appliance.api.http.dependencies import Services
from qa_appliance.api.http.served_file import ServedFile
from qa_appliance.core.errors import Forbidden, NotFound
from qa_appliance.store.files.artifacts import archive_of
from qa_appliance.store.files.bundle import Seal
from qa_appliance.store.keyring import Signed
from qa_appliance.store.views import archive

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

_SIGNED = (
    ("expires", "From the link: epoch seconds.", {"type": "string"}),
    ("signature", "From the link.", {"type": "string"}),
)


@get(
    "/api/artifacts/{key:path}",
    **about(
        "Fetch an artifact by its signed link",
        "Artifacts",
        who="nobody",
        answer=bytes,
        media="application/octet-stream",
        refuses=(403, 404),
        query=_SIGNED,
    ),
)
async def fetch_artifact(request: Request, key: FromPath[str], services: Services) -> Plain:
    key = key.lstrip("/")
    _check_signature(request, services, key)
    return await file_answer(request, services, key, caching="private, max-age=3600, immutable")


async def file_answer(request: Request, services: Services, key: str, *, caching: str) -> Plain:
    """The artifact itself, for whoever may see it. Raises `NotFound`."""
    path = await services.artifacts.ready(key)
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
            "Cache-Control": caching,
        },
    )
    known = request.headers.get("if-none-match", "")
    if answer.headers["etag"] in {each.strip().removeprefix("W/") for each in known.split(",")}:
        kept = {name: answer.headers[name] for name in ("etag", "cache-control", "last-modified")}
        return Plain(status_code=304, headers=kept)
    # HEAD arrives here as GET; the file would be read only to be thrown away
    return Plain(headers=answer.headers, media_type=answer.media_type) if request.scope["state"]["head"] else answer


@get(
    "/api/runs/{id:str}/archive",
    **about(
        "Fetch everything of a run by its signed link",
        "Artifacts",
        who="nobody",
        answer=bytes,
        media="application/zip",
        refuses=(403, 404),
        query=_SIGNED,
    ),
)
async def fetch_archive(request: Request, id: FromPath[str], services: Services) -> Plain:
    _check_signature(request, services, archive_of(id))
    contents = await archive.gather(services.db, services.vault, services.artifacts, id)
    if contents is None:
        raise NotFound("Run not found")
    headers = {
        "Content-Disposition": f'attachment; filename="run-{id[:8]}.zip"',
        "Cache-Control": "private, no-store",
        "Cross-Origin-Resource-Policy": "same-origin",
    }
    if request.scope["state"]["head"]:
        return Plain(headers=headers, media_type="application/zip")
    return StreamingResponse(
        archive.pack(id, contents, Seal(services.vault)), headers=headers, media_type="application/zip"
    )


class SigningKeyAnswer(Struct, frozen=True, rename="camel"):
    """Ed25519, in Base64; `former` are those before it, the oldest first, each with when it was signed with last."""

    public_key: str
    former: tuple[Signed, ...]


@get(
    "/api/signing-key",
    **about("Read the key that archives of runs are signed with", "Artifacts", who="nobody", answer=SigningKeyAnswer),
)
async def read_signing_key(services: Services) -> SigningKeyAnswer:
    return SigningKeyAnswer(Seal(services.vault).public_key, services.vault.ring.signed)


def _check_signature(request: Request, services: Services, what: str) -> None:
    """Raises `Forbidden` unless the address of the request carries the permission for `what`."""
    query = request.query_params
    if not services.artifacts.permits(what, query.get("expires", ""), query.get("signature", "")):
        raise Forbidden("This link is not valid, or no longer: fetch the run again for a new one.")
