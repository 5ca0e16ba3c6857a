"""Words of a sentence read back, piece by piece: the other side of `words`. Pure.

A parser is given a text and where in it to begin; it answers each way to read something there with where that ends,
the likeliest first. That what was read is said so again is for `read` to see.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

from qa_appliance.language.words import FIRST, NUMBERED, WORD

Found = tuple[object, int]
Parser = Callable[[str, int], Iterator[Found]]
T = TypeVar("T")

_MOST_WORK = 3_000  # names and places that are tried for one sentence
_left: ContextVar[list[int]] = ContextVar("left")


class Tangled(Exception):
    """A sentence takes too much work: it is none that anyone would write."""


@contextmanager
def bounded() -> Iterator[None]:
    """What is tried inside of it is counted. Raises Tangled."""
    mark = _left.set([_MOST_WORK])
    try:
        yield
    finally:
        _left.reset(mark)


def spend() -> None:
    left = _left.get()
    left[0] -= 1
    if left[0] < 0:
        raise Tangled


_QUOTED = re.compile(r"\"((?:[^\"\\]|\\.)*)\"|'([^']*)'")
_MARKED = re.compile(r"\\([\\\"])")
_WORDS = re.compile(rf"(?:{WORD.pattern})(?: (?:{WORD.pattern}))*")
_FIRST = {word: number for number, word in enumerate(FIRST, 1)}
_NEXT = re.compile(r"(?:, | and )")


def pattern(regex: str, made: Callable[[re.Match[str]], object]) -> Parser:
    """What one regular expression fits, if it is something."""
    compiled = re.compile(regex)

    def parse(text: str, at: int) -> Iterator[Found]:
        found = compiled.match(text, at)
        if found is not None and (value := made(found)) is not None:
            yield value, found.end()

    return parse


def quoted(text: str, at: int) -> Iterator[tuple[str, int]]:
    found = _QUOTED.match(text, at)
    if found is not None:
        yield _MARKED.sub(r"\1", found[1]) if found[1] is not None else found[2], found.end()


def bare(text: str, at: int) -> Iterator[tuple[str, int]]:
    """A name without quotes, of as few words as may be: what follows it may say more than it does."""
    found = _WORDS.match(text, at)
    end = found.end() if found is not None else at
    for stop in (*(each.start() for each in re.compile(" ").finditer(text, at, end)), end):
        if stop > at:
            spend()
            yield text[at:stop], stop


def raw(text: str, at: int) -> Iterator[tuple[str, int]]:
    """Any words, as few as may be."""
    for stop in (*(each.start() for each in re.compile(r"[ ,:]").finditer(text, at + 1)), len(text)):
        if stop > at:
            spend()
            yield text[at:stop], stop


def ordinal(text: str, at: int) -> Iterator[tuple[int, int]]:
    """ "second", "4th", "last", "second-to-last"."""
    found = re.compile(r"[\w-]+").match(text, at)
    word = found[0] if found is not None else ""
    stem = word.removesuffix("-to-last")
    number = _FIRST.get(stem) or int((NUMBERED.fullmatch(stem) or [0, 0])[1])
    if word == "last":
        yield -1, at + len(word)
    elif number:
        yield -number if stem != word else number, at + len(word)


def listed(
    text: str, at: int, one: Callable[[str, int], Iterator[tuple[T, int]]]
) -> Iterator[tuple[tuple[T, ...], int]]:
    """ "A", "A and B", "A, B and C": the longest first."""
    for first, end in one(text, at):
        joint = _NEXT.match(text, end)
        if joint is not None:
            for rest, stop in listed(text, joint.end(), one):
                if (joint[0] == " and ") == (len(rest) == 1):
                    yield (first, *rest), stop
        yield (first,), end
