"""Files stored with a project, for its tests to upload (interfaces, Resources). Never holds one in memory."""

from __future__ import annotations

import asyncio
import hashlib
import mimetypes
import tempfile
import unicodedata
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from litestar import delete, get, post
from litestar.exceptions import InternalServerException
from msgspec import Struct
from starlette.responses import Response as Plain

from qa_appliance.api.http.about import about
from qa_appliance.api.http.asgi import Request
from qa_appliance.api.http.dependencies import Caller, Services
from qa_appliance.api.http.served_file import ServedFile
from qa_appliance.api.resources.owned import OwnFile, OwnProject
from qa_appliance.core.clock import iso, new_id
from qa_appliance.core.errors import Invalid, Issue, NotFound, TooLarge
from qa_appliance.store.tables import audit, files
from qa_appliance.store.tables.files import File

_LONGEST = 255  # bytes of a name
_BINARY = "application/octet-stream"
_ENCODED = {"gzip": "application/gzip", "bzip2": "application/x-bzip2", "xz": "application/x-xz"}
_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")  # make a name read as another
_NAME = ("name", "What the file is called: what a test says and the page sees.", {"type": "string", "minLength": 1})


class FileAnswer(Struct, frozen=True):
    file: File


class FilesAnswer(Struct, frozen=True, rename="camel"):
    """With what the operator lets a project hold, in bytes and in number."""

    files: list[File]
    most_bytes_each: int
    most_bytes: int
    most_files: int


@get(
    "/api/projects/{id:str}/files",
    **about("List the files stored with a project", "Files", answer=FilesAnswer, refuses=(404,)),
)
async def list_files(project: OwnProject, services: Services) -> FilesAnswer:
    most = services.files
    return FilesAnswer(
        await files.listed(services.db, project.id),
        most.megabytes * 1_000_000,
        most.total_megabytes * 1_000_000,
        most.per_project,
    )


@post(
    "/api/projects/{id:str}/files",
    request_max_body_size=None,  # the framework's own limit; ours is the operator's
    **about(
        "Store a file with a project, in place of one of that name",
        "Files",
        who="dashboard",
        status=201,
        sends=_BINARY,
        answer=FileAnswer,
        refuses=(400, 404, 409, 503),
        query=(_NAME,),
    ),
)
async def store_file(request: Request, project: OwnProject, caller: Caller, services: Services) -> FileAnswer:
    name = _checked(request.query_params.getall("name", []))
    file_id, now = new_id(), services.clock()
    try:
        async with _received(request, services.files.megabytes) as (path, size, digest):
            await services.artifacts.save(file_id, files.CONTENT, path)
        file = File(
            id=file_id,
            project_id=project.id,
            name=name,
            content_type=_kind(name),
            bytes=size,
            sha256=digest,
            created_at=iso(now),
            created_by=caller.user_id,
        )
        replaced = await files.put(services.db, file, services.files)
    except BaseException:
        await asyncio.shield(services.artifacts.delete(file_id))
        raise
    if replaced is not None:
        await services.artifacts.delete(replaced)
    await audit.note(services.db, audit.acting(caller), "file.stored", file.id, now, name=name, project=project.id)
    return FileAnswer(file)


@get(
    "/api/projects/{id:str}/files/{file_id:str}",
    **about("Fetch a stored file", "Files", answer=bytes, media=_BINARY, refuses=(404,)),
)
async def fetch_file(request: Request, file: OwnFile, services: Services) -> Plain:
    path = services.artifacts.open(files.place(file.id))
    if path is None:
        raise NotFound("The content of this file is no longer there: store it again.")
    answer = ServedFile(
        path,
        media_type=_BINARY,
        filename=file.name,
        stat_result=await asyncio.to_thread(path.stat),
        headers={
            "Content-Security-Policy": "sandbox; default-src 'none'",
            "Cross-Origin-Resource-Policy": "same-origin",
            "Cache-Control": "private, no-store",
        },
    )
    return Plain(headers=answer.headers, media_type=_BINARY) if request.scope["state"]["head"] else answer


@delete(
    "/api/projects/{id:str}/files/{file_id:str}",
    **about("Remove a stored file", "Files", status=204, who="dashboard", refuses=(404,)),
)
async def remove_file(file: OwnFile, caller: Caller, services: Services) -> None:
    await files.remove(services.db, file.id)
    await services.artifacts.delete(file.id)
    now = services.clock()
    await audit.note(
        services.db,
        audit.acting(caller),
        "file.removed",
        file.id,
        now,
        name=file.name,
        project=file.project_id,
    )


@asynccontextmanager
async def _received(request: Request, most_megabytes: int) -> AsyncIterator[tuple[Path, int, str]]:
    """The body in a passing file, its size, its sha256. Raises `TooLarge` as soon as it is over, `OSError`."""
    most = most_megabytes * 1_000_000
    declared = request.headers.get("content-length", "")
    too_large = TooLarge(f"A stored file may have at most {most_megabytes} MB.")
    if declared.isdecimal() and int(declared) > most:
        raise too_large
    with tempfile.TemporaryDirectory(prefix="qa-appliance-file-") as folder:
        path, size, digest = Path(folder) / "body", 0, hashlib.sha256()
        with path.open("wb") as body:
            try:
                async for part in request.stream():
                    size += len(part)
                    if size > most:
                        raise too_large
                    digest.update(part)
                    await asyncio.to_thread(body.write, part)
            except InternalServerException as error:  # nobody is there to answer, and nothing of ours went wrong
                raise Invalid("The request broke off before its end.") from error
        yield path, size, digest.hexdigest()


def _checked(given: list[str]) -> str:
    """The name as it is stored. Raises `Invalid`."""
    name = unicodedata.normalize("NFC", given[0]) if given else ""
    if wrong := _wrong(name, len(given)):
        raise Invalid(issues=(Issue("invalid_string", ("name",), wrong),))
    return name


def _wrong(name: str, given: int) -> str | None:
    if given != 1 or not name.strip():
        return "Say once what the file is called: ?name=cv.pdf."
    if len(name.encode(errors="replace")) > _LONGEST:
        return f"A file's name may have at most {_LONGEST} bytes in UTF-8."
    if "/" in name or "\\" in name or name in (".", ".."):
        return "A file's name must not hold the parts of a path."
    if name != name.strip():
        return "A file's name must not begin or end with a space."
    if any(unicodedata.category(each) in ("Cc", "Cs", "Zl", "Zp") or each in _TURNING for each in name):
        return "A file's name must not hold control characters."
    return None


def _kind(name: str) -> str:
    """What a browser tells of a file chosen by that name."""
    kind, encoding = mimetypes.guess_type(name)
    return _ENCODED.get(encoding, _BINARY) if encoding else kind or _BINARY
