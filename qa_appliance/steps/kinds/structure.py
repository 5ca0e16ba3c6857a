"""Steps made of steps: if, repeat, for each. Each inner step is performed and recorded like any other."""

from __future__ import annotations

import msgspec

from qa_appliance.browser.failure import Failed, fail
from qa_appliance.browser.find.descriptions import ordinal
from qa_appliance.browser.find.locate import look_patiently
from qa_appliance.browser.find.search import gather
from qa_appliance.core.steps import ForEach, Repeat, Step, When
from qa_appliance.core.target import Relation, Target
from qa_appliance.steps.base.kind import Kind
from qa_appliance.steps.base.stage import Doing, Stage

CONDITION_PATIENCE = 2.0  # seconds a condition is given to come true
MOST_ROUNDS = 50


async def when(step: When, stage: Stage, doing: Doing) -> None:
    if not await doing.holds(step.check, min(CONDITION_PATIENCE, stage.patience)):
        doing.details.held = False
        done = "the other steps were done" if step.otherwise else "nothing was done"
        doing.note(f"the condition did not hold, so {done}")
        await _all(step.otherwise, stage, doing, "")
        return
    doing.details.held = True
    await _all(step.steps, stage, doing, "")


async def repeat(step: Repeat, stage: Stage, doing: Doing) -> None:
    """A fixed number of rounds, or until the check holds; then at most `times` (or 50) rounds."""
    rounds = step.times or MOST_ROUNDS
    for number in range(1, rounds + 1):
        if step.until is not None and await doing.holds(step.until, 0.5):
            doing.note(f"it held after {number - 1} rounds")
            return
        await _all(step.steps, stage, doing, f"round {number}")
    if step.until is not None and not await doing.holds(step.until, stage.patience):
        raise fail("assertion", f"It still did not hold after {rounds} rounds.", expected="the check to hold")


async def for_each(step: ForEach, stage: Stage, doing: Doing) -> None:
    """Once for every element that fits when it begins; each round looks for its own by its number."""
    target = stage.scoped(step.target)
    count, held = await _how_many(target, stage, doing)
    outer = stage.scopes
    try:
        for number in range(1, count + 1):
            one = msgspec.structs.replace(target, ordinal=number, words=f"the {ordinal(number)} {target.words}")
            stage.scopes = (Relation(place="inside" if held else "row", target=one),)
            await _all(step.steps, stage, doing, one.words)
    finally:
        stage.scopes = outer
    doing.note(f"done for {count}")


async def _how_many(target: Target, stage: Stage, doing: Doing) -> tuple[int, bool]:
    """Also whether the elements hold others themselves; a mere text ("posts by Ann") stands for the row it is in."""
    located = await stage.find(msgspec.structs.replace(target, ordinal=1), "text", doing)
    look = await look_patiently(stage.page, target, 0) or located.look
    if look.unseen:
        raise fail("unsupported", f"How many there are cannot be told; {look.unseen}.")
    nodes = gather(look, target, "text").nodes
    return len(nodes), target.kind != "row" and (target.kind != "item" or bool(located.node.role))


async def _all(steps: tuple[Step, ...], stage: Stage, doing: Doing, where: str) -> None:
    for position, inner in enumerate(steps):
        stage.foresee(steps[position + 1 :])
        record = await doing.perform(inner)
        doing.details.steps.append(record)
        if record.failure is not None:
            words = f"{record.sentence or record.action}"
            spot = f" ({where})" if where else ""
            message = f"“{words}”{spot}: {record.failure.message}"
            raise Failed(msgspec.structs.replace(record.failure, message=message))


KINDS = (
    Kind(When, perform=when),
    Kind(Repeat, perform=repeat),
    Kind(ForEach, perform=for_each),
)
