"""What earlier times tell: how long each test took and what came of it. Kept as a file beside the evidence."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from statistics import median

import msgspec
from msgspec import Struct

from qa_appliance.cli.running.outcome import Outcome
from qa_appliance.core.errors import Invalid
from qa_appliance.testfiles.test import Test

NAME = "history.json"
_GUESS = 1.0  # seconds of a test, where nothing at all is known
_LEARNED = frozenset({"passed", "flaky", "failed", "not understood", "error"})


class Known(Struct, frozen=True):
    """`seconds`: None where it was run in shares only."""

    seconds: float | None
    result: str


class Share(Struct, frozen=True):
    """The part number `part` of so many `parts`."""

    part: int
    parts: int


class History(Struct, frozen=True):
    """By the keys of tests."""

    tests: dict[str, Known] = {}

    def seconds(self, test: Test) -> float | None:
        return self.tests[test.key].seconds if test.key in self.tests else None


def read_history(folder: Path) -> History:
    """Empty where there is none. Raises `Invalid` for a file that is no history."""
    file = folder / NAME
    try:
        return msgspec.json.decode(file.read_bytes(), type=History)
    except FileNotFoundError:
        return History()
    except (OSError, msgspec.DecodeError) as error:
        raise Invalid(f"{file} cannot be read as a history of tests ({error}). Remove it to begin anew.") from error


def write_history(folder: Path, before: History, outcomes: Sequence[Outcome], *, share: bool = False) -> None:
    """Adds what was learned. Raises `Invalid` when it cannot be written.

    Of a share not how long its tests took: where the others come after it on the same machine, they would be divided
    otherwise, and a test could be in none of them.
    """
    learned = {
        outcome.test.key: Known(
            before.seconds(outcome.test) if share else round(outcome.seconds, 3),
            outcome.result,
        )
        for outcome in outcomes
        if outcome.result in _LEARNED
    }
    if not learned:
        return
    tests = dict(sorted((before.tests | learned).items()))
    file, fresh = folder / NAME, folder / f"{NAME}.new"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        fresh.write_bytes(msgspec.json.format(msgspec.json.encode(History(tests)), indent=1) + b"\n")
        fresh.replace(file)
    except OSError as error:
        raise Invalid(f"{file} cannot be written: {error.strerror}.") from error


def only_failed(tests: Sequence[Test], history: History) -> list[Test]:
    """Those that did not pass the last time. Raises `Invalid` where there are none."""
    known = [test for test in tests if test.key in history.tests]
    if not known:
        raise Invalid("--only-failed: nothing is known of these tests yet; run them once without it.")
    found = [test for test in known if history.tests[test.key].result not in ("passed", "flaky")]
    if not found:
        raise Invalid(f"--only-failed: all of the {len(known)} tests that are known passed the last time.")
    return found


def shared(tests: Sequence[Test], share: Share, history: History) -> list[Test]:
    """One share of the tests, each as long as the others by what they took the last time: the longest first, each to
    the share that has the least so far. Raises `Invalid` where it is empty.
    """
    took = {test.key: history.seconds(test) for test in tests}
    known = [seconds for seconds in took.values() if seconds is not None]
    usual = median(known) if known else _GUESS
    seconds = {key: usual if each is None else each for key, each in took.items()}
    loads = [0.0] * share.parts
    chosen: set[str] = set()
    for test in sorted(tests, key=lambda test: (-seconds[test.key], test.key)):
        least = min(range(share.parts), key=lambda part: (loads[part], part))
        loads[least] += seconds[test.key]
        if least == share.part - 1:
            chosen.add(test.key)
    if not chosen:
        raise Invalid(f"Share {share.part} of {share.parts} has no test: there are only {len(tests)}.")
    return [test for test in tests if test.key in chosen]


def division(tests: Sequence[Test], history: History) -> str:
    """What all shares have to agree on, or a test might be in none of them: the same word in each of their logs."""
    known = [(test.key, history.seconds(test)) for test in tests]
    return hashlib.sha256(msgspec.json.encode(sorted(known, key=lambda pair: pair[0]))).hexdigest()[:8]
