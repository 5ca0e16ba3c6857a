"""One check or another, joined into one. Never a check that only the whole run can answer."""

from __future__ import annotations

from collections.abc import Sequence

from qa_appliance.core.checks import AnyOf, Check, RunCheck, denies


def of_the_run(check: Check) -> bool:
    """Whether only the whole run answers it."""
    return isinstance(check, RunCheck)


def any_of(checks: Sequence[Check | None], none: bool = False) -> Check | None:
    """None where one of them was not read, or holds by something not being there: that would hold too early."""
    read = tuple(check for check in checks if check is not None and not of_the_run(check))
    if len(read) < len(checks) or len(read) < 2:
        return None
    if all(check == read[0] for check in read) and not none:
        return read[0]
    return AnyOf(checks=read, negated=none) if none or not any(denies(check) for check in read) else None
