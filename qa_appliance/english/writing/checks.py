"""Checks in words: "the Save button is disabled", what "verify that" and "wait until" are followed by. Pure."""

from __future__ import annotations

from functools import singledispatch

from qa_appliance.core import checks as c
from qa_appliance.core.checks import Comparison
from qa_appliance.english.writing.names import called, quoted

_COMPARED: dict[Comparison, tuple[str, str]] = {
    "equals": ("is", "is not"),
    "contains": ("contains", "does not contain"),
    "shows": ("shows", "does not show"),
    "starts_with": ("starts with", "does not start with"),
    "ends_with": ("ends with", "does not end with"),
    "matches": ("matches", "does not match"),
    "more": ("is more than", "is not more than"),
    "at_least": ("is at least", "is not at least"),
    "less": ("is less than", "is not less than"),
    "at_most": ("is at most", "is not at most"),
}
_STATES: dict[c.State, tuple[str, str]] = {
    "visible": ("is visible", "is not visible"),
    "enabled": ("is enabled", "is disabled"),
    "checked": ("is checked", "is not checked"),
    "focused": ("is focused", "is not focused"),
    "editable": ("is editable", "is not editable"),
    "empty": ("is empty", "is not empty"),
    "selected": ("is selected", "is not selected"),
    "expanded": ("is expanded", "is collapsed"),
    "required": ("is required", "is not required"),
    "crossed_out": ("is crossed out", "is not crossed out"),
    "done": ("is completed", "is not completed"),
    "masked": ("is masked", "is not masked"),
    "exists": ("exists", "does not exist"),
}
_COUNTED: dict[Comparison, str] = {
    "equals": "",
    "more": "more than ",
    "at_least": "at least ",
    "less": "less than ",
    "at_most": "at most ",
}


@singledispatch
def check_in_words(check: c.Check) -> str | None:
    """None where the grammar has no words for it."""
    return None


@check_in_words.register
def _(check: c.TextShown) -> str | None:
    text = quoted(check.text)
    where = called(check.scope) if check.scope is not None else ""
    if text is None or where is None or check.part:
        return None
    return f"{text} is {'not ' if check.negated else ''}shown{f' in {where}' if where else ''}"


@check_in_words.register
def _(check: c.ElementIs) -> str | None:
    what = called(check.target)
    return what and f"{what} {_STATES[check.state][check.negated]}"


@check_in_words.register
def _(check: c.ValueIs) -> str | None:
    what, value = called(check.target), quoted(check.value)
    if check.among and what and value:
        return f"{value} is {'not ' if check.negated else ''}selected in {what}"
    return _compared(what and f"the value of {what}", check)


@check_in_words.register
def _(check: c.TextIs) -> str | None:
    return _compared(called(check.target), check)


@check_in_words.register
def _(check: c.TitleIs) -> str | None:
    return _compared("the title", check)


@check_in_words.register
def _(check: c.AddressIs) -> str | None:
    path = check.comparison == "equals" and check.value.startswith("/") and not check.whole
    return _compared("the path" if path and "?" not in check.value else "the address", check)


@check_in_words.register
def _(check: c.LinkGoes) -> str | None:
    what, where = called(check.target), quoted(check.value)
    if what is None or where is None or check.comparison != "equals":
        return None
    return f"{what} {'does not go' if check.negated else 'goes'} to {where}"


@check_in_words.register
def _(check: c.CountIs) -> str | None:
    what, how = called(check.target, several=check.count != 1), _COUNTED.get(check.comparison)
    if what is None or how is None or check.target.ordinal:
        return None
    if check.comparison == "equals" and not check.count:
        return None if check.negated or check.left else f"there are no {what}"
    be = "is" if check.count == 1 and not how else "are"
    if check.count == 1 and how:
        what = called(check.target, several=True)
    return f"there {be} {'not ' if check.negated else ''}{how}{check.count} {what}{' left' if check.left else ''}"


@check_in_words.register
def _(check: c.ChangedBy) -> str | None:
    what, way = called(check.target, several=check.counted), "decreases" if check.down else "increases"
    if what is None or check.target.ordinal:
        return None
    return f"{f'the number of {what}' if check.counted else what} {way}{f' by {check.by}' if check.by else ''}"


@check_in_words.register
def _(check: c.ErrorShown) -> str | None:
    if not check.text:
        return "no error is shown" if check.negated else "an error is shown"
    text = quoted(check.text)
    return text and f"the error {text} is {'not ' if check.negated else ''}shown"


@check_in_words.register
def _(check: c.MessageSays) -> str | None:
    teller = {"message": "a message", "error": "an error message", "page": "the page"}[check.of]
    return f"{teller} says that {check.words}"


@check_in_words.register
def _(check: c.ListSorted) -> str | None:
    what, by = called(check.target), quoted(check.by) if check.by else ""
    if what is None or by is None or check.negated:
        return None
    order = " in descending order" if check.descending else ""
    return f"{what} is sorted{f' by {by}' if by else ''}{order}"


@check_in_words.register
def _(check: c.OnlyShown) -> str | None:
    names = [quoted(name) for name in check.names]
    where = called(check.scope) if check.scope is not None else ""
    if None in names or where is None:
        return None
    *first, last = [name for name in names if name]
    listed = f"{', '.join(first)} and {last}" if first else last
    return f"only {listed} {'are' if first else 'is'} shown{f' in {where}' if where else ''}"


def _compared(what: str | None, check: c.ValueIs | c.TextIs | c.TitleIs | c.AddressIs) -> str | None:
    value = quoted(check.value)
    return None if what is None or value is None else f"{what} {_COMPARED[check.comparison][check.negated]} {value}"
