"""What an open category is: words to how the test language writes them, and what it costs to take them so."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from qa_appliance.language.tokens import Token
from qa_appliance.translate.grammar import Grammar

LOOSE = "\u2060"
"""Behind a text that is compared without regard to case; a mark of this room only."""
Found: TypeAlias = Iterator[tuple[str, float]]
Category: TypeAlias = Callable[[Sequence[Token], Grammar], Found]
