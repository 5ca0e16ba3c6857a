"""What somebody is said to be told by a message, in the tester's own words. Reads no noun of a page."""

from __future__ import annotations

import re
from typing import Literal

from qa_appliance.core.checks import Check, MessageSays
from qa_appliance.english.checks.comparing import compared, text_of
from qa_appliance.english.checks.subjects import Subject
from qa_appliance.english.checks.troubles import INDICATING, indicated
from qa_appliance.english.nouns.pronouns import is_pronoun
from qa_appliance.english.wording.frames import Slots
from qa_appliance.english.words.auxiliaries import BE, DO, HAVE, MODALS, NOT_BE, NOT_DO, NOT_HAVE, NOT_MODALS
from qa_appliance.language.tokens import Phrase
from qa_appliance.language.word_sets import word_set

_ERRORS = word_set("error errors")
_NOUNS = "message|notification|notice|toast|alert|banner|warning|hint|confirmation|snackbar|popup|error"
_MESSAGE = re.compile(
    r"(?:there (?:is|should be|must be|will be|has to be) )?(?:an?|the)? ?"
    r"(?:(?:success|successful|green|red|yellow|blue|flash|info|information|status|short|small|new|validation|form"
    rf"|system|text|{_NOUNS}) )*"
    rf"(?:{_NOUNS})(?: (?:(?:is|gets|should be|must be|will be|has to be) (?:shown|displayed|given|visible|raised)"
    r"|appears|should appear|pops up|comes up))?"
)
_SHORTEST = 2  # words


def reported(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    """ "A message says that the bill has been added", "the page tells me that no match was found"."""
    words: Phrase = slots["reported"]
    of = _of(subject)
    if negated or of is None or len(words) < _SHORTEST or words.tokens[0].low in _UNTOLD:
        return None
    return MessageSays(words=words.text, of=of)


_UNTOLD = word_set("if whether it's what how why which")


def _of(subject: Subject) -> Literal["message", "error", "page"] | None:
    """What tells it; None of what is no message: "the user confirms that …"."""
    if subject.topic == "page":
        return "page"
    target = subject.target
    if subject.topic != "element" or target is None or target.quoted or target.within or is_pronoun(target):
        return None
    lows = [token.low for token in subject.phrase.tokens]
    return _sort_of(lows) if _MESSAGE.fullmatch(" ".join(lows)) else None


def _sort_of(lows: list[str]) -> Literal["message", "error"]:
    return "message" if _ERRORS.isdisjoint(lows) else "error"


def message_that(phrase: Phrase) -> Check | None:
    """ "An error that the password is too short", "a message is shown indicating success", "there is a message that …".

    What the message is said to do behind its content ("… is shown") is no part of that.
    """
    lows = [token.low for token in phrase.tokens]
    at = _content_at(lows)
    if not at or phrase.quotes() or not _MESSAGE.fullmatch(" ".join(lows[:at])):
        return None
    content = phrase[at + 1 :]
    if _SHOWN.isdisjoint(lows[:at]):
        shown = _IS_SHOWN.search(" ".join(token.low for token in content.tokens))
        if shown is not None and shown["denied"]:
            return None
        content = _without_its_showing(content, shown, clause=lows[at] == "that")
    shortest = _SHORTEST_CLAUSE if lows[at] == "that" else 1
    tells = len(content) >= shortest and content.tokens[0].low not in _UNTOLD
    return indicated(content, _sort_of(lows[:at])) if tells else None


def _content_at(lows: list[str]) -> int:
    """Where “that” or “indicating” stands; 0 where neither does."""
    return next((at for at, low in enumerate(lows) if at and (low == "that" or low in INDICATING)), 0)


def _without_its_showing(content: Phrase, shown: re.Match[str] | None, *, clause: bool) -> Phrase:
    """What a message says, without “is shown” behind it; a `clause` states something by itself."""
    rest = content[: len(content) - len(shown[0].split())] if shown is not None else content
    return rest if rest.has(_STATING) or not clause else content


_SHORTEST_CLAUSE = 3  # words: that code is wrong
_SHOWN = word_set("shown displayed given visible raised appears appear pops comes")
_IS_SHOWN = re.compile(
    r"(?:is|are|gets|should|must|will|has to)(?: be)?(?P<denied> not| never| no longer)?(?: be)? "
    r"(?:shown|displayed|given|visible|raised|present)$|(?:appears|pops up|comes up)$"
)
_STATING = BE | NOT_BE | HAVE | NOT_HAVE | DO | NOT_DO | MODALS | NOT_MODALS


def about(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    """ "The first row is about Ann": it names her, beside whatever else; "about 5" is no name."""
    content: Phrase = slots["content"]
    named = content.only_quote is not None or content.tokens[0].text[0].isupper()
    return compared(subject, "contains", text_of(content), negated) if named and not negated else None
