"""How the tables of English are written down: sets of words as a line, meanings with all their words. Knows no word."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

Meaning = TypeVar("Meaning")


def word_set(line: str) -> frozenset[str]:
    """The words of a line, without order."""
    return frozenset(line.split())


def phrases(line: str) -> tuple[tuple[str, ...], ...]:
    """What is written between commas, each as its words, in order."""
    return tuple(tuple(words.split()) for words in line.split(", "))


def by_words(meanings: Mapping[Meaning, str]) -> dict[str, Meaning]:
    """{"link": "link, text link"} looked up by its words: each leads to its meaning."""
    return {words: meaning for meaning, line in meanings.items() for words in line.split(", ")}
