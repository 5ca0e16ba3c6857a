"""Checks: a noun phrase and what is said of it, as predications.py has it. No page is ever looked at."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from qa_appliance.core.checks import Check, CountIs, EachIs, ElementIs, TextIs, ValueIs
from qa_appliance.core.target import Target
from qa_appliance.english.checks.attributes import read_bound, read_direction, read_state
from qa_appliance.english.checks.either import any_of
from qa_appliance.english.checks.groups import every_one, no_one, one_or_another, under_one_noun
from qa_appliance.english.checks.predicates import STARTERS, predicate_at
from qa_appliance.english.checks.predications import PREDICATIONS, Predication
from qa_appliance.english.checks.subjects import INDICATING, SAYING, Subject, no_longer, read_subject, shown, trouble
from qa_appliance.english.nouns.counted import never_called
from qa_appliance.english.nouns.phrase import read_target
from qa_appliance.english.wording.frames import Slots, fit
from qa_appliance.english.wording.slots import READERS
from qa_appliance.english.words.tokens import Phrase
from qa_appliance.english.words.word_sets import word_set

_BY_VERB: dict[str, tuple[Predication, ...]] = {}
for _said in PREDICATIONS:
    _BY_VERB[_said.verb] = (*_BY_VERB.get(_said.verb, ()), _said)

_READERS = READERS | {
    "state": read_state,
    "bound": read_bound,
    "direction": read_direction,
    "order": read_direction,
}
_OF_A_PREDICATE = 4  # units of work
_LEADS = frozenset({"that", "if", "whether", "how"})


class CheckRead(NamedTuple):
    """Checks as read and the form that read them. Counted from the end of the phrase, in tokens: `said` is what
    follows the verb, `predicated` the verb with it; both may follow again without what stands before.
    """

    checks: tuple[Check, ...]
    rule: str
    said: int
    predicated: int


def read_check(phrase: Phrase) -> CheckRead | None:
    """A statement about the page, or None: the Save button is disabled · there are 3 rows · no error is shown."""
    lasting = no_longer(phrase)
    read = _read_check(lasting) or _told_behind(lasting)
    left_out = len(phrase) - len(lasting)
    return read and read._replace(said=read.said + left_out, predicated=read.predicated + left_out)


def _read_check(phrase: Phrase) -> CheckRead | None:
    while phrase.tokens and phrase.tokens[0].low in _LEADS:
        phrase = phrase[1:]
    phrase = _written_out(phrase)
    tokens = phrase.tokens
    if len(tokens) < 2:
        return None
    if tokens[0].low in ("there", "there's"):
        return _existential(phrase)
    for start in range(1, len(tokens)):
        if tokens[start].low not in STARTERS:
            continue
        predicate = predicate_at(tokens, start)
        if predicate is None:
            continue
        phrase.source.work.spend(_OF_A_PREDICATE)
        verb = "able" if predicate.able and predicate.verb == "be" else predicate.verb
        checks = _predicated(_without_adverb(phrase[:start]), verb, predicate.negated, phrase[predicate.end :])
        if checks is not None:
            return CheckRead(checks[0], checks[1], len(tokens) - predicate.end, len(tokens) - start)
    return _one_statement_or_another(phrase)


def _told_behind(phrase: Phrase) -> CheckRead | None:
    """ "an error is shown indicating …": what the message tells may stand behind the verb as well as before it."""
    tokens = phrase.tokens
    tells = next((at for at, token in enumerate(tokens) if at > 1 and token.text in _TELLING), None)
    starts = (at for at in range(1, tells or 0) if tokens[at].low in STARTERS and predicate_at(tokens, at))
    start = next(starts, None)
    if tells is None or start is None or not _MESSAGES & {token.low for token in tokens[:start]}:
        return None
    read = _read_check(phrase[:start] + phrase[tells:] + phrase[start:tells])
    return read and read._replace(said=0, predicated=0)


_TELLING = SAYING - {"that", "about"} | INDICATING
_MESSAGES = word_set("error errors message alert warning notification toast banner hint")


def _one_statement_or_another(phrase: Phrase) -> CheckRead | None:
    """ "A is shown or B is shown": both have to be statements by themselves."""
    tokens = phrase.tokens
    start = 1 if tokens[0].low == "either" else 0
    for index in range(start + 2, len(tokens) - 2):
        if tokens[index].low == "or":
            checks = [checks_of(phrase[start:index].strip(",")), checks_of(phrase[index + 1 :])]
            check = any_of(checks)
            return None if check is None else CheckRead((check,), "check.either", 0, 0)
    return None


_CONTRACTED = {"i'm": ("i", "am"), "we're": ("we", "are"), "you're": ("you", "are"), "they're": ("they", "are")}


def _written_out(phrase: Phrase) -> Phrase:
    """ "I'm on the login page" is "I am on …"."""
    words = _CONTRACTED.get(phrase.tokens[0].low) if phrase.tokens else None
    if words is None:
        return phrase
    short = phrase.tokens[0]
    return Phrase(
        [replace(short, text=word, low=word, value=word) for word in words] + phrase.tokens[1:], phrase.source
    )


_ADVERBS = frozenset({"still", "now", "also", "then", "always", "immediately", "all"})


def _without_adverb(subject: Phrase) -> Phrase:
    """ "the cart still contains": the adverb before the verb is no part of the noun."""
    tokens = subject.tokens
    return subject[: len(tokens) - 1] if len(tokens) > 1 and tokens[-1].text in _ADVERBS else subject


def checks_of(phrase: Phrase) -> Check | None:
    """A statement that is exactly one check: for slots."""
    read = read_check(phrase)
    return read.checks[0] if read is not None and len(read.checks) == 1 else None


def _existential(phrase: Phrase) -> CheckRead | None:
    tokens = phrase.tokens
    start = 1
    negated = False
    if tokens[0].low == "there":
        predicate = predicate_at(tokens, 1)
        if predicate is None or predicate.verb not in ("be", "appear", "exist"):
            return None
        start, negated = predicate.end, predicate.negated
    check = shown(phrase[start:], negated)
    if check is None:
        return None
    return CheckRead(
        (check,),
        "check.count" if "Count" in type(check).__name__ else "check.shown",
        len(tokens) - start,
        len(tokens) - start,
    )


def _predicated(subject: Phrase, verb: str, negated: bool, rest: Phrase) -> tuple[tuple[Check, ...], str] | None:
    first = subject.tokens[0].low
    if (others := one_or_another(subject)) is not None:
        return _of_alternatives(*others, verb, negated, rest)
    if verb in ("show", "contain", "say") and not negated and (none := no_one(subject)) is not None:
        return _of_every(*none, verb, True, rest, frozenset(token.low for token in rest.tokens))
    if first in ("no", "none", "neither") and len(subject) > 1:
        special = trouble(subject[1:])
        if special is not None and verb in ("be", "appear", "exist", "have"):
            return (special,), "check.events"
        subject, negated = subject[1:], not negated
        if never_called(subject + rest) and not _of_kind(subject):
            return None  # "no matches were found" must not hold for want of one
    lows = frozenset(token.low for token in rest.tokens)
    if (every := every_one(subject)) is not None:
        return _of_every(*every, verb, negated, rest, lows)
    for read in _subjects(subject):
        for said in _BY_VERB.get(verb, ()):
            if not said.wordings and rest.tokens:
                continue
            for slots in _slots(said, rest, lows):
                checks = [said.build(each, slots, negated) for each in read]
                made = [check if isinstance(check, tuple) else (check,) for check in checks if check is not None]
                if made and len(made) == len(checks):
                    return tuple(check for each in made for check in each), said.id
    return None


def _of_kind(subject: Phrase) -> bool:
    """Whether the words name a kind of thing that is told from others: rows, buttons; not "results"."""
    target = read_target(subject, plural=True)
    return target is not None and target.kind not in ("any", "item")


def _of_alternatives(
    parts: tuple[Phrase, ...], none: bool, verb: str, negated: bool, rest: Phrase
) -> tuple[tuple[Check, ...], str] | None:
    """ "either A or B is shown", "neither A nor B is disabled": the same is said of each."""
    read = [_predicated(part, verb, negated, rest) for part in parts]
    check = any_of([each[0][0] if each is not None and len(each[0]) == 1 else None for each in read], none)
    return None if check is None else ((check,), "check.either")


def _of_every(
    target: Target, one: Target, verb: str, negated: bool, rest: Phrase, lows: frozenset[str]
) -> tuple[tuple[Check, ...], str] | None:
    """ "every row shows "Active"", "all boxes are ticked": said of the one at hand. "Not all" is not read."""
    subject = Subject("element", rest[:0], one)
    for said in _BY_VERB.get(verb, ()):
        if said.id not in _SAID_OF_EACH:
            continue
        for slots in _slots(said, rest, lows):
            check = said.build(subject, slots, negated)
            if isinstance(check, ElementIs | TextIs | ValueIs | CountIs):
                return (EachIs(target=target, says=check),), "check.each"
    return None


_SAID_OF_EACH = frozenset(
    {
        "check.state", "check.contains", "check.count", "check.cell", "check.text", "check.compare", "check.value",
        "check.starts", "check.ends", "check.matches",
    }
)  # fmt: skip


def _slots(said: Predication, rest: Phrase, lows: frozenset[str]) -> list[Slots]:
    if not said.wordings:
        return [{}]
    return [slots for wording in said.wordings if (slots := fit(wording, rest, lows, _READERS)) is not None]


def _subjects(phrase: Phrase) -> list[tuple[Subject, ...]]:
    """One subject, or several joined by "and" of which the same is said."""
    quotes = phrase.quotes()
    if (parts := under_one_noun(phrase)) is not None:
        each = [read_subject(part) for part in parts]
        return [tuple(subject for subject in each if subject is not None)] if all(each) else []
    if len(quotes) > 1 or any(token.low == "both" for token in phrase.tokens[:1]):
        parts = READERS["listed"](phrase[1:] if phrase.tokens[0].low == "both" else phrase)
        several = [read_subject(part) for part in parts or ()]
        found = tuple(subject for subject in several if subject is not None)
        if found and len(found) == len(several):
            return [found]
    one = read_subject(phrase)
    if one is None:
        return []
    if one.target is not None and read_target(phrase) is None and one.topic == "element" and not one.target.words:
        return []
    return [(one,)]
