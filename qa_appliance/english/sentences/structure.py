"""Structure: conditions, repetition, and scopes around clauses. What stands inside is read by clauses.py."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from qa_appliance.core.checks import Check, ElementIs, negation
from qa_appliance.core.steps import Assert, Device, ForEach, Go, Person, Repeat, Step, WaitFor, When
from qa_appliance.core.target import Relation, Target
from qa_appliance.english.checks.seen import shown
from qa_appliance.english.nouns.counted import as_collection
from qa_appliance.english.nouns.phrase import read_target, relation_inside
from qa_appliance.english.nouns.pronouns import is_pronoun, scoped
from qa_appliance.english.verbs.places import read_device, read_person
from qa_appliance.english.verbs.registry import INDEX, READERS
from qa_appliance.english.wording.frames import Slots, Wording, compile_wordings, fit
from qa_appliance.english.words.tokens import Phrase

Steps = tuple[Step, ...]


class Head(NamedTuple):
    """What stands before steps and bears on them. `around` puts it around them; `first`: said before any step."""

    id: str
    example: str
    wordings: tuple[Wording, ...]
    around: Callable[[Slots, Steps], Steps | None]
    bare: bool = False  # may stand alone, for what follows in the test


def _head(
    id: str, example: str, wordings: str, around: Callable[[Slots, Steps], Steps | None], *, bare: bool = False
) -> Head:
    return Head(id, example, compile_wordings(wordings), around, bare)


def _when(slots: Slots, steps: Steps) -> Steps:
    return (When(check=slots["check"], steps=steps),)


def _when_thing(slots: Slots, steps: Steps) -> Steps | None:
    check = shown(slots["thing"])
    return None if check is None else (When(check=check, steps=steps),)


def _unless(slots: Slots, steps: Steps) -> Steps | None:
    check = negation(slots["check"])
    return (When(check=check, steps=steps),)


def _once(slots: Slots, steps: Steps) -> Steps:
    return (WaitFor(check=slots["check"]), *steps)


def _repeat(slots: Slots, steps: Steps) -> Steps | None:
    times: int = slots["times"]
    return (Repeat(steps=steps, times=times),) if 0 < times <= 1000 else None


def _until(slots: Slots, steps: Steps) -> Steps:
    return (Repeat(steps=steps, until=slots["check"], times=slots.get("times", 0)),)


def _each(slots: Slots, steps: Steps) -> Steps:
    return (ForEach(target=as_collection(slots["each"]), steps=steps),)


def _inside(slots: Slots, steps: Steps) -> Steps | None:
    scope = scope_of(slots["place"])
    return None if scope is None else tuple(scoped(step, scope) for step in steps)


def _of_row(slots: Slots, steps: Steps) -> Steps | None:
    """ "for the order "1042"": a noun in lower case, then the name by which its row is known."""
    noun: Phrase = slots["noun"]
    name: Phrase = slots["who"]
    first = name.tokens[0]
    named = first.kind == "quoted" or first.text[0].isupper() or first.text[0].isdigit() or first.text[0] in "@{#"
    plain = len(noun) == 1 and noun.text.islower() and noun.text not in ("example", "instance")
    if not named or not plain or (first.kind == "quoted" and len(name) > 1):
        return None
    who = name.only_quote or name.text
    row = Relation(place="row", target=Target(words=who, name=who))
    return tuple(scoped(step, (row,)) for step in steps)


def _below(slots: Slots, steps: Steps) -> Steps:
    relation = Relation(place="section", target=slots["place"])
    return tuple(scoped(step, (relation,)) for step in steps)


def scope_of(target: Target) -> tuple[Relation, ...] | None:
    """A place that can hold other elements; a page cannot."""
    if target.kind in ("page", "button", "link", "field", "text") or (target.kind == "any" and not target.quoted):
        return None
    return relation_inside(target)


def _on_page(slots: Slots, steps: Steps) -> Steps | None:
    page: Phrase = slots["page"]
    target = read_target(page)
    if target is None or target.kind != "page" or not target.name:
        return None
    return (Go(page=page.text, rule="page"), *steps)


def _device(slots: Slots, steps: Steps) -> Steps:
    return (Device(preset=slots["device"]), *steps)


def _person(slots: Slots, steps: Steps) -> Steps:
    return (Person(name=slots["who"]), *steps)


_STEPS = "[the] [following] [steps|actions]"
HEADS: tuple[Head, ...] = (
    _head("when.shown", 'if "Accept cookies" appears, click it', "if|in_case|whenever|only_if {check}", _when),
    _head(
        "when.thing",
        "if there is a cookie banner, close it",
        "if|in_case there_is|there_are|you_see|I_see {thing:anything}",
        _when_thing,
    ),
    _head("when.not", 'unless "Saved" is shown, click "Save"', "unless {check}", _unless),
    _head("wait.once", 'once "Saved" appears, click "Close"', "once|when|as_soon_as|after {check}", _once),
    _head(
        "repeat.times",
        'repeat 3 times: click "Add"',
        f"repeat|do {_STEPS} {{times}} // repeat|do [this|that] {{times}} // {{times}} // repeat|do {{times}} {_STEPS}",
        _repeat,
    ),
    _head(
        "repeat.until",
        'repeat until "End" is shown: click "Next"',
        f"repeat {_STEPS} until {{check}} // until {{check}} // "
        f"repeat {_STEPS} up_to|at_most {{times}} until {{check}}",
        _until,
    ),
    _head(
        "each",
        'for each row: click "Select"',
        "for|with each|every|all {each:collection} // for each of the {each:collection}",
        _each,
    ),
    _head("person", "as a second user, open /inbox", "as|for {who:person}", _person, bare=True),
    _head(
        "device",
        "on a phone: open the menu",
        "on|using|with {device:device} // as on {device:device}",
        _device,
        bare=True,
    ),
    _head("page", 'on the login page, click "Forgot password"', "on|at {page:anything}", _on_page),
    _head("inside", 'in the section "Shipping": choose Express', "in|inside|within|on|at|from {place:target}", _inside),
    _head(
        "for",
        'for the order "1042", click "Edit"',
        "for the {noun:bare} {who:anything} // for {noun:bare} {who:anything}",
        _of_row,
    ),
    _head("below", 'under "Shipping", choose Express', "under|below {place:target}", _below),
)

_FIRST_WORDS = frozenset(
    [
        "if",
        "in",
        "unless",
        "once",
        "when",
        "as",
        "after",
        "repeat",
        "do",
        "until",
        "for",
        "with",
        "on",
        "using",
        "inside",
        "within",
        "at",
        "from",
        "under",
        "below",
        "whenever",
        "only",
    ]
)
STRUCTURAL = frozenset({"if", "unless", "once", "when", "repeat", "until", "whenever"}) | {"for", "as", "in"}
_READERS = READERS | {
    "device": read_device,
    "person": read_person,
}
_ENDS = frozenset({",", ":", "then"})
_LONGEST_HEAD = 30


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


def is_bare_condition(phrase: Phrase) -> bool:
    """Whether a line is an "if" alone, with what it bears on in the lines that follow."""
    if phrase.tokens[0].low not in _IFS:
        return False
    headed = read_head(phrase, opens=True)
    return headed is not None and not headed.rest.tokens


class Headed(NamedTuple):
    head: Head
    slots: Slots
    rest: Phrase


def read_head(phrase: Phrase, *, opens: bool = False) -> Headed | None:
    """A head at the beginning of a sentence and what it bears on; `opens`: the steps may come in the next lines."""
    tokens = phrase.tokens
    if not tokens or (
        tokens[0].low not in _FIRST_WORDS and not (tokens[-1].low == "times" or "times" in (t.low for t in tokens[:4]))
    ):
        return None
    ends = [index for index, token in enumerate(tokens) if index and token.kind != "quoted" and token.low in _ENDS]
    for end in ends:
        rest = phrase[end + 1 :].strip(",", "then", ":")
        found = _fit_head(phrase[:end], rest)
        if found is not None and rest.tokens:
            return found
    found = _fit_head(phrase, phrase[:0])
    if found is not None and (opens or found.head.bare):
        return found
    if tokens[0].low in ("if", "unless", "when", "once", "after") and not ends:
        for end in range(3, len(tokens)):
            if tokens[end].low in INDEX and (found := _fit_head(phrase[:end], phrase[end:])) is not None:
                return found
    return None


def _fit_head(words: Phrase, rest: Phrase) -> Headed | None:
    if len(words) > _LONGEST_HEAD:
        return None
    lows = frozenset(token.low for token in words.tokens)
    for head in HEADS:
        for wording in head.wordings:
            slots = fit(wording, words, lows, _READERS)
            if slots is not None and head.around(slots, ()) is not None:
                return Headed(head, slots, rest)
    return None


def read_tail(phrase: Phrase) -> tuple[Phrase, Callable[[Steps], Steps | None], str] | None:
    """A condition behind the steps it bears on: click "Accept" if it appears · click "More" until "End" is shown."""
    tokens = phrase.tokens
    if not phrase.has(_TAIL_WORDS):
        return None
    for index in range(len(tokens) - 1, max(1, len(tokens) - _LONGEST_HEAD), -1):
        low = tokens[index].low
        if low not in _TAIL_WORDS:
            continue
        before, after = phrase[:index], phrase[index + 1 :]
        if before.tokens[-1].low in ("only", "but"):
            before = before[: len(before) - 1]
        if not before.tokens or not after.tokens or _takes_condition(before):
            continue
        words = " ".join(token.low for token in after.tokens)
        if words in _IF_THERE and low in ("if", "when", "once"):
            return before, _if_there, "when.there"
        check = READERS["check"](after)
        if check is None:
            continue
        if low in ("until", "till"):
            return before, partial(_until_here, check), "repeat.until"
        if low in ("when", "once"):
            return before, partial(_once_here, check), "wait.once"
        return before, partial(_conditional, negation(check) if low == "unless" else check), "when.shown"
    return None


_TAIL_WORDS = frozenset({"if", "unless", "until", "till", "when", "once"})
_AWAITING = frozenset({"wait", "waits", "waiting"})
_ASKING = frozenset({"check", "checks", "verify", "see", "confirm", "ensure", "sure", "assert", "test", "know"})


def _takes_condition(before: Phrase) -> bool:
    """ "click Save and wait until …", "… and check if …": the condition is what its own verb waits or asks for."""
    tokens = before.tokens
    begins = max((at for at, token in enumerate(tokens) if token.low in (",", "and", "then", ";")), default=-1) + 1
    if tokens[-1].low in _ASKING or tokens[min(begins, len(tokens) - 1)].low in ("check", "verify", "see"):
        return True
    return any(token.low in _AWAITING for token in tokens[begins : begins + _LONGEST_LEAD])


_LONGEST_LEAD = 4  # words before a verb: now I should …
_THERE = (
    "present, visible, shown, displayed, it appears, it is shown, it is visible, it is displayed, it exists, "
    "it is present, it's there, it is there, there is one, available, it shows up, they appear, it pops up"
)
_IF_THERE = frozenset(_THERE.split(", "))


def _if_there(steps: Steps) -> Steps | None:
    target = getattr(steps[0], "target", None) if steps else None
    if not isinstance(target, Target):
        return None
    return (When(check=ElementIs(target=target, state="visible"), steps=steps),)


def _until_here(check: Check, steps: Steps) -> Steps | None:
    if all(isinstance(step, Assert) for step in steps):
        return None
    return (Repeat(steps=steps, until=check),)


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
