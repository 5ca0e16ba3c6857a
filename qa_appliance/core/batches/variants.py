"""What one run of a batch does otherwise than the test as it is written."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

FanKind = Literal["flaky", "viewport_pair", "role_probe", "fuzz"]
"""The same test again and again; in windows of several sizes; by several people; with many inputs in one field."""

BatchKind = Literal[FanKind, "suite", "rows"]
"""One test as several runs; the tests of a suite; or a saved test for each row of its table."""

AS_WRITTEN: tuple[BatchKind, ...] = ("flaky", "suite")
"""Whose runs tell how the test itself stands, as one that belongs to no batch does: the others perform it otherwise."""


class Drawing(Struct, frozen=True):
    """A text that is drawn from the constraints of the field it is typed into; `like`: what the test types there."""

    seed: int
    nth: int
    like: str


class Typed(Struct, frozen=True, rename="camel"):
    """What is typed into a field instead of what the test says; braces in it are no placeholders.

    With a `seed`: the text of that number that is drawn from the field's own constraints when it is reached.
    """

    field: str
    text: str
    seed: int | None = None
    nth: int = 0


class DataRow(Struct, frozen=True, omit_defaults=True):
    """The row of a table a run is for, counted from 1: texts by columns, which are variables of the run.

    `hidden`: the columns whose texts the test types as secrets, or which are secret variables of the project.
    """

    number: int
    values: dict[str, str]
    hidden: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """Tells the row apart from others, by its first text that may be shown."""
        texts = (" ".join(text.split()) for name, text in self.values.items() if name not in self.hidden)
        first = next((text for text in texts if text), "")
        return f"row {self.number}" + (f" ({first if len(first) <= 40 else first[:39] + '…'})" if first else "")


class Variant(Struct, frozen=True, omit_defaults=True, rename="camel"):
    """`label` tells the runs of a batch apart: "attempt 2", "phone", "editor", "emoji".

    `as_role`: it shows what a role may do. `signs_in`: how many of its first steps are not the test's, but those by
    which the role signs in. `sets_up`: it is the set-up of a suite. `row`: what of a table it is for.
    """

    label: str
    typed: Typed | None = None
    signs_in: int = 0
    as_role: bool = False
    sets_up: bool = False
    row: DataRow | None = None
