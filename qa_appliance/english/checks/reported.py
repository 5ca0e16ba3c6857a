"""What somebody is said to be told by a message, in the tester's own words. Reads no noun of a page."""

from __future__ import annotations

import re
from typing import Literal

from qa_appliance.core.checks import Check, MessageSays
from qa_appliance.english.checks.comparing import compared, text_of
from qa_appliance.english.checks.subjects import Subject
from qa_appliance.english.nouns.pronouns import is_pronoun
from qa_appliance.english.wording.frames import Slots
from qa_appliance.english.words.tokens import Phrase
from qa_appliance.english.words.word_sets import word_set

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


def message_that(phrase: Phrase) -> MessageSays | None:
    """ "An error that the password is too short", "there is a message that …", "an error is shown that …"."""
    lows = [token.low for token in phrase.tokens]
    at = lows.index("that") if "that" in lows[1:] else 0
    words = phrase[at + 1 :]
    if not at or len(words) < _SHORTEST_CLAUSE or phrase.quotes() or words.tokens[0].low in _UNTOLD:
        return None
    return MessageSays(words=words.text, of=_sort_of(lows[:at])) if _MESSAGE.fullmatch(" ".join(lows[:at])) else None


_SHORTEST_CLAUSE = 3  # words: that code is wrong


def about(subject: Subject, slots: Slots, negated: bool) -> Check | None:
    """ "The first row is about Ann": it names her, beside whatever else; "about 5" is no name."""
    content: Phrase = slots["content"]
    named = content.only_quote is not None or content.tokens[0].text[0].isupper()
    return compared(subject, "contains", text_of(content), negated) if named and not negated else None
