"""What the command line names as tests: a description, a file with one, a folder or a pattern for several files."""

from __future__ import annotations

import glob
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from qa_appliance.core.errors import Invalid

_ENDINGS = frozenset({".txt", ".md", ".feature"})
_NAME_LENGTH = 70
_LONGEST_PATH = 250


class Test(Struct, frozen=True):
    name: str
    description: str


def read_tests(text: str) -> Iterator[Test]:
    """Raises Invalid for what looks like files and is none."""
    if text == "-":
        yield Test("standard input", sys.stdin.read())
        return
    looks_like_a_file = len(text) < _LONGEST_PATH and "\n" not in text
    if looks_like_a_file:
        files = _files(text)
        if files is not None:
            yield from map(_read, files)
            return
        if " " not in text and (Path(text).suffix in _ENDINGS or os.sep in text):
            raise Invalid(f"There is no file {text}.")
    first = " ".join(text.split())
    yield Test(first if len(first) <= _NAME_LENGTH else first[: _NAME_LENGTH - 1] + "…", text)


def _files(text: str) -> list[Path] | None:
    """None: it names no file, no folder and no pattern of files."""
    path = Path(text)
    try:
        if path.is_file():
            return [path]
        if path.is_dir():
            found = [each for each in sorted(path.rglob("*")) if each.suffix in _ENDINGS and each.is_file()]
            if not found:
                raise Invalid(
                    f"The folder {text} has no test: none of its files ends in {', '.join(sorted(_ENDINGS))}."
                )
            return found
    except OSError as error:
        raise Invalid(f"{path} cannot be read: {error.strerror}.") from error
    if " " in text or not glob.has_magic(text):
        return None
    found = [Path(each) for each in sorted(glob.glob(text, recursive=True)) if Path(each).is_file()]
    if not found:
        raise Invalid(f"No file fits {text}.")
    return found


def _read(file: Path) -> Test:
    try:
        return Test(file.name, file.read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise Invalid(f"{file} cannot be read: {reason}.") from error
