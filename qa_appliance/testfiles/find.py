"""Which files are meant: a file, a folder with all below it, or a pattern."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterator
from pathlib import Path

from qa_appliance.core.errors import Invalid
from qa_appliance.testfiles import environments, phrasebooks

ENDINGS = (".feature", ".md", ".txt")
RESULTS = "qa-results"  # where evidence is kept unless another place is named
_NO_TESTS = frozenset({phrasebooks.NAME, environments.NAME, "readme.md", "changelog.md", "contributing.md"})
_EVIDENCE = frozenset({"run.json", "report.md"})  # what is kept of a run, wherever --output puts it
_PASSED_BY = frozenset({"node_modules", "__pycache__", RESULTS})


def files_of(text: str) -> list[Path] | None:
    """The files, in order. None: it names no file, no folder and no pattern of files. Raises `Invalid` for none."""
    path = Path(text)
    try:
        if path.is_file():
            return [path]
        if path.is_dir():
            found = sorted(_below(path))
            if not found:
                raise Invalid(f"The folder {text} has no test: none of its files ends in {', '.join(ENDINGS)}.")
            return found
    except OSError as error:
        raise Invalid(f"{path} cannot be read: {error.strerror}.") from error
    if " " in text or not glob.has_magic(text):
        return None
    found = [Path(each) for each in sorted(glob.glob(text, recursive=True)) if Path(each).is_file()]
    found = [each for each in found if each.name.lower() not in _NO_TESTS]
    if not found:
        raise Invalid(f"No file fits {text}.")
    return found


def _below(folder: Path) -> Iterator[Path]:
    """Hidden folders, and what is installed or kept there, hold no tests; nor do pages about the project."""
    for here, folders, names in os.walk(folder):
        if _EVIDENCE.issubset(names):
            folders.clear()
            continue
        folders[:] = [name for name in folders if not name.startswith(".") and name not in _PASSED_BY]
        for name in names:
            if name.lower().endswith(ENDINGS) and name.lower() not in _NO_TESTS and not name.startswith("."):
                yield Path(here) / name


def beside(file: Path, name: str, named: Path) -> Iterator[Path]:
    """Files of that name in the folder of a test and those above it, the nearest first.

    Up to the repository, else to where one works, else to the folder that was `named`: nothing further up is meant.
    """
    folders = file.absolute().parents
    tops = [folder for folder in folders if (folder / ".git").exists()][:1]
    tops += [folder for folder in (Path.cwd(), named.absolute()) if folder in folders]
    for folder in folders:
        found = folder / name
        if found.is_file():
            yield _shown(found)
        if folder == (tops[0] if tops else folders[0]):
            return


def _shown(path: Path) -> Path:
    """As a person would write it from here."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path
