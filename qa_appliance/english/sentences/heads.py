"""Heads: conditions, repetition and scopes said before the steps they bear on, which are read by clauses.py."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from qa_appliance.core.checks import Check, negation
from qa_appliance.core.steps import Device, ForEach, Go, Person, Repeat, Step, WaitFor, WaitLoad, WaitTime, When
from qa_appliance.core.target import Relation, Target
from qa_appliance.english.checks.predicates import STARTERS
from qa_appliance.english.checks.seen import shown
from qa_appliance.english.nouns.counted import as_collection
from qa_appliance.english.nouns.phrase import read_target
from qa_appliance.english.nouns.scopes import scoped
from qa_appliance.english.sentences.endings import without_manner
from qa_appliance.english.statements.behind import (
    PAGES,
    cuts_behind_places,
    end_of_page,
    goes_somewhere,
    row_called,
    scope_of,
)
from qa_appliance.english.verbs.credentials import log_in
from qa_appliance.english.verbs.registry import INDEX, READERS
from qa_appliance.english.verbs.wait import SOME_SECONDS
from qa_appliance.english.wording.forms import compare_names, compare_types
from qa_appliance.english.wording.frames import Wording, compile_wordings, fit
from qa_appliance.english.words.lexicon import PAGES_BY_NAME
from qa_appliance.language.tokens import Phrase

Steps = tuple[Step, ...]


class Opening(Struct, frozen=True):
    """What a head stands for by itself: steps of its own, and where the steps that it bears on have their targets."""

    steps: Steps = ()
    scope: tuple[Relation, ...] = ()

    @property
    def conditional(self) -> bool:
        return bool(self.steps) and isinstance(self.steps[0], When)

    @property
    def encloses(self) -> bool:
        """Whether what it bears on is done otherwise than it would be alone."""
        return bool(self.scope) or (bool(self.steps) and isinstance(self.steps[0], When | Repeat | ForEach))

    def around(self, own: list[Step], body: list[Step]) -> list[Step]:
        """The head's own steps, as they were made complete, with the steps that it bears on."""
        within = [scoped(step, self.scope) for step in body] if self.scope else body
        if own and isinstance(own[0], When | Repeat | ForEach):
            return [replace(own[0], steps=tuple(within)), *own[1:]]
        return [*own, *within]


class Head(NamedTuple):
    """What stands before steps and bears on them. `opening` answers None where its blanks do not go together.

    `bare`: may stand alone, for what follows in the test. `arrived`: behind other steps it tells where these led to.
    """

    id: str
    example: str
    wordings: tuple[Wording, ...]
    opening: Callable[..., Opening | None]
    bare: bool = False
    arrived: bool = False


def _head(
    id: str,
    example: str,
    wordings: str,
    opening: Callable[..., Opening | None],
    *,
    bare: bool = False,
    arrived: bool = False,
) -> Head:
    compiled = compile_wordings(wordings)
    compare_names(id, compiled, opening)
    return Head(id, example, compiled, opening, bare, arrived)


def _when(check: Check) -> Opening:
    return Opening((When(check=check, steps=()),))


def _when_thing(thing: Phrase) -> Opening | None:
    check = shown(thing)
    return None if check is None else _when(check)


def _unless(check: Check) -> Opening:
    return _when(negation(check))


def _once(check: Check) -> Opening:
    return Opening((WaitFor(check=check),))


def _repeat(times: int) -> Opening | None:
    return Opening((Repeat(steps=(), times=times),)) if 0 < times <= _MOST_TIMES else None


_MOST_TIMES = 1000


def _until(check: Check, times: int = 0) -> Opening:
    return Opening((Repeat(steps=(), until=check, times=times),))


def _each(each: Target) -> Opening:
    return Opening((ForEach(target=as_collection(each), steps=()),))


def _inside(place: Target) -> Opening | None:
    scope = scope_of(place)
    return None if scope is None else Opening(scope=scope)


def _of_row(noun: Phrase, who: Phrase) -> Opening | None:
    """ "for the order "1042"": a noun in lower case, then the name by which its row is known."""
    first = who.tokens[0]
    named = first.kind == "quoted" or first.text[0].isupper() or first.text[0].isdigit() or first.text[0] in "@{#"
    plain = len(noun) == 1 and noun.text.islower() and noun.text not in ("a", "an", "example", "instance", "question")
    if not named or not plain or (first.kind == "quoted" and len(who) > 1):
        return None
    name = who.only_quote or who.text
    return Opening(scope=(Relation(place="row", target=Target(words=name, name=name)),))


def _of_place(place: Target) -> Opening | None:
    return _inside(place) if place.kind in ("row", "item") and (place.name or place.ordinal) else None


def _of_named(who: Phrase) -> Opening | None:
    scope = () if who.tokens[0].text in ("a", "an") else row_called(who)  # "for a “Guest”": whoever is one
    return Opening(scope=scope) if scope else None


def _below(place: Target) -> Opening:
    return Opening(scope=(Relation(place="section", target=place),))


def _on_page(page: Phrase) -> Opening | None:
    words = page.strip("(", ")").tokens
    if words and words[-1].value.startswith("/") and (len(words) == 1 or page.has(PAGES)):
        return Opening((Go(url=words[-1].value),))
    target = read_target(page)
    if target is None or not target.name:
        return None
    called = target.kind == "any" and not target.quoted and target.name.lower() in PAGES_BY_NAME
    return Opening((Go(page=page.text),)) if target.kind == "page" or called else None


def _once_loaded() -> Opening:
    return Opening((WaitLoad(),))


def _after_time(seconds: float) -> Opening:
    return Opening((WaitTime(seconds=seconds),))


def _after_some() -> Opening:
    return Opening((WaitTime(seconds=SOME_SECONDS),))


def _device(device: str) -> Opening:
    return Opening((Device(preset=device),))


def _signed_in(user: Phrase, password: Phrase) -> Opening | None:
    done = log_in(password, user)
    return None if done is None else Opening((done,))


def _person(who: str) -> Opening:
    return Opening((Person(name=who),))


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
        "wait.first",
        'once the page has loaded, click "Close"',
        "once|when|as_soon_as|after the|this page|site|app|application|screen [has|is] [fully|completely] "
        "loaded|loads|ready [completely|fully]",
        _once_loaded,
    ),
    _head("wait.first", 'after 3 seconds, click "Close"', "after [about|another] {seconds:duration}", _after_time),
    _head(
        "wait.first",
        "after a few seconds, reload the page",
        "after a_few|few|some|several|a_couple_of seconds|moments",
        _after_some,
    ),
    _head(
        "wait.first",
        'after a moment, "Saved" is shown',
        "after [a] moment|while|bit|short_while|little_while|short_time|some_time",
        _once_loaded,
    ),
    _head(
        "repeat.times",
        'repeat 3 times: click "Add"',
        "repeat|do <the_steps> {times} // repeat|do [this|that] {times} // {times} // repeat|do {times} <the_steps>",
        _repeat,
    ),
    _head(
        "repeat.until",
        'repeat until "End" is shown: click "Next"',
        "repeat <the_steps> until {check} // until {check} // repeat <the_steps> up_to|at_most {times} until {check}",
        _until,
    ),
    _head(
        "each",
        'for each row: click "Select"',
        "for|with each|every|all {each:collection} // for each of the {each:collection}",
        _each,
    ),
    _head(
        "login",
        "as an editor (user: ed, password: tea4two) open /posts",
        "as [a|an|the] {~role:role} <credentials> // "
        "as [a|an|the] {~role:role} {user:quotephrase} with|and|, <password> {password:quotephrase}",
        _signed_in,
        bare=True,
    ),
    _head("person", "as a second user, open /inbox", "as|for {who:person}", _person, bare=True),
    _head(
        "device",
        "on a phone: open the menu",
        "on|using|with {device:device} // as on {device:device}",
        _device,
        bare=True,
    ),
    _head("page", 'on the login page, click "Forgot password"', "on|at|from {page:anything}", _on_page, arrived=True),
    _head("inside", 'in the section "Shipping": choose Express', "in|inside|within|on|at|from {place:target}", _inside),
    _head(
        "for",
        'for the order "1042", click "Edit"',
        "for the {noun:bare} {who:anything} // for {noun:bare} {who:anything}",
        _of_row,
    ),
    _head("for", 'for "Ann", the status is "Active"', "for {who:anything}", _of_named),
    _head("for", 'for the row "Ann", click "Edit"', "for {place:target}", _of_place),
    _head("below", 'under "Shipping", choose Express', "under|below {place:target}", _below),
)

compare_types(((head.wordings, head.opening) for head in HEADS), READERS)

STRUCTURAL = frozenset({"if", "unless", "once", "when", "repeat", "until", "whenever", "for", "as", "in"})
"""What a head may begin with behind a conjunction."""
CONDITIONAL = frozenset(
    {"if", "unless", "until", "when", "whenever", "once", "while", "repeat", "for", "otherwise", "else"}
)
"""Words that make the rest of a sentence depend on what they say: unread, they leave the whole of it unread."""
_FIRST_WORDS = frozenset().union(*(wording.firsts for head in HEADS for wording in head.wordings))
_COUNTING = 4  # words of "3 more times"
_CONDITIONS = frozenset({"if", "unless", "when", "once", "after"})
_IFS = frozenset({"if", "unless"})
_ENDS = frozenset({",", ":", "then"})
_LONGEST_HEAD = 30
_SHORTEST_CONDITION = 3


class Headed(NamedTuple):
    head: Head
    opening: Opening
    rest: Phrase


def read_head(phrase: Phrase, *, opens: bool = False) -> Headed | None:
    """A head at the beginning of a sentence and what it bears on; `opens`: the steps may come in the next lines."""
    tokens = phrase.tokens
    if not tokens or not (tokens[0].low in _FIRST_WORDS or _counts(phrase)):
        return None
    ends = [index for index, token in enumerate(tokens) if index and token.kind != "quoted" and token.low in _ENDS]
    behind = ((phrase[:end], phrase[end + 1 :].strip(",", "then", ":")) for end in ends)
    if (found := _behind_credentials(phrase) or _first_fitting(behind)) is not None:
        return found
    alone = _fit_head(phrase, phrase[:0])
    if alone is not None and (opens or alone.head.bare):
        return alone
    return _unmarked(phrase) if not ends else None


def _behind_credentials(phrase: Phrase) -> Headed | None:
    """ "As an editor (user: ed, pw: x) open /a": the marks in parentheses end no head."""
    closed = next((at + 1 for at, token in enumerate(phrase.tokens) if token.low == ")"), 0)
    cuts = [(phrase[:closed], phrase[closed:].strip(","))] if phrase.tokens[0].low == "as" and closed else []
    return _first_fitting(cuts)


def _unmarked(phrase: Phrase) -> Headed | None:
    """A head with no mark behind it: "On the payment page click Pay", "If A is shown click B"."""
    tokens = phrase.tokens
    if tokens[0].low in _STANDING and (page := _page_first(phrase)) is not None:
        return page
    if tokens[0].low in _PLACING:
        return _place_first(phrase)
    if tokens[0].low not in _CONDITIONS:
        return None
    at_verbs = (at for at in range(_SHORTEST_CONDITION, len(tokens)) if tokens[at].low in INDEX)
    return _first_fitting((phrase[:at], phrase[at:]) for at in at_verbs)


_STANDING = frozenset({"on", "at", "from"})


def _page_first(phrase: Phrase) -> Headed | None:
    """ "On the payment page click Pay": the place ends with its noun, and a verb or a person follows."""
    tokens, at = phrase.tokens, end_of_page(phrase)
    if at + 1 >= len(tokens) or tokens[at].low in STARTERS:
        return None
    follows = tokens[at].kind == "quoted" or tokens[at].low in INDEX or tokens[at].low in _PERSONS
    if not follows:
        return None
    return _first_fitting([(phrase[:at], phrase[at:])])


_PERSONS = frozenset({"i", "we", "he", "she", "they", "you", "the"})
_PLACING = frozenset({"in", "inside", "within", "on", "at", "from", "under", "below", "for"})


def _place_first(phrase: Phrase) -> Headed | None:
    """ "In the row of Ann click Edit": the place of a deed or a statement, with no mark behind it."""
    cuts = (_fit_head(words, rest) for words, rest in cuts_behind_places(phrase))
    return next((headed for headed in cuts if headed is not None and headed.opening.scope), None)


def _counts(phrase: Phrase) -> bool:
    """ "3 times: …" begins with no word of a head."""
    return phrase.tokens[-1].low == "times" or phrase[:_COUNTING].has(frozenset({"times"}))


def _first_fitting(cuts: Iterable[tuple[Phrase, Phrase]]) -> Headed | None:
    found = (_fit_head(words, rest) for words, rest in cuts if rest.tokens)
    return next((headed for headed in found if headed is not None), None)


def _fit_head(words: Phrase, rest: Phrase) -> Headed | None:
    if len(words) > _LONGEST_HEAD:
        return None
    if words.tokens and words.tokens[0].low in _PLACING:
        words = without_manner(words) or words  # "in the dialog that opens"
    lows = frozenset(token.low for token in words.tokens)
    for head in HEADS:
        for wording in head.wordings:
            slots = fit(wording, words, lows, READERS)
            done = slots is not None and head.opening is _once and goes_somewhere(words)
            opening = None if slots is None or done else head.opening(**slots)
            if opening is not None:
                return Headed(head, opening, rest)
    return None


def is_bare_condition(phrase: Phrase) -> bool:
    """Whether a line is an "if" alone, with what it bears on in the lines that follow."""
    if phrase.tokens[0].low not in _IFS:
        return False
    headed = read_head(phrase, opens=True)
    return headed is not None and not headed.rest.tokens


def structural_cut(phrase: Phrase) -> tuple[Phrase, Phrase] | None:
    """Where a structural word begins behind a conjunction: open /shop, [if "Accept" appears, click it]."""
    tokens = phrase.tokens
    if not phrase.has(STRUCTURAL):
        return None
    for index in range(1, len(tokens) - 1):
        if tokens[index].low not in (",", "and", "then") or tokens[index].kind == "quoted":
            continue
        following = index + 1
        while following < len(tokens) and tokens[following].low in (",", "and", "then"):
            following += 1
        if following >= len(tokens) or tokens[following].low not in STRUCTURAL:
            continue
        if read_head(phrase[following:]) is not None:
            return phrase[:index], phrase[following:]
    return None
