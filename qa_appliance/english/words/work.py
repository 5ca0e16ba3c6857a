"""What reading a description may cost, counted in spans of words tried, and what was tried already. No clock.

One unit is one word of a span that a slot of a wording was tried on. What was tried is kept, so that the same span is
never read twice by the same reader; what is left is bounded, so that no words can take a processor for long.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from threading import Lock
from typing import TypeVar, cast

OF_A_SENTENCE = 12_000
OF_A_TEXT = 100_000
OF_ROWS = 30_000
"""Spans of a text that the rows of wordings may be tried on. A text that has had them is read by forms alone."""
DEEPEST = 40
"""Sentences within sentences: conditions of conditions."""

Span = TypeVar("Span")
Read = TypeVar("Read")


class Tangled(Exception):
    """The words take more reading than is allowed."""


class Work:
    """The reading of one description. `spend` raises Tangled once a sentence, or the text, has had its share."""

    def __init__(self, of_a_text: int = OF_A_TEXT, of_a_sentence: int = OF_A_SENTENCE) -> None:
        self._of_a_sentence = of_a_sentence
        self._of_a_text = of_a_text
        self._before = 0  # spent on the sentences before
        self._here = 0  # spent on the sentence at hand
        self._limit = min(of_a_text, of_a_sentence)
        self._depth = 0
        self._by_rows = 0  # spans that rows were tried on
        self._tried: dict[tuple[object, ...], tuple[Sequence[object], object]] = {}
        self._known: set[Hashable] = set()  # what was looked up for the sentence at hand

    @property
    def spent(self) -> int:
        return self._before + self._here

    @property
    def used_up(self) -> bool:
        return self.spent >= self._of_a_text

    @property
    def outermost(self) -> bool:
        """Whether the sentence at hand stands in no other."""
        return self._depth == 0

    def next_sentence(self) -> None:
        self._before += self._here
        self._here = 0
        self._limit = min(self._of_a_sentence, self._of_a_text - self._before)
        self._tried.clear()
        self._known.clear()

    def spend(self, units: int) -> None:
        self._here += units
        if self._here > self._limit:
            self._here = self._limit + 1
            raise Tangled

    @contextmanager
    def deeper(self) -> Iterator[None]:
        """Around a sentence within a sentence."""
        self._depth += 1
        try:
            if self._depth > DEEPEST:
                raise Tangled
            yield
        finally:
            self._depth -= 1

    def read(self, reader: Callable[[Span], Read], span: Span, tokens: Sequence[object]) -> Read:
        """What a reader makes of a span of tokens, read once."""
        key = (reader, *map(id, tokens))
        known = self._tried.get(key)
        if known is None:
            self.spend(len(tokens))
            known = self._tried[key] = (tokens, reader(span))  # the tokens are kept: ids are of living things only
        return cast(Read, known[1])

    def recall(self, key: Hashable, make: Callable[[], Read]) -> Read:
        """What the words of the key were made of before, in whatever description, or are now.

        It costs what it cost the first time, so that a plan does not depend on what was read before it.
        """
        found = KEPT.get(key)
        if found is None:
            tried, self._tried, before = self._tried, {}, self.spent
            made = make()
            found = self.spent - before, made
            self._tried = tried
            _keep(key, found)
        elif key not in self._known:
            self.spend(found[0])
        self._known.add(key)
        return cast(Read, found[1])

    def by_rows(self, key: Hashable, make: Callable[[], tuple[Read, int]]) -> Read | None:
        """What rows make of the words of the key, with the spans it took; None where the text has had its share.

        It costs what it cost the first time.
        """
        if self._by_rows >= OF_ROWS:
            return None
        found = KEPT.get(key)
        if found is None:
            made, spans = make()
            found = spans, made
            _keep(key, found)
        self._by_rows += found[0]
        return cast(Read, found[1])


def _keep(key: Hashable, found: tuple[int, object]) -> None:
    with _KEEPING:
        if len(KEPT) >= _MOST_KEPT:
            del KEPT[next(iter(KEPT))]
        KEPT[key] = found


KEPT: dict[Hashable, tuple[int, object]] = {}
_KEEPING = Lock()
_MOST_KEPT = 2_000
"""Sentences whose readings are kept: a test is planned again and again, at each key in the editor and for each run."""
