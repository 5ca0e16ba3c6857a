"""The files table: files a tester stored with a project. What is in them is an artifact owned by the file's id."""

from __future__ import annotations

from msgspec import Struct

from qa_appliance.core.errors import Conflict
from qa_appliance.core.stored import StoredFile
from qa_appliance.settings import Files
from qa_appliance.store.database import Database, Row
from qa_appliance.store.files.artifacts import Artifacts

CONTENT = "content"
_COLUMNS = "id, project_id, name, content_type, bytes, sha256, created_at, created_by"
_MEGABYTE = 1_000_000


class File(Struct, frozen=True, kw_only=True, rename="camel"):
    """`name` is its name within the project, unique there; `sha256` of its `bytes` in hexadecimal digits."""

    id: str
    project_id: str
    name: str
    content_type: str
    bytes: int
    sha256: str
    created_at: str
    created_by: str | None


def place(file_id: str) -> str:
    """The key of the artifact that holds the file."""
    return f"{file_id}/{CONTENT}"


async def listed(db: Database, project_id: str) -> list[File]:
    """A project's files by name."""
    rows = await db.all(
        f"select {_COLUMNS} from files where project_id = ? order by name collate nocase, name",  # noqa: S608
        (project_id,),
    )
    return [_file(row) for row in rows]


async def find(db: Database, project_id: str, file_id: str) -> File | None:
    row = await db.one(
        f"select {_COLUMNS} from files where id = ? and project_id = ?",  # noqa: S608
        (file_id, project_id),
    )
    return _file(row) if row else None


async def put(db: Database, file: File, most: Files) -> str | None:
    """Stores it in place of the one of that name, whose id is answered. Raises `Conflict` over what a project may hold.

    Its content has to be filed before: what is listed is there.
    """
    async with db.write() as transaction:
        replaced = await transaction.one(
            "delete from files where project_id = ? and name = ? returning id", (file.project_id, file.name)
        )
        held = await transaction.one(
            "select count(*), coalesce(sum(bytes), 0) from files where project_id = ?", (file.project_id,)
        )
        assert held is not None
        if held[0] >= most.per_project:
            raise Conflict(f"The project holds {held[0]} files, which is the most it may. Remove one first.")
        if held[1] + file.bytes > most.total_megabytes * _MEGABYTE:
            raise Conflict(f"The files of a project may have {most.total_megabytes} MB together. Remove one first.")
        await transaction.insert("files", {name: getattr(file, name) for name in _COLUMNS.split(", ")})
    return None if replaced is None else str(replaced["id"])


async def remove(db: Database, file_id: str) -> bool:
    async with db.write() as transaction:
        return await transaction.execute("delete from files where id = ?", (file_id,)) == 1


async def of_run(db: Database, artifacts: Artifacts, project_id: str) -> tuple[StoredFile, ...]:
    """What a run of the project may upload."""
    found = [(file, artifacts.open(place(file.id))) for file in await listed(db, project_id)]
    return tuple(StoredFile(f.name, str(path) if path else None, f.bytes) for f, path in found)


def _file(row: Row) -> File:
    return File(**dict(row))
