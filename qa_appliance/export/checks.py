"""Checks as Playwright expectations, and as conditions. Pure."""

from __future__ import annotations

import re

from qa_appliance.core import checks as c
from qa_appliance.export.locators import locator, several
from qa_appliance.export.statements import (
    PAGE,
    Around,
    Call,
    Compare,
    Expect,
    Expression,
    Function,
    Operator,
    Pattern,
    call,
    text,
)

_STATES = {
    "visible": "to_be_visible",
    "enabled": "to_be_enabled",
    "checked": "to_be_checked",
    "focused": "to_be_focused",
    "editable": "to_be_editable",
    "empty": "to_be_empty",
    "exists": "to_be_attached",
}
_ATTRIBUTES = {"selected": "aria-selected", "expanded": "aria-expanded", "required": "required"}
_CONDITIONS = {"visible": "is_visible", "enabled": "is_enabled", "checked": "is_checked", "editable": "is_editable"}
_WIDER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
_OPERATORS: dict[str, Operator] = {"more": ">", "at_least": ">=", "less": "<", "at_most": "<="}


def verify(check: c.Check, seconds: float = 0.0) -> Expect | Compare | None:
    """The expectation; None when only the appliance can observe it."""
    match check:
        case c.TextShown():
            root = locator(check.scope) if check.scope else PAGE
            found = call(call(root, "get_by_text", text(check.text)), "nth", 0)
            return Expect(found, "to_be_visible", (), check.negated, seconds)
        case c.ElementIs():
            return _in_state(check, seconds)
        case c.ValueIs() | c.TextIs():
            return _compared(check, seconds)
        case c.TitleIs():
            return Expect(PAGE, "to_have_title", (_wanted(check.comparison, check.value),), check.negated, seconds)
        case c.AddressIs():
            return Expect(PAGE, "to_have_url", (_wanted(check.comparison, check.value),), check.negated, seconds)
        case c.CountIs(comparison="equals"):
            return Expect(several(check.target), "to_have_count", (check.count,), check.negated, seconds)
        case c.CountIs():
            return _number(call(several(check.target), "count"), check.comparison, check.count, check.negated)
        case c.ErrorShown():
            alert = call(PAGE, "locator", '[role="alert"], [aria-invalid="true"], .error')
            found = call(alert, "filter", has_text=text(check.text)) if check.text else alert
            return Expect(call(found, "nth", 0), "to_be_visible", (), check.negated, seconds)
        case c.ScrollsSideways():
            wider = call(PAGE, "evaluate", Function(_WIDER))
            return Compare(wider, ">", 0, check.negated)
        case c.LooksLikeBaseline():
            on = locator(check.target) if check.target else PAGE
            return Expect(on, "to_have_screenshot", (), check.negated, seconds)
    return None


def _in_state(check: c.ElementIs, seconds: float) -> Expect:
    attribute = _ATTRIBUTES.get(check.state)
    if attribute is None:
        return Expect(locator(check.target), _STATES[check.state], (), check.negated, seconds)
    value: Expression = Pattern(".*") if check.state == "required" else "true"
    return Expect(locator(check.target), "to_have_attribute", (attribute, value), check.negated, seconds)


def holds(check: c.Check) -> Call | None:
    """The check as a condition that is asked once; None when Playwright has no such question."""
    match check:
        case c.TextShown(negated=False):
            root = locator(check.scope) if check.scope else PAGE
            return call(call(call(root, "get_by_text", text(check.text)), "nth", 0), "is_visible")
        case c.ElementIs(negated=False) if check.state in _CONDITIONS:
            return call(locator(check.target), _CONDITIONS[check.state])
        case c.ElementIs(state="visible" | "exists", negated=True):
            return call(locator(check.target), "is_hidden")
    return None


def _compared(check: c.ValueIs | c.TextIs, seconds: float) -> Expect | Compare:
    on = locator(check.target)
    reads_value = isinstance(check, c.ValueIs)
    if check.comparison in _OPERATORS:
        return _number(
            call(on, "input_value" if reads_value else "inner_text"), check.comparison, check.value, check.negated
        )
    if reads_value:
        return Expect(on, "to_have_value", (_wanted(check.comparison, check.value),), check.negated, seconds)
    if check.comparison in ("contains", "shows"):
        return Expect(on, "to_contain_text", (text(check.value),), check.negated, seconds)
    return Expect(on, "to_have_text", (_wanted(check.comparison, check.value),), check.negated, seconds)


def _number(value: Call, comparison: str, limit: str | int, negated: bool) -> Compare:
    digits = re.sub(r"[^\d.\-]", "", str(limit)) or "0"
    return Compare(value, _OPERATORS.get(comparison, ">="), float(digits), negated)


def _wanted(comparison: str, value: str) -> Expression:
    if comparison == "equals":
        return text(value)
    if comparison == "matches":
        return Pattern(value)
    before, after = {"starts_with": ("^", ""), "ends_with": ("", "$")}.get(comparison, ("", ""))
    if "{" in value:
        return Around(before, value, after)
    return Pattern(before + re.sub(r"([.*+?^${}()|\[\]\\/])", r"\\\1", value) + after)
