"""A set of words written as a line: the one shorthand the tables of this room share. Knows no word."""

from __future__ import annotations


def word_set(line: str) -> frozenset[str]:
    """The words of a line, without order."""
    return frozenset(line.split())
