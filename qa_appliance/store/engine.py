"""Which SQLite this is. Never opens a file."""

from __future__ import annotations

import sqlite3


def sqlite_version() -> str:
    return sqlite3.sqlite_version
