"""A step as a sentence the grammar reads to the same step: the door of this room. What cannot be said so is None."""

from __future__ import annotations

from functools import singledispatch

import msgspec

from qa_appliance.core import checks as c
from qa_appliance.core import steps as s
from qa_appliance.core.target import Target
from qa_appliance.english.compile import plan_english
from qa_appliance.english.writing.checks import check_in_words
from qa_appliance.english.writing.names import called, quoted

_NOT_COMPARED = {"sentence", "rule", "source", "phrase", "phraseIds", "ways", "words", "known", "quoted", "secret"}
_CLICKS = {("left", 1): "click", ("left", 2): "double-click", ("right", 1): "right-click"}
_SIDES = {"": "to", "before": "above", "after": "below"}
_MOVES = {"back": "go back", "forward": "go forward", "reload": "reload the page"}


def written(step: s.Step) -> s.Step | None:
    """The step as the grammar reads it from its `sentence`; None: no sentence is read to this step and nothing else."""
    step = _as_the_grammar_has_it(step)
    sentence = in_words(step)
    if sentence is None:
        return None
    plan = plan_english(sentence)
    if plan.gaps or len(plan.steps) != 1:
        return None
    [read] = plan.steps
    return read if meaning(read) == meaning(step) else None


def meaning(step: s.Step) -> object:
    """What a step is, whichever words it came from: equal for steps that do the same."""
    return _without_words(msgspec.to_builtins(step))


def _without_words(value: object) -> object:
    """What a step is about, without how it is put. "In the row" and "inside the row" are the same place."""
    if isinstance(value, dict):
        if value.get("place") in _INSIDE:
            value = value | {"place": "inside"}
        if "{" not in str(value.get("text", "")):
            value = value | {"literal": None}  # nothing in it could stand for anything else
        kept = {key: _without_words(inner) for key, inner in value.items() if key not in _NOT_COMPARED}
        return {key: inner for key, inner in kept.items() if inner not in _UNSAID}
    return [_without_words(inner) for inner in value] if isinstance(value, list | tuple) else value


_UNSAID: tuple[object, ...] = ("", 0, None)
_TABS = {"", "previous", "next", "first"}
_INSIDE = {"row", "section", "dialog", "inside"}


def _as_the_grammar_has_it(step: s.Step) -> s.Step:
    """Checks that say the same, or less than is denied, in the form sentences have for them."""
    if not isinstance(step, s.Assert | s.WaitFor):
        return step
    check = step.check
    match check:
        case c.ElementIs(state="visible", target=Target(kind="any" | "text" | "alert", within=(), ordinal=0) as target):
            check = c.TextShown(text=target.name, negated=check.negated) if target.name else check
        case c.TextIs(comparison="shows", negated=True) | c.ValueIs(comparison="shows", negated=True):
            check = msgspec.structs.replace(check, comparison="contains")
        case c.TitleIs(comparison="shows", negated=True) | c.AddressIs(comparison="shows"):
            check = msgspec.structs.replace(check, comparison="contains")
    return msgspec.structs.replace(step, check=check)


@singledispatch
def in_words(step: s.Step) -> str | None:
    """One sentence; whether it is read so is for `written` to tell."""
    return None


@in_words.register
def _(step: s.Go) -> str | None:
    return f"open {step.url}" if step.url and not step.page and not set(step.url) & set(" \n\r\"'") else None


@in_words.register
def _(step: s.History) -> str | None:
    return _MOVES[step.move]


@in_words.register
def _(step: s.Click) -> str | None:
    if step.confirms:
        return "confirm"
    verb = _CLICKS.get((step.button, step.count))
    return _deed(verb, step.target) if verb else None


@in_words.register
def _(step: s.Fill) -> str | None:
    text = quoted(step.value.text)
    if step.target is None:
        return None if text is None or step.append else f"type {text}"
    where = called(step.target)
    if text is None or where is None:
        return None
    return f"type {text} at the end of {where}" if step.append else f"enter {text} into {where}"


@in_words.register
def _(step: s.Clear) -> str | None:
    return _deed("clear", step.target)


@in_words.register
def _(step: s.Choose) -> str | None:
    options = [quoted(option) for option in step.options]
    where = called(step.target) if step.target is not None else ""
    if step.pattern or where is None or None in options or not options:
        return None
    names = " and ".join(filter(None, options))
    if step.target is not None and step.target.kind == "slider":
        return f"set {where} to {names}"
    return f"choose {names} from {where}" if where else f"choose {names}"


@in_words.register
def _(step: s.SetChecked) -> str | None:
    if step.target.kind == "radio":
        return _deed("select", step.target) if step.on else None
    if step.target.kind == "switch":
        return _deed({True: "turn on", False: "turn off", None: "toggle"}[step.on], step.target)
    return _deed({True: "check", False: "uncheck", None: "toggle"}[step.on], step.target)


@in_words.register
def _(step: s.Press) -> str | None:
    if len(step.keys) != 1:
        return None
    where = called(step.target) if step.target is not None else ""
    return None if where is None else f"press {step.keys[0]}{f' in {where}' if where else ''}"


@in_words.register
def _(step: s.Hover) -> str | None:
    return _deed("hover over", step.target)


@in_words.register
def _(step: s.Drag) -> str | None:
    what, where = called(step.target), called(step.to) if step.to is not None else None
    if what is None or where is None or step.by or step.position or step.places:
        return None
    return f"drag {what} {_SIDES[step.side]} {where}"


@in_words.register
def _(step: s.Upload) -> str | None:
    files = [quoted(file) for file in step.files]
    where = called(step.target) if step.target is not None else ""
    if where is None or None in files or not files or step.size_bytes:
        return None
    return f"upload {' and '.join(filter(None, files))}{f' to {where}' if where else ''}"


@in_words.register
def _(step: s.Scroll) -> str | None:
    if step.direction == "to":
        return _deed("scroll to", step.target) if step.target is not None else None
    if step.direction in ("top", "bottom"):
        return None if step.target is not None else f"scroll to the {step.direction} of the page"
    where = called(step.target) if step.target is not None else ""
    return None if where is None else f"scroll {step.direction}{f' inside {where}' if where else ''}"


@in_words.register
def _(step: s.WaitFor) -> str | None:
    check = check_in_words(step.check)
    return check and f"wait {f'up to {step.seconds:g} seconds ' if step.seconds else ''}until {check}"


@in_words.register
def _(step: s.Assert) -> str | None:
    check = check_in_words(step.check)
    return check and f"verify that {check}"


@in_words.register
def _(step: s.LogIn) -> str | None:
    user, password = quoted(step.user.text) if step.user else None, quoted(step.password.text)
    return None if user is None or password is None else f"log in as {user} with password {password}"


@in_words.register
def _(step: s.LogOut) -> str | None:
    return "log out"


@in_words.register
def _(step: s.Search) -> str | None:
    text = quoted(step.text)
    return text and f"search for {text}"


@in_words.register
def _(step: s.AcceptCookies) -> str | None:
    return "accept cookies"


@in_words.register
def _(step: s.AddToCart) -> str | None:
    item = quoted(step.item)
    return item and f"add {item} to the cart"


@in_words.register
def _(step: s.Sort) -> str | None:
    table = called(step.target) if step.target is not None else "the list"
    by = quoted(step.by) if step.by else ""
    sentence = f"sort {table}{f' by {by}' if by else ''}{f' {step.order}' if step.order else ''}"
    return sentence if table and by is not None and (by or step.order) else None


@in_words.register
def _(step: s.Remember) -> str | None:
    what = called(step.target)
    return what and f"remember the text of {what} as {{{step.name}}}"


@in_words.register
def _(step: s.Dialog) -> str | None:
    if step.text:
        text = quoted(step.text)
        return text and f"answer the prompt with {text}"
    return f"{'accept' if step.accept else 'dismiss'} the alert"


@in_words.register
def _(step: s.Tab) -> str | None:
    return f"switch to the {step.name or 'new'} tab" if step.move == "switch" and step.name in _TABS else None


def _deed(verb: str, target: Target) -> str | None:
    what = called(target)
    return what and f"{verb} {what}"
