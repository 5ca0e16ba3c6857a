"""What became of the answers a test gave in the site's place, told in their steps at the end of a run."""

from __future__ import annotations

import msgspec

from qa_appliance.core.events import Emit, StepEnded
from qa_appliance.core.evidence.failure import Failure
from qa_appliance.core.evidence.steps import StepRecord
from qa_appliance.steps.base.polling import until_true
from qa_appliance.steps.base.stage import Stage
from qa_appliance.steps.lasting import END_SECONDS


async def tell_replaced(records: list[StepRecord], stage: Stage, run_id: str, emit: Emit) -> None:
    """Tells in its step what became of each answer in the site's place; one that none was asked for fails it."""
    rules = stage.wire.replacing.rules
    if not rules:
        return
    await until_true(lambda: not any(rule.never for rule in rules), END_SECONDS)
    broken = any(record.result == "failed" for record in records)
    for rule in rules:
        record = records[rule.index]
        often = f"{rule.used} request{'' if rule.used == 1 else 's'}"
        record.details.replaced = stage.recorder.clean(f"{rule.words}: {often}")
        if rule.never and not broken:
            failure = Failure("assertion", stage.recorder.clean(rule.never), cause="measured")
            record = msgspec.structs.replace(record, result="failed", failure=failure, error=failure.message)
            records[rule.index] = record
            await stage.recorder.step_turned(record, stage.page)
        emit(StepEnded(run_id, record))
