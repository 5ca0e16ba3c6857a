"""Checks that one look at the page can answer. Pure: waiting and the rest of the world are checking.py's work."""

from __future__ import annotations

import re

from msgspec.structs import replace

from qa_appliance.browser.find.columns import headed_so as column_headed_so
from qa_appliance.browser.find.descriptions import called
from qa_appliance.browser.find.literal import in_message
from qa_appliance.browser.find.search import Ambiguous, Match, Miss, find, gather
from qa_appliance.browser.find.texts import closeness, squeeze
from qa_appliance.browser.look.node import SEAM, Look, Node
from qa_appliance.core import checks as c
from qa_appliance.core.evidence.failure import FailureCause
from qa_appliance.core.evidence.steps import Found
from qa_appliance.core.target import Relation, Target
from qa_appliance.steps.base.answers import (
    Answer,
    compared,
    found_by,
    found_of,
    not_one,
    of_the_part_read,
    partly_read,
    words_are,
)
from qa_appliance.steps.base.compare import Compared, compare
from qa_appliance.steps.base.labelled import headed_so, holder_of, labelled_texts, longer_label, rows_below, spoken_of
from qa_appliance.steps.base.states import bearer_of, has_state, holds_value, is_on, opposite, says_empty
from qa_appliance.steps.base.troubles import troubles
from qa_appliance.steps.base.whole_words import anywhere_in, apart, occurs_in, part_of, stands_in
from qa_appliance.steps.checks.address_checks import address_is, link_goes
from qa_appliance.steps.checks.counting import count_is
from qa_appliance.steps.checks.group_checks import any_of, each_is
from qa_appliance.steps.checks.sorting import list_sorted

PageCheck = (
    c.TextShown | c.ElementIs | c.ValueIs | c.TextIs | c.TitleIs | c.AddressIs | c.CountIs | c.ErrorShown | c.ListSorted
    | c.LinkGoes | c.EachIs | c.AnyOf
)  # fmt: skip


def ask_page(check: PageCheck, look: Look) -> Answer:
    match check:
        case c.TextShown():
            return _text_shown(check, look)
        case c.ElementIs():
            return _element_is(check, look)
        case c.ValueIs():
            return _value_is(check, look)
        case c.TextIs():
            return _text_is(check, look)
        case c.TitleIs():
            return words_are("The title", look.title, check.comparison, check.value, check.negated)
        case c.AddressIs():
            return address_is(check, look)
        case c.CountIs():
            return count_is(check, look)
        case c.ErrorShown():
            return _error_shown(check, look)
        case c.ListSorted():
            return list_sorted(check, look)
        case c.LinkGoes():
            return link_goes(check, look)
        case c.EachIs():
            return each_is(check, look)
        case c.AnyOf():
            return any_of(check, look, _ask)


def _ask(check: c.Check, look: Look) -> Answer:
    """Of checks within a check only those about the page can be asked."""
    if isinstance(check, PageCheck):
        return ask_page(check, look)
    return Answer(False, "Such a check stands in no “either … or”: say it by itself.", kind="unsupported")


_TYPED = ("input", "textarea")


def _text_shown(check: c.TextShown, look: Look) -> Answer:
    text, closed, where = squeeze(look.text), look.text, "on the page"
    nodes = [n for n in look.nodes if n.shown]
    if check.scope is not None:
        answer = find(look, check.scope, "text", whole=not check.negated, place=True)
        if not isinstance(answer, Match):
            return _denied_of_places(check, check.scope, look, answer) or not_one(check.scope, answer)
        text, where = look.text_of(answer.node), f"in the {called(look, answer.node)}"
        nodes = [n for n in nodes if look.inside(n, answer.node)]
        start, stop = answer.node.text
        closed = look.text[start:stop]
    split = apart(closed)
    closed = squeeze(closed.replace(SEAM, ""))
    wanted = squeeze(check.text)
    # What must not be there is looked for in any place; what must be there, as whole words unless a part will do.
    among = anywhere_in if check.negated else occurs_in if check.part else stands_in
    exact = any(among(wanted, said) for said in (text, closed, split))
    loose = exact or any(among(wanted.casefold(), said.casefold()) for said in (text, closed, split))
    placeholder = next((n for n in nodes if wanted and wanted in n.placeholder and not n.value), None)
    held = next((n for n in nodes if wanted and wanted in n.value and n.tag in _TYPED), None)
    expected = f"“{check.text}” {'not ' if check.negated else ''}shown"
    if check.negated:
        if not (exact or loose or placeholder or held):
            if unread := next((n for n in nodes if "partial" in n.states and (check.scope or n.tag in _TYPED)), None):
                return Answer(False, partly_read(look, unread), expected, kind="unsupported", node=unread)
            return Answer(True, expected=expected)
        seen = f"“{check.text}” is shown {where}" if exact or loose else _stands_in(look, placeholder or held)
        return Answer(False, f"“{check.text}” is shown {where}, although it should not be.", expected, seen)
    if exact or loose or placeholder:
        note = "" if exact else "differs in case only" if loose else "it is the placeholder of an empty field"
        return Answer(True, expected=expected, note=note)
    if held is not None:
        message = f"“{check.text}” stands only as the value of the {called(look, held)}, not in the text of the page."
        return Answer(False, message, expected, _stands_in(look, held))
    hidden = any(wanted and wanted in (n.hidden_text or n.name) for n in look.nodes if not n.shown)
    nearest = [] if hidden else _nearest_texts(look, nodes, wanted)
    message = f"“{check.text}” is not shown {where}"
    if check.scope is not None and wanted.casefold() in squeeze(look.text).casefold():
        return Answer(
            False, f"{message}, but elsewhere on the page.", expected, "elsewhere on the page", cause="elsewhere"
        )
    if word := part_of(wanted.casefold(), text.casefold()):
        start = text.casefold().find(word)
        nearest = [text[start : start + len(word)]]
        message += f"; it is only a part of “{nearest[0]}”"
    else:
        message += _instead_of_text(look, hidden, nearest)
    seen = "hidden" if hidden else nearest[0] if nearest else ""
    cause: FailureCause = "hidden" if hidden else ""
    return Answer(False, message + ".", expected, seen, cause=cause, instead=tuple(nearest))


def _denied_of_places(check: c.TextShown, scope: Target, look: Look, answer: Miss | Ambiguous) -> Answer | None:
    """That a denial holds of a place that is gone, and of several if none of them says it."""
    wanted = squeeze(check.text).casefold()
    if isinstance(answer, Miss):
        holds = _may_be_gone(scope)
    else:
        inside = [n for n in look.nodes if n.shown and any(n is p or look.inside(n, p) for p in answer.nodes)]
        said = [*map(look.text_of, answer.nodes), *(words for n in inside for words in (n.placeholder, n.value))]
        holds = not any(wanted in squeeze(words).casefold() for words in said)
    return Answer(True, expected=f"“{check.text}” not shown") if check.negated and holds else None


def _may_be_gone(place: Target) -> bool:
    """What is not in a dialog, table or list holds when that is gone too; a place without a kind has to be found."""
    return place.kind != "any" or place.quoted or place.known is not None


def _instead_of_text(look: Look, hidden: bool, nearest: list[str]) -> str:
    """What comes nearest to a text that is not shown; of a page with nothing like it, its heading."""
    if hidden:
        return "; it is there but hidden"
    if nearest:
        return f"; the nearest is “{nearest[0]}”"
    heading = next((n for n in look.nodes if n.shown and n.role == "heading" and look.text_of(n)), None)
    return f"; the page is headed “{look.text_of(heading)}”" if heading is not None else ""


def _element_is(check: c.ElementIs, look: Look) -> Answer:
    check = replace(check, target=holder_of(check.target))
    state, wanted = check.state, not check.negated
    words = state if wanted else opposite(state)
    if state in ("visible", "exists"):
        return _is_there(check, look, words)
    answer = gather(look, check.target, "state", whole=True)
    nodes = [bearer_of(look, n, state) for n in answer.nodes]
    if check.target.ordinal or len(nodes) <= 1 or len({has_state(look, n, state) for n in nodes}) > 1:
        one = find(look, check.target, "state", whole=True)
        if not isinstance(one, Match):
            return not_one(check.target, one)
        nodes = [bearer_of(look, one.node, state)]
    if state == "checked" and all(is_on(n) is None for n in nodes):
        box = find(look, check.target, "check")  # the words beside a box stand for it
        nodes = [box.node] if isinstance(box, Match) else nodes
    has = [has_state(look, n, state) for n in nodes]
    name = called(look, nodes[0])
    if None in has and state == "empty":
        return Answer(False, partly_read(look, nodes[0]), words, kind="unsupported", node=nodes[0])
    if None in has:
        return Answer(False, f"Whether the {name} is {words} cannot be told: it has no such state.", words, name)
    holds = all(h == wanted for h in has)
    if not holds and state == "empty" and wanted and (text := says_empty(look, nodes)):
        note = f"the page says “{text}”"
        return Answer(True, expected=words, note=note, found=found_of(answer, nodes), node=nodes[0])
    seen = words if holds else opposite(state) if wanted else state
    message = f"The {name} is {seen}, expected {words}."
    if state == "empty" and wanted and (held := _held(look, nodes[0])):
        seen, message = held, f"The {name} holds “{held}”, expected it to be empty."
    return Answer(holds, message, words, seen, found=found_of(answer, nodes), node=nodes[0])


_LONGEST_HELD = 80  # characters
_NONE = re.compile(r"[(\[]\s*0\s*[)\]]$|^0\s")  # "Unread (0)"


def _held(look: Look, node: Node) -> str:
    """What stands in a field or list; of a password nothing."""
    return "" if node.type == "password" else squeeze(node.value or look.text_of(node))[:_LONGEST_HELD]


def _is_there(check: c.ElementIs, look: Look, words: str) -> Answer:
    whole = not check.negated  # what is denied is not there under a longer name either, unless it is clearly another
    got = gather(look, check.target, "state", whole=whole)
    there = list(got.nodes)
    if check.target.ordinal:
        one = find(look, check.target, "state", whole=whole)
        there = [one.node] if isinstance(one, Match) else []
    if check.state == "exists" and got.blocked:
        there += got.blocked
    if check.negated:
        if got.lost and not all(_may_be_gone(relation.target) for relation in check.target.within):
            return not_one(check.target, Miss(got.lost))
        there = [n for n in there if not (check.target.kind == "row" and n.role != "row" and in_message(look, n))]
        if not there or got.lost:
            return Answer(True, expected=f"{check.target.words} {words}", note=got.lost)
        faint = got.rung in ("close spelling", "synonym", "contained", "whole words", "prefix")
        if faint:
            return Answer(True, expected=words, note=f"the nearest there is the {called(look, there[0])}")
        return Answer(
            False, f"The {called(look, there[0])} is there, although it should not be.", words, called(look, there[0]),
            found=found_of(got, there), node=there[0],
        )  # fmt: skip
    if there and all("broken" in node.states for node in there) and check.state == "visible":
        name = called(look, there[0])
        return Answer(False, f"The {name} is there, but its picture did not load.", words, name, node=there[0])
    if (
        there
        and check.target.kind == "text"
        and not check.target.quoted
        and _NONE.search(text := look.text_of(there[0]))
    ):
        return Answer(False, f"The page says “{text}”: there are none.", words, text, node=there[0])
    if there:
        note = f"taken to be the {called(look, there[0])}" if got.rung in ("close spelling", "synonym") else ""
        return Answer(True, expected=words, note=note, found=found_of(got, there), node=there[0])
    missing = find(look, check.target, "state", whole=True)
    return not_one(check.target, missing, kind="assertion")


def _value_is(check: c.ValueIs, look: Look) -> Answer:
    answer = find(look, check.target, "state", whole=True)
    if isinstance(answer, Match) and not holds_value(answer.node):
        field = find(look, check.target, "fill", whole=True)
        answer = field if isinstance(field, Match) else answer
    if not isinstance(answer, Match):
        field = find(look, check.target, "fill", whole=True)
        if not isinstance(field, Match):
            return not_one(check.target, answer)
        answer = field
    node = answer.node
    seen = node.value if holds_value(node) else look.text_of(node)
    result = compare(seen, check.comparison, check.value, denied=check.negated)
    told = compared(f"The value of the {called(look, node)}", seen, check, result, found_by(answer), node)
    return of_the_part_read(told, check, look, node)


def _text_is(check: c.TextIs, look: Look) -> Answer:
    """The text of the element, or what stands beside it when its own text is only a label ("Total" → 39.90).

    In a table "the status of Alice" is a cell. A link to the page that is open stands for that page.
    """
    answer = _cell_meant(look, check.target) or find(
        look, check.target, "text", whole=check.target.kind not in ("any", "text")
    )
    if isinstance(answer, Ambiguous):
        answers = [_judge_text(check, look, n, None) for n in answer.nodes]
        if len({a.holds for a in answers}) == 1:
            return answers[0]
    if not isinstance(answer, Match):
        return not_one(check.target, answer)
    node, found = answer.node, found_by(answer)
    if longer := longer_label(look.text_of(node), check.target, check.value):
        message = f"There is no “{check.target.name}” on the page; the nearest is “{longer}”."
        return Answer(False, message, check.target.words, kind="not_found", instead=(longer,))
    if node.role == "columnheader" and check.target.kind in ("any", "text") and len(rows_below(look, node)) > 1:
        lines = headed_so(look, check.target.name)
        if len(lines) != 1:
            return _which_row(check, look, node)
        node = lines[0]
    if check.comparison in ("contains", "shows") and check.target.kind == "any" and "current" in node.states:
        page = next((n for n in look.nodes if n.role == "main" and n.shown), look.nodes[0])
        said = look.text_of(page)
        if compare(said, check.comparison, check.value, denied=check.negated).holds:
            return compared(f"“{check.target.name}”", said, check, Compared(True), found, page)
    return _judge_text(check, look, node, found)


def _which_row(check: c.TextIs, look: Look, header: Node) -> Answer:
    """A column is no value: each of its rows has one."""
    rows = [look.text_of(n).split(" ")[0] for n in rows_below(look, header)]
    said = tuple(f"the row “{row}” shows “{check.value}” under {check.target.name}" for row in rows[:8] if row)
    listed = " · ".join(f"{n}) {words}" for n, words in enumerate(said, 1))
    message = f"“{check.target.name}” is a column with {len(rows)} rows. Say which row: {listed}."
    return Answer(False, message, check.target.words, kind="ambiguous", candidates=said)


def _cell_meant(look: Look, target: Target) -> Match | None:
    """ "the status of Alice" where a table has a column Status and a row Alice."""
    if target.kind not in ("any", "text") or len(target.within) != 1 or target.ordinal:
        return None
    of = target.within[0]
    heads = [n for n in look.nodes if n.role == "columnheader"]
    headed = any(column_headed_so(target.name, n.name or look.text_of(n)) for n in heads)
    if not headed or not target.name or of.place not in ("near", "inside", "row"):
        return None
    column = Target(words=target.name, name=target.name, kind="column", quoted=target.quoted)
    row = Relation("row", replace(of.target, kind="row"))
    cell = Target(words=target.words, kind="cell", within=(row, Relation("column", column)))
    answer = find(look, cell, "text", whole=True)
    return answer if isinstance(answer, Match) else None


def _judge_text(check: c.TextIs, look: Look, node: Node, found: Found | None) -> Answer:
    texts = labelled_texts(look, node, check.target)
    if SEAM in (whole := look.text[node.text[0] : node.text[1]]):
        texts = [*texts, squeeze(whole.replace(SEAM, ""))]
    if (split := apart(whole)) != squeeze(whole) and check.comparison == "shows":
        texts = [*texts, split]
    results = [(text, compare(text, check.comparison, check.value, denied=check.negated)) for text in texts]
    seen, result = next((pair for pair in results if pair[1].holds), results[0])
    label = f"“{check.target.name}”" if check.target.name else spoken_of(look, node)
    return of_the_part_read(compared(label, seen, check, result, found, node), check, look, node)


def _error_shown(check: c.ErrorShown, look: Look) -> Answer:
    shown = [t.text for t in troubles(look) if check.negated or t.sure]
    wanted = squeeze(check.text).casefold()
    among = anywhere_in if check.negated else stands_in
    fits = [text for text in shown if not wanted or among(wanted, squeeze(text).casefold())]
    if check.text and not fits and not check.negated and stands_in(wanted, squeeze(look.text).casefold()):
        return Answer(True, expected=check.text, note="the text is shown; the page does not mark it as an error")
    holds = bool(fits) != check.negated
    if check.negated:
        told = f"An error is shown, although there should be none: “{fits[0].rstrip('.')}”." if fits else ""
        return Answer(holds, told, "no error", fits[0] if fits else "")
    what = f"No error with “{check.text}” is shown" if check.text else "No error is shown"
    seen = "; ".join(shown)
    return Answer(holds, f"{what}{f'; shown is “{seen}”' if seen else ''}.", check.text or "an error", seen)


def spoken_is(kind: str, said: str, check: c.TextIs) -> Answer:
    """The check on the text of the browser's own dialog."""
    return words_are(f"The {kind}", said, check.comparison, check.value, check.negated)


def _stands_in(look: Look, node: Node | None) -> str:
    return f"it stands in the {called(look, node)}" if node is not None else ""


def _nearest_texts(look: Look, nodes: list[Node], wanted: str) -> list[str]:
    lines = {line.strip() for line in look.text.split("\n") if 0 < len(line.strip()) <= 2 * len(wanted) + 40}
    near = sorted(((closeness(wanted, line), line) for line in list(lines)[:400]), reverse=True)
    return [line for ratio, line in near if ratio > 0.5][:3]
