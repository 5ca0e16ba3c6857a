"""The verb of a check: where it stands, its plain form, and whether it is denied. Never the noun before it."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from qa_appliance.english.words.tokens import Token
from qa_appliance.english.words.word_sets import word_set


class Predicate(Struct, frozen=True):
    """`start` is where the predicate begins (the modal, if there is one), `end` the first word after its verb.

    `able`: it tells what can be, not what is.
    """

    verb: str
    negated: bool
    start: int
    end: int
    able: bool = False


_MODALS = word_set("should must shall can could will would may might ought to")
_NOT_MODALS = {
    "shouldn't": True, "mustn't": True, "can't": True, "cannot": True, "won't": True, "couldn't": True,
    "wouldn't": True, "shan't": True,
}  # fmt: skip
_DO = word_set("does do did")
_NOT_DO = word_set("doesn't don't didn't")
_BE = word_set("am is are was were be been becomes become became remains remain stays stay gets get turns")
_NOT_BE = word_set("isn't aren't wasn't weren't")
_NOT_HAVE = word_set("hasn't haven't hadn't")
_FILLERS = word_set(
    "also now still then currently immediately always again successfully correctly properly all both "
    "actually "
    "finally already once"
)
_VERBS = {
    "have": "has have had",
    "contain": "contains contain contained includes include",
    "show": "shows show displays display lists list presents",
    "say": "says say reads read states",
    "appear": "appears appear appeared shows_up pops_up comes_up show_up pop_up come_up is_on_the_screen",
    "disappear": "disappears disappear disappeared vanishes vanish goes_away go_away closes close hides went_away",
    "equal": "equals equal",
    "match": "matches match",
    "start": "starts start begins begin",
    "end": "ends end",
    "exist": "exists exist occurs occur occurred happened happens",
    "see": "see sees",
    "come": "comes come stands stand",
    "arrive": "land lands landed arrive arrives arrived end_up ends_up",
    "load": "loads load loaded finishes finish",
    "look": "looks look",
    "go": "goes points leads links navigates redirects opens",
    "change": "changes changed updates increases increased decreases decreased drops rises falls switches jumps",
}
_AFTER_MODALS = {
    **dict.fromkeys(("change", "update", "increase", "decrease", "drop", "rise", "fall"), "change"),
    **dict.fromkeys(("go", "point", "lead", "link", "navigate", "redirect", "open"), "go"),
}
_SINGLE = {word: verb for verb, words in _VERBS.items() for word in words.split() if "_" not in word}
_DOUBLE = {
    tuple(word.split("_")): verb for verb, words in _VERBS.items() for word in words.split() if word.count("_") == 1
}
_EXPECTED = ({"expected", "supposed", "meant", "required"}, "to")

STARTERS = frozenset(
    _MODALS | set(_NOT_MODALS) | _DO | _NOT_DO | _BE | _NOT_BE | _NOT_HAVE | set(_SINGLE) | {"has", "have", "had"}
    | {words[0] for words in _DOUBLE} | {"not", "never", "no"}
)  # fmt: skip
"""Words a predicate can begin with."""


_ABLE = word_set("can could cannot can't couldn't")


def predicate_at(tokens: list[Token], start: int) -> Predicate | None:
    """The predicate that begins exactly at `start`: should no longer be · does not contain · isn't · has been."""
    found = _predicate_at(tokens, start)
    able = found is not None and any(
        token.low in _ABLE or token.low == "able" for token in tokens[start : found.end] if token.kind == "word"
    )
    return replace(found, able=True) if found is not None and able else found


def _predicate_at(tokens: list[Token], start: int) -> Predicate | None:
    at, negated, helped = start, False, False
    low = tokens[at].low
    if low not in STARTERS:
        return None
    if _has_to(tokens, at):
        helped, at = True, at + 2
    elif low in _MODALS or low in _NOT_MODALS:
        negated, helped, at = low in _NOT_MODALS, True, at + 1
    elif low in _DO or low in _NOT_DO:
        negated, helped, at = low in _NOT_DO, True, at + 1
    at, denied = _adverbs(tokens, at)
    negated ^= denied
    if helped and at < len(tokens) and tokens[at].low == "to":
        at += 1
    if at >= len(tokens):
        return None
    low = tokens[at].low
    following = tokens[at + 1].low if at + 1 < len(tokens) else ""
    if helped and _has_to(tokens, at):
        return None  # "does not have to be shown": it may be
    if low in ("remain", "remains") and not following:
        return Predicate("appear", negated, start, at + 1)
    if (low, following) in _DOUBLE:
        return Predicate(_DOUBLE[low, following], negated, start, at + 2)
    if helped and low in _AFTER_MODALS:
        return Predicate(_AFTER_MODALS[low], negated, start, at + 1)
    if low in _BE or low in _NOT_BE:
        negated ^= low in _NOT_BE
        return _after_be(tokens, start, at + 1, negated)
    if low in ("has", "have", "had", *_NOT_HAVE):
        negated ^= low in _NOT_HAVE
        end, denied = _adverbs(tokens, at + 1)
        if end < len(tokens) and tokens[end].low in ("been", "become"):
            return _after_be(tokens, start, end + 1, negated ^ denied)
        if end < len(tokens) and tokens[end].low in ("disappeared", "appeared", "loaded", "vanished", "gone"):
            return Predicate(_SINGLE.get(tokens[end].low, "disappear"), negated ^ denied, start, end + 1)
        return Predicate("have", negated ^ denied, start, end)
    if low in _SINGLE:
        if (
            low in ("close", "open", "show", "list", "display", "start", "end", "load", "match", "read")
            and not helped
            and start == at
        ):
            return Predicate(_SINGLE[low], negated, start, at + 1) if _several_before(tokens, start) else None
        end, denied = _adverbs(tokens, at + 1)
        return Predicate(_SINGLE[low], negated ^ denied, start, end)
    return None


_MANY = frozenset({"they", "we", "you", "i", "both", "all", "people", "children", "data", "these", "those", "media"})


def _several_before(tokens: list[Token], start: int) -> bool:
    """ "the results show": what is said of one has its ending ("the page lists"), "the scroll list" is a name."""
    return start > 0 and (
        tokens[start - 1].kind == "quoted" or tokens[start - 1].low.endswith("s") or tokens[start - 1].low in _MANY
    )


def _after_be(tokens: list[Token], start: int, end: int, negated: bool) -> Predicate:
    end, denied = _adverbs(tokens, end)
    negated ^= denied
    if end + 1 < len(tokens) and tokens[end].low in _EXPECTED[0] and tokens[end + 1].low == _EXPECTED[1]:
        inner = predicate_at(tokens, end + 1)
        if inner is not None:
            return Predicate(inner.verb, negated ^ inner.negated, start, inner.end)
    if end < len(tokens) and tokens[end].low in ("being", "able"):
        end += 1
    return Predicate("be", negated, start, end)


def _has_to(tokens: list[Token], at: int) -> bool:
    return tokens[at].low in ("has", "have", "had") and at + 1 < len(tokens) and tokens[at + 1].low == "to"


def _than(tokens: list[Token], at: int) -> bool:
    return at < len(tokens) and tokens[at].low == "than"


def _adverbs(tokens: list[Token], at: int) -> tuple[int, bool]:
    """Past "not", "no longer", "never", "now", "still"... and whether they deny."""
    negated = False
    while at < len(tokens):
        low = tokens[at].low
        if low in ("not", "never"):
            negated, at = True, at + 1
        elif (
            low == "no"
            and at + 1 < len(tokens)
            and tokens[at + 1].low in ("longer", "more")
            and not _than(tokens, at + 2)
        ):
            negated, at = True, at + 2
        elif low == "any" and at + 1 < len(tokens) and tokens[at + 1].low in ("longer", "more"):
            at += 2
        elif low in _FILLERS and at + 1 <= len(tokens):
            at += 1
        else:
            break
    return at, negated
