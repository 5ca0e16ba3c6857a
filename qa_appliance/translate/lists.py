"""Several in a row: "A, B and C" of names, things, claims and deeds. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Protocol

from msgspec.structs import replace

from qa_appliance.language.nouns import NOUNS
from qa_appliance.language.tokens import Token
from qa_appliance.translate.meaning import DONE_IN_A_ROW, SEQUENCES, Joint, Meaning
from qa_appliance.translate.rules import SUBJECT, Grammar

_BARE_IN_LIST = 2.5
SEVERAL_PERHAPS = 2 * _BARE_IN_LIST - 2.4
SEVERAL_NAMED = SEVERAL_PERHAPS + 0.4
_SEVERAL_THINGS = 0.15
_OF_A_NAME = 4.0
_NO_NAMES = frozenset({"the", "a", "an", "it", "they", "them", "this", "that", "these", "those"})
_OF_ACTS = 0.2
"""What two acts cost that could be one of which more is said: in the dialog, click A and B."""
_ARTICLES = frozenset({"the", "a", "an", "its", "this", "that"})
_QUOTES = "\"'"
_NOT = re.compile(r"\b(?:not|no|gone|closes|disabled)\b")
_BOXES = frozenset({"box", "box_name", "checked", "cleared"})
_SET_APART = _BOXES | {"choice", "file", "item"}
"""Of these several without quotes are as likely as one with an "and" in its name."""
LISTS = (
    frozenset({"thing", "text", "name", "predicate", "page", "entry", "deed", "claim", "act", "line", "effect", "keys"})
    | frozenset({"only_mark", "mark", "titled", "state", "said", "counted", "measure", "mixed", "left_field"})
    | DONE_IN_A_ROW
    | _SET_APART
)
_WITH_COMMAS = frozenset({"predicate", "choice", "file", "titled"})
"""Of these the last may have no more than a comma before it."""
_OPPOSED = frozenset({"but", "while", "whereas"})
_JOINTS: dict[str, Joint] = {"and": "and", "or": "or", "nor": "nor", "&": "and"}
_AND = frozenset({"and", "but", "then", ","})
"""Between what is done and said in a row."""
_STOPS = frozenset({".", ";", "!"})
SEVERAL = {"names": "one_name", "quotes": "quote", "commons": "common", "ranks": "rank", "nths": "one_nth"}
"""Lists that are always of two or more, each with what stands in it."""


class Reading(Protocol):
    """A clause of which any span can be read."""

    tokens: Sequence[Token]
    lows: list[str]
    rules: Grammar

    def meanings(self, category: str, start: int, end: int) -> list[Meaning]: ...


def listed(clause: Reading, category: str, start: int, end: int) -> Iterator[Meaning]:
    """ "A, B and C": of each the same is said."""
    base = category.partition(".")[0]
    for at in range(start + 1, end - 1):
        joint = _joint_at(clause, base, at)
        if joint is None:
            continue
        following = _behind(clause, base, at, end)
        may_hold_verbs = base in SEQUENCES or base == "predicate"
        if not may_hold_verbs and clause.rules.begins_deed(clause.tokens[following]):
            continue
        stop = _before(clause, start, at)
        for first in _firsts(clause, category, start, stop, joint):
            for last in clause.meanings(category, following, end):
                if base in SEQUENCES:
                    more = _OF_A_NAME if stop - start == 1 and _is_name_after_all(clause, following, last) else 0.0
                    yield from _in_sequence(base, first, replace(last, cost=last.cost + more), joint)
                elif not last.joint:
                    says = (*first.says, *last.says)
                    cost = _of_several(clause, base, start, following, end, says)
                    cost += _of_one_noun(clause, base, start, stop, following, end)
                    yield Meaning(says, first.cost + last.cost + cost + _SEVERAL_THINGS, joint)


def _is_name_after_all(clause: Reading, at: int, last: Meaning) -> bool:
    """Behind a deed of one word and "and" what is checked by no verb of checking: Save and close is shown."""
    token = clause.tokens[at]
    named = token.kind == "word" and token.low not in (*_NO_NAMES, *clause.rules.words.never_named)
    return named and last.says[0].startswith("verify that ") and ("verify", token.low) not in clause.rules.by_first


def several(clause: Reading, category: str, start: int, end: int) -> Iterator[Meaning]:
    """ "A, B and C", and no single one."""
    one = SEVERAL[category]
    for at in range(start + 1, end - 1):
        token = clause.tokens[at]
        joint = None if token.kind == "quoted" else "and" if token.low == "," else _JOINTS.get(token.low)
        if joint is None:
            continue
        for last in clause.meanings(one, at + 1, end):
            for first in _firsts(clause, one, start, _before(clause, start, at), joint) if not last.joint else ():
                yield Meaning((*first.says, *last.says), first.cost + last.cost, joint)


def cost_of_bare(says: tuple[str, ...]) -> float:
    """What it costs that several names without quotes, articles and nouns are no single one: Save and Close."""
    return sum(_BARE_IN_LIST for each in says if each[:1] not in (*_QUOTES, SUBJECT) and not each.startswith("the "))


def _joint_at(clause: Reading, base: str, at: int) -> Joint | None:
    """What joins there what stands before with what stands behind."""
    token = clause.tokens[at]
    if base == "line":
        return "and" if token.low in _STOPS else None
    if token.text == "&" and "quoted" not in (clause.tokens[at - 1].kind, clause.tokens[at + 1].kind):
        return None  # Terms & Conditions
    joint = _JOINTS.get(token.low) if token.kind != "quoted" else None
    if joint is None and base in SEQUENCES and token.low in _AND:
        return "and"
    if token.low in _OPPOSED and base in ("claim", "predicate"):
        return "and"
    return "and" if joint is None and token.low == "," and base in _WITH_COMMAS else joint


def _before(clause: Reading, start: int, at: int) -> int:
    """Where what stands before a joint ends, without its comma."""
    return at - 1 if clause.tokens[at - 1].low == "," and at - 1 > start else at


def _behind(clause: Reading, base: str, at: int, end: int) -> int:
    """Where what stands behind a joint begins: behind "and then", too."""
    following = at + 1
    if base in SEQUENCES:
        while following < end - 1 and clause.tokens[following].low in ("then", "also", ",", "and", "but"):
            following += 1
    return following


def _in_sequence(base: str, first: Meaning, last: Meaning, joint: Joint) -> Iterator[Meaning]:
    cost = first.cost + last.cost
    if joint == "and":
        yield Meaning((*first.says, *last.says), cost + (_OF_ACTS if base == "act" else 0.0))
    elif joint == "or" and base == "claim" and len(first.says) == len(last.says) == 1 and not _denies(first, last):
        yield Meaning((f"either {first.says[0]} or {last.says[0]}",), cost)


def _of_several(clause: Reading, base: str, start: int, last: int, end: int, says: tuple[str, ...]) -> float:
    """What it costs that these are no single one with an "and" in its name."""
    if base == "keys":
        return 0.0
    if base not in _SET_APART:
        shared = base == "thing" and clause.lows[last] not in _ARTICLES and _shares_a_noun(says)
        return cost_of_bare(says) + (_BARE_IN_LIST if shared else 0.0)
    if base in _BOXES:
        return cost_of_bare(says) if says[0][0] not in _QUOTES and says[-1].endswith(" checkbox") else 0.0
    if clause.lows[last] in ("the", "a", "an") or len(says) > 2:
        return 0.0
    return 0.0 if any(token.kind == "quoted" for token in clause.tokens[start:end]) else 2 * _BARE_IN_LIST


def _of_one_noun(clause: Reading, base: str, start: int, stop: int, following: int, end: int) -> float:
    """What it costs that "terms and conditions checkbox" is no single one, "name and price of the lamp" of one."""
    token = clause.tokens[following]
    if base != "thing" or token.kind == "quoted" or token.low in clause.rules.words.articles:
        return 0.0
    last = clause.meanings("noun_np", following, end) or clause.meanings("thing_there", following, end)
    return _BARE_IN_LIST if last and clause.meanings("named_np", start, stop) else 0.0


def _firsts(clause: Reading, category: str, start: int, end: int, joint: Joint) -> Iterator[Meaning]:
    """What stands before the last of a list: one, or several with commas between."""
    for meaning in clause.meanings(category, start, end):
        if not meaning.joint:
            yield meaning
    for at in range(start + 1, end - 1):
        if clause.tokens[at].low == "," and clause.tokens[at].kind != "quoted":
            for last in clause.meanings(category, at + 1, end):
                if not last.joint:
                    for first in _firsts(clause, category, start, at, joint):
                        yield Meaning((*first.says, *last.says), first.cost + last.cost)


def _denies(*meanings: Meaning) -> bool:
    return any(_NOT.search(each) for meaning in meanings for each in meaning.says)


def _shares_a_noun(says: tuple[str, ...]) -> bool:
    """The save and close button: one or two?"""
    nouns = tuple(f" {noun}" for noun in NOUNS.values() if noun)
    return says[-1].endswith(nouns) and not any(each.endswith(nouns) or each[0] in _QUOTES for each in says[:-1])
