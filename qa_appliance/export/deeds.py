"""Whole deeds as statements: what the saved run did of them, else the usual places for it. Pure."""

from __future__ import annotations

from collections.abc import Callable

from qa_appliance.core import steps as s
from qa_appliance.export.locators import at, locator
from qa_appliance.export.made import fitting
from qa_appliance.export.statements import (
    CONTEXT,
    PAGE,
    Block,
    Call,
    Comment,
    Do,
    Expression,
    Function,
    Pattern,
    Statement,
    call,
    text,
)

Value = Callable[[s.Value, str], Expression]
"""A value to type; a secret one comes from the environment, under a name with the hint in it."""


def as_done(step: s.Step, *values: Expression) -> list[Statement]:
    """What the saved run did, one after the other; `values` are what it typed."""
    typed, lines = list(values), list[Statement]()
    for way in step.ways:
        match way.deed:
            case "click" | "tick":
                lines.append(Do(call(at(way), "click")))
            case "type" if typed:
                lines.append(Do(call(at(way), "fill", typed.pop(0))))
            case "press":
                lines.append(Do(call(at(way), "press", way.text)))
            case "select" if way.text:
                lines.append(Do(call(at(way), "select_option", text(way.text))))
            case "open":
                lines.append(Do(call(PAGE, "goto", way.text)))
    return lines


def log_in(step: s.LogIn, value: Value) -> list[Statement]:
    if any(way.deed == "type" for way in step.ways):
        user = [value(step.user, "USER")] if step.user is not None else []
        return as_done(step, *user, value(step.password, "PASSWORD"))
    password = call(call(PAGE, "locator", 'input[type="password"]'), "nth", 0)
    lines: list[Statement] = []
    if step.user is not None:
        label = call(PAGE, "get_by_label", Pattern("e-?mail|user|login|account"))
        lines.append(Do(call(call(label, "nth", 0), "fill", value(step.user, "USER"))))
    return [
        *lines,
        Do(call(password, "fill", value(step.password, "PASSWORD"))),
        Do(call(password, "press", "Enter")),
    ]


def signed_in(step: s.SignIn, user: Expression, password: Expression, base_url: str) -> list[Statement]:
    """As the saved run did, else by the form that the site shows."""
    values = {"USER": user, "PASSWORD": password}
    known = s.LogIn(user=s.Value(""), password=s.Value("", secret=True), ways=step.ways)
    return [*forgotten(base_url), *log_in(known, lambda _, hint: values[hint])]


def forgotten(base_url: str) -> list[Statement]:
    """All that the browser keeps of the site; its start page is opened anew."""
    emptied = Function("() => { localStorage.clear(); sessionStorage.clear(); }")
    return [
        Do(call(CONTEXT, "clear_cookies")),
        Do(call(PAGE, "evaluate", emptied)),
        Do(call(PAGE, "goto", base_url)),
    ]


def filled_in(step: s.FillRequired) -> list[Statement]:
    """The fields that the saved run found required, with what it gave them, or what fits fields called so."""
    if not step.ways:
        return [Comment("Not carried over: no run has told which fields are required.")]
    return as_done(step, *(text(way.text or fitting(way)) for way in step.ways if way.deed == "type"))


def log_out(step: s.LogOut) -> list[Statement]:
    if step.ways:
        return as_done(step)
    return [Do(call(call(_button_or_link("log ?out|sign ?out"), "nth", 0), "click"))]


def search(step: s.Search) -> list[Statement]:
    if step.ways:
        return as_done(step, text(step.text))
    either = call(call(PAGE, "get_by_role", "searchbox"), "or_", call(PAGE, "get_by_placeholder", Pattern("search")))
    field = call(either, "nth", 0)
    return [Do(call(field, "fill", text(step.text))), Do(call(field, "press", "Enter"))]


def accept_cookies(step: s.AcceptCookies) -> list[Statement]:
    found = next((at(way) for way in step.ways), None)
    button = found or call(_button_or_link("accept|agree|allow all|got it"), "nth", 0)
    return [Block("if", call(button, "is_visible"), [Do(call(button, "click"))])]


def add_to_cart(step: s.AddToCart) -> list[Statement]:
    if step.ways:
        return as_done(step)
    card = call(call(PAGE, "locator", "li, article, tr, section, div"), "filter", has_text=text(step.item))
    holding = call(card, "filter", has=call(PAGE, "get_by_role", "button", name=Pattern("add to (cart|bag|basket)")))
    button = call(call(holding, "nth", -1), "get_by_role", "button", name=Pattern("add to (cart|bag|basket)"))
    return [Do(call(button, "click"))]


def sort(step: s.Sort) -> list[Statement]:
    if step.ways:
        return as_done(step)
    header = call(PAGE, "get_by_role", "columnheader", name=text(step.by))
    lines: list[Statement] = [Do(call(call(header, "nth", 0), "click"))] if step.by else []
    return [*lines, Comment("Click or choose until it stands so: no run has told by what this page sorts.")]


def message(step: s.Message, value: Value) -> list[Statement]:
    if step.ways:
        values = [(step.text, "TEXT"), (step.to, "RECIPIENT")]
        return as_done(step, *(value(each, hint) for each, hint in values if each is not None))
    lines: list[Statement] = [Do(call(locator(step.what), "click"))] if step.what is not None else []
    lines.append(Do(call(call(_button_or_link(step.move), "nth", 0), "click")))
    if step.text is not None:
        field = call(call(PAGE, "locator", "textarea"), "nth", -1)
        lines.append(Do(call(field, "fill", value(step.text, "TEXT"))))
    if step.to is not None:
        to = call(PAGE, "get_by_label", Pattern("to|recipient"))
        lines.append(Do(call(call(to, "nth", 0), "fill", value(step.to, "RECIPIENT"))))
    return [*lines, Do(call(call(_button_or_link("send|reply|forward|post|submit"), "nth", -1), "click"))]


def _button_or_link(pattern: str) -> Call:
    button = call(PAGE, "get_by_role", "button", name=Pattern(pattern))
    return call(button, "or_", call(PAGE, "get_by_role", "link", name=Pattern(pattern)))
