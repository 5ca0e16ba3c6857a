"""What words mean, and which categories are said in a row or in a list. Pure data."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

Joint: TypeAlias = Literal["", "and", "or", "nor"]
DONE_IN_A_ROW = frozenset({"choosing", "filling", "labelled", "assignment"})
SEQUENCES = (
    frozenset({"deed", "claim", "act", "line", "sentence", "opening", "check", "cause", "effect", "entry"})
    | DONE_IN_A_ROW
)
"""Of these several are sentences one after the other."""


class Meaning(Struct, frozen=True):
    """`says`: sentences of the test language in a row, or one thing or several that `joint` joins."""

    says: tuple[str, ...]
    cost: float = 0.0
    joint: Joint = ""
