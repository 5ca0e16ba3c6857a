"""Where sealed texts lie in a database file: how many there are, and clearing them. Never opens one.

A text that was cleared is empty, not null: what needs it still refuses, until it is given again.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from qa_appliance.core.errors import Unavailable

DATABASE = "appliance.sqlite3"  # in a data directory

# column by column, with what it holds in the words of users
SEALED = (
    ("environments", "sealed", "headers, cookies and keys of environments"),
    ("projects", "storage_state_sealed", "storage states of projects"),
    ("test_accounts", "sealed", "passwords of test accounts"),
    ("variables", "sealed", "secret variables"),
    ("alert_targets", "sealed", "addresses that alerts are sent to"),
    ("trackers", "sealed", "tokens of issue trackers"),
    ("second_factors", "sealed", "keys of authenticators of accounts"),
    ("mails", "sealed", "mails for tests"),
    ("suite_runs", "session_sealed", "what the set-up of a suite left signed in"),
    ("procedures", "secrets_json", "secrets of saved tests"),
    ("phrases", "secrets_json", "phrases that type secrets"),
    ("runs", "words_sealed", "descriptions of runs as they were written"),
    ("run_payloads", "secrets_json", "secrets in the steps of runs"),
)


def sealed_texts(database: Path) -> dict[str, int]:
    """How many there are of each kind, kinds without one left out; also of a file that does not exist. Blocking.

    Raises Unavailable for a file that SQLite finds broken.
    """
    if not database.exists():
        return {}
    try:
        with closing(sqlite3.connect(database)) as db:
            db.execute("pragma query_only = on")
            counts = {what: _count(db, table, column) for table, column, what in SEALED}
    except sqlite3.DatabaseError as error:
        raise Unavailable(f"{database} is damaged ({error}). Restore a backup into another data directory.") from error
    return {what: count for what, count in counts.items() if count}


def clear_sealed_texts(database: Path) -> dict[str, int]:
    """Empties every one, all or none; answers what `sealed_texts` did before. Blocking; only with the folder's lock."""
    found = sealed_texts(database)
    with closing(sqlite3.connect(database)) as db, db:
        db.execute("pragma secure_delete = on")
        for table, column, what in SEALED:
            if what in found:
                db.execute(f"update {table} set {column} = '' where {column} is not null")  # noqa: S608 - our own names
    return found


def _count(db: sqlite3.Connection, table: str, column: str) -> int:
    """0 in a schema that has no such column yet."""
    if column not in {row[1] for row in db.execute(f"pragma table_info('{table}')")}:
        return 0
    count: int = db.execute(f"select count(*) from {table} where {column} != ''").fetchone()[0]  # noqa: S608
    return count
