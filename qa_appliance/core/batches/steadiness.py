"""How steady a saved test is over its last runs: how often it turned to and fro, and whether it takes longer. Pure."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from statistics import median

from msgspec import Struct

LAST = 30  # runs that count
_NEW = 5  # of those that passed: the newest, which are compared with those before
_LEAST_BEFORE = 5
_LONGER = 1.25  # times as long
_LEAST_MS = 500


class Judged(Struct, frozen=True):
    passed: bool
    ms: int


class Drift(Struct, frozen=True, rename="camel"):
    """The median of the newest passes, and of those before."""

    median_ms: int
    before_ms: int


class Steadiness(Struct, frozen=True, rename="camel"):
    """`turns`: how often the verdict was another than the one before it. `flaky_score`: 0 to 100, None of too few runs.

    One turn is something that broke or was mended, no flakiness: those beyond it count, out of all there could be.
    `drift`: it has come to take longer; None: no, or there are too few runs.
    """

    runs: int
    failed: int
    turns: int
    flaky_score: int | None
    drift: Drift | None


def steadiness(newest_first: Sequence[Judged]) -> Steadiness:
    last = newest_first[:LAST]
    turns = sum(one.passed is not other.passed for one, other in itertools.pairwise(last))
    score = round(100 * max(0, turns - 1) / (len(last) - 2)) if len(last) > 2 else None
    failed = sum(not run.passed for run in last)
    return Steadiness(len(last), failed, turns, score, _drift([run.ms for run in last if run.passed]))


def _drift(times: Sequence[int]) -> Drift | None:
    new, before = times[:_NEW], times[_NEW:]
    if len(before) < _LEAST_BEFORE:
        return None
    now, then = round(median(new)), round(median(before))
    return Drift(now, then) if now >= then * _LONGER and now - then >= _LEAST_MS else None
