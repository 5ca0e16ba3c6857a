"""What can be done with a thing on the page, and all the things there are, in sentences. Pure."""

from __future__ import annotations

import functools
import time
from collections.abc import Iterator
from itertools import chain

from qa_appliance.browser.find.descriptions import called
from qa_appliance.browser.find.scope import rows_around
from qa_appliance.browser.find.search import gather
from qa_appliance.browser.find.texts import fold
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.browser.look.roles import TEXT_FIELDS
from qa_appliance.core import checks as c
from qa_appliance.core import steps as s
from qa_appliance.core.target import Target
from qa_appliance.core.traits import Purpose
from qa_appliance.english.writing.written import written
from qa_appliance.language.write import quote
from qa_appliance.steps.checks.page_checks import ask_page
from qa_appliance.studio.labelled import values_by_name, values_of
from qa_appliance.studio.messages import Deed, Offer
from qa_appliance.studio.naming import (
    Build,
    Meant,
    acted_on,
    as_check,
    chosen,
    is_control,
    kind_of,
    sentences,
    slid_to,
    uploaded,
    value_check,
)

MOST = 150  # offers of a page
_LONGEST_SECONDS = 10.0  # for a page of thousands of things that are called alike
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
    target = next(iter(_checked_targets(look, control)), None)
    if says := _says(look, control, node):
        yield Deed("check_text", says, False)
    if target is not None:
        yield Deed("check_shown", as_check(target), False)
    if waits := _wait_for(look, control, node):
        yield Deed("wait", waits.sentence, False)
    if counts := _count_of(look, control, node):
        yield Deed("count", as_check(counts), False)


def _act_of(look: Look, control: Node, meant: Meant | None = None) -> Deed | None:
    if filled := _filled(control):
        purpose, build = filled
        steps = sentences(look, control, build, purpose, 1, meant)
    else:
        steps = sentences(look, control, deed_on(control), "check" if is_ticked(control) else "click", 1, meant)
    return Deed("type" if filled else "click", steps[0].sentence, True) if steps else None


def _filled(control: Node) -> tuple[Purpose, Build] | None:
    """How what takes a text, a choice or a file is given one, which is still to be said."""
    if is_text_field(control):
        return "fill", lambda target: s.Fill(target=target, value=s.Value(_BLANK))
    if control.tag == "select":
        return "choose", functools.partial(chosen, _BLANK)
    if control.role == "slider":
        return "choose", functools.partial(slid_to, _BLANK)
    if control.type == "file":
        return "upload", functools.partial(uploaded, _BLANK)
    return None


def _says(look: Look, control: Node, node: Node) -> str:
    """What it holds, what it says by name, or else its text."""
    if value := value_check(look, control):
        return as_check(value)
    for check in values_of(look, node):
        step = written(s.Assert(check=check))
        if step is not None and ask_page(check, look).holds:
            return as_check(step)
    text = look.text_of(node)
    words = quote(text) if text and len(text) <= _LONGEST and _filled(control) is None else None
    return f"check that {words} is shown" if words else ""


def _checked_targets(look: Look, node: Node) -> list[s.Step]:
    return sentences(look, node, lambda t: s.Assert(check=c.ElementIs(target=t, state="visible")), "state", 1)


def _wait_for(look: Look, control: Node, node: Node) -> s.Step | None:
    """By its text, which is mostly what one waits for, else by its name."""
    text = look.text_of(node)
    if text and len(text) <= _LONGEST and _filled(control) is None:
        return written(s.WaitFor(check=c.TextShown(text=text)))
    found = sentences(look, control, lambda t: s.WaitFor(check=c.ElementIs(target=t, state="visible")), "state", 1)
    return found[0] if found else None


def _count_of(look: Look, control: Node, node: Node) -> s.Step | None:
    """How many there are of its like: called the same, or rows and entries beside it."""
    for target in _likes(look, control, node):
        many = len(gather(look, target, "text").nodes)
        check = c.CountIs(target=target, comparison="equals", count=many)
        step = written(s.Assert(check=check)) if many > 1 else None
        if step is not None and ask_page(check, look).holds:
            return step
    return None


def _likes(look: Look, control: Node, node: Node) -> Iterator[Target]:
    kind, name = kind_of(control), " ".join((control.name or look.text_of(control)).split())
    if kind != "any" and 0 < len(name) <= _LONGEST:
        yield Target(words=name, name=name, kind=kind, quoted=True)
    for holder in (node, *look.ancestors(node)):
        if holder.role in ("row", "listitem"):
            yield Target(words=holder.role, name="", kind="row" if holder.role == "row" else "item")
            return
    if kind != "any":
        yield Target(words=kind, name="", kind=kind)


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


def offers(look: Look, sought: str = "") -> Iterator[Offer | None]:
    """What can be acted on, then what is said by a name, each in the page's order. None where that is not all."""
    meant: Meant = {}
    words = fold(sought).split()
    ends = time.monotonic() + _LONGEST_SECONDS
    count = 0
    for offer in chain(_acts(look, words, meant), _sayings(look, words)):
        if count >= MOST or time.monotonic() > ends:
            yield None
            return
        if offer is not None:
            count += 1
            yield offer


def _acts(look: Look, words: list[str], meant: Meant) -> Iterator[Offer | None]:
    for node in look.nodes:
        if node.shown and is_control(node) and _speaks_of(look, node, words):
            deed = _act_of(look, node, meant)
            yield Offer(called(look, node), deed.sentence, True, node.box) if deed is not None else None


def _sayings(look: Look, words: list[str]) -> Iterator[Offer | None]:
    """The page's headings, and the values it gives by name."""
    headings = (c.TextShown(text=look.text_of(n)) for n in look.nodes if n.shown and n.level and look.text_of(n))
    checks: dict[c.TextShown | c.TextIs, None] = dict.fromkeys((*headings, *values_by_name(look)))
    for check in checks:
        step = written(s.Assert(check=check)) if len(_in_short(check)) <= _LONGEST else None
        if step is not None and all(word in fold(step.sentence) for word in words) and ask_page(check, look).holds:
            yield Offer(_in_short(check), as_check(step), False)
        else:
            yield None


def _in_short(check: c.TextShown | c.TextIs) -> str:
    return check.text if isinstance(check, c.TextShown) else f"{check.target.name}: {check.value}"


def _speaks_of(look: Look, node: Node, words: list[str]) -> bool:
    """By its own name, or that of the row it stands in."""
    if not words:
        return True
    around = [look.text_of(row) for row in rows_around(look, node)[:1]]
    own = fold(" ".join((node.name, node.label, node.placeholder, look.text_of(node), *around)))
    return all(word in own for word in words)
