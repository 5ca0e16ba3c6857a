"""Steps of a row that only look at something, and what is expected of that: "Check page type" beside "Shows “A”"."""

from __future__ import annotations

import re

_LOOKING = re.compile(
    r"(?:check|observe|inspect|verify|view|look at|note|examine|review|confirm)[ \t]+"
    r"(?P<noun>(?:the[ \t]+)?[a-z][a-z -]+?)"
    r"[ \t]*[.]?",
    re.IGNORECASE,
)
_NO_NOUN = re.compile(
    r"\b(?:that|if|whether|is|are|has|have|and|or|for|all|every|each|any|no|not|box|checkbox|option|as|it|them|when)\b",
    re.IGNORECASE,
)
_LONGEST = 4  # words
_TELLING = re.compile(r"(?:shows?|displays?|contains?|reads?|says?|lists?|has|have|is|are|becomes?)\b", re.IGNORECASE)


def looked_at(step: str) -> str:
    """ "the page type" of "Check the page type"; "" where a step does something, or says what is to be seen."""
    found = _LOOKING.fullmatch(step.strip())
    noun = found["noun"].strip() if found else ""
    return noun if noun and len(noun.split()) <= _LONGEST and _NO_NOUN.search(noun) is None else ""


def stated_of(noun: str, expected: str) -> str:
    """ "Shows “A”" with what it is said of; whole sentences are left as they are."""
    if _TELLING.match(expected) is None:
        return expected
    article = "" if noun.lower().startswith("the ") else "the "
    return f"{article}{noun} {expected[0].lower()}{expected[1:]}"
