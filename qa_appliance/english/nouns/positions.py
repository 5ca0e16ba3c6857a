"""Positions said of an element: "2nd", "the third from last", "row 3". Reads no name."""

from __future__ import annotations

from qa_appliance.english.words.lexicon import ARTICLES, KIND_WORDS, KINDS
from qa_appliance.language.tokens import Token
from qa_appliance.language.values import read_ordinal
from qa_appliance.language.word_sets import phrases, word_set

_FROM_THE_END = phrases("to last, from last, from the last, from bottom, from the bottom, from the end, last")
_ALONE = word_set("first last second third")
"""Ordinals that may stand for an element by themselves; "topmost" alone is a name."""
_NAMES_WITH_ORDINALS = word_set("name names updated modified seen login visited step")
"""What follows an ordinal that is part of a name: First name, Last login."""
_NUMBERING = word_set("number no nr #")
_LONGEST_COUNT = 2  # digits: order number 1042 is known by its number, and is not the 1042nd
_NUMBERED_NAMES = word_set("page text option field card")
"""Kinds before a number that is part of a name: Option 2, Card 1."""

Positioned = tuple[int, list[Token]]
"""The position, 1-based, negative from the end, 0 where none is said; and the words without it."""


def read_position(tokens: list[Token]) -> Positioned:
    """A position said in front ("2nd", "the third from last", "second to last") or behind ("row 3", "item #2")."""
    return _in_front(tokens) or _behind(tokens) or (0, tokens)


def _in_front(tokens: list[Token]) -> Positioned | None:
    number = read_ordinal(tokens[0].low) if tokens[0].kind == "word" else None
    if number is None or _in_a_name(tokens) or (len(tokens) == 1 and tokens[0].low not in _ALONE):
        return None
    lows = tuple(token.low for token in tokens[1:4])
    for words in _FROM_THE_END if number > 0 else ():
        if lows[: len(words)] == words:
            return -number, tokens[1 + len(words) :]
    return number, _without_count(tokens[2:]) if lows[:1] == ("of",) else tokens[1:]


def _in_a_name(tokens: list[Token]) -> bool:
    """ "Last name", "First Class": the ordinal belongs to what follows it."""
    if len(tokens) < 2 or tokens[1].kind != "word":
        return False
    following = tokens[1].low
    if tokens[0].low == "final" and following not in KIND_WORDS:
        return True  # "the final total"
    return following in _NAMES_WITH_ORDINALS or (tokens[0].text[0].isupper() and following not in KIND_WORDS)


def _without_count(tokens: list[Token]) -> list[Token]:
    """ "the second of the 3 rows": rows."""
    start = 0
    while start < len(tokens) and (tokens[start].low in ARTICLES or tokens[start].low.isdecimal()):
        start += 1
    return tokens[start:]


def _behind(tokens: list[Token]) -> Positioned | None:
    if len(tokens) < 2 or tokens[-1].kind != "word":
        return None
    last, before = tokens[-1].low, tokens[-2].low
    if last.startswith("#") and (position := read_ordinal(last)):
        return position, tokens[:-1]
    if not last.isdecimal():
        return None
    if before in _NUMBERING and len(tokens) > 2:
        known_by_it = tokens[-3].low not in KINDS and len(last) > _LONGEST_COUNT
        return (0, tokens[-1:]) if known_by_it else (int(last), tokens[:-2])
    if before in KINDS and before not in _NUMBERED_NAMES:
        return int(last), tokens[:-1]
    return None


_OPTIONS = word_set("option entry item choice value")
_UNSURE = word_set("next previous middle other same correct right wrong different")


def option_position(words: list[str]) -> int:
    """ "the second option", "last entry"; 0 where none is said: "second" may be what an option is called."""
    bare = [word for word in words if word not in ARTICLES]
    return read_ordinal(bare[0]) or 0 if _is_option(bare) else 0


def points_nowhere(words: list[str]) -> bool:
    """ "the next option": which one that is no list tells."""
    bare = [word for word in words if word not in ARTICLES]
    return _is_option(bare) and bare[0] in _UNSURE


def _is_option(bare: list[str]) -> bool:
    return len(bare) == 2 and bare[1] in _OPTIONS
