"""What a Playwright test says, in a form that knows no language yet. Data only."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class Text(Struct, frozen=True):
    """A text that may hold placeholders such as `{order}`; a plain `str` in an expression is literal."""

    text: str


class Secret(Struct, frozen=True):
    """A value that comes from the environment."""

    name: str


class Bytes(Struct, frozen=True):
    """`content`, and as many zeros behind it."""

    content: bytes
    zeros: int = 0


class Pattern(Struct, frozen=True):
    """A regular expression, read without regard to case."""

    source: str


class Around(Struct, frozen=True):
    """A regular expression around a text that is known only when the test runs: `before` + the text + `after`."""

    before: str
    text: str
    after: str


class Function(Struct, frozen=True):
    """A JavaScript function that runs in the page."""

    source: str


class Name(Struct, frozen=True):
    """A variable or what it has: page, page.url, response."""

    name: str


class Pairs(Struct, frozen=True):
    """An object made of names and values."""

    pairs: tuple[tuple[str, Expression], ...]


class Call(Struct, frozen=True):
    """`on.name(*arguments, **options)`, names in Python's spelling."""

    on: Expression
    name: str
    arguments: tuple[Expression, ...] = ()
    options: tuple[tuple[str, Expression], ...] = ()


Expression = (
    Call
    | Name
    | Text
    | Secret
    | Bytes
    | Pattern
    | Around
    | Function
    | Pairs
    | str
    | bool
    | int
    | float
    | tuple["Expression", ...]
)

PAGE, ADDRESS, CONTEXT = Name("page"), Name("page.url"), Name("page.context")


def call(on: Expression, name: str, /, *arguments: Expression, **options: Expression) -> Call:
    return Call(on, name, arguments, tuple(options.items()))


def text(value: str) -> Expression:
    return Text(value) if "{" in value else value


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


class Routed(Struct, frozen=True):
    """Requests that fit are answered here, late, never, or not let out. `method` "": any; `times` 0: all of them."""

    pattern: str
    method: str
    move: Literal["answer", "change", "delay", "never", "block"]
    status: int
    content_type: str
    body: str
    milliseconds: int
    times: int


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


class Refuses(Struct, frozen=True):
    """Of a test of what has to be refused: the expectation does not come true, for all its patience."""

    expect: Expect | Compare


class Helped(Struct, frozen=True):
    """What a function of the file does with the page, called by this name."""

    name: str


Statement = (
    Refuses
    | Do
    | Expect
    | Compare
    | Remembered
    | Opens
    | Answer
    | Request
    | Routed
    | Block
    | DragBy
    | Viewport
    | Comment
    | Helped
)


class File(Struct, frozen=True, kw_only=True):
    """One test. `secrets`: what has to stand in the environment; `helpers`: functions by their names, each with what it
    says of itself; `given`: what is known by names before the test begins; `rows`: it runs once for each of them.
    """

    name: str
    statements: list[Statement]
    secrets: list[str] = []
    helpers: dict[str, tuple[str, list[Statement]]] = {}
    given: dict[str, Expression] = {}
    rows: list[dict[str, Expression]] = []
