"""The list itself, and what its functions write columns with."""

from __future__ import annotations

from sqlite_utils.migrations import Migrations

migrations = Migrations("qa_appliance")


def columns(names: str) -> dict[str, type]:
    """Columns for texts; for others `name:int` and the like."""
    kinds = {"": str, "int": int, "float": float, "bytes": bytes}
    return {name: kinds[kind] for name, _, kind in (each.partition(":") for each in names.split())}
