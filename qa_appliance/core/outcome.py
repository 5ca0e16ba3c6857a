"""What a run came to: everything the store keeps of it when it ends."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from qa_appliance.core.evidence.measurements import Measurements
from qa_appliance.core.evidence.steps import StepRecord
from qa_appliance.core.model_call import ModelCall
from qa_appliance.core.plan import Plan
from qa_appliance.core.run import OverallStatus


class Planned(Struct, frozen=True):
    """What a run has for the next ones that come to the same clauses on the same pages: a model's answers by key.

    `used`: keys of those that were taken from earlier runs; `unfit`: of those that were not good any more; `proven`: of
    the new ones, those all of whose steps passed, whatever became of the run.
    """

    new: dict[str, bytes] = {}
    used: tuple[str, ...] = ()
    unfit: tuple[str, ...] = ()
    proven: frozenset[str] = frozenset()


class Outcome(Struct, frozen=True):
    """`total_duration_ms` counts from when the run began to run; tokens and cents are what a model cost."""

    status: Literal["completed", "failed"]
    overall_status: OverallStatus
    passed_count: int
    failed_count: int
    skipped_count: int
    total_duration_ms: int
    initial_url: str | None
    final_url: str | None
    report_markdown: str
    confidence_score: int
    plan: Plan
    steps: list[StepRecord]
    measurements: Measurements
    looks: dict[str, bytes] = {}  # what the pages held, by address, for telling ambiguities while one writes
    page_names: dict[str, str] = {}  # paths of pages by their names
    perf_status: str | None = None
    llm_tokens_used: int = 0
    llm_cost_cents: int = 0
    session: dict[str, object] | None = None  # of a suite's set-up: a browser's storage state
    model_calls: list[ModelCall] = []  # what was asked of a model
    planned: Planned = Planned()
