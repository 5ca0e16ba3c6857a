"""Clauses whose verb does not stand in front: passives, a place said first, an end with its means."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from msgspec.structs import replace

from qa_appliance.core.checks import ElementIs
from qa_appliance.core.steps import Assert, Choose, Fill, SetChecked, Step
from qa_appliance.core.target import Target
from qa_appliance.english.checks.attributes import read_state
from qa_appliance.english.checks.predicates import STARTERS, predicate_at
from qa_appliance.english.nouns.phrase import read_target, relation_inside
from qa_appliance.english.nouns.places import sides_of
from qa_appliance.english.sentences.headings import EXPECTING, Role
from qa_appliance.english.sentences.leads import Lead, open_there, signed_in, without_lead
from qa_appliance.english.sentences.outcomes import after_doing, upon_doing
from qa_appliance.english.sentences.readings import Reading, subject_of_being, verbal
from qa_appliance.english.statements.behind import statements_behind
from qa_appliance.english.statements.read import read_check, read_without_verb
from qa_appliance.english.verbs.check import ASKING
from qa_appliance.english.verbs.registry import INDEX
from qa_appliance.english.words.auxiliaries import BE, NOT_BE
from qa_appliance.english.words.lexicon import ARTICLES, KIND_WORDS, PLACE_HEADS, PLURALS
from qa_appliance.language.tokens import Phrase, Token
from qa_appliance.language.word_sets import word_set

_DONE = word_set(
    "clicked double-clicked right-clicked tapped pressed hit pushed entered typed inserted filled written put provided "
    "input hovered scrolled dragged dropped visited opened reloaded refreshed uploaded attached selected chosen picked "
    "checked ticked unchecked unticked toggled submitted accepted dismissed cleared appended"
)
"""What somebody does. "Is downloaded", "is marked as done", "is added to the cart" tell how things are."""
_STATING = ASKING | {"make", "confirm", "observe", "that", "if", "whether"}
_NOBODY = word_set("nothing no none nobody")
_LONGEST_DOER = 3  # words: by the user


def passive(phrase: Phrase, role: Role) -> Reading | None:
    """ "When “Save” is clicked", "Given “x” is entered into Email": read as the verb with its object behind it.

    Anywhere else it tells how things are: no deed.
    """
    tokens = phrase.tokens
    if role not in EXPECTING and (signed := signed_in(phrase)) is not None:
        return verbal(signed, Lead(signed, signed, False, False))
    if role not in ("given", "when") or tokens[0].low in _STATING | _NOBODY:
        return None
    if role == "given" and (place := open_there(phrase)) is not None:
        return verbal(place, Lead(place, place, False, False))
    for start in range(1, len(tokens)):
        predicate = predicate_at(tokens, start)
        if predicate is None or predicate.verb != "be" or predicate.negated or predicate.end >= len(tokens):
            continue
        if predicate.able:
            return None
        reading = _active(phrase, start, predicate.end)
        if reading is not None:
            return replace(reading, prefixes=())
    return None


def done_to_it(phrase: Phrase, role: Role) -> bool:
    """ "Given the Name is filled with “Ann”", "When “Express” is selected": what else tells how it is."""
    lows = [token.low for token in phrase.tokens]
    done = {word for being, word in pairwise(lows) if being in ("is", "are")}
    return not done.isdisjoint(_FILLING if role == "given" else _CHOOSING if role == "when" else ())


_FILLING = word_set("filled clicked pressed")
_CHOOSING = _FILLING | word_set("selected chosen picked ticked checked unchecked unticked")


def _active(phrase: Phrase, start: int, at: int) -> Reading | None:
    """The verb at `at` in front of what stands before `start`, with what follows behind: clicked "Save" …"""
    participle = phrase.tokens[at]
    if participle.low not in _DONE or participle.low not in INDEX:
        return None
    after = phrase[at + 1 :]
    if after.has(_SOMEBODY):
        return None  # "the banner is opened I close it"
    if after.tokens and after.tokens[0].low == "by" and len(after) <= _LONGEST_DOER:
        after = phrase[:0]
    active = Phrase([participle, *phrase.tokens[:start], *after.tokens], phrase.source)
    return verbal(active, Lead(active, active, False, False))


_SOMEBODY = frozenset({"i", "we"})


def fronted(phrase: Phrase) -> Reading | None:
    """The place said first: in the Email field, enter "a@b.c"; at the top click "Help"."""
    tokens = phrase.tokens
    if tokens[0].low not in ("in", "into", "for", "from", "under", "at"):
        return None
    for start in range(2, len(tokens)):
        if tokens[start].low in INDEX:
            place = phrase[:start].strip(",", *_PERSONS)
            if any(token.kind == "mark" and token.low in (":", "=") for token in tokens[start:]):
                return _filled_there(phrase[start:], place[1:])
            active = phrase[start:] + place
            reading = verbal(active, Lead(active, active, False, False))
            if reading is not None and (reading.enters or sides_of(place[1:], (place.tokens[0].low,))):
                return replace(reading, prefixes=())
    return None


def _filled_there(rest: Phrase, place: Phrase) -> Reading | None:
    """ "In the dialog enter Name: Bob, City: Rome": each of the fields is there."""
    there = read_target(place) if place.tokens else None
    reading = None if there is None else verbal(rest, Lead(rest, rest, False, False))
    if reading is None or there is None or not reading.fills:
        return None
    inside = relation_inside(there)
    steps = tuple(
        replace(step, target=replace(step.target, within=(*step.target.within, *inside)))
        for step in reading.steps
        if isinstance(step, Fill | Choose | SetChecked) and step.target is not None
    )
    return replace(reading, steps=steps, prefixes=()) if len(steps) == len(reading.steps) else None


_PERSONS = ("i", "we", "you", "he", "she", "they")


def filled_in(part: Phrase, predicate: Phrase) -> Iterator[Phrase]:
    """What a shortened statement may be when written out with the verb, or with what is said, of the one before it."""
    last, source = part.tokens[-1].low, part.source
    verb = predicate_at(predicate.tokens, 0)
    if verb is None or verb.verb != "be":
        return
    behind = predicate.tokens[verb.end :]
    if last in BE | NOT_BE or (last == "not" and len(part) > 1 and part.tokens[-2].low in BE):
        yield Phrase([*part.tokens, *behind], source)
    elif not part.has(STARTERS) and not verb.negated:  # "A isn't ticked and B disabled" is left to the tester
        being = replace(predicate.tokens[verb.end - 1], text="is", low="is", value="is")
        for at in range(len(part) - 1, max(0, len(part) - 1 - _LONGEST_STATE), -1):
            if read_state(part[at:]) or part.tokens[at].low in _SEEN_OR_NOT:
                yield Phrase([*part.tokens[:at], being, *part.tokens[at:]], source)


def without_verb(phrase: Phrase, role: Role) -> Reading | None:
    """ "Save button disabled", "“Online” visible": a thing and its state, the verb left out.

    Of anything at all where something is expected; elsewhere of what is surely a thing, and in a few words.
    """
    if phrase.has(STARTERS - {"no"}) and role not in EXPECTING:
        return None
    if role not in EXPECTING and not _state_of_a_thing(phrase):
        return None
    read = read_without_verb(phrase)
    return None if read is None else Reading(tuple(Assert(check=check) for check in read.checks), read.rule)


def _state_of_a_thing(phrase: Phrase) -> bool:
    stands = next((at for at, token in enumerate(phrase.tokens[:-1]) if token.text in _SEEN_OR_NOT and at), 0)
    if stands and phrase.tokens[stands + 1].low in PLACE_HEADS and len(phrase) <= 2 * _LONGEST_SHORT:
        return _ends_with_a_kind(phrase[:stands])  # "Save button visible in header"
    if len(phrase) > _LONGEST_SHORT:
        return False
    things = (phrase[:at] for at in range(len(phrase) - 1, max(0, len(phrase) - 1 - _LONGEST_STATE), -1))
    return any(thing.only_quote is not None or _ends_with_a_kind(thing) for thing in things)


def _ends_with_a_kind(thing: Phrase) -> bool:
    last = thing.tokens[-1]
    return last.low in KIND_WORDS and last.kind == "word"


_LONGEST_SHORT = 6  # words
_LONGEST_STATE = 2  # words
_SEEN_OR_NOT = word_set("visible shown displayed present hidden invisible gone")


def led_there(phrase: Phrase) -> Reading | None:
    """ "redirects to /login", "still on the orders page": where somebody is led, or stays, said of nobody."""
    first, rest = phrase.tokens[0], phrase[1:]
    if first.low in _OF_ITSELF and rest.has(_LED_ON):
        first, rest = rest.tokens[0], rest[1:]  # "automatic redirect to /login"
    staying = first.low in _STAYING and rest[:1].has(_PLACED) and not rest.has(_FOR_A_TIME)
    if not rest.tokens or len(rest) + 1 + staying < _SHORTEST_LED or not (staying or first.low in _LEADING):
        return None
    before = phrase.source.text[max(0, phrase.start - _FAR_BEFORE) : phrase.start]
    if first.low == "redirects" and _OF_A_LINK.search(before):
        return None  # said of the link, which nobody has clicked
    verb = ("is",) if staying else _LEADING[first.low]
    subject = [replace(first, text=word, low=word, value=word) for word in ("user", *verb)]
    read = read_check(Phrase([*subject, *rest.tokens], phrase.source))
    return None if read is None else Reading(tuple(Assert(check=check) for check in read.checks), read.rule)


_LED_ON = word_set("redirect redirects redirected navigated taken forwarded")
_STAYING = word_set("still remain remains remained stay stays stayed")
_PLACED = word_set("on at")
_FOR_A_TIME = word_set("for until")
_OF_ITSELF = word_set("automatic automatically immediate immediately successful successfully")
_SHORTEST_LED = 3  # words: redirects to /login
_FAR_BEFORE = 120  # characters
_OF_A_LINK = re.compile(
    r"\blink\b[^.;:\n]*\bis (?:present|there|shown|visible|displayed|available|listed),? and\s*$", re.IGNORECASE
)
_LED = word_set("redirected taken forwarded navigated directed brought returned")
_LEADING: dict[str, tuple[str, ...]] = {
    **{verb: (verb,) for verb in ("redirects", "lands", "landed")},
    **{verb: ("is", verb) for verb in _LED},
    "redirect": ("is", "redirected"),
}
"""Words of being led somewhere, and the verb of a statement with them."""


def deed_last(phrase: Phrase) -> Phrase | None:
    """ "“Saved” is shown after clicking Save", "click A after I press B": with what is done first in front."""
    phrase = after_doing(phrase)
    tokens = phrase.tokens
    for at in range(2, len(tokens) - 1):
        if tokens[at].low != "after" or not _begins_a_deed(phrase[at + 1 :]):
            continue
        comma = replace(tokens[-1], kind="mark", text=",", low=",", value=",")
        end = len(tokens)
        if tokens[at - 1].low == "that":  # "verify that after clicking Save, …"
            end = next((end for end in range(at, len(tokens)) if tokens[end].low == ","), 0)
        return Phrase([*tokens[at:end], comma, *tokens[:at], *tokens[end + 1 :]], phrase.source) if end else None
    return None


def deed_first(phrase: Phrase) -> Phrase | None:
    """ "After clicking Save the page shows “Saved”": with the comma between what is done and what is so then.

    What is so begins at the last article behind which a statement stands.
    """
    tokens = phrase.tokens
    if (upon := upon_doing(phrase)) is not None:
        return upon if upon.has(_COMMA) or not upon.has(STARTERS) else deed_first(upon)
    if tokens[0].low not in _DONE_FIRST or phrase.has(_COMMA) or len(phrase) < _SHORTEST_LED:
        return None
    if not _begins_a_deed(phrase[1:]):
        return None
    cuts = [at for at in statements_behind(phrase) if at > 2 and tokens[at - 1].low not in _GOING_ON]
    if not cuts:
        return None
    comma = replace(tokens[-1], kind="mark", text=",", low=",", value=",")
    after = replace(tokens[0], text="after", low="after", value="after")
    return Phrase([after, *tokens[1 : cuts[-1]], comma, *tokens[cuts[-1] :]], phrase.source)


_DONE_FIRST = frozenset({"after", "when", "once"})
_COMMA = frozenset({","})
_GOING_ON = word_set("and or with of but the a an")


def _begins_a_deed(phrase: Phrase) -> bool:
    first = phrase.tokens[0]
    if first.low in INDEX and first.text.islower() and first.low.endswith("ing"):
        return True
    lead = without_lead(phrase)
    return lead.person and lead.phrase.tokens[0].low in INDEX and not lead.negated


def in_another_place(before: Phrase, part: Phrase) -> Phrase | None:
    """ "tick the checkbox in the row “A” and “B”": what stands before, with the name of its place replaced.

    Where the thing itself has a name in quotes ("click “Edit” in the row “A” and “Save”"), it is another thing.
    """
    if part.only_quote is None or len(before) < _WORDS_OF_A_PLACE:
        return None
    if before.tokens[-1].kind != "quoted" or len(before.quotes()) != 1:
        return None
    *rest, noun, _ = before.tokens
    if noun.low in ("of", "for") and rest[-1].low in PLURALS:
        return before[: len(before) - 1] + part  # "the checkboxes of “A” and “B”"
    if noun.low in _ROWS or (noun.low in ("of", "for") and rest[-1].low in _ROWS):
        return before[: len(before) - 1] + part  # "select the row of “A” and “B”": no option “B”
    if noun.low not in KIND_WORDS or not rest:
        return None
    led = rest[-2] if rest[-1].low in ARTICLES and len(rest) > 1 else rest[-1]
    return before[: len(before) - 1] + part if led.low in PLACE_HEADS else None


_ROWS = word_set("row rows line lines")


_WORDS_OF_A_PLACE = 4  # a verb, a preposition, a noun and its name


def says_who_does_it(phrase: Phrase) -> bool:
    """ "When I click Save, …", "Given I am …": a deed told with who does it, in a criterion."""
    if phrase.tokens[0].low not in ("when", "after", "once") or len(phrase) < _SHORTEST_LED:
        return False
    lead = without_lead(phrase[1:])
    return lead.person and not lead.negated and lead.phrase.tokens[0].low in INDEX


def criterion(phrase: Phrase, role: Role) -> tuple[Phrase, Role]:
    """What is expected "when I click Save, …", as the same said of what may have been done already."""
    if role != "expected" or not says_who_does_it(phrase):
        return phrase, role
    first = replace(phrase.tokens[0], text="After", low="after", value="After")
    return Phrase([first, *phrase.tokens[1:]], phrase.source), "when"


def as_at_first(phrase: Phrase, steps: list[Step]) -> list[Step]:
    """ "The password is hidden by default and gets shown after clicking the eye": the one before the click, the other
    behind it.
    """
    lows = [token.low for token in phrase.tokens]
    ends = (at for at, low in enumerate(lows) if low in ("and", "but", ",") and phrase.tokens[at].kind != "quoted")
    begun = any(lows[at - 2 : at] in _AT_FIRST or lows[at - 1] == "initially" for at in ends if at > 1)
    checks = [step for step in steps if isinstance(step, Assert)]
    if not begun or len(checks) != _BEFORE_AND_AFTER or len(steps) <= len(checks):
        return steps
    return [checks[0], *(step for step in steps if step is not checks[0])]


_AT_FIRST = (["by", "default"], ["at", "first"])
_BEFORE_AND_AFTER = 2


def called_by_a_deed(rest: Phrase, role: Role) -> Reading | None:
    """ "Add a bookmark modal opens", where something is expected: a thing of a kind that is called so."""
    first = rest.tokens[0]
    if role not in EXPECTING or not (first.kind == "word" and first.text[0].isupper()) or first.low in _NO_NAMES:
        return None
    article = replace(first, text="the", low="the", value="the", end=first.start)
    read = read_check(Phrase([article, *rest.tokens], rest.source))
    if read is None or not all(isinstance(check, ElementIs) and _of_a_kind(check.target) for check in read.checks):
        return None
    return Reading(tuple(Assert(check=check) for check in read.checks), read.rule)


_NO_NAMES = ASKING | ARTICLES


def _of_a_kind(target: Target) -> bool:
    """ "Edit the page is shown" names no page "Edit the"."""
    named = bool(target.name) and target.name.rsplit(None, 1)[-1].lower() not in ARTICLES
    return named and target.kind not in ("any", "text", "item") and not target.within


def without_subject(phrase: Phrase, role: Role) -> Reading | None:
    """ "Shows “1”", "Opens the orders page", "Navigates to the cart", as what is expected: of the page, of somebody."""
    first, rest = phrase.tokens[0], phrase[1:]
    if role not in EXPECTING or first.kind != "word" or not rest.tokens:
        return None
    if first.low in _SHOWING:
        whole = Phrase([*_words(first, "the page"), *phrase.tokens], phrase.source)
    elif first.low in _OPENING and rest.tokens[0].low != "in":
        whole = Phrase([*rest.tokens, *_words(first, first.low)], phrase.source)
    elif first.low in _GOING and rest.tokens[0].low in ("to", "back"):
        whole = Phrase([*_words(first, "the user is redirected"), *rest.tokens], phrase.source)
    else:
        return None
    read = read_check(whole)
    return None if read is None else Reading(tuple(Assert(check=check) for check in read.checks), read.rule)


def _words(token: Token, words: str) -> list[Token]:
    return [replace(token, kind="word", text=word, low=word, value=word, end=token.start) for word in words.split()]


_SHOWING = word_set("shows displays contains says reads lists")
_OPENING = word_set("opens loads closes")
_GOING = word_set("navigates goes leads takes redirects returns")


def thing_in_a_state(rest: Phrase, role: Role) -> Reading | None:
    """ "Search box present", "Submit button disabled": a thing called by a verb's word, and nothing to be done."""
    tokens = rest.tokens
    called = len(tokens) >= _SHORTEST_STATED and tokens[0].low in _CALLED_BY_VERBS
    return without_verb(rest, role) if called and tokens[1].low in KIND_WORDS else None


def speaks_of_a_thing(rest: Phrase) -> bool:
    """ "Copy button hidden in view mode": of the button called so, and nothing is copied."""
    tokens = rest.tokens
    called = len(tokens) > 1 and tokens[0].low in _CALLED_BY_VERBS
    kind = called and len(tokens) >= _SHORTEST_STATED and tokens[1].low in KIND_WORDS
    state = called and tokens[2 if kind else 1].low in _SEEN_OR_NOT | _ABLE_OR_NOT
    return subject_of_being(rest) or (state and (kind or len(tokens) < _SHORTEST_STATED))


_ABLE_OR_NOT = word_set("enabled disabled active inactive clickable")
_SHORTEST_STATED = 3  # words: search box present
_CALLED_BY_VERBS = word_set(
    "copy launch play pause start stop open view next input log login logout clear reset refresh select checkout go "
    "continue show hide expand collapse "
    "search submit edit upload download delete save filter add cancel close sort like share reply send print export "
    "import remove update confirm apply"
)
