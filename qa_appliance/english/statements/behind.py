"""Statements behind the place they are true of: "in the row of Ann the status is Active". Heads read the place."""

from __future__ import annotations

from collections.abc import Iterator

from qa_appliance.core.target import Relation, Target
from qa_appliance.english.checks.predicates import STARTERS
from qa_appliance.english.nouns.phrase import relation_inside
from qa_appliance.english.statements.read import read_check
from qa_appliance.english.words.lexicon import ARTICLES, PAGES_BY_NAME, PLACE_HEADS
from qa_appliance.language.tokens import Phrase
from qa_appliance.language.word_sets import word_set

_BEGINNING = ARTICLES | {"there"}
_LONGEST_NAME = 3  # words


def statements_behind(phrase: Phrase) -> Iterator[int]:
    """Where what stands behind may be a statement of its own: at an article, or "there is"."""
    if not phrase.has(STARTERS):
        return
    tokens = phrase.tokens
    for at in range(2, len(tokens) - 2):
        begins = tokens[at].low in _BEGINNING and tokens[at - 1].low not in PLACE_HEADS
        if begins and read_check(phrase[at:]) is not None:
            yield at


def end_of_page(phrase: Phrase) -> int:
    """Where the page is named to its end: behind "on the payment page", "on /checkout", "on the cart page /cart"."""
    tokens = phrase.tokens
    at = next((at + 1 for at, token in enumerate(tokens) if token.low in PAGES), len(tokens))
    at += at < len(tokens) and tokens[at].low in _PAGE_NOUNS  # on the overview page
    at = _ADDRESSED if tokens[1:2] and tokens[1].value.startswith("/") else at
    at += at < len(tokens) and tokens[at].value.startswith("/")
    of_one = at + 2 < len(tokens) and tokens[at].low in ("of", "for") and tokens[at + 1].kind == "quoted"
    return at + 2 if of_one else at


_ADDRESSED = 2  # words of "on /checkout"
_PAGE_NOUNS = frozenset({"page", "screen"})
PAGES = _PAGE_NOUNS | PAGES_BY_NAME


def cuts_behind_places(phrase: Phrase) -> Iterator[tuple[Phrase, Phrase]]:
    """Where a place may end and what is done or stated there begins."""
    tokens = phrase.tokens
    for at in range(2, len(tokens) - 1):
        if tokens[at].low in _DONE_THERE and tokens[at].text.islower():
            yield phrase[: at - 1 if tokens[at - 1].low in _DOER else at], phrase[at:]
    for at in statements_behind(phrase):
        yield phrase[:at], phrase[at:]


_DONE_THERE = word_set(
    "click clicks press presses tap taps enter enters type types choose chooses select selects pick picks tick ticks "
    "untick unticks check checks uncheck unchecks fill fills set sets change changes hover clear clears write writes "
    "upload uploads toggle toggles double-click right-click expand expands drag go goes navigate navigates open opens"
)
_DOER = frozenset({"i", "we", "you", "he", "she", "they"})


def row_called(who: Phrase) -> tuple[Relation, ...]:
    """The row of what is only named ("for “Ann”", "for Sven Olsen"); none where more is said."""
    plain = len(who) <= _LONGEST_NAME and all(t.text.isalpha() and t.text.istitle() for t in who.tokens)
    name = who.only_quote or (who.text if plain else "")
    return (Relation(place="row", target=Target(words=name, name=name)),) if name else ()


def scope_of(target: Target) -> tuple[Relation, ...] | None:
    """A place that can hold other elements; a page cannot."""
    if target.kind in ("page", "button", "link", "field", "text") or (target.kind == "any" and not target.quoted):
        return None
    return relation_inside(target)


def goes_somewhere(words: Phrase) -> bool:
    """ "When she opens the cart page": what somebody does, and nothing that is waited for."""
    doer, *rest = words.tokens[1:] or words.tokens
    somebody = doer.low in _DOER or (doer.low in ("the", "a") and rest[:1] and rest[0].low == "user")
    return bool(somebody) and any(token.low in _GOING for token in rest[:2])


_GOING = word_set("opens open navigates navigate goes go visits visit")
