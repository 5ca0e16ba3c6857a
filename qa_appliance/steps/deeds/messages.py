"""Replying to what somebody wrote and forwarding it: in mail, comments, tickets. Adds no words of its own."""

from __future__ import annotations

import time

from qa_appliance.browser.failure import fail
from qa_appliance.browser.find.locate import Located, as_located, look_patiently
from qa_appliance.browser.find.search import Match, find
from qa_appliance.browser.find.texts import fold, spelled_out
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.browser.look.roles import TYPED_INTO
from qa_appliance.core.steps import Message, Value
from qa_appliance.core.target import Relation, Target
from qa_appliance.steps.base.kind import Kind
from qa_appliance.steps.base.pointing import press_on
from qa_appliance.steps.base.stage import Doing, Stage
from qa_appliance.steps.base.words import describe
from qa_appliance.steps.kinds.fields import type_into

_SHORT = 1.0  # seconds a control is given before what was written is opened
_TO = frozenset({"to", "recipient", "recipients", "email", "address", "an", "send to", "forward to"})
_BOXES = 6  # around the field in which its button may be
_SENDS = ("send", "reply", "forward", "post", "submit", "comment", "publish", "add", "save", "ok")


async def message(step: Message, stage: Stage, doing: Doing) -> None:
    """The control named so where it stands, else what was written is opened first. Raises Failed."""
    before, control = await _control(step, stage, doing)
    await stage.act_on(control, "click", press_on)
    if step.move == "reply" and step.text is not None:
        look, field = await _field(stage, before, wide=True)
        await _type(look, field, step.text, stage, doing)
    elif step.to is not None:
        look, field = await _field(stage, before, wide=False)
        await _type(look, field, step.to, stage, doing)
    else:
        return
    button = await _send_button(stage, field, control.node)
    if button is None:
        raise fail("not_found", "There is a place to write in, but nothing that sends it.", expected="a Send button")
    await stage.act_on(button, "click", press_on)
    doing.note(f"sent with the {button.called}")


async def _control(step: Message, stage: Stage, doing: Doing) -> tuple[Look, Located]:
    name = "Reply" if step.move == "reply" else "Forward"
    anywhere = Target(words=name, name=name)
    if step.what is not None:
        inside = Target(words=name, name=name, within=(Relation("row", step.what),))
        there = await _seen(stage, inside, 0.0)
        if there is None:
            opened = await stage.act(step.what, "click", doing, "open", press_on)
            doing.note(f"opened the {opened.called} first")
    else:
        there = None
    there = there or await _seen(stage, anywhere, max(_SHORT, stage.patience))
    if there is None:
        raise fail("not_found", f"There is nothing on the page to {step.move} with.", expected=f"“{name}”")
    doing.found = there[1].found
    return there


async def _seen(stage: Stage, target: Target, patience: float) -> tuple[Look, Located] | None:
    def seen(look: Look) -> tuple[Look, Located] | None:
        answer = find(look, stage.scoped(target), "click")
        if not isinstance(answer, Match):
            return None
        return look, as_located(look, answer.node, answer.rung, answer.reason)

    return await stage.until(seen, patience)


async def _field(stage: Stage, before: Look, *, wide: bool) -> tuple[Look, Node]:
    """The field that came up for it: one of several lines for a text, one for people for a recipient."""
    old = {_makes(n) for n in before.nodes if n.shown and _is_written_in(n)}

    def come_up(look: Look) -> tuple[Look, Node] | None:
        field = _field_in(look, old, wide=wide)
        return (look, field) if field is not None else None

    found = await stage.until(come_up, stage.patience)
    if found is None:
        what = "a text" if wide else "a recipient"
        raise fail("not_found", f"No field for {what} came up.", expected="a field to write in")
    return found


def _makes(field: Node) -> tuple[str, ...]:
    """What tells a field that came up from those that were there before."""
    return field.tag, field.id, field.field, field.placeholder


def _field_in(look: Look, old: set[tuple[str, ...]], *, wide: bool) -> Node | None:
    fields = [n for n in look.nodes if n.shown and not n.disabled and _is_written_in(n)]
    new = [n for n in fields if _makes(n) not in old] or fields
    fitting = [n for n in new if (n.tag == "textarea" or "editor" in n.states) == wide]
    if wide:
        return next(reversed(fitting or new), None)
    return next((n for n in fitting if _TO & {*_words(n)}), next(iter(fitting), None))


async def _type(look: Look, field: Node, value: Value, stage: Stage, doing: Doing) -> None:
    await stage.act_on(
        as_located(look, field), "type into", lambda at, locator, ms: type_into(at, locator, value, stage, doing, ms)
    )


async def _send_button(stage: Stage, field: Node, opened_by: Node) -> Located | None:
    """What is called Send, or what sends in this place: in the field's own form or box, nearest first."""
    look = await look_patiently(stage.page, None, time.monotonic() + stage.patience)
    if look is None:
        return None
    alike = [n for n in look.nodes if n.shown and _is_written_in(n) and n.tag == field.tag and n.id == field.id]
    here = min(alike, key=lambda n: abs(n.index - field.index), default=None)
    boxes = look.ancestors(here)[:_BOXES] if here is not None else []
    sends = (button for box in boxes if (button := _sends_in(look, box, opened_by)) is not None)
    return next((as_located(look, button) for button in sends), None)


def _sends_in(look: Look, box: Node, opened_by: Node) -> Node | None:
    """The last one in the box with the likeliest name."""
    usable = [n for n in look.all_inside(box) if n.shown and not n.disabled and not _is_written_in(n)]
    usable = [n for n in usable if not _same(n, opened_by)]
    named = ([n for n in usable if _called_so(look, n, word)] for word in _SENDS)
    return next((nodes[-1] for nodes in named if nodes), None)


def _same(node: Node, other: Node) -> bool:
    return (node.tag, node.name, node.id, node.index) == (other.tag, other.name, other.id, other.index)


def _called_so(look: Look, node: Node, word: str) -> bool:
    """By its name or, without any, by the words of its class or id."""
    text = fold(node.name or look.text_of(node))
    if text:
        return bool(node.role in ("button", "link") or node.click) and text.split()[0] == word and len(text) < 24
    leaf = not look.children.get(node.index)
    return leaf and word in f"{spelled_out(node.classes)} {spelled_out(node.id)}".split()


def _words(node: Node) -> list[str]:
    texts = [node.name, node.label, node.placeholder, spelled_out(node.id), spelled_out(node.field)]
    return [word for text in texts for word in fold(text).split()]


def _is_written_in(node: Node) -> bool:
    return (node.tag in ("input", "textarea") and node.role in TYPED_INTO) or (
        "editor" in node.states and node.role == "textbox"
    )


def _target(step: Message) -> str | None:
    return describe(step.what) if step.what is not None else None


def _value(step: Message) -> str | None:
    value = step.text or step.to
    return value.shown if value else None


KINDS = (Kind(Message, perform=message, target=_target, value=_value),)
