"""What a command's tests came to, as every report is made of."""

from __future__ import annotations

from msgspec import Struct

from qa_appliance.cli.running.outcome import Outcome


class Ended(Struct, frozen=True):
    """`suite`: what they are called together where they are in no file. Times in seconds since 1970."""

    outcomes: tuple[Outcome, ...]
    suite: str
    began: float
    stopped: float
    interrupted: bool = False

    def suite_of(self, outcome: Outcome) -> str:
        return self.suite if outcome.test.file is None else outcome.test.file.as_posix()
