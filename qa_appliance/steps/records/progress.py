"""How far things are: whether a task is done, which step of a wizard is the current one, whether a record is active.

Whether a task is done its record tells: by a word of its own, its box, a line through its name, its class. A box that
selects rows tells nothing of what is in them. Pure.
"""

from __future__ import annotations

import re

from qa_appliance.browser.find.descriptions import called
from qa_appliance.browser.find.scope import rows_around
from qa_appliance.browser.find.search import Match, find
from qa_appliance.browser.find.texts import bare, fold
from qa_appliance.browser.look.grid import is_cell, is_head, own_cells, table_of
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.browser.look.roles import ITEMS
from qa_appliance.browser.look.struck import is_struck
from qa_appliance.core import checks as c
from qa_appliance.core.target import Target
from qa_appliance.steps.base.answers import Answer, compared, not_one
from qa_appliance.steps.base.compare import compare
from qa_appliance.steps.base.comparisons import likeliest
from qa_appliance.steps.base.states import has_state, is_on, opposite, worded
from qa_appliance.steps.records.parts import records_called

_DONE = frozenset({"done", "completed", "complete", "finished"})
_NOT_DONE = frozenset({"not done", "not completed", "not complete", "incomplete", "unfinished", "open", "pending"})
_STILL_TO_DO = frozenset({"to do", "todo", "in progress", "active", "not started", "new", "overdue", "waiting"})
_GIVEN_UP = frozenset({"cancelled", "canceled", "failed"})
_USED = frozenset({"button", "link", "menuitem", "tab"})


def state_of_record(check: c.ElementIs, look: Look) -> Answer | None:
    """What a record or a wizard's step tells of its state; None of any other element."""
    if check.state == "done":
        return _is_done(check, look)
    stage = (_page_is(check, look) or _stage_is(check, look)) if check.state == "selected" else None
    return stage or _is_active(check, look)


def _page_is(check: c.ElementIs, look: Look) -> Answer | None:
    """ "Page 3 is highlighted": of the numbers by which one goes through a list."""
    number = _PAGE.fullmatch(fold(check.target.name))
    if number is None or check.target.within:
        return None
    numbers = _page_numbers(look)
    inside = [n for n in numbers if look.text_of(n) == number[1]]
    if not inside or not any(has_state(look, n, "selected") for n in numbers):
        return None  # of a pager that marks no page nothing can be told
    on = any(has_state(look, n, "selected") for n in inside)
    seen = f"{'' if on else 'not '}the current page"
    words = f"{'not ' if check.negated else ''}the current page"
    return Answer(on != check.negated, f"Page {number[1]} is {seen}.", words, seen, node=inside[-1])


def _page_numbers(look: Look) -> list[Node]:
    """Every number shown inside what is named a pager."""
    pagers = [n for n in look.nodes if n.shown and _PAGER.search(f"{n.classes} {n.name} {n.label} {n.id}".casefold())]
    return [n for pager in pagers for n in look.all_inside(pager) if n.shown and look.text_of(n).isdecimal()]


_PAGE = re.compile(r"page (\d{1,4})")
_PAGER = re.compile(r"\b(?:pagination|pager|paging|pages)\b")


def _is_done(check: c.ElementIs, look: Look) -> Answer:
    """Of a state `done`."""
    stage = stage_meant(look, check.target)
    records = [stage] if stage is not None else _records(look, check.target)
    if isinstance(records, Answer):
        return records
    answers = {done for record in records if (done := _done(look, record)) is not None}
    words = opposite("done") if check.negated else "completed"
    name = f"“{check.target.name}”" if check.target.name else f"The {called(look, records[0])}"
    if len(answers) != 1:
        message = f"Whether {name} is completed cannot be told: nothing there says so."
        return Answer(False, message, words, kind="unsupported", node=records[0])
    done = answers.pop()
    seen = "completed" if done else opposite("done")
    return Answer(done != check.negated, f"{name} is {seen}, expected {words}.", words, seen, node=records[0])


def _records(look: Look, target: Target) -> list[Node] | Answer:
    """Those of what is called so, else what is found by the words."""
    plain = not (target.ordinal or target.within) and bool(target.name)
    if plain and (records := records_called(look, target.name)[0]):
        return records
    answer = find(look, target, "state")
    if not isinstance(answer, Match):
        return not_one(target, answer)
    return rows_around(look, answer.node)[:1] or [answer.node]


def _done(look: Look, record: Node) -> bool | None:
    boxes = [n for n in look.all_inside(record) if n.role == "checkbox" and not _selects(look, n)]
    answers = {_by_words(look, record), is_on(boxes[0]) if len(boxes) == 1 else None} - {None}
    if answers:
        return answers.pop() if len(answers) == 1 else None  # a ticked box beside "Pending" ticks something else
    if _marked(look, record):
        return True
    brothers = [n for n in look.children.get(record.parent, ()) if n is not record and n.tag == record.tag]
    return False if any(_marked(look, n) for n in brothers) else None


def _by_words(look: Look, record: Node) -> bool | None:
    used = [n for n in look.all_inside(record) if n.role in _USED]
    leaves = [n for n in look.all_inside(record) if n.shown and not look.children.get(n.index)]
    texts = {fold(look.text_of(n)) for n in leaves if n not in used and not any(look.inside(n, one) for one in used)}
    if texts & (_NOT_DONE | _STILL_TO_DO | _GIVEN_UP):
        return False
    return True if texts & _DONE else None


def _marked(look: Look, record: Node) -> bool:
    """By its class, or a line through what it is called."""
    named = (n for n in look.all_inside(record) if n.shown and n.text[1] > n.text[0] and n.role not in _USED)
    return any(map(_DONE_CLASS.fullmatch, record.classes.split())) or any(is_struck(look, n) for n in named)


_DONE_CLASS = re.compile(r"(?:(?!not-|un|mark-|toggle-)[\w-]*[-_])?(?:done|completed?|finished)", re.IGNORECASE)


def _selects(look: Look, box: Node) -> bool:
    """A box by which rows are selected: it says so, or one above its column selects them all."""
    if "select" in fold(f"{box.name} {box.label}").split():
        return True
    cell, table = next((n for n in look.ancestors(box) if is_cell(n)), None), table_of(look, box)
    if cell is None or table is None:
        return False
    above = [n for n in look.all_inside(table) if n.role == "checkbox" and n is not box]
    rows = ((n, next((r for r in look.ancestors(n) if r.role == "row"), None)) for n in above)
    selects = any(row is not None and is_head(look, row) for _, row in rows)
    return selects and own_cells(look, look.nodes[cell.parent])[:1] == [cell]


_STEP = re.compile(r"(?:step|stage) (\d{1,2})(?: of (\d{1,2}))?")
_STEP_OF = re.compile(r"\bstep (\d{1,2}) (?:of|from|out of) (\d{1,2})\b")
_STEPPERS = ("steps", "stepper", "wizard", "progress", "steplist")
_NAMED_STEP = re.compile(r"(?:(?:step|stage) (.+)|(.+) (?:step|stage))")


def stage_meant(look: Look, target: Target) -> Node | None:
    """The step of a wizard: by its number, or by its name."""
    if target.within or target.ordinal or target.kind not in ("any", "text", "item"):
        return None
    name = fold(target.name)
    stages = _stages(look)
    if (number := _STEP.fullmatch(name)) is not None:
        at = int(number[1])
        fits = 0 < at <= len(stages) and number[2] in (None, str(len(stages)))
        return stages[at - 1] if fits else None
    if (named := _NAMED_STEP.fullmatch(name)) is None:
        return None
    wanted = named[1] or named[2]
    there = [n for n in stages if wanted in {fold(look.text_of(n)), _without_number(look.text_of(n))}]
    return there[0] if len(there) == 1 else None


def _without_number(text: str) -> str:
    return fold(_name(text))


def _name(text: str) -> str:
    """ "Dates" of “1. Dates”."""
    return re.sub(r"^\W*(?:step\s+)?\d{1,2}\W*", "", text, flags=re.IGNORECASE)


def _stages(look: Look) -> list[Node]:
    """The entries of the one list that is a wizard's: by its class, or as one of it is the current step."""
    lists = [n for n in look.nodes if (n.shown and n.role == "list") or n.tag == "ol"]
    found = []
    for each in lists:
        entries = [n for n in look.children.get(each.index, ()) if n.shown and n.role in ITEMS]
        around = (each, *look.ancestors(each)[:1])
        if len(entries) > 1 and (any(worded(n, _STEPPERS) for n in around) or _has_current_step(look, entries)):
            found.append(entries)
    return found[0] if len(found) == 1 else []


def _has_current_step(look: Look, entries: list[Node]) -> bool:
    current = [n for n in entries if any("current" in m.states for m in look.all_inside(n))]
    marked = any("step" in m.states for n in current for m in look.all_inside(n))
    return len(current) == 1 and (marked or any("step" in bare(look.text_of(n)).split() for n in entries))


def current_stage(check: c.TextIs, look: Look) -> Answer | None:
    """ "The current step is “Dates”": of a wizard's, with or without its number; None where the page has none."""
    target = check.target
    current = not {"current", "active"}.isdisjoint(target.qualities) and fold(target.name) in ("step", "stage")
    here = [n for n in _stages(look) if has_state(look, n, "selected")] if current else []
    if len(here) != 1 or target.within:
        return None
    text = look.text_of(here[0])
    seen, result = likeliest(
        [(seen, compare(seen, check.comparison, check.value, any_case=check.any_case)) for seen in (text, _name(text))]
    )
    return compared("The current step", seen, check, result, None, here[0])


def _stage_is(check: c.ElementIs, look: Look) -> Answer | None:
    """ "Step 2 is active": of the wizard's steps, else by what the page says of itself: "Step 2 of 3"."""
    number = _STEP.fullmatch(fold(check.target.name))
    stage = stage_meant(look, check.target)
    words = f"{'not ' if check.negated else ''}the current step"
    if stage is not None:
        on = has_state(look, stage, "selected")
        if on is None:
            return None
        seen = f"{'' if on else 'not '}the current step"
        message = f"The step “{look.text_of(stage)}” is {seen}."
        return Answer(on != check.negated, message, words, seen, node=stage)
    if number is None:
        return None
    if _stages(look):
        return None  # it has other steps
    lines = [n for n in look.nodes if n.shown and len(_STEP_OF.findall(fold(look.text_of(n)))) == 1]
    steps = {found.groups() for n in lines if (found := _STEP_OF.search(fold(look.text_of(n)))) is not None}
    if len(steps) != 1:
        return None
    (at, total), line = steps.pop(), lines[-1]
    on = at == number[1] and number[2] in (None, total)
    seen = look.text_of(line)
    return Answer(on != check.negated, f"The page says “{seen}”.", words, seen, node=line)


def _is_active(check: c.ElementIs, look: Look) -> Answer | None:
    """ "Bo Chen is active": where the record of what is called so says "Active" or "Inactive"."""
    target = check.target
    if (
        not check.active
        or not target.name
        or target.within
        or target.ordinal
        or target.kind not in ("any", "item", "row")
    ):
        return None
    words_of_state = {
        fold(piece) for record in records_called(look, target.name)[0] for piece in _leaves(look, record)
    } & _ACTIVE
    if len(words_of_state) != 1:
        return None
    seen = words_of_state.pop()
    wanted_active = (check.state == "selected") != check.negated
    if check.state == "enabled":
        wanted_active = not check.negated
    words = "active" if wanted_active else "inactive"
    return Answer((seen == "active") == wanted_active, f"“{target.name}” is {seen}, expected {words}.", words, seen)


_ACTIVE = frozenset({"active", "inactive", "deactivated"})


def _leaves(look: Look, record: Node) -> list[str]:
    leaves = (n for n in look.all_inside(record) if n.shown and not look.children.get(n.index) and n.role not in _USED)
    return list(map(look.text_of, leaves))
