"""Checks: a noun phrase and what is said of it, as predications.py has it. No page is ever looked at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from qa_appliance.core.checks import Check, CountIs, EachIs, ElementIs, TextIs, ValueIs
from qa_appliance.core.target import Target
from qa_appliance.english.checks.attributes import read_bound, read_direction, read_end, read_state
from qa_appliance.english.checks.changes import more_or_fewer, read_more
from qa_appliance.english.checks.counts import bound_first, narrowed, some_of, some_records
from qa_appliance.english.checks.denials import denied_each
from qa_appliance.english.checks.elliptic import (
    figures_along,
    is_number,
    message_first,
    message_of_none,
    value_along,
    verb_first,
    with_verb,
    written_out,
)
from qa_appliance.english.checks.groups import (
    any_of,
    every_one,
    every_value,
    no_one,
    one_or_another,
    those_there,
)
from qa_appliance.english.checks.only import only_these
from qa_appliance.english.checks.predicates import STARTERS, Predicate, predicate_at, says_more
from qa_appliance.english.checks.reported import message_that
from qa_appliance.english.checks.requests import requested
from qa_appliance.english.checks.seen import nothing_but, shown
from qa_appliance.english.checks.several import several
from qa_appliance.english.checks.subjects import Subject, as_person, read_subject, somebody, without_adverb
from qa_appliance.english.checks.troubles import trouble
from qa_appliance.english.nouns.counted import never_called, sort_of_things, with_described
from qa_appliance.english.nouns.edges import no_longer
from qa_appliance.english.nouns.phrase import read_target
from qa_appliance.english.nouns.refusals import JUDGING
from qa_appliance.english.statements.holding import seen_as, shows_figures, shows_value
from qa_appliance.english.statements.joined import joined_subjects
from qa_appliance.english.statements.letters import in_its_letters, without_letters
from qa_appliance.english.statements.predications import PREDICATIONS
from qa_appliance.english.statements.rows import Predication
from qa_appliance.english.statements.statuses import asks_a_part, compares_texts, none_has, read_status
from qa_appliance.english.wording.frames import Slots, fit
from qa_appliance.english.wording.slots import READERS
from qa_appliance.language.tokens import Phrase
from qa_appliance.language.values import read_number
from qa_appliance.language.word_sets import word_set

_BY_VERB: dict[str, tuple[Predication, ...]] = {}
for _predication in PREDICATIONS:
    _BY_VERB[_predication.verb] = (*_BY_VERB.get(_predication.verb, ()), _predication)

_READERS = READERS | {
    "state": read_state,
    "bound": read_bound,
    "direction": read_direction,
    "order": read_direction,
    "end": read_end,
    "status": read_status,
    "more": read_more,
}
_WHOLE = ((only_these, "check.only"), (more_or_fewer, "check.changed"), (message_that, "check.reported"))
_OF_A_PREDICATE = 4  # units of work
_LEADS = frozenset({"that", "if", "whether", "how"})


class CheckRead(NamedTuple):
    """Checks as read and the form that read them. Counted from the end of the phrase, in tokens: `complement` is what
    follows the verb, `predicated` the verb with it; both may follow again without what stands before.
    """

    checks: tuple[Check, ...]
    rule: str
    complement: int
    predicated: int


def read_check(phrase: Phrase) -> CheckRead | None:
    """A statement about the page, or None: the Save button is disabled · there are 3 rows · no error is shown."""
    plain = without_letters(phrase)
    lasting = bound_first(no_longer(plain))
    read = _of_several(lasting) or _read_check(lasting) or _in_other_words(lasting)
    if read is None:
        return None
    left_out = len(phrase) - len(lasting)
    checks = in_its_letters(phrase, denied_each(phrase, read.checks), ignoring=plain is not phrase)
    return CheckRead(checks, read.rule, read.complement + left_out, read.predicated + left_out)


def _of_several(phrase: Phrase) -> CheckRead | None:
    """A statement that says several things: each of them."""
    statements = several(phrase) if len(phrase) > 1 else None
    reads = [_read_check(each) for each in statements or ()]
    made = [read for read in reads if read is not None]
    if not made or len(made) < len(reads):
        return None
    return CheckRead(tuple(check for read in made for check in read.checks), made[-1].rule, 0, 0)


def _predicates(phrase: Phrase) -> Iterator[tuple[int, Predicate]]:
    """Where its predicate may begin."""
    for start in range(1, len(phrase)):
        if phrase.tokens[start].low not in STARTERS:
            continue
        phrase.source.work.spend(1)
        predicate = predicate_at(phrase.tokens, start)
        if predicate is not None and not says_more(phrase[predicate.end :]):
            phrase.source.work.spend(_OF_A_PREDICATE)
            yield start, predicate


def _read_check(phrase: Phrase) -> CheckRead | None:
    while phrase.tokens and phrase.tokens[0].low in _LEADS:
        phrase = phrase[1:]
    if (request := requested(phrase)) is not None:
        return CheckRead((request,), "check.request", 0, 0)
    phrase = written_out(phrase)
    tokens = phrase.tokens
    if len(tokens) < 2:
        return None
    for read_whole, rule in _WHOLE:
        if (whole := read_whole(phrase)) is not None:
            return CheckRead((whole,), rule, 0, 0)
    if (figures := figures_along(phrase)) is not None and (read := _with_its_figures(*figures)) is not None:
        return read
    if (along := value_along(phrase)) is not None:
        return _with_what_it_shows(*along)
    if (turned := verb_first(phrase)) is not None:
        read = _read_check(turned)
        return read and read._replace(complement=0, predicated=0)
    if tokens[0].low in ("there", "there's"):
        return _existential(phrase)
    return _stated(phrase)


def _stated(phrase: Phrase) -> CheckRead | None:
    """A noun, its verb and what is said; what somebody sees to be so ("I see that …") is said of it."""
    for start, predicate in _predicates(phrase):
        verb = "able" if predicate.able and predicate.verb == "be" else predicate.verb
        checks = _predicated(without_adverb(phrase[:start]), verb, predicate.negated, phrase[predicate.end :])
        if checks is not None:
            predicated = len(phrase) - start
            bare = verb == "show" and predicate.end == len(phrase)  # "the notice displays", and shows nothing more
            return CheckRead(checks[0], checks[1], predicated if bare else len(phrase) - predicate.end, predicated)
        if verb == "see" and somebody(phrase[:start]):
            seen = phrase[predicate.end :]  # that the list is empty; the heading as “Orders”
            return None if predicate.negated else _read_check(seen) or read_without_verb(seen)
    return _one_statement_or_another(phrase)


_SHORTEST_NUMBER = 2  # digits: a "2" may stand for anything in a row


def _with_its_figures(before: Phrase, figures: tuple[tuple[str, str], ...]) -> CheckRead | None:
    """What is shown, and that its record says each figure under that name."""
    read = _read_check(before)
    figured = () if read is None or len(read.checks) > 1 else shows_figures(read.checks[0], figures)
    return CheckRead((*read.checks, *figured), read.rule, 0, 0) if read is not None and figured else None


def _with_what_it_shows(before: Phrase, value: str) -> CheckRead | None:
    """What is shown, and that its row, or itself where it holds others, shows the value; of what has no name: no."""
    if is_number(value) and len(value) <= _SHORTEST_NUMBER:
        return None
    read = _read_check(before)
    shows = None if read is None or len(read.checks) > 1 else shows_value(read.checks[0], value)
    return None if read is None or shows is None else CheckRead((*read.checks, shows), read.rule, 0, 0)


def _in_other_words(phrase: Phrase) -> CheckRead | None:
    """What a message tells said behind the verb."""
    turned = message_first(phrase)
    read = None if turned is None else _read_check(turned)
    return read and read._replace(complement=0, predicated=0)


def read_statement(phrase: Phrase) -> CheckRead | None:
    """A statement, also one that leaves out its verb: "verify that the Save button disabled"."""
    return read_check(phrase) or read_without_verb(phrase)


def read_without_verb(phrase: Phrase) -> CheckRead | None:
    """ "No error message displayed", "User redirected to /login": read as with "is" in it."""
    read = next((read for whole in with_verb(no_longer(phrase)) if (read := _read_check(whole)) is not None), None)
    checks = () if read is None else in_its_letters(phrase, read.checks, ignoring=False)
    return read and read._replace(checks=checks, complement=0, predicated=0)


def _one_statement_or_another(phrase: Phrase) -> CheckRead | None:
    """ "A is shown or B is shown": both have to be statements by themselves."""
    tokens = phrase.tokens
    start = 1 if tokens[0].low == "either" else 0
    ors = (index for index in range(start + 2, len(tokens) - 2) if tokens[index].low == "or")
    if (index := next(ors, None)) is None:
        return None
    check = any_of([checks_of(phrase[start:index].strip(",")), checks_of(phrase[index + 1 :])])
    return None if check is None else CheckRead((check,), "check.either", 0, 0)


def checks_of(phrase: Phrase) -> Check | None:
    """A statement that is exactly one check: for slots."""
    read = read_check(phrase)
    return read.checks[0] if read is not None and len(read.checks) == 1 else None


def _existential(phrase: Phrase) -> CheckRead | None:
    """there are 3 rows · there is no error"""
    start, negated = 1, False
    if phrase.tokens[0].low == "there":
        predicate = predicate_at(phrase.tokens, 1)
        if predicate is None or predicate.verb not in _OF_BEING_THERE:
            return None
        start, negated = predicate.end, predicate.negated
    check = (None if negated else some_records(phrase[start:])) or shown(phrase[start:], negated)
    if check is None:
        return None
    left = len(phrase) - start
    return CheckRead((check,), "check.count" if isinstance(check, CountIs) else "check.shown", left, left)


_OF_BEING_THERE = frozenset({"be", "appear", "exist"})
_OF_CONTENT = frozenset({"show", "contain", "say"})
_NONE = frozenset({"no", "none", "neither"})

_Checked = tuple[tuple[Check, ...], str]
"""Checks and the form that read them."""


def _predicated(subject: Phrase, verb: str, negated: bool, rest: Phrase) -> _Checked | None:
    """What the predications of a verb make of a subject and what follows the verb."""
    subject = as_person(subject) if verb == "see" else subject
    subject = message_of_none(subject) or subject
    verb = seen_as(subject, verb, rest)
    if (others := one_or_another(subject)) is not None:
        return _of_alternatives(*others, verb, negated, rest)
    if not negated and (none := no_one(subject)) is not None:
        each = _of_no_one(*none, verb, rest)
        if each is not None or verb in _OF_CONTENT:
            return each
    if subject.tokens[0].low == "all" and len(subject) > 2 and read_number(subject[1:2]) is not None:
        return _of_number(subject[1:], verb, negated, rest)
    if subject.tokens[0].low in _NONE and len(subject) > 1:
        return _of_none(subject[1:], verb, negated, rest)
    if (number := some_of(subject)) is not None:
        return _of_some(number, subject, verb, negated, rest)
    return _of_one(subject, verb, negated, rest)


def _of_no_one(target: Target, one: Target, verb: str, rest: Phrase) -> _Checked | None:
    if verb == "be" and target.name and (status := read_status(rest)) is not None:
        return (none_has(target, one, status),), "check.each"
    each = _of_every(target, one, verb, True, rest) if verb in _OF_CONTENT | {"have"} else None
    return each if each is None or verb != "have" or asks_a_part(each[0][0]) else None


def _of_number(subject: Phrase, verb: str, negated: bool, rest: Phrase) -> _Checked | None:
    """ "all 5 tasks are shown" counts them; of what else all of them are said to be it is not read."""
    checked = _of_one(subject, verb, negated, rest)
    return checked if checked is not None and all(isinstance(check, CountIs) for check in checked[0]) else None


def _of_none(subject: Phrase, verb: str, negated: bool, rest: Phrase) -> _Checked | None:
    """ "no error is shown", "no console errors appear": of what stands behind "no" it is denied."""
    special = trouble(subject)
    if special is not None and (verb in _OF_BEING_THERE or verb == "have"):
        return (special,), "check.events"
    if rest.tokens and rest.tokens[0].low in _NEEDED:
        return None  # "no reload is required": nothing that is so or is not
    of_run = read_subject(subject)
    if of_run is not None and of_run.topic in ("tab", "download"):
        return _of_one(subject, verb, not negated, rest)
    if (
        sort_of_things(subject)
        or (never_called(subject + rest) and not _of_kind(subject))
        or subject.tokens[0].text in JUDGING
        or with_described(subject)
    ):
        return None  # "no matches were found", "no other dialogs" must not hold for want of one
    return _of_one(subject, verb, not negated, rest)


_NEEDED = word_set("required needed necessary mandatory possible")


def _of_one(subject: Phrase, verb: str, negated: bool, rest: Phrase) -> _Checked | None:
    if nothing_but(subject) is not None:
        return None  # "only Monday is checked": of all the others that says something too
    of_all = _of_all(subject, verb, negated, rest)
    if of_all is not None:
        return of_all or None
    subjects = joined_subjects(subject)
    if not subjects:
        return None
    for predication, slots in _fitting(verb, rest):
        checks = [predication.build(each, slots, negated) for each in subjects]
        made = [check if isinstance(check, tuple) else (check,) for check in checks if check is not None]
        if len(made) == len(checks):
            return tuple(check for each in made for check in each), predication.id
    return None


def _of_all(subject: Phrase, verb: str, negated: bool, rest: Phrase) -> _Checked | tuple[()] | None:
    """What is said of every one or of those there are, empty where it is not read; None: of one, or named."""
    if (every := every_one(subject)) is not None:
        return _of_every(*every, verb, negated, rest) or ()
    if (values := every_value(subject)) is not None:
        each = _of_every(*values, verb, negated, rest)
        return each if each is not None and all(map(compares_texts, each[0])) else ()
    those = those_there(subject) if verb == "be" and read_state(rest) is not None else None
    return None if those is None else _of_every(*those, verb, negated, rest)


def _of_some(number: CountIs, phrase: Phrase, verb: str, negated: bool, rest: Phrase) -> _Checked | None:
    """ "2 rows are selected", "exactly 2 rows contain “Editor”": how many there are of which it is so."""
    if negated:
        return None
    subject = Subject("element", phrase, number.target)
    for predication, slots in _fitting(verb, rest):
        check = predication.build(subject, slots, negated)
        if isinstance(check, CountIs):
            return (check,), predication.id
        if isinstance(check, ElementIs | TextIs) and (counted := narrowed(number, check, rest)) is not None:
            return (counted,), "check.count"
    return None


def _fitting(verb: str, rest: Phrase) -> Iterator[tuple[Predication, Slots]]:
    """What the words behind the verb can say, in the order of the predications."""
    lows = frozenset(token.low for token in rest.tokens)
    for predication in _BY_VERB.get(verb, ()):
        if not predication.wordings and not rest.tokens:
            yield predication, {}
        for wording in predication.wordings:
            slots = fit(wording, rest, lows, _READERS)
            if slots is not None:
                yield predication, slots


def _of_kind(subject: Phrase) -> bool:
    """Whether the words name a kind of thing that is told from others: rows, buttons; not "results"."""
    target = read_target(subject, plural=True)
    return target is not None and target.kind not in ("any", "item")


def _of_alternatives(parts: tuple[Phrase, ...], none: bool, verb: str, negated: bool, rest: Phrase) -> _Checked | None:
    """ "either A or B is shown", "neither A nor B is disabled": the same is said of each."""
    read = [_predicated(part, verb, negated, rest) for part in parts]
    check = any_of([each[0][0] if each is not None and len(each[0]) == 1 else None for each in read], none)
    return None if check is None else ((check,), "check.either")


_HOLDING_OF_EACH = word_set(
    "check.state check.contains check.count check.cell check.text check.compare check.value check.starts check.ends "
    "check.matches"
)


def _of_every(target: Target, one: Target, verb: str, negated: bool, rest: Phrase) -> _Checked | None:
    """ "every row shows "Active"", "all boxes are ticked": said of the one at hand. "Not all" is not read."""
    subject = Subject("element", rest[:0], one)
    for predication, slots in _fitting(verb, rest):
        check = predication.build(subject, slots, negated) if predication.id in _HOLDING_OF_EACH else None
        if isinstance(check, ElementIs | TextIs | ValueIs | CountIs):
            return (EachIs(target=target, says=check),), "check.each"
    return None
