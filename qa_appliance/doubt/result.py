"""What came of doubting a test. Data only."""

from __future__ import annotations

import math
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

DamageKind = Literal["altered", "missing", "short_list", "dead_click", "error", "no_answer", "old_page"]
Result = Literal["noticed", "let_pass", "not_counted"]
State = Literal["waiting", "running", "done", "cancelled", "failed"]


class Trial(Struct, frozen=True, rename="camel"):
    """One damage and what the test made of it. `step` counts from 1, `sentence` is that step's own words.

    `reason`: by what it was noticed, or why it is not counted. `offers` are sentences that would catch it, to be
    written behind step `offered_after`.
    """

    kind: DamageKind
    step: int
    sentence: str
    damage: str
    result: Result
    reason: str = ""
    offers: tuple[str, ...] = ()
    offered_after: int = 0


class Doubt(Struct, frozen=True, rename="camel"):
    """`planned` is 0 until the test has been seen to pass as it is. `left_out`: damages beyond the most there may be.

    `score` in percent of the damages that counted; None where none did.
    """

    id: str
    project_id: str
    procedure_id: str | None
    state: State
    reason: str = ""
    planned: int = 0
    left_out: int = 0
    trials: tuple[Trial, ...] = ()
    noticed: int = 0
    counted: int = 0
    score: float | None = None

    def with_trial(self, trial: Trial) -> Doubt:
        trials = (*self.trials, trial)
        noticed = sum(trial.result == "noticed" for trial in trials)
        counted = noticed + sum(trial.result == "let_pass" for trial in trials)
        score = math.floor(1000 * noticed / counted) / 10 if counted else None  # 100 is all of them
        return replace(self, trials=trials, noticed=noticed, counted=counted, score=score)
