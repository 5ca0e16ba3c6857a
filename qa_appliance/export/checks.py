"""Checks as Playwright expectations, and as conditions. Pure.

What is compared is read where the saved run read it, as whole words as the run did. Where no run has found the place
and the words alone do not name it, the expectation says less than the check; `Verification.guessed` tells so.
"""

from __future__ import annotations

import re

from msgspec import Struct

from qa_appliance.core import checks as c
from qa_appliance.core.target import Way
from qa_appliance.export.locators import at, holds_much, locator, several
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
from qa_appliance.export.words import as_written, escaped, labelled, whole_words

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
_FIELDS = frozenset({"input", "textarea"})


class Verification(Struct, frozen=True):
    """A check as an expectation; None when only the appliance can observe it. `guessed`: nobody has seen the place."""

    statement: Expect | Compare | None = None
    guessed: bool = False


def verify(check: c.Check, ways: tuple[Way, ...], seconds: float = 0.0) -> Verification:
    for way in ways:
        if way.deed == "heading":
            heading = call(PAGE, "get_by_role", "heading", name=way.text, exact=True)
            return Verification(Expect(call(heading, "nth", 0), "to_be_visible", (), check.negated, seconds))
        if way.deed == "title":
            title = Pattern("^" + escaped(way.text))
            return Verification(Expect(PAGE, "to_have_title", (title,), check.negated, seconds))
    read = next((way for way in ways if way.deed == "read" and way.known is not None), None)
    if isinstance(check, c.ValueIs | c.TextIs):
        return _compared(check, read, seconds)
    if isinstance(check, c.ElementIs) and check.state == "done":
        return Verification()  # by a box, a line through it or a word: which, only the page tells
    if isinstance(check, c.ElementIs):
        on = locator(check.target) if read is None or holds_much(check.target) else at(read)
        return Verification(_in_state(check, on, seconds), guessed=read is None)
    return _of_the_page(check, read, seconds)


def _of_the_page(check: c.Check, read: Way | None, seconds: float) -> Verification:
    match check:
        case c.TextShown():
            return Verification(
                Expect(_shown(check), "to_be_visible", (), check.negated, seconds), check.scope is not None
            )
        case c.TitleIs():
            wanted = _wanted(check.comparison, check.value)
            return Verification(Expect(PAGE, "to_have_title", (wanted,), check.negated, seconds))
        case c.AddressIs():
            wanted = _address(check)
            return Verification(Expect(PAGE, "to_have_url", (wanted,), check.negated, seconds))
        case c.CountIs(comparison="equals"):
            counted = Expect(several(check.target), "to_have_count", (check.count,), check.negated, seconds)
            return Verification(counted, guessed=True)
        case c.CountIs():
            found = call(several(check.target), "count")
            return Verification(_number(found, check.comparison, check.count, check.negated), guessed=True)
        case c.ErrorShown():
            alert = call(PAGE, "locator", '[role="alert"], [aria-invalid="true"], .error')
            error: Expression = call(alert, "filter", has_text=text(check.text)) if check.text else alert
            place = call(error, "nth", 0) if read is None else at(read)
            return Verification(Expect(place, "to_be_visible", (), check.negated, seconds), guessed=read is None)
        case c.ScrollsSideways():
            wider = call(PAGE, "evaluate", Function(_WIDER))
            return Verification(Compare(wider, ">", 0, check.negated))
        case c.LooksLikeBaseline():
            on = locator(check.target) if check.target else PAGE
            name = (re.sub(r"[^\w-]+", "-", check.name).strip("-").lower() + ".png",) if check.name else ()
            return Verification(Expect(on, "to_have_screenshot", name, check.negated, seconds))
    return Verification()


def _shown(check: c.TextShown) -> Call:
    root = locator(check.scope) if check.scope else PAGE
    part = check.part or check.negated  # no part of what is denied may be there
    found = call(root, "get_by_text", text(check.text) if part else whole_words(check.text))
    return call(call(found, "filter", visible=True), "nth", 0)


def _in_state(check: c.ElementIs, on: Expression, seconds: float) -> Expect:
    if check.state == "crossed_out":
        return Expect(on, "to_have_css", ("text-decoration-line", Pattern("line-through")), check.negated, seconds)
    if check.state == "masked":
        return Expect(on, "to_have_attribute", ("type", "password"), check.negated, seconds)
    attribute = _ATTRIBUTES.get(check.state)
    if attribute is None:
        return Expect(on, _STATES[check.state], (), check.negated, seconds)
    value: Expression = Pattern(".*") if check.state == "required" else "true"
    return Expect(on, "to_have_attribute", (attribute, value), check.negated, seconds)


def holds(check: c.Check) -> Call | None:
    """The check as a condition that is asked once; None when Playwright has no such question."""
    match check:
        case c.TextShown(negated=False):
            return call(_shown(check), "is_visible")
        case c.ElementIs(negated=False) if check.state in _CONDITIONS:
            return call(locator(check.target), _CONDITIONS[check.state])
        case c.ElementIs(state="visible" | "exists", negated=True):
            return call(locator(check.target), "is_hidden")
    return None


def _compared(check: c.ValueIs | c.TextIs, read: Way | None, seconds: float) -> Verification:
    on, tag = (locator(check.target), "") if read is None else (at(read), _tag(read))
    value_of = tag in _FIELDS or (not tag and isinstance(check, c.ValueIs))
    if tag == "select":
        on = call(on, "locator", "option:checked")
    if check.comparison in _OPERATORS:
        number = call(on, "input_value" if value_of else "inner_text")
        return Verification(_number(number, check.comparison, check.value, check.negated), guessed=read is None)
    wanted = _wanted(check.comparison, check.value)
    if read is not None and not check.negated and "{" not in check.value:
        seen = _as_seen(check, read)
        if seen is None:
            return Verification()
        wanted = seen
    elif not value_of and check.comparison in ("contains", "shows"):
        return Verification(
            Expect(on, "to_contain_text", (text(check.value),), check.negated, seconds), guessed=read is None
        )
    matcher = "to_have_value" if value_of else "to_have_text"
    return Verification(Expect(on, matcher, (wanted,), check.negated, seconds), guessed=read is None)


def _tag(read: Way) -> str:
    return read.known.fingerprint.tag if read.known is not None else ""


def _as_seen(check: c.ValueIs | c.TextIs, read: Way) -> Expression | None:
    """What the element has to say, of the same kind as in the run; None where the run read it in another notation."""
    seen, target = " ".join(read.text.split()), check.target
    if check.comparison in ("starts_with", "ends_with", "matches"):
        return _wanted(check.comparison, check.value)
    if check.comparison == "equals" and seen == check.value:
        return check.value
    value = as_written(check.value, seen)
    if value is None:
        return None
    behind = labelled(target.name, value)
    if target.name and re.search(behind, seen, re.IGNORECASE):
        return Pattern(behind)
    return whole_words(value)


def _number(value: Call, comparison: str, limit: str | int, negated: bool) -> Compare:
    digits = re.sub(r"[^\d.\-]", "", str(limit)) or "0"
    return Compare(value, _OPERATORS.get(comparison, ">="), float(digits), negated)


def _address(check: c.AddressIs) -> Expression:
    """A path is that of the address, whatever its query unless it is the whole; other words stand somewhere in it."""
    value = check.value
    if "{" in value or check.comparison in ("matches", "starts_with", "ends_with"):
        return _wanted(check.comparison, value)
    if check.comparison == "equals" and "://" in value:
        return value
    if value.startswith("/"):
        whole = check.comparison in ("equals", "shows")
        end = (r"/?(#|$)" if check.whole else r"/?([?#]|$)") if whole else ""
        return Pattern(f"^[^/]+//[^/]+{escaped(value.rstrip('/'))}" + end)
    return whole_words(value)


def _wanted(comparison: str, value: str) -> Expression:
    if comparison == "equals":
        return text(value)
    if comparison == "matches":
        return Pattern(value)
    before, after = {"starts_with": ("^", ""), "ends_with": ("", "$")}.get(comparison, ("", ""))
    if "{" in value:
        return Around(before, value, after)
    return Pattern(before + escaped(value) + after)
