"""All there is in a list: "only A and B are listed", "the table shows only A", "it shows A and B, nothing else"."""

from __future__ import annotations

from qa_appliance.core.checks import OnlyShown
from qa_appliance.core.target import RECORDS, Kind
from qa_appliance.english.checks.groups import under_one_noun
from qa_appliance.english.checks.predicates import STARTERS, predicate_at
from qa_appliance.english.nouns.phrase import read_target
from qa_appliance.english.wording.slots import READERS
from qa_appliance.english.words.lexicon import PLURALS
from qa_appliance.language.tokens import Phrase
from qa_appliance.language.word_sets import phrases, word_set

_ONLY = frozenset({"only", "just"})
_BEING = frozenset({"be", "appear", "remain"})
_SEEN = word_set("shown listed displayed visible left remaining there present found still now then")
_HOLDING = frozenset({"show", "contain", "have"})
_LISTS: frozenset[Kind] = frozenset({"list", "table", "tree", "section", "item", "page"})
_SEVERAL = frozenset(noun.split()[-1] for noun in PLURALS)
_NAMED: frozenset[Kind] = frozenset({"any", "row", "item"})
_ELSE = phrases(
    "and nothing else, nothing else, and no others, no others, and no other, and no one else, and that is all, only"
)


def only_these(phrase: Phrase) -> OnlyShown | None:
    """None where it is not said that there is nothing else, or where what there is are no names."""
    only_first = phrase.tokens[0].low in _ONLY
    phrase, ended = (phrase[1:], False) if only_first else _without_rest(phrase)
    for start in range(1, len(phrase)):
        predicate = predicate_at(phrase.tokens, start) if phrase.tokens[start].low in STARTERS else None
        if predicate is None or predicate.negated or predicate.able:
            continue
        subject, rest = phrase[:start], phrase[predicate.end :]
        if predicate.verb in _BEING:
            return _all_there_is(subject, rest) if only_first or ended else None
        if predicate.verb in _HOLDING:
            return None if only_first else _held(subject, rest, ended)
    return None


def _without_rest(phrase: Phrase) -> tuple[Phrase, bool]:
    """Without "… and nothing else" at its end, and whether that stood there."""
    for words in _ELSE:
        size = len(phrase) - len(words)
        if size > 1 and tuple(token.low for token in phrase.tokens[size:]) == words:
            return phrase[:size].strip(",", "and"), True
    return phrase, False


def _all_there_is(subject: Phrase, rest: Phrase) -> OnlyShown | None:
    """ "Only A and B" [are shown in the table]."""
    names, words = _names(subject), rest.tokens
    at = 0
    while at < len(words) and words[at].low in _SEEN:
        at += 1
    place = rest[at:]
    if names is None:
        return None
    if not place.tokens:
        return OnlyShown(names=names)
    return _within(place[1:], names) if place.tokens[0].low in ("in", "on", "within", "inside", "among") else None


def _held(subject: Phrase, rest: Phrase, ended: bool) -> OnlyShown | None:
    """ "The table shows" [only A and B], "the table only" [shows]; `ended`: nothing else is said behind them."""
    if len(subject) > 1 and subject.tokens[-1].low in _ONLY:
        subject, ended = subject[: len(subject) - 1], True
    if not ended and not rest.has(_ONLY):
        return None
    names = _names(rest.strip(*_ONLY))
    return None if names is None else _within(subject, names)


def _within(place: Phrase, names: tuple[str, ...]) -> OnlyShown | None:
    """In a list or a part of the page; "the page" and "the results" are any list of it."""
    target = read_target(place) if place.tokens else None
    if target is None or target.kind not in _LISTS or target.ordinal:
        return None
    anywhere = not target.name and not target.within and target.kind in ("page", "item")
    return OnlyShown(names=names, scope=None if anywhere else target)


def _names(phrase: Phrase) -> tuple[str, ...] | None:
    """Quoted, or written with a capital first: what is written small, or counted, is no name for sure."""
    parts = under_one_noun(phrase) or READERS["listed"](phrase) or (phrase,)
    names = [_name(part) for part in parts]
    return tuple(name for name in names if name) if names and all(names) else None


def _name(part: Phrase) -> str:
    target = read_target(part) if part.tokens and not part.has(_SEVERAL) else None
    if target is None or target.kind not in _NAMED or target.within or target.ordinal:
        return ""
    if target.qualities and not (target.quoted and set(target.qualities) <= RECORDS):
        return ""
    return target.name if target.quoted or (target.name[:1].isupper() and "'s " not in target.name) else ""
