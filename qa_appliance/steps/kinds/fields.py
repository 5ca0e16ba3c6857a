"""Typing: fill a field, clear it, press keys. Secrets are typed on the project's own hosts only (decision 29)."""

from __future__ import annotations

import asyncio
import time

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Locator

from qa_appliance.browser.failure import Failed, fail, is_unknown_key, translated
from qa_appliance.browser.find.locate import Located, look_patiently
from qa_appliance.browser.find.search import Miss, find
from qa_appliance.browser.look.clipboard import copies, pastes
from qa_appliance.browser.look.node import Node
from qa_appliance.core.steps import Clear, Fill, Press, Value
from qa_appliance.core.target import Target
from qa_appliance.core.test_data.made import Made
from qa_appliance.evidence.base.driver_calls import untraced
from qa_appliance.steps.base.drawing import MadeText, drawn_for, made_for, record_made, refuse_otherwise
from qa_appliance.steps.base.kind import Kind
from qa_appliance.steps.base.own_hosts import refuse_foreign_host
from qa_appliance.steps.base.polling import until
from qa_appliance.steps.base.stage import Doing, Stage
from qa_appliance.steps.base.typed import in_the_fields_own_notation
from qa_appliance.steps.widgets.code_editors import append_to_code, type_into_code
from qa_appliance.steps.widgets.keyed import judge_typed, type_by_keys, type_into_editor
from qa_appliance.steps.widgets.steppers import set_stepper

_KEY_NAMES = {
    "return": "Enter",
    "esc": "Escape",
    "del": "Delete",
    "ins": "Insert",
    "space": "Space",
    "spacebar": "Space",
    "up": "ArrowUp",
    "down": "ArrowDown",
    "left": "ArrowLeft",
    "right": "ArrowRight",
    "pgup": "PageUp",
    "pgdn": "PageDown",
    "page up": "PageUp",
    "page down": "PageDown",
    "ctrl": "Control",
    "cmd": "Meta",
    "command": "Meta",
    "option": "Alt",
    "win": "Meta",
}

_SET_AT_ONCE = frozenset({"range", "color", "date", "time", "month", "week", "datetime-local"})
_GIVE = """(list, text) => {
    let option = [...list.options].find(each => each.value === text);
    if (!option) list.add(option = new Option(text, text));
    for (const each of list.options) each.selected = each === option;
    for (const kind of ["input", "change"]) list.dispatchEvent(new Event(kind, {bubbles: true}));
}"""


async def fill(step: Fill, stage: Stage, doing: Doing) -> None:
    if step.target is None:
        await _fill_focus(step, stage, doing)
        return
    saved = step.target.known is not None  # a field then, or no place would have been saved
    if not saved and step.value.text.isdecimal() and step.target.kind in ("any", "spinner") and step.target.name:
        look = await look_patiently(stage.page, None, time.monotonic() + stage.patience)
        painted = look is not None and isinstance(find(look, stage.scoped(step.target), "fill"), Miss)
        if painted and await set_stepper(step.target, int(step.value.text), stage, doing):
            return
    await fill_field(step.target, step.value, stage, doing, append=step.append)


async def _fill_focus(step: Fill, stage: Stage, doing: Doing) -> None:
    if step.value.made is None:
        await _type_at_focus(step.value, stage, append=step.append)
        return
    focus, called = stage.page.locator(":focus"), "field that has the focus"
    if not await focus.count():
        raise fail("not_actionable", "No field has the focus.", cause="no_focus")
    stage.made_count += 1
    given = await made_for(focus, step.value.made, stage.made_count, called, stage)
    await _type_at_focus(given.value, stage, append=step.append)
    await refuse_otherwise(focus, given, called)
    record_made(given, stage, doing)


async def fill_field(target: Target, value: Value, stage: Stage, doing: Doing, *, append: bool = False) -> Located:
    """Raises Failed: secret_host before anything is typed, not_actionable for a read-only field."""

    if value.made is not None:
        return await _fill_made(target, value.made, stage, doing, append=append)

    async def type_in(located: Located, locator: Locator, ms: float) -> object:
        given = value if value.drawing is None else await drawn_for(locator, value.drawing, stage, doing)
        if located.node.tag == "select" and value.literal and not value.secret:
            return await stage.sending.by(locator.evaluate(_GIVE, given.text, timeout=ms))
        typed[:] = [(given, located.node.value)]
        return await type_into(located, locator, given, stage, doing, ms, append=append)

    typed: list[tuple[Value, str]] = []

    async def became(located: Located) -> None:
        for given, before in typed if not append else ():
            _judge_typed(located, given, before, stage, doing)

    return await stage.act(target, "fill", doing, "type into", type_in, became)


async def _fill_made(target: Target, kind: Made, stage: Stage, doing: Doing, *, append: bool) -> Located:
    """A value made for this very field: what it says to it is asked before and after it is typed."""
    stage.made_count += 1
    nth = stage.made_count

    async def type_in(located: Located, locator: Locator, ms: float) -> object:
        if located.node.tag == "select" or _only_opens(located.node):
            raise _offers_options(located, "an option")
        given = await made_for(locator, kind, nth, located.called, stage)
        typed[:] = [(given, located.node.value)]
        done = await type_into(located, locator, given.value, stage, doing, ms, append=append)
        try:
            await refuse_otherwise(locator, given, located.called)
        except BaseException:
            if isinstance(done, asyncio.Task):
                done.cancel()
            raise
        record_made(given, stage, doing)
        return done

    typed: list[tuple[MadeText, str]] = []

    async def became(located: Located) -> None:
        for given, before in typed:
            if not append:
                _judge_typed(located, given.value, before, stage, doing)
            await refuse_otherwise(located.locator, given, located.called)
            record_made(given, stage, doing)

    return await stage.act(target, "fill", doing, "type into", type_in, became)


def _judge_typed(located: Located, value: Value, before: str, stage: Stage, doing: Doing) -> None:
    """What the field that is called so now holds of what was typed, and `before` of that. Raises Failed."""
    node, text = located.node, in_the_fields_own_notation(located.node, value.text)
    if text is not None and node.tag in ("input", "textarea") and not _is_secret(value, node, stage):
        judge_typed(located, text, node.value, before, doing)


async def type_into(
    located: Located, locator: Locator, value: Value, stage: Stage, doing: Doing, ms: float, *, append: bool = False
) -> object:
    """An action (`Stage.act`), which may have begun the wait for the page to come to rest."""
    node, look = located.node, located.look
    if node.type == "password":
        stage.recorder.hide(value.text)
    if value.secret:
        refuse_foreign_host(look.frames[node.frame].url, stage)
    if "readonly" in node.states:
        raise fail("not_actionable", f"The {located.called} is there but read-only.", cause="read_only")
    text = in_the_fields_own_notation(node, value.text)
    if text is None:
        raise fail("no_option", f"“{value.text}” is not a value the {located.called} takes ({node.type}).")
    if text != value.text:
        doing.note(f"typed as {text}")
    secret = _is_secret(value, node, stage)
    if append:
        await _append(located, locator, text, stage, ms, secret=secret)
    elif "code" in node.states:
        await type_into_code(located, locator, text, stage, doing, ms, secret=secret)
    elif node.role == "slider" or node.type in _SET_AT_ONCE:
        await stage.sending.by(locator.fill(text, timeout=ms))
        if node.type == "range":
            await _check_reached(located, locator, text)
    elif node.tag == "select" or _only_opens(node):
        raise _offers_options(located, value.text)
    elif (node.tag in ("input", "textarea") or "editor" in node.states) and secret:
        await stage.sending.by(locator.fill(text, timeout=ms))
    elif node.tag in ("input", "textarea"):
        return await type_by_keys(located, locator, text, stage, doing, ms)
    elif "editor" in node.states:
        await type_into_editor(located, locator, text, stage, ms)
    else:
        inner = locator.locator("input, textarea, [contenteditable]").first
        await stage.sending.by((inner if await inner.count() else locator).fill(text, timeout=ms))
    return None


def _offers_options(located: Located, text: str) -> Failed:
    message = f"The {located.called} offers options: write “choose {text} from …”."
    return fail("unsupported", message, cause="offers_options")


def _only_opens(node: Node) -> bool:
    """A painted dropdown: a list opens from it, and nothing is typed there."""
    return "popup" in node.states and node.tag not in ("input", "textarea") and "editor" not in node.states


async def _append(located: Located, locator: Locator, text: str, stage: Stage, ms: float, *, secret: bool) -> None:
    if "code" in located.node.states:
        await append_to_code(located, locator, text, stage, ms, secret=secret)
        return
    several = located.node.tag == "textarea" or "editor" in located.node.states
    await locator.press("ControlOrMeta+End" if several else "End", timeout=ms)
    await stage.sending.by(stage.page.keyboard.type(text))


def _is_secret(value: Value, node: Node, stage: Stage) -> bool:
    """Typed in one piece and never read back: a part of it would not be known for a secret."""
    return value.secret or node.type == "password" or stage.recorder.clean(value.text) != value.text


async def clear(step: Clear, stage: Stage, doing: Doing) -> None:
    async def empty(located: Located, locator: Locator, ms: float) -> None:
        if "readonly" in located.node.states:
            raise fail("not_actionable", f"The {located.called} is there but read-only.", cause="read_only")
        if "code" in located.node.states:
            await type_into_code(located, locator, "", stage, doing, ms)
        else:
            await stage.sending.by(locator.clear(timeout=ms))

    await stage.act(step.target, "fill", doing, "clear", empty)


async def press(step: Press, stage: Stage, doing: Doing) -> None:
    keys = [key_name(key) for key in step.keys]
    if step.target is None:
        for key in keys:
            await _press_anywhere(key, stage)
        await stage.calm()
        return

    async def on_target(located: Located, locator: Locator, ms: float) -> None:
        await locator.focus(timeout=ms)
        for key in keys:  # without a limit: a key that a busy page is slow to answer is not pressed again
            await stage.sending.by(_press_anywhere(key, stage))

    await stage.act(step.target, "hover", doing, f"press {', '.join(keys)} on", on_target)


def key_name(key: str) -> str:
    """In Playwright's terms: "ctrl+a" is Control+a, "return" is Enter."""
    parts = [part.strip() for part in key.split("+")] if len(key) > 1 else [key]
    named = [_KEY_NAMES.get(part.casefold(), part) or "+" for part in parts]
    return "+".join(part[0].upper() + part[1:] if len(part) > 1 else part for part in named)


async def _press_anywhere(key: str, stage: Stage) -> None:
    """What copies and pastes uses the run's own clipboard."""
    try:
        if pastes(key):
            await stage.session.clipboard.paste(stage.page, key)
        elif copies(key):
            await stage.session.clipboard.copy(stage.page, key)
        else:
            await stage.page.keyboard.press(key)
    except PlaywrightError as error:
        if is_unknown_key(error):
            message = f"There is no key “{key}”. Write it as on the keyboard: Enter, Ctrl+A."
            raise fail("unsupported", message) from error
        raise Failed(translated(error, f"press {key}")) from error


async def _type_at_focus(value: Value, stage: Stage, *, append: bool) -> None:
    """Into whatever has the focus, as a person at the keyboard would."""
    page = stage.page
    script = """() => {
        let e = document.activeElement;
        while (e && e.shadowRoot && e.shadowRoot.activeElement) e = e.shadowRoot.activeElement;
        return [!!e && (/^(input|textarea|select)$/.test(e.localName) || e.isContentEditable), e ? e.type || "" : "",
            !!e && e.localName === "iframe"];
    }"""
    focus: tuple[bool, str, bool] = (False, "", False)

    async def may_type() -> bool | None:
        nonlocal focus
        focus = await untraced(page.evaluate(script))
        editable, _, framed = focus
        return editable or framed or None

    try:
        await until(may_type, stage.patience)  # a page may bring its field with an answer
        editable, kind, framed = focus
    except PlaywrightError as error:
        raise Failed(translated(error, "type")) from error
    if kind == "password":
        stage.recorder.hide(value.text)
    if value.secret:
        refuse_foreign_host(page.url, stage)
        if framed:
            raise fail("secret_host", "The secret was not typed: say into which field.")
    if not editable and not framed:
        raise fail("not_actionable", "No field has the focus.", cause="no_focus")
    await stage.recorder.before_action(page, None)
    try:
        if not append and not framed:
            await page.keyboard.press("ControlOrMeta+A")
        await page.keyboard.insert_text(value.text) if len(value.text) > 200 else await page.keyboard.type(value.text)
    except PlaywrightError as error:
        raise Failed(translated(error, "type")) from error
    await stage.calm()


async def _check_reached(located: Located, locator: Locator, text: str) -> None:
    """A slider goes to its nearest value; another than the one said is no success."""
    now = await locator.input_value(timeout=1_000)
    if float(now) == float(text):
        return
    least, most, step = [await locator.get_attribute(name, timeout=1_000) for name in ("min", "max", "step")]
    steps = f" in steps of {step}" if step not in (None, "1", "any") else ""
    message = f"The {located.called} goes from {least or 0} to {most or 100}{steps}; it cannot be set to {text}."
    raise fail("no_option", message, expected=text, seen=now)


KINDS = (
    Kind(Clear, perform=clear),
    Kind(Press, perform=press, value=lambda step: ", ".join(step.keys)),
)
