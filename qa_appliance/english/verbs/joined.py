"""Where conjunctions stand, and what between them is no clause of its own: the end of a name, one of several things."""

from __future__ import annotations

from collections.abc import Sequence

from qa_appliance.english.checks.accompanied import joins_what_is_with
from qa_appliance.english.checks.predicates import STARTERS, predicate_at
from qa_appliance.english.nouns.row_values import goes_on_in_a_row
from qa_appliance.english.verbs.registry import INDEX
from qa_appliance.english.words.lexicon import ARTICLES, KIND_WORDS, PLURALS
from qa_appliance.language.tokens import Phrase, Token
from qa_appliance.language.word_sets import word_set


def goes_on_with(before: Phrase, part: Phrase, *, checked: bool) -> bool:
    """Whether what begins like a deed goes on with what stands before it; `checked`: that is a check."""
    return _end_of_a_name(before, part) or (checked and _says_more_of_it(before, part))


def _end_of_a_name(before: Phrase, part: Phrase) -> bool:
    """ "click Save and Continue": a single word in capitals behind another one goes on with its name."""
    last, first = before.tokens[-1], part.tokens[0]
    if _answers(before, part):
        return True
    if len(part) > 1 or len(before) < 2 or "quoted" in (last.kind, first.kind) or first.low not in INDEX:
        return False
    joined = part.source.text[last.end : first.start].strip() in ("and", "&")
    return joined and last.text[0].isupper() and first.text[0].isupper()


def _answers(before: Phrase, part: Phrase) -> bool:
    """ "Click Yes, delete it", "Confirm with No, keep": a button that answers a question says what it does."""
    last, first = before.tokens[-1], part.tokens[0]
    answer = len(before) > 1 and last.kind == "word" and last.text in ("Yes", "No")
    plain = len(part) <= _LONGEST_ANSWER and all(token.kind == "word" and token.text.islower() for token in part.tokens)
    between = part.source.text[last.end : first.start].strip()
    return answer and plain and between == "," and first.low in _DONE_BY_ANSWERS


_LONGEST_ANSWER = 4  # words behind the yes or no
_DONE_BY_ANSWERS = word_set(
    "cancel delete remove discard keep leave continue proceed confirm archive stay sign log reset stop send thanks i "
    "don't do please"
)


def _says_more_of_it(before: Phrase, part: Phrase) -> bool:
    """ "The link is shown and navigates to /login": behind a check of a thing, a verb of its own is no deed."""
    first = part.tokens[0]
    of_a_thing = not before.has(_PERSONS) and first.text.islower() and first.low.endswith("s")
    return of_a_thing and first.low in INDEX and first.low in _LEADING


_LEADING = word_set("navigates opens goes leads closes links redirects")
_PERSONS = word_set("i we you he she they user users customer visitor")


def one_name(part: Phrase, following: Phrase) -> bool:
    """ "check Street and number is empty": what follows begins in lower case and bare, so it goes on with the name."""
    first = following.tokens[0]
    if len(part) == 1 and len(following) > 1 and first.low in INDEX and following.tokens[1].low in STARTERS:
        return True  # "Save and close is shown"
    if _under_one_noun(part, following):
        return True
    return (
        part.tokens[0].low == "check"
        and part.tokens[-1].text[0].isupper()
        and first.text.islower()
        and first.low not in ARTICLES | STARTERS | INDEX.keys()
        and any(token.low in STARTERS for token in following.tokens[1:])
    )


def of_one_noun(parts: Sequence[Phrase]) -> set[int]:
    """Which of the parts are names that share a later one's noun: "Save, | Cancel | and Delete buttons are shown".

    A bare verb there is what a button is called, and no deed.
    """
    found: set[int] = set()
    for at in range(len(parts) - 2, -1, -1):
        if _only_a_name(parts[at]) and (at + 1 in found or _named_by_a_noun(parts[at + 1])):
            found.add(at)
    return found


def _only_a_name(part: Phrase) -> bool:
    """ "Save", "verify Save", "check that Save"."""
    tokens = part.tokens
    while len(tokens) > 1 and tokens[0].low in _ASKED | ARTICLES:
        tokens = tokens[1:]
    return len(tokens) == 1 and tokens[0].kind == "word" and tokens[0].low in INDEX


_ASKED = word_set("verify check ensure assert validate confirm see that")


def _named_by_a_noun(part: Phrase) -> bool:
    """ "Cancel buttons are visible": a name without an article, its noun, and what is said of it."""
    tokens = part.tokens
    if tokens[0].kind != "word" or tokens[0].low in ARTICLES | KIND_WORDS:
        return False
    return any(
        tokens[at].low in KIND_WORDS and tokens[at + 1].low in STARTERS
        for at in range(1, min(_LONGEST_SHARED, len(tokens) - 1))
    )


_LONGEST_SHARED = 4  # words of the last name and its noun


def _under_one_noun(part: Phrase, following: Phrase) -> bool:
    """ "The Approve | and Reject buttons are shown": a name behind an article, and another before their noun."""
    last = part.tokens[-2:]
    named = len(last) > 1 and last[0].low in ARTICLES and last[1].kind == "word" and last[1].text[0].isupper()
    other = following.tokens[:2]
    return named and len(other) > 1 and other[0].text[0].isupper() and other[1].low in PLURALS


def named_in_the_past(part: Phrase) -> bool:
    """ "Open, Checked, Changed": in the past and with a capital behind a comma, something is called so."""
    first = part.tokens[0]
    return first.kind == "word" and first.text.istitle() and first.low.endswith("ed")


def plural(part: Phrase) -> bool:
    """ "… and "B" are shown", "… and "B" buttons are shown": one thing and a plural belong to what stands before."""
    tokens = part.tokens
    return len(tokens) > 1 and tokens[0].kind == "quoted" and tokens[1].low in _OF_SEVERAL


_OF_SEVERAL = word_set("are aren't were weren't") | PLURALS.keys()


_SEPARATORS = frozenset({",", "and", "then", "but", "-", "–", "—", "afterwards", "&"})
_PAIRED = word_set("fill enter complete provide input type set")
"""Behind these a colon begins labels and their values."""


def cuts_at(tokens: list[Token]) -> list[tuple[int, int]]:
    """Where a conjunction stands: (its first token, the token after it).

    So does a colon between a deed and a statement: "reload the page: the card is there".
    """
    cuts: list[tuple[int, int]] = []
    colon = _colon(tokens)
    index = 1
    while index < len(tokens):
        if index == colon or _separates(tokens[index]):
            stop = index + 1
            while stop < len(tokens) and (stop == colon or _separates(tokens[stop])):
                stop += 1
            joins = stop < len(tokens) and (
                goes_on_in_a_row(tokens, index, stop) or joins_what_is_with(tokens, index, stop)
            )
            if stop < len(tokens) and not joins:
                cuts.append((index, stop))
            index = stop
        index += 1
    return cuts


def _separates(token: Token) -> bool:
    return token.low in _SEPARATORS and token.kind != "quoted"


def _colon(tokens: list[Token]) -> int:
    if not tokens or tokens[0].low not in INDEX:
        return 0
    at = next((at for at, token in enumerate(tokens) if token.low == ":" and token.kind == "mark"), 0)
    if tokens[0].low in _PAIRED and all(token.kind != "quoted" for token in tokens[:at]):
        return 0
    stated = any(predicate_at(tokens, start) for start in range(at + 2, len(tokens)) if tokens[start].low in STARTERS)
    stated = stated or tokens[min(at + 1, len(tokens) - 1)].low in _SOMEBODY
    return at if at and stated else 0


_SOMEBODY = word_set("i we you they")  # "click Help: we should see “Guide”"
