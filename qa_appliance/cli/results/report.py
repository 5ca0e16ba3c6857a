"""Everything a command has to hand on at its end, and the files it is written to."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from qa_appliance.cli.results.ctrf import ctrf
from qa_appliance.cli.results.ended import Ended
from qa_appliance.cli.results.html import html
from qa_appliance.cli.results.junit import junit
from qa_appliance.cli.running.outcome import Outcome, counted
from qa_appliance.core.errors import Invalid


class Files(Struct, frozen=True):
    """Where each kind of report goes; None: it is not wanted."""

    junit: Path | None = None
    ctrf: Path | None = None
    html: Path | None = None

    def named(self) -> list[tuple[Path, Callable[[Ended, Path], bytes]]]:
        pairs = [(self.junit, junit), (self.ctrf, ctrf), (self.html, html)]
        return [(file, write) for file, write in pairs if file is not None]


def check_files(files: Files) -> None:
    """Raises `Invalid` for a place no file can be written to: before the tests, not after them."""
    for file, _ in files.named():
        if not file.absolute().parent.is_dir():
            raise Invalid(f"{file} cannot be written: there is no folder {file.parent}.")


def write_files(files: Files, ended: Ended) -> None:
    """Raises `Invalid` when one cannot be written."""
    for file, write in files.named():
        try:
            file.write_bytes(write(ended, file))
        except OSError as error:
            raise Invalid(f"{file} cannot be written: {error.strerror}.") from error


def as_json(ended: Ended) -> dict[str, object]:
    return {
        "results": [_result(outcome) for outcome in ended.outcomes],
        "counts": counted(ended.outcomes),
        "interrupted": ended.interrupted,
    }


def _result(outcome: Outcome) -> dict[str, object]:
    test = outcome.test
    return {
        "name": test.name,
        "file": None if test.file is None else test.file.as_posix(),
        "line": None if test.file is None else test.line,
        "tags": test.tags,
        "result": outcome.result,
        "tries": len(outcome.attempts),
        "run": outcome.last.shown if outcome.last else None,
        "failedBefore": [attempt.shown for attempt in outcome.failed_first],
    }


__all__ = ["Ended", "Files", "as_json", "check_files", "write_files"]
