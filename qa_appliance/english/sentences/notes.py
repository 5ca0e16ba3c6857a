"""Notes on a test itself: a test that cannot fail is told so. Never changes a step."""

from __future__ import annotations

from collections.abc import Iterable

from qa_appliance.core.steps import Assert, ForEach, Http, Repeat, Step, WaitFor, When

ARRIVED = "“{place}” tells where the test is by then; it is not checked."
REPORTED = "What stands under “Actual result” tells what was seen once; it is neither done nor checked."


def notes_on(steps: Iterable[Step]) -> tuple[str, ...]:
    """Sentences for the tester: nothing is checked at all, nothing after the last action, a check before any action."""
    kinds = [kind for step in steps for kind in _kinds(step)]
    if not kinds:
        return ()
    if "check" not in kinds:
        return ("Nothing is checked in this test: it passes whatever the page answers.",)
    notes: list[str] = []
    last_check = len(kinds) - 1 - kinds[::-1].index("check")
    if "act" in kinds[last_check + 1 :]:
        notes.append("Nothing is checked after the last action: its outcome cannot make this test fail.")
    if any(isinstance(step, When) for step in steps) and all(kind != "check" for step in steps for kind in _own(step)):
        notes.append("Everything that is checked stands under a condition: the test passes when it does not hold.")
    return tuple(notes)


def _own(step: Step) -> list[str]:
    return [] if isinstance(step, When) else _kinds(step)


def _kinds(step: Step) -> list[str]:
    if isinstance(step, Assert | WaitFor):
        return ["check"]
    if isinstance(step, Http):
        return ["check"]
    if isinstance(step, When):
        return [kind for inner in (*step.steps, *step.otherwise) for kind in _kinds(inner)]
    if isinstance(step, Repeat | ForEach):
        return [kind for inner in step.steps for kind in _kinds(inner)]
    return ["act"] if step.traits.acts else ["look"]
