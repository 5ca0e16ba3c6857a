"""Steps as clients send them: checked one by one, masked secrets filled in from what was saved. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from qa_appliance.core.errors import Invalid, Issue
from qa_appliance.core.plan import Plan
from qa_appliance.core.steps import MASK, Step
from qa_appliance.store.tables.procedures import StepJson

_VALUES = ("user", "password", "value")
Slot = tuple[str, str, str]  # action, the target's words, field


def issues(given: list[object]) -> Iterator[Issue]:
    """What is wrong with each step, one issue a step."""
    for index, step in enumerate(given):
        try:
            msgspec.convert(step, Step)
        except msgspec.ValidationError as error:
            message, _, place = str(error).partition(" - at ")
            path = tuple(int(part) if part.isdecimal() else part for part in re.findall(r"\w+", place.strip("`$")))
            code = "invalid_enum_value" if message.startswith("Invalid") else "invalid_type"
            yield Issue(code, ("steps", index, *path), f"{message.replace('`', '')}.")
        except RecursionError:
            yield Issue("custom", ("steps", index), "The step is nested too deeply.")


def steps(given: list[object], saved: Plan | None) -> tuple[Step, ...]:
    """Checked steps; a masked secret gets the value it had in `saved`. Raises `Invalid` where there was none."""
    known: dict[Slot, list[str]] = {}
    for slot, value in _secrets(msgspec.to_builtins(saved.steps) if saved else []):
        if value["text"] != MASK:  # it cannot be read any more
            known.setdefault(slot, []).append(value["text"])
    missing: list[Issue] = []
    copy = msgspec.to_builtins(msgspec.convert(given, tuple[Step, ...]))  # without what no step of its kind has
    for index, step in enumerate(copy):
        for slot, value in _secrets([step]):
            if value["text"] == MASK:
                kept = known.get(slot)
                if kept:
                    value["text"] = kept.pop(0)
                else:
                    missing.append(
                        Issue("custom", ("steps", index), f"A secret shown as {MASK} has to be typed again.")
                    )
    if missing:
        raise Invalid(issues=tuple(missing))
    return msgspec.convert(copy, tuple[Step, ...])


def _secrets(given: list[StepJson]) -> Iterator[tuple[Slot, StepJson]]:
    for step in given:
        words = (step.get("target") or {}).get("words", "")
        for field in _VALUES:
            value = step.get(field)
            if isinstance(value, dict) and value.get("secret") is True:
                yield (step.get("action", ""), words, field), value
        yield from _secrets([*(step.get("steps") or []), *(step.get("otherwise") or [])])
