"""The database file brought to the newest schema before it is opened, with a copy of what it was. Loses nothing."""

from __future__ import annotations

from pathlib import Path

import sqlite_utils

from qa_appliance.core.errors import Unavailable
from qa_appliance.store.files.snapshot import Broken, copy_without_secrets, known_schema, schema_of
from qa_appliance.store.migrations import migrations


def migrate(path: Path) -> None:
    """Bring the file (made if absent) to the newest schema. Blocking; call before `Database.open`.

    A file of an older schema is copied to `before-<first new migration>.sqlite3` beside it first, without the headers
    and cookies that lay in it in clear. Raises Unavailable for a file of a newer appliance, which is left as it is, and
    for one that SQLite finds broken.
    """
    try:
        _keep_a_copy(path)
    except Broken as error:
        raise Unavailable(f"{path} is damaged ({error}). Restore a backup into another data directory.") from error
    except OSError as error:
        raise Unavailable(f"{path} cannot be copied before its upgrade: {error}. Free some space.") from error
    db = sqlite_utils.Database(path)
    try:
        db.enable_wal()
        migrations.apply(db)
    finally:
        db.close()


def _keep_a_copy(path: Path) -> None:
    applied, known = schema_of(path), known_schema()
    if newer := [name for name in applied if name not in known]:
        raise Unavailable(
            f"{path} was written by a newer version of the appliance (it has {newer[-1]}). Start that version, or"
            " restore a backup from before the upgrade into another data directory."
        )
    pending = [name for name in known if name not in applied]
    if applied and pending:
        copy_without_secrets(path, path.with_name(f"before-{pending[0]}.sqlite3"))
