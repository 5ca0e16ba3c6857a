"""How the database is, looked at beside a server that may be writing it. Never changes the file."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from msgspec import Struct

from qa_appliance.store.files.snapshot import Broken, known_schema, schema_of


class Health(Struct, frozen=True):
    """`pending`: how many migrations the next start applies; `newer`: one of a newer program; `newest`: of a run.

    `jumped`: since when the clock shows what nobody believes.
    """

    bytes: int
    pending: int
    newer: str | None
    newest: str | None
    jumped: str | None


def look_into(path: Path) -> Health:
    """Raises Broken with the first fault SQLite finds in the file's structure. Blocking; a second for each 500 MB."""
    applied, known = schema_of(path), known_schema()
    newer = [name for name in applied if name not in known]
    pending = len([name for name in known if name not in applied])
    try:
        with closing(sqlite3.connect(path)) as db:
            db.execute("pragma query_only = on")
            db.execute("pragma wal_autocheckpoint = 0")  # the server's business alone
            found = db.execute("pragma quick_check(1)").fetchone()[0]
            newest = db.execute("select max(created_at) from runs").fetchone()[0] if applied else None
            clock = db.execute("select since from clock").fetchone() if not pending else None
    except sqlite3.DatabaseError as error:
        raise Broken(str(error)) from error
    if found != "ok":
        raise Broken(str(found))
    return Health(path.stat().st_size, pending, newer[-1] if newer else None, newest, clock[0] if clock else None)
