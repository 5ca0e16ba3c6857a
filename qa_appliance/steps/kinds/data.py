"""Texts carried from one step to another: remembered under a name, copied and pasted."""

from __future__ import annotations

from playwright.async_api import Error as PlaywrightError

from qa_appliance.browser.failure import Failed, fail, translated
from qa_appliance.browser.look.roles import TEXT_FIELDS
from qa_appliance.core.steps import Clipboard, Remember
from qa_appliance.core.traits import Purpose
from qa_appliance.steps.base.answers import partly_read
from qa_appliance.steps.base.kind import Kind
from qa_appliance.steps.base.labelled import holder_of, labelled_texts, words_of
from qa_appliance.steps.base.stage import Doing, Stage

_KEYS = {"copy": "ControlOrMeta+C", "cut": "ControlOrMeta+X", "paste": "ControlOrMeta+V"}


async def remember(step: Remember, stage: Stage, doing: Doing) -> None:
    """Later texts hold it as `{name}`. A label stands for what it labels, a field for its value."""
    if step.target.kind == "page":
        stage.variables[step.name] = stage.page.url
        doing.details.remembered = {step.name: stage.recorder.clean(stage.page.url)}
        return
    located = await stage.find(holder_of(step.target), "text", doing)
    if located.node.type == "password":
        raise fail("unsupported", "A password is not remembered from the page.")
    if "partial" in located.node.states:
        raise fail("unsupported", partly_read(located.look, located.node))
    if step.target.kind == "word":
        words, place = words_of(located.look, located.node), step.target.ordinal
        if abs(place) > len(words):
            raise fail("not_found", f"The {located.called} has only {len(words)} words.")
        text = words[place - 1 if place > 0 else place]
    else:
        text = labelled_texts(located.look, located.node, step.target)[-1].strip()
    if not text:
        raise fail("not_found", f"The {located.called} holds no text to remember.")
    stage.variables[step.name] = text
    doing.details.remembered = {step.name: stage.recorder.clean(text)}


async def clipboard(step: Clipboard, stage: Stage, doing: Doing) -> None:
    """By the keyboard, as a person does it. What to copy is selected first where the step names it."""
    try:
        if step.target is not None:
            purpose: Purpose = "fill" if step.move == "paste" else "text"
            located = await stage.find(step.target, purpose, doing)
            editable = located.node.role in TEXT_FIELDS or "editor" in located.node.states
            if editable:
                await located.locator.focus(timeout=stage.patience * 1000)
            if step.move != "paste":
                await located.locator.select_text(timeout=stage.patience * 1000)
        await stage.recorder.before_action(stage.page, doing.found.box if doing.found else None)
        await stage.page.keyboard.press(_KEYS[step.move])
    except PlaywrightError as error:
        raise Failed(translated(error, step.move)) from error
    await stage.calm()


KINDS = (
    Kind(Remember, perform=remember, value=lambda step: step.name),
    Kind(Clipboard, perform=clipboard, value=lambda step: step.move),
)
