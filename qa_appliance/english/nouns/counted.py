"""Numbers of things: "3 rows", "no products in the cart". Never says whether there are so many."""

from __future__ import annotations

from itertools import pairwise, zip_longest

from msgspec.structs import replace

from qa_appliance.core.target import Target
from qa_appliance.english.nouns.edges import bare
from qa_appliance.english.nouns.phrase import OF_A_DEED, of_the_code, read_target
from qa_appliance.english.nouns.records import one_of_its_sort
from qa_appliance.english.nouns.refusals import DESCRIBING, NEVER_CALLED, REFUSALS
from qa_appliance.english.words.lexicon import PLACE_HEADS, PLURALS
from qa_appliance.english.words.refusals import refused
from qa_appliance.language.tokens import Phrase, Token
from qa_appliance.language.values import read_number
from qa_appliance.language.word_sets import word_set

_EXACTLY = word_set("exactly only just")
_NONE = word_set("no zero")
_LONGEST_NUMBER = 2  # words
_STANDING = word_set("in on at inside within under below above near next beside")
"""Behind a number these tell where it stands: "“3” is shown on the badge"."""


def tells(phrase: Phrase) -> bool:
    """Whether unquoted words say something of a thing instead of naming it: "email was sent"."""
    return not phrase.quotes() and refused(REFUSALS["stated"], phrase.tokens) is not None


_OUTCOMES = word_set("found left remaining matched returned available listed accessible reachable")
"""How a search or a clearing ended: no part of what something is called."""


def never_called(phrase: Phrase) -> bool:
    """Whether it names what a page never calls so: "no overlap", "no matches found" must not hold for want of one."""
    if phrase.quotes():
        return of_the_code(phrase)
    if with_described(phrase) or _is_answered(phrase):
        return True
    return refused(REFUSALS["never called"], phrase.tokens) is not None or any(
        token.text in _OUTCOMES | NEVER_CALLED and (following is None or following.low in PLACE_HEADS - {"to"})
        for token, following in zip_longest(phrase.tokens, phrase.tokens[1:])
    )


def of_a_deed(phrase: Phrase) -> bool:
    """ "no order created", "no option selected": what was done to it at the end, by which nothing is called."""
    last = phrase.tokens[-1]
    done = last.kind == "word" and (last.text in _DONE or (last.text.endswith("ed") and last.text not in _NOUNS_IN_ED))
    return len(phrase) > 1 and done and not phrase.quotes()


_DONE = word_set("sent made open hidden lost taken given chosen written gone active")
_NOUNS_IN_ED = word_set("feed seed speed bed red shed breed embed")


def tells_a_deed(phrase: Phrase) -> bool:
    """ "search executed", "product added to cart": what has been done, and nothing that is called so."""
    if phrase.quotes():
        return False
    done = any(_is_done(word) and behind.low in _DONE_TO for word, behind in pairwise(phrase.tokens[1:]))
    target = read_target(phrase) if done or of_a_deed(phrase) else None
    return (done or of_a_deed(phrase)) and (target is None or target.kind == "any")


def _is_done(token: Token) -> bool:
    return len(token.text) >= len("added") and token.text.endswith("ed") and token.text.isalpha()


_DONE_TO = word_set("to from into by")


def known_by_a_deed(phrase: Phrase) -> bool:
    """ "The newly created task": no page calls it so, and another one may be called "task"."""
    words = [token.text for token in bare(phrase).tokens]
    if len(words) < _WORDS_OF_A_SORT or words[0] not in OF_A_DEED - {"new"} or phrase.quotes():
        return False
    target = read_target(phrase)
    return target is None or target.kind == "any"


_WORDS_OF_A_SORT = 2


def described(words: list[str]) -> bool:
    """ "urgent tasks", "completed task": which of them are so, no name tells."""
    return len(words) > 1 and words[0].islower() and (words[0] in DESCRIBING or words[0].endswith("ed"))


def only_described(phrase: Phrase) -> bool:
    """ "no urgent tasks", "the completed task", "the mail in the inbox": which of them are so, no name tells."""
    target = read_target(phrase)
    if target is None or target.quoted or not target.name:
        return False
    words = target.name.split()
    if target.kind == "any":
        listed = any(place.target.kind in ("list", "table") for place in target.within)
        first = listed and phrase.tokens[0].text == target.name  # where a sentence begins its capital says nothing
        meant = replace(target, name=target.name.lower()) if first else target
        return described(words) or (bool(target.within) and one_of_its_sort(meant))
    return target.kind == "treeitem" and OF_A_DEED.issuperset(words)


def sort_of_things(things: Phrase, *, held: bool = False) -> bool:
    """ "layout issues", "expired sessions", "required fields": a sort of things in the tester's own words, by which
    nothing is called; so is a single one in what would hold it (`held`): "no due date". None would ever be found.
    """
    target = None if things.quotes() else read_target(things, plural=True)
    if target is None or target.ordinal or not target.name:
        return False
    words = target.name.split()
    if target.kind != "any":
        several = target.kind in _SEVERAL_OF_A_KIND and things.tokens[-1].low in PLURALS
        return several and words[0].islower() and (words[0] in DESCRIBING or words[0].endswith(("ed", "al", "ory")))
    return words[0].islower() and words[-1].isalpha() and _is_a_sort(words, held)


_LONGEST_SORT = 2  # words: no loading spinner


def _is_a_sort(words: list[str], held: bool) -> bool:
    plural = words[-1].endswith("s") and not words[-1].endswith("ss") and words[-1].islower()
    if len(words) > 1:
        return plural or held or described(words) or len(words) > _LONGEST_SORT or "or" in words
    return held and not plural


_SEVERAL_OF_A_KIND = frozenset({"row", "item", "field", "option"})


def read_counted(phrase: Phrase, *, unread: bool = False) -> tuple[int | None, Target] | None:
    """A number of things: 3 rows · no products in the cart · the results (number None). `unread`: of messages that are
    unread a list has so many, which it marks.
    """
    number, things = _number_in_front(phrase)
    things = _without_seen(things) if number else things
    if unread and number and (marked := _unread(things)) is not None:
        return number, marked
    if (
        not things.tokens
        or things.tokens[0].low in _STANDING
        or refused(REFUSALS["counted"], things.tokens)
        or (number == 0 and (never_called(things) or of_a_deed(things)))
    ):
        return None
    target = read_target(things, plural=True)  # a look shows one page, whatever is said of how many were found
    if target is None or (number and (target.kind == "page" or _of_a_status(things, number))):
        return None
    return number, as_collection(target)


def _without_seen(things: Phrase) -> Phrase:
    """ "3 comments listed", "4 items shown on the page": that they are seen is no part of what they are called."""
    tokens = things.tokens
    at = next((at for at, token in enumerate(tokens) if at and token.text in _BEING_SEEN), 0)
    ends = at + 1 == len(tokens) or (at and tokens[at + 1].low in PLACE_HEADS)
    return Phrase([*tokens[:at], *tokens[at + 1 :]], things.source) if at and ends else things


_BEING_SEEN = word_set("listed displayed shown visible presented")


def _unread(things: Phrase) -> Target | None:
    """ "Unread mails"."""
    if len(things) != _WORDS_OF_UNREAD or things.tokens[0].low != "unread" or things.quotes():
        return None
    return Target(words=things.text, name=things.text, kind="item") if things.tokens[1].low in _RECEIVED else None


_WORDS_OF_UNREAD = 2
_RECEIVED = word_set("mails mail emails email messages message notifications notification conversations chats items")


def _number_in_front(phrase: Phrase) -> tuple[int | None, Phrase]:
    things = phrase[1:] if phrase.tokens and phrase.tokens[0].low in _EXACTLY else phrase
    for length in range(_LONGEST_NUMBER, 0, -1):
        if len(things) > length and (number := read_number(things[:length])) is not None:
            return number, things[length:]
    none = len(things) > 1 and things.tokens[0].low in _NONE
    return (0, things[1:]) if none else (None, things)


def _is_answered(phrase: Phrase) -> bool:
    """ "500 errors": what a server answered, which no page calls so."""
    number = read_number(phrase[:1]) if len(phrase) > 1 else None
    return number in _STATUSES and phrase.tokens[1].low in _ANSWERED


def _of_a_status(things: Phrase, number: int) -> bool:
    """ "401 errors" are answered with that status, and not so many."""
    return things.tokens[0].low in _ANSWERED and number in _STATUSES


_ANSWERED = word_set("error errors response responses status statuses failure failures")
_STATUSES = range(400, 600)


def as_collection(target: Target) -> Target:
    """Things counted: a plural with no kind of its own ("products", "notifications") is a collection of items."""
    plain = target.kind == "any" and target.name and not target.quoted
    return replace(target, kind="item") if plain else target


def with_described(phrase: Phrase) -> bool:
    """ "no table with e-mail addresses": what it is with in the tester's own words is no name by which it is found."""
    at = next((at for at, token in enumerate(phrase.tokens) if at and token.text == "with"), 0)
    words = phrase.tokens[at + 1 :] if at else []
    return bool(words) and all(token.kind == "word" and token.text[0].islower() for token in words)
