"""Files stored with a project, for tests to upload, and what is said of a name that is not among them. Opens none."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from msgspec import Struct

from qa_appliance.core.steps import Step, Upload

_MOST_NAMED = 5


class StoredFile(Struct, frozen=True):
    """`name` is what a test calls it and what the page sees; `path` where its `bytes` are, None when they are lost."""

    name: str
    path: str | None
    bytes: int


def plain_name(name: str) -> str:
    """A file's name as it is stored: without folders, and each letter with its accent as one character."""
    return unicodedata.normalize("NFC", name.replace("\\", "/").rsplit("/", 1)[-1])


def not_stored(name: str, stored: Sequence[str]) -> str:
    """One sentence for a name that is not among those stored, the most alike first."""
    alike = sorted(stored, key=lambda each: -SequenceMatcher(None, name.casefold(), each.casefold()).ratio())
    named = ", ".join(f"“{each}”" for each in alike[:_MOST_NAMED])
    more = f" and {len(alike) - _MOST_NAMED} more" if len(alike) > _MOST_NAMED else ""
    verb = "is" if len(alike) == 1 else "are"
    return f"No file “{name}” is stored with this project; there {verb} {named}{more}."


def sample_made(name: str) -> str:
    return f"No file is stored with this project: a small sample named “{name}” is uploaded in its place."


def notes_on_files(steps: Sequence[Step], stored: Sequence[str]) -> tuple[str, ...]:
    """What is to be said, before a run, of the files its steps name. Each sentence once."""
    missing = [
        not_stored(name, stored) if stored else sample_made(name)
        for step in _uploads(steps)
        if not (step.size_bytes or step.made)
        for name in map(plain_name, step.files)
        if name not in stored and "{" not in name
    ]
    return tuple(dict.fromkeys(missing))


def _uploads(steps: Sequence[Step]) -> Iterator[Upload]:
    for step in steps:
        if isinstance(step, Upload):
            yield step
        for inner in ("steps", "otherwise"):
            yield from _uploads(getattr(step, inner, ()))
