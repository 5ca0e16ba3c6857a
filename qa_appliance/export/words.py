"""Texts as regular expressions that JavaScript and Python read alike. Pure."""

from __future__ import annotations

import re

from qa_appliance.core.numbers import NUMBER, readings
from qa_appliance.export.statements import Around, Expression, Pattern

_SPECIAL = re.compile(r"([.*+?^${}()|\[\]\\/])")


def escaped(text: str) -> str:
    """Any white space stands for any other: a pattern reads a page's text as its source has it."""
    return r"\s+".join(_SPECIAL.sub(r"\\\1", part) for part in text.split())


def whole_words(value: str) -> Expression:
    """The text with no word and no number of it cut in two: "Saved" is not in "Unsaved", 9.90 not in 39.90."""
    before, after = _edges(value)
    return Around(before, value, after) if "{" in value else Pattern(before + escaped(value) + after)


def labelled(label: str, value: str) -> str:
    """The value right behind its label."""
    _, after = _edges(value)
    return rf"(?<!\w){escaped(label)}[^\w]*{escaped(value)}{after}"


def as_written(value: str, text: str) -> str | None:
    """The value as the text writes it: itself, else the number that is the same; None where it says neither."""
    before, after = _edges(value)
    if found := re.search(before + escaped(value) + after, text, re.IGNORECASE):
        return found[0]
    wanted = _readings(value)
    return next((each[0] for each in NUMBER.finditer(text) if wanted & _readings(each[0])), None)


def _edges(value: str) -> tuple[str, str]:
    before = r"(?<!\d[.,])(?<!\w)" if value[:1].isdigit() else r"(?<!\w)" if _is_word(value[:1]) else ""
    after = r"(?![.,]?\d)(?!\w)" if value[-1:].isdigit() else r"(?!\w)" if _is_word(value[-1:]) else ""
    return before, after


def _is_word(letter: str) -> bool:
    return letter.isalnum() or letter in "{}"  # what fills a placeholder is taken for a word


def _readings(text: str) -> set[float]:
    return set(readings(text)) if NUMBER.fullmatch(text) else set()
