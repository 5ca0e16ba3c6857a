"""What a field says of itself in the page, and the text that is drawn from it."""

from __future__ import annotations

import msgspec
from playwright.async_api import Locator

from qa_appliance.core.batches.drawn import FieldRules, drawn
from qa_appliance.core.batches.variants import Drawing
from qa_appliance.core.evidence.steps import DrawnText
from qa_appliance.core.steps import Value
from qa_appliance.evidence.base.driver_calls import untraced
from qa_appliance.steps.base.stage import Doing, Stage

_RULES = """given => {
    const kinds = "input, textarea, select";
    const field = given.matches(kinds) ? given : given.querySelector(kinds) || given;
    const options = field.options || (field.list ? field.list.options : []);
    const whole = name => Number.isInteger(field[name]) ? field[name] : -1;
    const text = name => typeof field[name] === "string" ? field[name].slice(0, 1000) : "";
    return {type: text("type") || "text", minLength: whole("minLength"), maxLength: whole("maxLength"),
            min: text("min"), max: text("max"), step: text("step"), pattern: text("pattern"),
            required: field.required === true || field.getAttribute("aria-required") === "true",
            options: [...options].slice(0, 50).map(option => option.value)};
}"""


async def drawn_for(locator: Locator, drawing: Drawing, stage: Stage, doing: Doing) -> Value:
    """The text for this very field; the record of the step keeps it, so that no secret may go into it."""
    rules = msgspec.convert(await untraced(locator.evaluate(_RULES)), FieldRules)
    like = drawing.like if stage.recorder.clean(drawing.like) == drawing.like else ""
    text = drawn(rules, like=like, seed=drawing.seed, nth=drawing.nth)
    doing.details.typed = DrawnText(text.label, stage.recorder.clean(text.text))
    return Value(text.text, literal=True)
