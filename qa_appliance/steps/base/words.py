"""The words of targets and checks, for records. Does nothing else."""

from __future__ import annotations

from qa_appliance.core import checks as c
from qa_appliance.core.target import Target
from qa_appliance.language.write import called


def describe(target: Target | None) -> str | None:
    """Words of a target for a record: as written, else those of the test language."""
    return None if target is None else target.words or called(target) or "the page"


def target_of_check(check: c.Check) -> str | None:
    match check:
        case c.TextShown() | c.OnlyShown():
            return describe(check.scope) or "the page"
        case c.TitleIs():
            return "the title"
        case c.AddressIs():
            return "the address"
        case _:
            target = getattr(check, "target", None)
            return describe(target) if isinstance(target, Target) else None


def value_of_check(check: c.Check) -> str | None:
    """What is expected: the first of a check's fields of these names that says something."""
    not_ = "not " if check.negated else ""
    match check:
        case c.EachIs():
            return value_of_check(check.says)
        case c.AnyOf():
            each = " or ".join(filter(None, map(value_of_check, check.checks)))
            return f"{'neither ' if check.negated else ''}{each}" or None
        case c.LoadsWithin():
            return f"{check.seconds:g} s"
        case c.OnlyShown():
            return f"only {', '.join(check.names)}"
    for name in ("value", "count"):
        if name in check.__struct_fields__:
            return f"{not_}{getattr(check, 'comparison', '').replace('_', ' ')} {getattr(check, name)}"
    expected = next((text for name in _EXPECTED if (text := getattr(check, name, ""))), "")
    asked = isinstance(check, c.TextShown | c.ErrorShown | c.ElementIs)
    return (not_ if asked else "") + expected or None


_EXPECTED = ("text", "state", "name", "contains")
