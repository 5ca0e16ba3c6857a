"""The verb of a check: where it stands, its plain form, and whether it is denied. Never the noun before it."""

from __future__ import annotations

from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from qa_appliance.english.words.auxiliaries import (
    ABLE,
    BE,
    DO,
    HAVE,
    MODALS,
    NOT_BE,
    NOT_DO,
    NOT_HAVE,
    NOT_MODALS,
)
from qa_appliance.language.tokens import Phrase, Token
from qa_appliance.language.word_sets import by_words, phrases, word_set


class Predicate(Struct, frozen=True):
    """`start` is where the predicate begins (the modal, if there is one), `end` the first word after its verb.

    `able`: it tells what can be, not what is.
    """

    verb: str
    negated: bool
    start: int
    end: int
    able: bool = False


_HELPING = MODALS | NOT_MODALS | DO | NOT_DO | {"to"}
_DENYING = NOT_MODALS | NOT_DO
_IS = BE | NOT_BE | word_set("becomes become became remains remain remained stays stay gets get turns")
_HAS = HAVE | NOT_HAVE
_BECOME = word_set("been become")
_FILLERS = word_set(
    "also now still then currently immediately always again successfully correctly properly all both actually finally "
    "already"
)
_VERBS = by_words(
    {
        "have": "has, have, had",
        "contain": "contains, contain, contained, includes, include, mentions",
        "show": "shows, show, displays, display, lists, list, presents, brings back, holds, keeps, retains",
        "cost": "costs, cost",
        "say": "says, say, reads, read, states, complains, warns",
        "tell": "tells, informs, confirms, explains, notifies, indicates, announces",
        "appear": "appears, appear, appeared, reappears, shows up, pops up, comes up, show up, pop up, come up",
        "disappear": "disappears, disappear, disappeared, vanishes, vanish, goes away, go away, hides, went away",
        "close": "closes, close, closed",
        "equal": "equals, equal",
        "match": "matches, match",
        "start": "starts, start, begins, begin",
        "end": "ends, end",
        "exist": "exists, exist, existed, occurs, occur, occurred, happened, happens",
        "see": "see, sees",
        "come": "comes, come, stands, stand",
        "fail": "fails, failed",
        "arrive": "land, lands, landed, arrive, arrives, arrived, end up, ends up",
        "load": "loads, load, loaded, finishes, finish",
        "look": "looks, look",
        "scroll": "scrolls",
        "move": "moves",
        "unfold": "expands, unfolds",
        "fold": "collapses, folds",
        "go": "goes, went, points, leads, links, navigates, redirects, opens",
        "change": "changes, changed, updates, switches, jumps",
        "rise": "increases, increased, rises, grows",
        "fall": "decreases, decreased, drops, dropped, falls, shrinks",
    }
)
_AFTER_HELPING = by_words(
    {
        "change": "change, update, turn",
        "rise": "increase, rise, grow",
        "fall": "decrease, drop, fall, shrink",
        "go": "go, point, lead, link, navigate, redirect, open, return",
        "scroll": "scroll",
        "fail": "fail",
        "contain": "mention",
        "move": "move",
        "say": "complain, warn",
    }
)
"""Verbs that need a helping verb before them: without one they are something to do, or a name."""
_AFTER_HAVE = by_words({"appear": "appeared", "disappear": "disappeared, vanished, gone", "load": "loaded"})
_AFTER_SEVERAL = word_set("close open show list display start end load match read cost")
"""Said of several only ("the results show"): of one they are part of a name ("the scroll list")."""
_EXPECTED = phrases("expected to, supposed to, meant to, required to")

STARTERS = frozenset(_HELPING | _IS | _HAS | {words.split()[0] for words in _VERBS} | word_set("not never no"))
"""Words a predicate can begin with."""


def predicate_at(tokens: list[Token], start: int) -> Predicate | None:
    """The predicate that begins exactly at `start`: should no longer be · does not contain · isn't · has been."""
    found = _predicate_at(tokens, start)
    if found is None:
        return None
    able = any(token.low in ABLE for token in tokens[start : found.end] if token.kind == "word")
    return replace(found, able=True) if able else found


def _predicate_at(tokens: list[Token], start: int) -> Predicate | None:
    if tokens[start].low not in STARTERS:
        return None
    at, negated = _past_helping(tokens, start)
    helped = at > start
    at, denied = _adverbs(tokens, at)
    negated ^= denied
    if helped and at < len(tokens) and tokens[at].low == "to":
        at += 1
    if at >= len(tokens) or (helped and (_has_to(tokens, at) or _is_finite(tokens[at]))):
        return None  # "does not have to be shown": it may be; "To do contains 2 cards": a name before its verb
    return (
        _of_two_words(tokens, start, at, negated)
        or (_of_helped(tokens, start, at, negated) if helped else None)
        or _of_being(tokens, start, at, negated)
        or _of_having(tokens, start, at, negated)
        or _of_one_word(tokens, start, at, negated)
    )


def _is_finite(verb: Token) -> bool:
    """ "Contains", "is": no helping verb stands before it."""
    return verb.low in _FINITE


_FINITE = word_set("is are was were has contains shows displays lists reads says includes holds")


def _past_helping(tokens: list[Token], at: int) -> tuple[int, bool]:
    """Past "should", "does not", "has to", and whether it denies."""
    if _has_to(tokens, at):
        return at + 2, False
    low = tokens[at].low
    return (at + 1, low in _DENYING) if low in _HELPING else (at, False)


def _of_two_words(tokens: list[Token], start: int, at: int, negated: bool) -> Predicate | None:
    """ "shows up", "ends up"."""
    verb = _VERBS.get(f"{tokens[at].low} {tokens[at + 1].low}") if at + 1 < len(tokens) else None
    return None if verb is None else Predicate(verb, negated, start, at + 2)


def _of_helped(tokens: list[Token], start: int, at: int, negated: bool) -> Predicate | None:
    verb = _AFTER_HELPING.get(tokens[at].low)
    return None if verb is None else Predicate(verb, negated, start, at + 1)


def _of_being(tokens: list[Token], start: int, at: int, negated: bool) -> Predicate | None:
    low = tokens[at].low
    if low in ("remain", "remains") and at + 1 == len(tokens):
        return Predicate("appear", negated, start, at + 1)
    return _after_be(tokens, start, at + 1, negated ^ (low in NOT_BE)) if low in _IS else None


def _goes_somewhere(behind: list[Token]) -> bool:
    """ "Has gone up by one", "has gone from 5 to 4"; what has gone from the list is there no more."""
    lows = [token.low for token in behind]
    return lows[:1] in (["up"], ["down"]) or (lows[:1] == ["from"] and any(map(str.isdigit, lows[-1])))


def _of_having(tokens: list[Token], start: int, at: int, negated: bool) -> Predicate | None:
    if tokens[at].low not in _HAS:
        return None
    end, denied = _adverbs(tokens, at + 1)
    negated ^= denied ^ (tokens[at].low in NOT_HAVE)
    following = tokens[end].low if end < len(tokens) else ""
    if following in _BECOME:
        return _after_be(tokens, start, end + 1, negated)
    if following == "gone" and _goes_somewhere(tokens[end + 1 : end + 3]):
        return Predicate("go", negated, start, end + 1)
    if following in _AFTER_HAVE:
        return Predicate(_AFTER_HAVE[following], negated, start, end + 1)
    return Predicate("have", negated, start, end)


def _of_one_word(tokens: list[Token], start: int, at: int, negated: bool) -> Predicate | None:
    verb = _VERBS.get(tokens[at].low)
    if verb is None or (start and tokens[at].text in _NAMES_OF_STATES):
        return None
    if tokens[at].low in _AFTER_SEVERAL and start == at:
        a_noun = at + 1 < len(tokens) and predicate_at(tokens, at + 1) is not None  # "the orders list has 3 rows"
        return Predicate(verb, negated, start, at + 1) if _several_before(tokens, start) and not a_noun else None
    end, denied = _adverbs(tokens, at + 1)
    return Predicate(verb, negated ^ denied, start, end)


_NAMES_OF_STATES = frozenset({"Closed"})
"""In capitals behind a noun it is what that is called: "badge: Closed" tells of no badge that is gone."""
_MANY = word_set("they we you i both all people children data these those media")


def _several_before(tokens: list[Token], start: int) -> bool:
    """ "the results show": what is said of one has its ending ("the page lists"), "the scroll list" is a name."""
    before = tokens[start - 1] if start > 0 else None
    return before is not None and (before.kind == "quoted" or before.low.endswith("s") or before.low in _MANY)


def _after_be(tokens: list[Token], start: int, end: int, negated: bool) -> Predicate:
    end, denied = _adverbs(tokens, end)
    negated ^= denied
    if tuple(token.low for token in tokens[end : end + 2]) in _EXPECTED:
        inner = predicate_at(tokens, end + 1)
        if inner is not None:
            return Predicate(inner.verb, negated ^ inner.negated, start, inner.end)
    if [token.low for token in tokens[end : end + 3]] in _ABLE_TO_SEE:
        return Predicate("see", negated, start, end + 3)
    if end < len(tokens) and tokens[end].low in ("coming", "appearing", "popping"):
        end += 1
        return Predicate("appear", negated, start, end + (end < len(tokens) and tokens[end].low == "up"))
    if end < len(tokens) and tokens[end].low in ("being", "able", "getting"):
        end += 1
    return Predicate("be", negated, start, end)


_ABLE_TO_SEE = (["able", "to", "see"], ["able", "to", "view"], ["able", "to", "read"])


def _has_to(tokens: list[Token], at: int) -> bool:
    return tokens[at].low in HAVE and at + 1 < len(tokens) and tokens[at + 1].low == "to"


_NOT = phrases("not, never, no longer, no more")
_NO_DENIAL = phrases("any longer, any more")


_MOST_ADVERBS = 6  # in a row


def _adverbs(tokens: list[Token], at: int) -> tuple[int, bool]:
    """Past "not", "no longer", "never", "now", "still"... and whether they deny."""
    negated, last = False, min(at + _MOST_ADVERBS, len(tokens))
    while at < last:
        two = tuple(token.low for token in tokens[at : at + 2])
        if two[:1] in _NOT:
            negated, at = True, at + 1
        elif two in _NOT and not (at + 2 < len(tokens) and tokens[at + 2].low == "than"):
            negated, at = True, at + 2
        elif two in _NO_DENIAL:
            at += 2
        elif two[0] in _FILLERS:
            at += 1
        else:
            break
    return at, negated


def says_more(rest: Phrase) -> bool:
    """ "2/1 and be red", "Done and is disabled": behind what is said once, something else is said of the same."""
    pairs = pairwise(token.low for token in rest.tokens)
    return any(first == "and" and second in _SAYING_MORE for first, second in pairs)


_SAYING_MORE = frozenset({"be", "is", "are", "isn't", "aren't"})
