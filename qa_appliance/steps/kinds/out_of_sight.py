"""Checks of lists of which a page renders only what is in sight: asked again at each place they are scrolled to."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from msgspec.structs import replace

from qa_appliance.browser.look.node import Look, Node
from qa_appliance.browser.look.rolls import Part, height_of, rendered_in_part, total_of
from qa_appliance.core import checks as c
from qa_appliance.steps.base.answers import Answer
from qa_appliance.steps.base.compare import compare_count
from qa_appliance.steps.base.comparisons import there_are, verb_of
from qa_appliance.steps.base.stage import Stage
from qa_appliance.steps.checks.loading import asks_of_all, part_asked

_AMONG = frozenset({"any", "text", "item", "row", "cell", "treeitem", "option", "button", "link", "checkbox"})
_SCROLLED = "scrolled through the list to see all of it"
_MORE = "The page shows only a part of this list{of}, so that this cannot be told of all of it."

Ask = Callable[[c.PageCheck, Look], Awaitable[Answer]]


def may_be_out_of_sight(wanted: c.PageCheck, look: Look) -> Part | None:
    """The list in which what is asked about may be, though the look does not show it; None without one."""
    if not (asks_of_all(wanted) or _among_entries(wanted)):
        return None
    return rendered_in_part(look, part_asked(wanted, look))


def _among_entries(wanted: c.PageCheck) -> bool:
    match wanted:
        case c.TextShown():
            return True
        case c.ElementIs() | c.TextIs() | c.ValueIs():
            return wanted.target.kind in _AMONG
    return False


async def of_all_of_it(wanted: c.PageCheck, answer: Answer, look: Look, stage: Stage, ask: Ask) -> tuple[Answer, Look]:
    """The answer once all of the list was looked at; the same where that would change nothing."""
    if answer.holds != asks_of_all(wanted) and not isinstance(wanted, c.CountIs):
        return answer, look
    part = await asyncio.to_thread(may_be_out_of_sight, wanted, look)
    if part is None:
        return answer, look
    if isinstance(wanted, c.CountIs) and (stated := _as_stated(wanted, answer, part, look)) is not None:
        return stated, look
    if part.box is None or isinstance(wanted, c.OnlyShown | c.ChangedBy):
        of = f" of {part.total}" if part.total else ""
        untold = replace(answer, holds=False, message=_MORE.format(of=of), kind="unsupported", note="")
        return (untold if asks_of_all(wanted) else answer), look
    return await _through(wanted, (answer, look), part.box, stage, ask)


def _as_stated(wanted: c.CountIs, answer: Answer, part: Part, look: Look) -> Answer | None:
    """By the number the page itself states, where all that the list holds is counted."""
    target = wanted.target
    if part.holder is None or target.name or target.qualities or target.kind not in ("row", "item", "option"):
        return None
    if not all(look.inside(node, part.holder) for node in answer.nodes):
        return None
    total = total_of(look, part.holder, answer.nodes)
    shown = f"{len(answer.nodes)} of them are shown"
    return _counted(wanted, answer, total, f"the page states that number; {shown}") if total > 0 else None


def _counted(wanted: c.CountIs, answer: Answer, count: int, note: str) -> Answer:
    holds = compare_count(count, wanted.comparison, wanted.count) != wanted.negated
    limit = verb_of(wanted.comparison).replace("is", "", 1).strip()
    expected = " ".join(filter(None, ("not" if wanted.negated else "", limit, str(wanted.count))))
    message = f"{there_are(count, wanted.target.words, wanted.count)}, expected {expected}; {note}."
    return replace(answer, holds=holds, message=message, expected=expected, seen=str(count), note=note)


async def _through(
    wanted: c.PageCheck, first: tuple[Answer, Look], box: Node, stage: Stage, ask: Ask
) -> tuple[Answer, Look]:
    through = stage.through(first[1], box)
    counted: set[object] = set()
    last = first
    async for look, scrolled in through.looks():
        last = (await ask(wanted, look)), look
        if isinstance(wanted, c.CountIs):
            counted |= {_mark(look, scrolled, node) for node in last[0].nodes}
        elif last[0].holds != asks_of_all(wanted):
            await through.put_back()
            return replace(last[0], note=_noted(last[0])), look
    await through.put_back()
    answer, look = last
    if not asks_of_all(wanted):
        return first
    if not through.whole:
        return replace(answer, holds=False, message=_MORE.format(of=""), kind="unsupported", note=""), look
    if isinstance(wanted, c.CountIs):
        return _counted(wanted, answer, len(counted), _SCROLLED), look
    return replace(answer, note=_noted(answer)), look


def _noted(answer: Answer) -> str:
    return f"{answer.note}; {_SCROLLED}" if answer.note else _SCROLLED


def _mark(look: Look, box: Node, node: Node) -> object:
    """What tells an entry from another one, wherever the list is scrolled to: its number, else its place and text."""
    if node.spans and node.spans[2]:
        return node.spans[2]
    left = node.box[0] if node.box is not None else 0
    return round(height_of(look, box, node) / 4), round(left), look.text_of(node)
