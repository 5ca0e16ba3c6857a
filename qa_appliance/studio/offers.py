"""What can be done with a thing on the page, and all the things there are, in sentences. Pure."""

from __future__ import annotations

import time
from collections.abc import Iterator

from qa_appliance.browser.find.descriptions import called
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.browser.look.roles import TEXT_FIELDS
from qa_appliance.core import checks as c
from qa_appliance.core import steps as s
from qa_appliance.core.target import Target
from qa_appliance.english.writing.names import quoted
from qa_appliance.studio.messages import Deed, Offer
from qa_appliance.studio.naming import Build, Meant, acted_on, as_check, is_control, sentences

MOST = 150  # offers of a page
_LONGEST_SECONDS = 4.0  # for a page of thousands of things that are called alike
_TICKED = frozenset({"checkbox", "switch", "menuitemcheckbox"})
_LONGEST = 80  # characters of a text that is checked
_BLANK = "…"


def deeds_of(look: Look, node: Node) -> tuple[Deed, ...]:
    """The plainest first; what has no words that lead to it, has none."""
    return tuple(_deeds(look, node))


def _deeds(look: Look, node: Node) -> Iterator[Deed]:
    control = acted_on(look, node)
    if deed := _act_of(look, control):
        yield deed
    text = look.text_of(node)
    target = next(iter(_checked_targets(look, node)), None)
    if text and len(text) <= _LONGEST and (words := quoted(text)):
        yield Deed("check_text", f"check that {words} is shown", False)
    if target is not None:
        yield Deed("check_shown", as_check(target), False)


def _act_of(look: Look, control: Node, meant: Meant | None = None) -> Deed | None:
    if is_text_field(control):
        for step in sentences(look, control, lambda t: s.Fill(target=t, value=s.Value(_BLANK)), "fill", 1, meant):
            return Deed("type", step.sentence, True)
        return None
    for step in sentences(look, control, deed_on(control), "check" if is_ticked(control) else "click", 1, meant):
        return Deed("click", step.sentence, True)
    return None


def _checked_targets(look: Look, node: Node) -> list[s.Step]:
    return sentences(look, node, lambda t: s.Assert(check=c.ElementIs(target=t, state="visible")), "state", 1)


def deed_on(control: Node, *, button: str = "left", count: int = 1) -> Build:
    """What a click on it is, as a step."""

    def build(target: Target) -> s.Step:
        if is_ticked(control):
            return s.SetChecked(target=target, on="checked" not in control.states)
        return s.Click(target=target, button="right" if button == "right" else "left", count=count)

    return build


def is_text_field(node: Node) -> bool:
    if node.role == "combobox":
        return node.tag == "input"
    return node.tag == "textarea" or "editor" in node.states or node.role in TEXT_FIELDS


def is_ticked(node: Node) -> bool:
    return node.role in _TICKED


def offers(look: Look) -> tuple[Offer, ...]:
    """What can be acted on, in the page's order, as far as time and number allow."""
    found: list[Offer] = []
    meant: Meant = {}
    ends = time.monotonic() + _LONGEST_SECONDS
    for node in look.nodes:
        if len(found) >= MOST or time.monotonic() > ends:
            break
        if not node.shown or not is_control(node):
            continue
        deed = _act_of(look, node, meant)
        if deed is not None:
            found.append(Offer(called(look, node), deed.sentence, True, node.box))
    return tuple(found)
