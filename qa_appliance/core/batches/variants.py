"""What one run of a batch does otherwise than the test as it is written."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

FanKind = Literal["flaky", "viewport_pair", "role_probe", "fuzz"]
"""The same test again and again; in windows of several sizes; by several people; with many inputs in one field."""

BatchKind = Literal[FanKind, "suite"]
"""One test as several runs; or the tests of a suite."""

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


class Variant(Struct, frozen=True, omit_defaults=True, rename="camel"):
    """`label` tells the runs of a batch apart: "attempt 2", "phone", "editor", "emoji".

    `as_role`: it shows what a role may do. `signs_in`: how many of its first steps are not the test's, but those by
    which the role signs in. `sets_up`: it is the set-up of a suite.
    """

    label: str
    typed: Typed | None = None
    signs_in: int = 0
    as_role: bool = False
    sets_up: bool = False
