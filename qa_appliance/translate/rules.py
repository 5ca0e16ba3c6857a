"""What the engine reads by: rows, classes of words, and what may stand in a blank. Pure data."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from msgspec import Struct

from qa_appliance.language.tokens import Token
from qa_appliance.translate.template import Parts
from qa_appliance.translate.vocabulary import Vocabulary

SUBJECT = "\N{OBJECT REPLACEMENT CHARACTER}"
"""What a predicate says `@` for, where no text can hold it."""
NO_WORD = ""
"""For rows without words of their own."""
LOOSE = "\u2060"
"""Behind a text that is compared without regard to case; a mark of this room only."""
Form: TypeAlias = tuple[tuple[str, ...], bool]
"""The words, and whether they deny."""
Groups: TypeAlias = dict[str, list[Form]]
"""Classes of words: the wordings of each."""


class Row(Struct, frozen=True):
    category: str
    parts: Parts
    to: tuple[str, ...]
    required: tuple[frozenset[str], ...]
    cost: float
    denial: bool
    begins: frozenset[str] | None
    ends: frozenset[str] | None
    number: int
    holds: tuple[str, ...]
    defers: bool = False
    """Whether another row decides if it is denied."""


class Grammar(Struct, frozen=True):
    """`bases`: for each mood, the form of a deed's first verb to the verb. `kinds`, `nouns`: of elements."""

    rows: dict[str, list[Row]]
    by_word: dict[str, dict[str, list[Row]]]
    groups: Groups
    beginnings: dict[str, frozenset[str]]
    by_first: dict[tuple[str, str], list[Form]]
    bases: dict[str, dict[str, str]]
    verbs: frozenset[str]
    words: Vocabulary
    kinds: frozenset[str]
    nouns: frozenset[tuple[str, ...]]

    def is_of_class(self, name: str, words: str) -> bool:
        """Whether words as a row has them are one of the wordings of a class."""
        form = tuple(words.split())
        return bool(form) and any(form == each for each, _ in self.by_first.get((name, form[0]), ()))

    def begins_deed(self, token: Token) -> bool:
        """A verb of deeds or of checks in lower case: what follows "and" there is no name."""
        return (
            token.kind == "word"
            and token.text.islower()
            and (token.low in self.bases[""] or ("verify", token.low) in self.by_first)
        )


Found: TypeAlias = Iterator[tuple[str, float]]
"""How the test language writes words that stand in a blank, and what it costs to take them so."""
Category: TypeAlias = Callable[[Sequence[Token], Grammar], Found]
