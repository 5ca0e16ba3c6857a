"""A row of what can be said of something: the verb, the wordings behind it, and what they build."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from qa_appliance.core.checks import Check
from qa_appliance.english.checks.subjects import Subject
from qa_appliance.english.wording.frames import Slots, Wording, compile_wordings

BuildCheck = Callable[[Subject, Slots, bool], Check | tuple[Check, ...] | None]


class Predication(NamedTuple):
    """One thing that can be said of a subject, after its verb."""

    id: str
    example: str
    verb: str
    wordings: tuple[Wording, ...]
    build: BuildCheck


def says(id: str, example: str, verb: str, wordings: str, build: BuildCheck) -> Predication:
    compiled = compile_wordings(wordings) if wordings else ()
    return Predication(id, example, verb, compiled, build)
