"""Sentences within a line: parted at full stops, at the numbers of a list, behind a quote that is a sentence."""

from __future__ import annotations

from itertools import pairwise

from qa_appliance.language.tokens import Token

_ABBREVIATIONS = frozenset(
    {"e.g", "i.e", "etc", "approx", "no", "vs", "mr", "mrs", "ms", "dr", "st", "resp", "incl", "max", "min"}
)
_MONTHS = frozenset({"jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec"})
"""Abbreviations only before a day: Jan. 1st."""
_UNITS = frozenset({"rs", "art", "fig", "nr", "vol", "ca"})
"""Only before a figure: Rs. 500."""
_ENDS = frozenset(".!?")


def _first_number(tokens: list[Token]) -> int:
    """The number the next item of a list in one line bears (1. or, the first being taken off, 2.); 0 where it is none.

    Two numbers in order have to follow: "Set Quantity to 2. Click Save" is no list.
    """
    if all(token.kind != "mark" for token in tokens):
        return 0
    numbers = [
        int(token.low)
        for token, following in pairwise(tokens)
        if token.low.isdecimal() and len(token.low) < 3 and following.kind == "mark" and following.low in (".", ")")
    ]
    for first in (1, 2):
        if first in numbers and first + 1 in numbers[numbers.index(first) :]:
            return first
    return 0


def parted(tokens: list[Token]) -> list[list[Token]]:
    """Sentences of one line, at full stops and at the numbers of a list written in one line."""
    parts: list[list[Token]] = [[]]
    expected = _first_number(tokens)
    for index, token in enumerate(tokens):
        following = tokens[index + 1] if index + 1 < len(tokens) else None
        if token.low == str(expected) and following is not None and following.low in (".", ")"):
            parts.append([])
            expected += 1
            continue
        if not parts[-1] and token.low in (".", ")", "!", "?", ";", ","):
            continue
        if token.low in _ENDS and token.kind == "mark":
            before = parts[-1][-1].low if parts[-1] else ""
            if token.low == "." and following is not None and _abbreviates(before, following):
                continue
            if _within_sentence(token, following, parts[-1]):
                parts[-1].append(token)  # "enter Secret! in the password box"
                continue
            parts.append([])
        elif token.low == ";":
            parts.append([])
        else:
            parts[-1].append(token)
            if _ends_in_a_quote(token, following):
                parts.append([])
    return [part for part in parts if any(map(_says, part))]


def _abbreviates(before: str, following: Token) -> bool:
    capitals = len(before) == len("u.s") and before[1] == "." and following.text[0].islower()  # "U.S. dollar"
    return capitals or before in _ABBREVIATIONS or (before in _MONTHS | _UNITS and following.text[0].isdigit())


def _within_sentence(token: Token, following: Token | None, part: list[Token]) -> bool:
    """A "!" or "?" that belongs to the word before it, since the sentence goes on in lower case."""
    if token.low == "." or not part or part[-1].end != token.start:
        return False
    if following is None or _is_code(part[-1]):
        return _is_code(part[-1])
    return following.low == "," or (following.kind == "word" and following.text[0].islower())


def _is_code(word: Token) -> bool:
    """ "Passw0rd", of letters and digits: the "!" behind it belongs to it."""
    return word.kind == "word" and any(map(str.isalpha, word.text)) and any(map(str.isdigit, word.text))


def _says(token: Token) -> bool:
    """Whether it is more than punctuation."""
    return token.kind == "quoted" or token.text.isalnum() or any(map(str.isalnum, token.text))


def _ends_in_a_quote(token: Token, following: Token | None) -> bool:
    """ "“The card is expired.” User remains on the page"."""
    ended = token.kind == "quoted" and token.value[-1:] in (".", "!", "?") and " " in token.value
    return ended and following is not None and following.kind == "word" and following.text in _BEGINNING


_BEGINNING = frozenset({"The", "User", "No", "A", "An", "It", "Page", "Login", "And", "Form"})
