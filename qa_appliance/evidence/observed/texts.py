"""The texts a page showed at each step, as lines: what a later run of the same test is compared with.

Taken from looks the steps make anyway, so that they cost nothing; never looks at a page itself.
"""

from __future__ import annotations

import msgspec

from qa_appliance.evidence.base.redact import holds

FILE = "texts.json"  # under the run's folder

_MOST_LINES = 400  # of one step
_LONGEST = 200  # characters
_MOST_STEPS = 500


class Filed(msgspec.Struct):
    """`steps` hold places in `lines`, so that what many steps show is filed once."""

    lines: list[str]
    steps: dict[int, list[int]]


class Texts:
    """The last text noted at a step counts."""

    def __init__(self) -> None:
        self._noted: dict[int, str] = {}

    def note(self, step: int | None, text: str) -> None:
        if step is not None and (step in self._noted or len(self._noted) < _MOST_STEPS):
            self._noted[step] = text

    def have_shown(self, text: str) -> bool:
        return any(holds(noted, text) for noted in self._noted.values())

    def by_step(self) -> dict[int, list[str]]:
        return {step: _lines(text) for step, text in self._noted.items()}


def pack(texts: dict[int, list[str]]) -> bytes:
    places: dict[str, int] = {}
    steps = {step: [places.setdefault(line, len(places)) for line in lines] for step, lines in texts.items()}
    return msgspec.json.encode(Filed(list(places), steps))


def unpack(data: bytes) -> dict[int, list[str]]:
    """Raises msgspec.DecodeError for what is no such file."""
    filed = msgspec.json.decode(data, type=Filed)
    count = len(filed.lines)
    return {step: [filed.lines[at] for at in places if 0 <= at < count] for step, places in filed.steps.items()}


def _lines(text: str) -> list[str]:
    found: dict[str, None] = {}
    for line in text.splitlines():
        squeezed = " ".join(line.split())
        if squeezed:
            found[squeezed[:_LONGEST]] = None
            if len(found) == _MOST_LINES:
                break
    return list(found)
