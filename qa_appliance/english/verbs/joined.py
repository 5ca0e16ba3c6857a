"""What stands between conjunctions and is no clause of its own: the end of a name, one of several things."""

from __future__ import annotations

from qa_appliance.english.checks.predicates import STARTERS
from qa_appliance.english.verbs.registry import INDEX
from qa_appliance.english.words.lexicon import ARTICLES, PLURALS
from qa_appliance.english.words.tokens import Phrase
from qa_appliance.english.words.word_sets import word_set


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
