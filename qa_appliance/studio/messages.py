"""What the dashboard asks of a session and what it is told. Data only; coordinates are CSS pixels of the viewport."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from qa_appliance.browser.look.node import Box

Coordinate = Annotated[float, Meta(ge=-10_000, le=10_000)]
Text = Annotated[str, Meta(max_length=4_000)]
Key = Annotated[str, Meta(min_length=1, max_length=40)]


class _Ask(Struct, frozen=True, tag_field="type"):
    pass


class Move(_Ask, frozen=True, tag="move"):
    x: Coordinate
    y: Coordinate


class Down(_Ask, frozen=True, tag="down"):
    x: Coordinate
    y: Coordinate
    button: Literal["left", "right"] = "left"
    count: Annotated[int, Meta(ge=1, le=3)] = 1


class Up(_Ask, frozen=True, tag="up"):
    x: Coordinate
    y: Coordinate
    button: Literal["left", "right"] = "left"
    count: Annotated[int, Meta(ge=1, le=3)] = 1


class Wheel(_Ask, frozen=True, tag="wheel"):
    x: Coordinate
    y: Coordinate
    dx: Coordinate
    dy: Coordinate


class Press(_Ask, frozen=True, tag="key"):
    """A key by its name in Playwright, with what is held: "Enter", "Control+A"."""

    key: Key


class Type(_Ask, frozen=True, tag="text"):
    """Typed or pasted into whatever has the focus."""

    text: Text


class Answer(_Ask, frozen=True, tag="answer"):
    """To a dialog of the page; `text` is a prompt's."""

    accept: bool
    text: Text = ""


class Point(_Ask, frozen=True, tag="point"):
    x: Coordinate
    y: Coordinate


class Try(_Ask, frozen=True, tag="try"):
    """What a sentence would act on; nothing is done. `mark` comes back with the answer, whose text may be masked."""

    text: Text
    mark: int = 0


class Do(_Ask, frozen=True, tag="do"):
    """Performs a sentence, and keeps it where it worked. `mark` as in `Try`."""

    text: Text
    mark: int = 0


class Keep(_Ask, frozen=True, tag="keep"):
    """Keeps a sentence for what was done already, or a check that was proposed."""

    text: Text


class Reword(_Ask, frozen=True, tag="reword"):
    """Takes another of the wordings of a sentence: `other` counts from 0."""

    number: int
    other: Annotated[int, Meta(ge=0, le=10)]


class Drop(_Ask, frozen=True, tag="drop"):
    """Leaves a sentence out; what it did stays done."""

    number: int


class Edit(_Ask, frozen=True, tag="edit"):
    """Writes a sentence anew in its place; nothing is done on the page."""

    number: int
    text: Text


class Order(_Ask, frozen=True, tag="order"):
    """Puts a sentence at another place among those it stands with, counted from 0; nothing is done on the page."""

    number: int
    to: Annotated[int, Meta(ge=0, le=1_000)]


class Undo(_Ask, frozen=True, tag="undo"):
    """Takes the words of the last sentence back; what it did stays done."""


class Anew(_Ask, frozen=True, tag="anew"):
    """Performs the sentences from the start, in a fresh browser; with a `yes` only where that sends something again."""

    yes: bool = False


class Next(_Ask, frozen=True, tag="next"):
    """Performs the first of the sentences that are left."""


class Offers(_Ask, frozen=True, tag="offers"):
    """What can be said of this page; `sought`: only of what these words stand at."""

    sought: Annotated[str, Meta(max_length=200)] = ""


Ask = (
    Move
    | Down
    | Up
    | Wheel
    | Press
    | Type
    | Answer
    | Point
    | Try
    | Do
    | Keep
    | Reword
    | Drop
    | Edit
    | Order
    | Undo
    | Anew
    | Next
    | Offers
)


class _Tell(Struct, frozen=True, tag_field="type", rename="camel"):
    pass


class Line(Struct, frozen=True, rename="camel"):
    """A sentence of the test. `others` say the same in other words. `checks`: it looks, and does nothing."""

    number: int
    sentence: str
    others: tuple[str, ...] = ()
    checks: bool = False


class State(_Tell, frozen=True, tag="state"):
    address: str
    width: int
    height: int
    lines: tuple[Line, ...]
    busy: str = ""  # what is being done that takes its time
    left: tuple[Line, ...] = ()  # of the test that is gone on with: what is not done yet
    base: str = ""  # the site's address, which addresses on it are written without
    ahead: bool = False  # the page shows what the sentences do not say any more, or not yet


class Deed(Struct, frozen=True):
    """Something that can be done with or said of a thing. `sentence` ends open where a text is to be added."""

    kind: Literal["click", "type", "check_text", "check_shown", "wait", "count"]
    sentence: str
    does: bool


class Named(_Tell, frozen=True, tag="named"):
    """What is under the pointer; `box` None: nothing that has a name."""

    x: float
    y: float
    called: str = ""
    box: Box | None = None
    deeds: tuple[Deed, ...] = ()


class Tried(_Tell, frozen=True, tag="tried"):
    """What a sentence would act on. `near` are what else was close, or what is there instead."""

    text: str
    understood: bool
    says: str
    box: Box | None = None
    near: tuple[Box, ...] = ()
    candidates: tuple[str, ...] = ()
    places: tuple[Box | None, ...] = ()  # where each of them stands
    mark: int = 0


class Done(_Tell, frozen=True, tag="done"):
    text: str
    worked: bool
    says: str = ""
    candidates: tuple[str, ...] = ()
    mark: int = 0


class Proposed(_Tell, frozen=True, tag="proposed"):
    """Checks of what the last deed changed, the best first."""

    after: int
    checks: tuple[str, ...]


class Candidate(Struct, frozen=True):
    """What may be meant, by the sentence that leads to it, and where it stood on the page."""

    sentence: str
    box: Box | None = None


class Unsaid(_Tell, frozen=True, tag="unsaid"):
    """Something was done that no sentence of its own says: was it one of these?"""

    says: str
    candidates: tuple[Candidate, ...] = ()


class Choices(_Tell, frozen=True, tag="choices"):
    """The options of a list the browser would open by itself; each with the sentence that chooses it."""

    box: Box | None
    options: tuple[tuple[str, str], ...]


DialogKind = Literal["alert", "confirm", "prompt", "beforeunload"]


class Question(_Tell, frozen=True, tag="question"):
    """A dialog of the page that waits for an answer; `value` is what a prompt holds already.

    `secret`: it asks for a password or its like.
    """

    kind: DialogKind
    text: str
    value: str = ""
    secret: bool = False


class Offer(Struct, frozen=True):
    called: str
    sentence: str
    does: bool
    box: Box | None = None


class Offered(_Tell, frozen=True, tag="offered"):
    """Those known so far. `more`: there are others, which are still to come or have to be sought.

    `looking`: they are still to come.
    """

    offers: tuple[Offer, ...]
    sought: str = ""
    more: bool = False
    looking: bool = False


class Hidden(_Tell, frozen=True, tag="hidden"):
    """So many characters of a password wait to be typed in one piece, in place of what its field holds.

    None: nothing waits any more.
    """

    length: int | None


class Resends(_Tell, frozen=True, tag="resends"):
    """Performing the test anew would send this again, as “POST /tasks”: it waits for a yes."""

    what: tuple[str, ...]


class Trouble(_Tell, frozen=True, tag="trouble"):
    says: str


class Closed(_Tell, frozen=True, tag="closed"):
    says: str


Tell = (
    State
    | Named
    | Tried
    | Done
    | Proposed
    | Unsaid
    | Choices
    | Question
    | Offered
    | Hidden
    | Resends
    | Trouble
    | Closed
)
