"""Checks of several: each element of a kind, and one check or another. Pure; the checks within are asked of a look."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from qa_appliance.browser.find.descriptions import called, ordinal
from qa_appliance.browser.find.search import Gathered, find, gather
from qa_appliance.browser.find.texts import bare, squeeze
from qa_appliance.browser.look.entries import entries_among
from qa_appliance.browser.look.grid import is_head
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.browser.look.under_way import is_blank
from qa_appliance.core import checks as c
from qa_appliance.core.target import RECORDS, Target
from qa_appliance.steps.base.answers import Answer, found_of, not_one
from qa_appliance.steps.base.compare import compare, compare_count
from qa_appliance.steps.base.comparisons import Compared, likeliest, verb_of
from qa_appliance.steps.base.states import bearer_of, has_state, holds_value, opposite
from qa_appliance.steps.base.whole_words import apart
from qa_appliance.steps.records.lists import entries_called
from qa_appliance.steps.records.parts import part_of, values_called

_LONGEST_SEEN = 80  # characters


def any_of(check: c.AnyOf, look: Look, ask: Callable[[c.Check, Look], Answer]) -> Answer:
    """Negated, every negation has to hold, so that an element that is not there does not count as not being so."""
    if check.negated:
        answers = [ask(c.negation(each), look) for each in check.checks]
        wrong = next((answer for answer in answers if not answer.holds), None)
        return wrong or replace(answers[0], holds=True)
    answers = [ask(each, look) for each in check.checks]
    right = next((answer for answer in answers if answer.holds), None)
    if right is not None:
        return right
    expected = " or ".join(answer.expected for answer in answers)
    messages = " ".join(answer.message for answer in answers)
    seen = "; ".join(answer.seen for answer in answers if answer.seen)
    return Answer(False, f"Neither holds. {messages}", expected, seen)


def each_is(check: c.EachIs, look: Look) -> Answer:
    """The first element that fails is told by its number and its words."""
    if check.target.kind == "text" and isinstance(check.says, c.TextIs) and check.says.target.name == c.ITSELF:
        return _each_value(check, check.says, look)
    got = _gathered(check.target, look)
    nodes = entries_among(look, got.nodes) if check.target.kind in ("row", "item") else list(got.nodes)
    if not nodes:
        if check.target.kind == "row" and any(n.shown and is_head(look, n) for n in look.nodes):
            return Answer(False, "There is no row but the heading.", check.target.words)
        return not_one(check.target, find(look, check.target, "text"))
    for number, node in enumerate(nodes, 1):
        holds, expected, seen = _of_one(check.says, node, look)
        if not holds:
            which = f"The {ordinal(number)} {check.target.kind} of {len(nodes)}"
            sentence = f"{which} is “{seen}”" if seen else f"{which} is the {called(look, node)}"
            return Answer(False, f"{sentence}, expected each to {expected}.", expected, seen, node=node)
    return Answer(True, note=f"true of all {len(nodes)}", found=found_of(got, nodes), node=nodes[0])


def _gathered(target: Target, look: Look) -> Gathered:
    """What is meant by "every hotel": the entries of the list of them."""
    got = gather(look, target, "text")
    if target.kind != "item" or bare(target.name) not in RECORDS or target.within:
        return got
    return replace(got, nodes=tuple(entries_called(look, target.name)))


def _each_value(check: c.EachIs, says: c.TextIs, look: Look) -> Answer:
    """ "All prices are below $50": what the page lists has one each."""
    parts = values_called(look, check.target.name)
    if not parts:
        message = f"Nothing on the page is a column of {check.target.words}, or called so in several entries."
        return Answer(False, message, check.target.words, kind="not_found")
    for number, part in enumerate(parts, 1):
        if not _compared(part.text, says).answers(says.negated):
            expected = f"{_not(says)}{_VERBS.get(says.comparison, 'be')} “{says.value}”"
            which = f"The {ordinal(number)} of {len(parts)} {check.target.words}"
            message = f"{which} is “{part.text}”, expected each to {expected}."
            return Answer(False, message, expected, part.text, node=part.node)
    return Answer(True, note=f"true of all {len(parts)}", node=parts[0].node)


def _of_one(check: c.Check, node: Node, look: Look) -> tuple[bool, str, str]:
    """Whether it holds of this element, what was expected, and what is there."""
    words = squeeze(look.text_of(node))[:_LONGEST_SEEN]
    match check:
        case c.CountIs():
            return *_count_of(check, node, look), words
        case c.ElementIs():
            return *_state_of(check, node, look), words
        case c.TextIs() | c.ValueIs():
            holds, seen = _part_says(check, node, look) or _text_of(check, _parts(check.target, node, look), look)
            expected = f"{_not(check)}{_VERBS.get(check.comparison, 'be')} “{check.value}”"
            return holds, expected, seen[:_LONGEST_SEEN] or words
    return False, "be something else", words


def _part_says(check: c.TextIs | c.ValueIs, node: Node, look: Look) -> tuple[bool, str] | None:
    """Of its status, its price: what stands there under that name; None where that is asked of no such part."""
    target = check.target
    of_it = any(of.place == "near" and of.target.name == c.ITSELF for of in target.within)
    part = part_of(look, node, target.name) if of_it else None
    if part is None and of_it and target.name == "status" and not check.negated:
        return _text_of(check, [node], look)  # nothing is called so: whatever it says may be its status
    return None if part is None else (_compared(part.text, check).answers(check.negated), part.text)


def _not(check: c.Check) -> str:
    return "not " if check.negated else ""


def _parts(target: Target, node: Node, look: Look) -> list[Node]:
    return [node] if target.name == c.ITSELF else _inside(target, node, look)


def _count_of(check: c.CountIs, node: Node, look: Look) -> tuple[bool, str]:
    holds = compare_count(len(_inside(check.target, node, look)), check.comparison, check.count) != check.negated
    limit = verb_of(check.comparison).removeprefix("is").strip()
    return holds, " ".join(f"{_not(check)}have {limit} {check.count} {check.target.words}".split())


def _state_of(check: c.ElementIs, node: Node, look: Look) -> tuple[bool, str]:
    parts = _parts(check.target, node, look)
    if check.state in ("visible", "exists"):
        return _has(check.target, parts, node, look) != check.negated, f"{_not(check)}have {check.target.words}"
    has = has_state(look, bearer_of(look, parts[0], check.state), check.state) if len(parts) == 1 else None
    state = opposite(check.state) if check.negated else check.state
    return has is not None and has != check.negated, f"be {state}"


def _has(target: Target, parts: list[Node], node: Node, look: Look) -> bool:
    """Whether it is in it: an element, or what is said there under that name; no empty cell."""
    plain = target.kind == "any" and not target.quoted
    found = part_of(look, node, target.name) if plain else None
    return any(not is_blank(look, part) for part in parts) or (found is not None and not is_blank(look, found.node))


def _text_of(check: c.TextIs | c.ValueIs, parts: list[Node], look: Look) -> tuple[bool, str]:
    """Whether it holds of the one part, and what that says."""
    if len(parts) != 1:
        return False, ""
    part = parts[0]
    seen = (part.value if holds_value(part) else "") or squeeze(look.text_of(part))
    whole = apart(look.text[slice(*part.text)])
    _, fits = likeliest([(text, _compared(text, check)) for text in (seen, whole)])
    return fits.answers(check.negated) and ("partial" not in part.states or _part_is_enough(check)), seen


def _part_is_enough(check: c.TextIs | c.ValueIs) -> bool:
    """What holds of a part of a text holds of the whole."""
    return check.comparison in ("contains", "shows") and not check.negated


def _compared(seen: str, check: c.TextIs | c.ValueIs) -> Compared:
    """As whole words: "Active" is not in "Inactive"."""
    comparison = "shows" if check.comparison == "contains" else check.comparison
    return compare(seen, comparison, check.value, any_case=check.any_case)


_VERBS = {
    "contains": "contain",
    "shows": "show",
    "starts_with": "start with",
    "ends_with": "end with",
    "matches": "match",
    "more": "be more than",
    "at_least": "be at least",
    "less": "be less than",
    "at_most": "be at most",
}


def _inside(target: Target, node: Node, look: Look) -> list[Node]:
    """What the words mean inside this element."""
    within = tuple(relation for relation in target.within if relation.target.name != c.ITSELF)
    found = gather(look, replace(target, within=within), "text").nodes
    return [n for n in found if look.inside(n, node) and n.index != node.index]
