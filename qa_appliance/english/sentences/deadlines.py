"""By when something has to be so: "“Done” appears within 10 seconds". It is waited for so long, and then checked."""

from __future__ import annotations

from qa_appliance.core.steps import Assert, WaitFor
from qa_appliance.english.checks.groups import of_the_run
from qa_appliance.english.sentences.readings import Reading
from qa_appliance.english.statements.read import checks_of
from qa_appliance.english.words.auxiliaries import NOT_BE, NOT_DO, NOT_HAVE, NOT_MODALS
from qa_appliance.language.tokens import Phrase
from qa_appliance.language.values import read_duration
from qa_appliance.language.word_sets import phrases, word_set

_WITHIN = phrases("within, in less than, in under, in at most, within at most, within the next, after at most")
_HEADS = frozenset(words[0] for words in _WITHIN)
_DENYING = NOT_BE | NOT_DO | NOT_HAVE | NOT_MODALS | word_set("no not never none neither nor nothing")
_WAITING = word_set("wait waits")
"""What is waited for is no statement: "wait for the page to load within 10 seconds"."""
_LONGEST_TIME = 3  # words: half a minute


def in_time(phrase: Phrase) -> Reading | None:
    """A statement with a time in front or behind; a page that "loads within 2 seconds" is a check of its own."""
    cut = _cut(phrase) if phrase.has(_HEADS) else None
    if cut is None or phrase.tokens[0].low in _WAITING:
        return None
    statement, seconds = cut
    check = checks_of(statement)
    if check is None or of_the_run(check) or statement.has(_DENYING):
        return None  # "no error is shown within 5 seconds" would hold at once
    return Reading((WaitFor(check=check, seconds=seconds), Assert(check=check)), "check.in-time")


def _cut(phrase: Phrase) -> tuple[Phrase, float] | None:
    """What has to be so, and within how many seconds."""
    lows = tuple(token.low for token in phrase.tokens)
    for words in _WITHIN:
        size = len(words)
        for longest in range(_LONGEST_TIME, 0, -1):
            end = size + longest
            if lows[:size] == words and len(lows) > end and (seconds := read_duration(phrase[size:end])):
                return phrase[end:].strip(","), seconds
            start = len(lows) - end
            if start > 0 and lows[start : start + size] == words and (seconds := read_duration(phrase[start + size :])):
                return phrase[:start].strip(","), seconds
    return None
