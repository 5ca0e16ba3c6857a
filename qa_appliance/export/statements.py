"""What a Playwright test says, in a form that knows no language yet. Data only."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from qa_appliance.export.words import Call, Expression

Operator = Literal[">", ">=", "<", "<="]


class Do(Struct, frozen=True):
    """One awaited call."""

    call: Call


class Remembered(Struct, frozen=True):
    """A text kept under a name."""

    name: str
    value: Expression


class Opens(Struct, frozen=True):
    """What the action makes the page open; a tab becomes the page."""

    event: Literal["download", "tab", "new tab"]
    action: Call


class Answer(Struct, frozen=True):
    """How the next dialog is answered."""

    accept: bool
    text: str


class Request(Struct, frozen=True):
    method: str
    url: str
    body: str
    status: int


class Block(Struct, frozen=True):
    """`kind` "if" (condition), "times" (number), "until" (condition, number), "each" (locator)."""

    kind: Literal["if", "times", "until", "each"]
    head: Expression
    statements: list[Statement]
    times: int = 0
    otherwise: list[Statement] = []  # of "if"


class DragBy(Struct, frozen=True):
    """By CSS pixels, from the middle of the element."""

    on: Expression
    across: int
    down: int


class Viewport(Struct, frozen=True):
    width: int
    height: int


class Comment(Struct, frozen=True):
    text: str


class Expect(Struct, frozen=True):
    """`expect(on).to_…(arguments)`, waiting up to `seconds` (0: the tool's own patience)."""

    on: Expression
    matcher: str
    arguments: tuple[Expression, ...] = ()
    negated: bool = False
    seconds: float = 0.0


class Compare(Struct, frozen=True):
    """A number read from the page, compared."""

    value: Expression
    operator: Operator
    limit: float
    negated: bool = False


Statement = Do | Expect | Compare | Remembered | Opens | Answer | Request | Block | DragBy | Viewport | Comment
