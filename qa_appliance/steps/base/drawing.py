"""What a field says of itself in the page, and the text that is drawn from it or made for it."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from datetime import date

import msgspec
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Locator

from qa_appliance.browser.failure import Failed, fail
from qa_appliance.core.batches.drawn import drawn
from qa_appliance.core.batches.variants import Drawing
from qa_appliance.core.evidence.steps import DrawnText
from qa_appliance.core.steps import Choose, Fill, FillRequired, LogIn, SignIn, Value
from qa_appliance.core.test_data.fields import MOMENTS, FieldRules
from qa_appliance.core.test_data.made import Made
from qa_appliance.evidence.base.driver_calls import untraced
from qa_appliance.language.made import made as in_words
from qa_appliance.making.texts import candidates
from qa_appliance.making.wanted import CannotMake, Wanted
from qa_appliance.steps.base.placeholders import filled
from qa_appliance.steps.base.stage import Doing, Stage

_FIELD = """const kinds = "input, textarea, select";
    const field = given.matches(kinds) ? given : given.querySelector(kinds) || given;"""
_RULES = f"""given => {{
    {_FIELD}
    const options = field.options || (field.list ? field.list.options : []);
    const whole = name => Number.isInteger(field[name]) ? field[name] : -1;
    const text = name => typeof field[name] === "string" ? field[name].slice(0, 1000) : "";
    const said = name => (field.getAttribute(name) || "").slice(0, 1000);
    const root = field.getRootNode();
    const beside = name => said(name).split(/\\s+/).filter(Boolean)
        .map(id => (root.getElementById && root.getElementById(id) || {{}}).textContent || "").join(" ");
    const label = [...(field.labels || [])].map(each => each.textContent).join(" ")
        || said("aria-label") || beside("aria-labelledby");
    const again = /\\b(confirm|repeat|again|re-?(type|enter)|verify)|confirmation/i;
    const same = () => [...(field.form || root).querySelectorAll("input")]
        .filter(each => each.type === field.type && each !== field && each.value
            && each.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING).pop();
    const repeats = again.test(label + " " + said("name") + " " + text("placeholder")) && same();
    return {{type: text("type") || "text", minLength: whole("minLength"), maxLength: whole("maxLength"),
            min: text("min") || said("aria-valuemin"), max: text("max") || said("aria-valuemax"),
            step: text("step"), pattern: text("pattern"),
            required: field.required === true || field.getAttribute("aria-required") === "true",
            options: [...options].slice(0, 50).map(option => option.value),
            label: label.trim().slice(0, 500), name: said("name") || field.id || "", placeholder: text("placeholder"),
            hint: (beside("aria-describedby") + " " + said("title")).slice(0, 1000),
            autocomplete: said("autocomplete"), inputMode: said("inputmode"), repeats: repeats ? repeats.value : ""}};
}}"""
_FAULTS = """const fault = (field, text) => {
    if (field.value !== text) return "it cannot be typed there";
    const flags = ["badInput", "patternMismatch", "rangeOverflow", "rangeUnderflow", "stepMismatch", "tooLong",
                   "tooShort", "typeMismatch", "valueMissing", "customError"];
    const found = flags.find(name => field.validity[name]);
    return !found ? "" : found === "customError" ? field.validationMessage : found;
};"""
_WHICH = f"""(given, texts) => {{
    {_FIELD}
    {_FAULTS}
    if (!field.validity || field.localName === "select") return null;
    const clone = field.cloneNode(false);
    clone.disabled = clone.readOnly = false;
    return texts.map(text => {{ clone.value = text; return fault(clone, text); }});
}}"""
_NOW = f"""given => {{
    {_FIELD}
    {_FAULTS}
    return field.validity && field.willValidate ? [field.value, fault(field, field.value)] : null;
}}"""
_UNTYPABLE = "it cannot be typed there"
_WORDS = {
    "badInput": "no such value",
    "patternMismatch": "not the pattern of the field",
    "rangeOverflow": "beyond the largest",
    "rangeUnderflow": "below the smallest",
    "stepMismatch": "between its steps",
    "tooLong": "too long",
    "tooShort": "too short",
    "typeMismatch": "not what the field's type takes",
    "valueMissing": "empty",
}
_SHOWN = 3  # values that were tried
_ASKED = 3.0  # seconds for a browser to try them: a pattern may keep it
_EITHER = frozenset({"spaces", "unicode text"})
_BESIDE_RULES = frozenset({"weak", "too short", "too long"})
"""Faults that a copy of the field does not tell."""
_CHECKED = frozenset({"email", "url", "number", "range", *MOMENTS})
"""Types whose fields have rules of their own."""


async def drawn_for(locator: Locator, drawing: Drawing, stage: Stage, doing: Doing) -> Value:
    """The text for this very field; the record of the step keeps it, so that no secret may go into it."""
    rules = await rules_of(locator)
    like = drawing.like if stage.recorder.clean(drawing.like) == drawing.like else ""
    text = drawn(rules, like=like, seed=drawing.seed, nth=drawing.nth)
    doing.details.typed = DrawnText(text.label, stage.recorder.clean(text.text))
    return Value(text.text, literal=True)


class MadeText(msgspec.Struct, frozen=True):
    """`refused`: what the field is to say against it; "" where it is to take it, None where it says nothing."""

    value: Value
    secret: bool
    words: str
    refused: str | None


def typed_by(stage: Stage, index: int) -> tuple[Value, ...]:
    """What that step of the plan puts into fields, or has put where it was made for one; of a sign-in the user."""
    match filled(stage.steps[index], stage.variables):
        case Fill(value=value):
            return stage.made.get(index, (value,))
        case FillRequired():
            return stage.made.get(index, ())
        case Choose(options=options):
            return tuple(map(Value, options))
        case LogIn(user=Value() as user):
            return (user,)
        case SignIn(account=name):
            account = stage.project_data.account(name)
            return (Value(account.user),) if account is not None else ()
    return ()


async def rules_of(locator: Locator) -> FieldRules:
    return msgspec.convert(await untraced(locator.evaluate(_RULES)), FieldRules)


async def made_for(locator: Locator, made: Made, nth: int, called: str, stage: Stage) -> MadeText:
    """Raises Failed where no value of that kind fits the field, or breaks its rules."""
    rules = await rules_of(locator)
    wanted = Wanted(made, rules, stage.seed, nth, date.today(), stage.site.locale or "")
    words = in_words(msgspec.structs.replace(made, kind=wanted.kind) if _sayable(wanted) else made)
    try:
        texts = await asyncio.to_thread(candidates, wanted)
        text, refused = _chosen(texts, await _asked(locator, texts), wanted)
    except CannotMake as problem:
        raise fail("unsupported", f"There is no way to make {words} for the {called}: {problem}.") from problem
    secret = wanted.kind == "password" or rules.type == "password"
    if secret:
        stage.recorder.hide(text)
    return MadeText(Value(text, literal=True), secret, words, refused)


def typed_of(made: MadeText) -> Value:
    return msgspec.structs.replace(made.value, secret=made.secret)


def record_made(made: MadeText, stage: Stage, doing: Doing) -> None:
    """In the step's record: what was made, of which kind, and by which seed it is made again."""
    doing.value = made.value.text
    stage.made[stage.index] = (typed_of(made),)
    doing.details.typed = DrawnText(f"{made.words}, seed {stage.seed}", stage.recorder.clean(made.value.text))
    doing.note(f"made “{made.value.text}” ({made.words}, seed {stage.seed})")


async def refuse_otherwise(locator: Locator, made: MadeText, called: str) -> None:
    """Raises Failed where the field takes what it should refuse, or refuses what it should take, once it is typed."""
    if made.refused is None:
        return
    now: tuple[str, str] | None = None
    with suppress(PlaywrightError):  # the page may have gone on
        now = await untraced(locator.evaluate(_NOW, timeout=_ASKED * 1000))
    if now is None or bool(now[1]) == bool(made.refused):
        return
    shown = made.value.text
    if made.refused:
        message = f"{_upper(made.words)} was typed, “{shown}”, and the {called} takes it for valid."
    else:
        why = _WORDS.get(now[1], now[1])
        message = f"{_upper(made.words)} was typed, “{shown}”, and the {called} refuses it: {why}."
    raise fail("unsupported", message, seen=shown)


def _upper(words: str) -> str:
    return words[:1].upper() + words[1:]


def _sayable(wanted: Wanted) -> bool:
    return wanted.made.kind == "value" and not wanted.made.fault


async def _asked(locator: Locator, texts: list[str]) -> list[str] | None:
    """What the field has against each, asked of a copy; None where it has no rules. Raises Failed."""
    try:
        async with asyncio.timeout(_ASKED):
            found: list[str] | None = await untraced(locator.evaluate(_WHICH, texts))
    except TimeoutError as error:
        message = f"The field's pattern kept the browser for more than {_ASKED:g} seconds."
        raise Failed(fail("unsupported", message).failure) from error
    return found


def _chosen(texts: list[str], against: list[str] | None, wanted: Wanted) -> tuple[str, str | None]:
    """One, and what the field is to say against it. Raises CannotMake."""
    if against is None or wanted.kind in _EITHER:
        return texts[0], None
    tried = list(zip(texts, against, strict=True))
    if wanted.made.fault:
        return _faulty(tried, wanted)
    if (fits := next((text for text, fault in tried if not fault), None)) is None:
        raise CannotMake(_tried(tried))
    return fits, ""


def _faulty(tried: list[tuple[str, str]], wanted: Wanted) -> tuple[str, str | None]:
    """One that the field has something against; where it has no rule for that, any that can be typed."""
    typable = [(text, fault) for text, fault in tried if fault != _UNTYPABLE]
    refused = next(((text, fault) for text, fault in typable if fault), None)
    if refused is not None:
        return refused
    rules, fault = wanted.rules, wanted.made.fault
    checked = bool(rules.pattern) or rules.type in _CHECKED
    if not typable or (checked and fault not in _BESIDE_RULES):
        raise CannotMake(_tried(tried))
    return typable[0][0], "tooShort" if fault == "too short" and rules.min_length > 1 else None


def _tried(tried: list[tuple[str, str]]) -> str:
    shown = [f"“{text}” ({_WORDS.get(fault, fault) or 'the field takes it'})" for text, fault in tried[:_SHOWN]]
    return f"tried {', '.join(shown)}"
