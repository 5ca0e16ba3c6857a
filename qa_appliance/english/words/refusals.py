"""Words that keep a reading from being taken, written as rows of a table. The tables stand in the layers that read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from qa_appliance.language.tokens import Token

Where = Literal["whole", "first", "second", "first two", "behind the first", "last", "anywhere"]

_STRETCHES: dict[Where, Callable[[Sequence[Token]], Sequence[Token]]] = {
    "whole": lambda tokens: tokens if len(tokens) == 1 else (),
    "first": lambda tokens: tokens[:1],
    "second": lambda tokens: tokens[1:2],
    "first two": lambda tokens: tokens[:2],
    "behind the first": lambda tokens: tokens[1:],
    "last": lambda tokens: tokens[-1:],
    "anywhere": lambda tokens: tokens,
}


class Refusal(NamedTuple):
    """One of these words there, and the words are not read so: why, and a sentence that would be.

    `exactly`: only as written in lower case; "More" in capitals may be a name. What is quoted never counts.
    """

    words: frozenset[str]
    where: Where
    reason: str
    example: str
    exactly: bool = False


def refused(rows: Sequence[Refusal], tokens: Sequence[Token]) -> Refusal | None:
    """The first row that speaks against these words."""
    return next((row for row in rows if _stands(row, tokens)), None)


def _stands(row: Refusal, tokens: Sequence[Token]) -> bool:
    stretch = _STRETCHES[row.where](tokens)
    return any((token.text if row.exactly else token.low) in row.words for token in stretch)
