"""What a sentence says behind its steps of when they are done: if, until, otherwise. What stands before is a head."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace

from qa_appliance.core.checks import Check, ElementIs, TextShown, negation
from qa_appliance.core.steps import (
    Assert,
    Choose,
    Click,
    Fill,
    Press,
    Repeat,
    SetChecked,
    Step,
    Value,
    WaitFor,
    When,
)
from qa_appliance.core.target import Target
from qa_appliance.english.nouns.parts import changed
from qa_appliance.english.nouns.pronouns import is_pronoun
from qa_appliance.english.verbs.check import ASKING
from qa_appliance.english.verbs.registry import INDEX, READERS
from qa_appliance.language.tokens import Phrase
from qa_appliance.language.values import read_times

Steps = tuple[Step, ...]
_LONGEST_TAIL = 30  # words


class Tail(NamedTuple):
    """A condition behind the steps it bears on: how it is written, and an example."""

    line: str
    example: str


TAILS: tuple[Tail, ...] = (
    Tail("{steps} if/unless {check}", 'click "Accept" if it appears'),
    Tail("{steps} until {check}", 'click "More" until "End" is shown'),
    Tail("{steps} when/once {check}", 'click "Close" once "Saved" appears'),
    Tail("if {check}, {steps}, otherwise {steps}", 'if "Sign out" is shown, click it, otherwise click "Sign in"'),
)


_IFS = frozenset({"if", "unless"})
_OTHERWISE = frozenset({"otherwise", "else"})


def otherwise_at(phrase: Phrase) -> tuple[Phrase, Phrase] | None:
    """What is to be done, and what if its condition does not hold: if A appears, click it, | otherwise click B."""
    tokens = phrase.tokens
    if not phrase.has(_OTHERWISE):
        return None
    for index in range(2, len(tokens) - 1):
        if tokens[index].low not in _OTHERWISE:
            continue
        before, after = phrase[:index].strip(",", "or", "and", "but"), phrase[index + 1 :].strip(",", ":")
        if tokens[index].low == "else" and tokens[index - 1].low not in (",", "or") and tokens[0].low not in _IFS:
            continue
        return (before, after) if before.tokens and after.tokens else None
    return None


def alternative(phrase: Phrase) -> Phrase | None:
    """What a sentence says to do if the condition before it did not hold: Otherwise, … · If not, … · Else: …"""
    lows = [token.low for token in phrase.tokens[:2]]
    if lows[:1] in (["otherwise"], ["else"]):
        return phrase[1:].strip(",", ":", "then")
    return phrase[2:].strip(",", ":", "then") if lows == ["if", "not"] else None


def unanswered(steps: list[Step]) -> bool:
    """Whether the last step is a condition that says nothing yet of what is done if it does not hold."""
    return bool(steps) and isinstance(steps[-1], When) and not steps[-1].otherwise


def answered(steps: list[Step], body: list[Step]) -> list[Step]:
    """With the body as what is done if the last step's condition does not hold."""
    last = steps[-1]
    return [*steps[:-1], replace(last, otherwise=tuple(body))] if isinstance(last, When) and body else steps


def read_tail(phrase: Phrase) -> tuple[Phrase, Callable[[Steps], Steps | None], str] | None:
    """A condition behind the steps it bears on: click "Accept" if it appears · click "More" until "End" is shown."""
    tokens = phrase.tokens
    if not phrase.has(_TAIL_WORDS):
        return None
    for index in range(len(tokens) - 1, max(1, len(tokens) - _LONGEST_TAIL), -1):
        low = tokens[index].low
        if low not in _TAIL_WORDS:
            continue
        before, after = phrase[:index], phrase[index + 1 :]
        if before.tokens[-1].low in ("only", "but"):
            before = before[: len(before) - 1]
        if not before.tokens or not after.tokens or _takes_condition(before, low):
            continue
        words = " ".join(token.low for token in after.tokens)
        if low in ("if", "when", "once") and _tells_it_is_there(before, words):
            return before, _if_there, "when.there"
        check = READERS["check"](after)
        if check is None:
            continue
        if low in ("until", "till"):
            before, most = _at_most(before)
            return before, partial(_until_here, check, most), "repeat.until"
        if low in ("when", "once", "after"):
            return before, partial(_once_here, check), "wait.once"
        return before, partial(_conditional, negation(check) if low == "unless" else check), "when.shown"
    return None


_TAIL_WORDS = frozenset({"if", "unless", "until", "till", "when", "once", "after"})
_AWAITING = frozenset({"wait", "waits", "waiting"})
_ASKS = ASKING | {"checks", "confirm", "sure", "test", "know"}


def _takes_condition(before: Phrase, low: str) -> bool:
    """ "click Save and wait until …", "… and check if …": the condition is what its own verb waits or asks for.

    In "the row after “Bob” is selected" it tells where the row is.
    """
    tokens = before.tokens
    if low == "after" and tokens[0].low not in INDEX:
        return True
    begins = max((at for at, token in enumerate(tokens) if token.low in (",", "and", "then", ";")), default=-1) + 1
    if tokens[-1].low in _ASKS or tokens[min(begins, len(tokens) - 1)].low in ASKING:
        return True
    return any(token.low in _AWAITING for token in tokens[begins : begins + _LONGEST_LEAD])


_LONGEST_LEAD = 4  # words before a verb: now I should …
_THERE = (
    "present, visible, shown, displayed, exists, it appears, it is shown, it is visible, it is displayed, it exists, "
    "it is present, it's there, it is there, there is one, available, it shows up, they appear, it pops up"
)
_IF_THERE = frozenset(_THERE.split(", "))


def _tells_it_is_there(before: Phrase, words: str) -> bool:
    """ "click Accept if visible", "close the dialog if it is open"."""
    return words in _IF_THERE or (words in _IF_OPEN and before.tokens[0].low in ("close", "dismiss"))


_IF_OPEN = frozenset(
    f"{it}{still}{there}" for it in ("it is ", "it's ", "") for still in ("", "still ") for there in ("open", "there")
)


def _if_there(steps: Steps) -> Steps | None:
    target = getattr(steps[0], "target", None) if steps else None
    if not isinstance(target, Target):
        return None
    return (When(check=ElementIs(target=target, state="visible"), steps=steps),)


def _at_most(before: Phrase) -> tuple[Phrase, int]:
    """ "click Next up to 5 times" until …: the click, and how often at most; 0 where that is not said."""
    lows = [token.low for token in before.tokens[-_WORDS_OF_A_BOUND:]]
    bound = lows[:2] in (["up", "to"], ["at", "most"]) and len(before) > _WORDS_OF_A_BOUND
    most = read_times(before[len(before) - 2 :]) if bound else None
    return (before[: len(before) - _WORDS_OF_A_BOUND], most) if most else (before, 0)


_WORDS_OF_A_BOUND = 4  # up to 5 times


def _until_here(check: Check, most: int, steps: Steps) -> Steps | None:
    target = getattr(check, "target", None)
    of_it = isinstance(target, Target) and is_pronoun(target)  # "until it shows 4": which of the things named
    if of_it or all(isinstance(step, Assert) for step in steps):
        return None
    return (Repeat(steps=steps, until=check, times=most),)


def _once_here(check: Check, steps: Steps) -> Steps:
    return (WaitFor(check=check), *steps)


def _conditional(check: Check, steps: Steps) -> Steps:
    """ "click Accept if it is enabled": the pronoun of the condition stands for what the steps are about."""
    target = getattr(check, "target", None)
    subject = getattr(steps[0], "target", None) if steps else None
    if isinstance(target, Target) and is_pronoun(target) and isinstance(subject, Target):
        values = {field: getattr(check, field) for field in check.__struct_fields__}
        check = type(check)(**{**values, "target": subject})
    return (When(check=check, steps=steps),)


def repeated(phrase: Phrase, steps: list[Step]) -> list[Step]:
    """ "Repeat for "B" and "C"": the steps from the last text that was typed on, with each of these in its place.

    None where something else was typed just before it: which of the two is meant is not said.
    """
    values = _repeated_for(phrase)
    at = next((at for at in range(len(steps) - 1, -1, -1) if isinstance(steps[at], Fill)), None)
    if not values or at is None or (at and isinstance(steps[at - 1], Fill | Choose)):
        return []
    old, again = steps[at], steps[at:]
    if not isinstance(old, Fill) or not all(isinstance(step, _REPEATED) for step in again):
        return []
    return [
        replace(changed(step, partial(_in_place_of, old.value.text, value)), sentence=phrase.text)
        for value in values
        for step in again
    ]


_REPEATED = (Fill, Click, Press, Choose, SetChecked, Assert, WaitFor)


def _repeated_for(phrase: Phrase) -> list[str]:
    """The values steps are to be done again for; none where the words are others."""
    lows = [token.low for token in phrase.tokens]
    size = next((len(words) for words in _REPEATING if lows[: len(words)] == words), 0)
    values = phrase[size:].tokens if size else []
    quoted = [token.value for token in values if token.kind == "quoted"]
    joined = all(token.kind == "quoted" or token.low in _LISTING for token in values)
    return quoted if joined else []


_LISTING = frozenset({",", "and", "then", "finally"})
_REPEATING = tuple(
    [*again.split(), joint]
    for again in (
        "repeat",
        "repeat this",
        "repeat that",
        "repeat it",
        "repeat the same",
        "do the same",
        "do this again",
    )
    for joint in ("for", "with")
)


def _in_place_of(old: str, new: str, part: object) -> object | None:
    if isinstance(part, Value) and part.text == old:
        return replace(part, text=new)
    if isinstance(part, TextShown) and part.text == old:
        return replace(part, text=new)
    if isinstance(part, Target) and part.name == old:
        return replace(part, name=new, words=part.words.replace(old, new))
    return None
