"""Checks: predicates over a page, as data. A check step asserts one, a wait waits for one, a condition asks one."""

from __future__ import annotations

from typing import Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from qa_appliance.core.target import Target

State = Literal[
    "visible",
    "enabled",
    "checked",
    "focused",
    "editable",
    "empty",
    "selected",
    "expanded",
    "required",
    "crossed_out",
    "done",
    "masked",
    "exists",
]
"""`hidden` is visible negated, `disabled` is enabled negated, `collapsed` is expanded negated. `done`: of
a task, that it was completed: its box is ticked, it is crossed out, or it says so."""

Comparison = Literal[
    "equals",
    "contains",
    "shows",
    "starts_with",
    "ends_with",
    "matches",
    "more",
    "at_least",
    "less",
    "at_most",
]
"""`shows` is contains as whole words: "Inactive" does not show "Active".

The last four compare numbers (or dates) in the page's own notation: 1,299.00 · 1.299,00 · 42 %."""


class _Check(Struct, frozen=True, kw_only=True, omit_defaults=True, rename="camel", tag_field="check"):
    """`any_case`: the letters of what is compared may be large or small."""

    negated: bool = False
    any_case: bool = False


class TextShown(_Check, frozen=True, tag="text_shown"):
    """The text is visible somewhere on the page, or inside `scope`: as whole words, or `part` of a word will do.

    What is `listed` stands there beside what messages say of it.
    """

    text: str
    scope: Target | None = None
    part: bool = False
    listed: bool = False


class ElementIs(_Check, frozen=True, tag="element_is"):
    """The target is in the state. A visible check with no element there fails and says what was there instead.

    One that `closes` is not visible any more: it has to have been there before the step the check follows.
    What is said to be `active` can be used; of a button that stays down it is that it is down. Of what can be `reached`
    nothing lies over it; `listed` as of a text.
    """

    target: Target
    state: State
    closes: bool = False
    active: bool = False
    reached: bool = False
    listed: bool = False


class ValueIs(_Check, frozen=True, tag="value_is"):
    """The value of a field (its text typed, option chosen, position of a slider); `among` several that are chosen."""

    target: Target
    comparison: Comparison
    value: str
    among: bool = False


class TextIs(_Check, frozen=True, tag="text_is"):
    """The text of an element: "Total is 42.50", "the row Alice shows Admin", "the heading contains Hello".

    `status`: how a record stands is asked of what is called its status, where something is.
    """

    target: Target
    comparison: Comparison
    value: str
    status: bool = False


class TitleIs(_Check, frozen=True, tag="title_is"):
    comparison: Comparison
    value: str


class AddressIs(_Check, frozen=True, tag="address_is"):
    """Where the page is. A path is compared with the path; `whole`: the address has no query beside it."""

    comparison: Comparison
    value: str
    whole: bool = False


class CountIs(_Check, frozen=True, tag="count_is"):
    """How many elements fit the target: "there are 3 rows", "at least 2 results".

    `left`: how many are still to be done, which a page may say itself: "1 item left".
    """

    target: Target
    comparison: Comparison
    count: int
    left: bool = False


class ChangedBy(_Check, frozen=True, tag="changed_by"):
    """The number that stands there, or of what is `counted`, is another one than before the step it follows: higher,
    or lower where it goes `down`, and `by` so much where an amount is said.

    `since` is what it was then: known while a run goes on, never part of a plan. Never negated: that something stayed
    as it was also holds of a page that has not answered yet.
    """

    target: Target
    counted: bool = False
    down: bool = False
    by: str = ""
    since: str = ""


class ErrorShown(_Check, frozen=True, tag="error_shown"):
    """The page shows an error: an alert, an invalid field's message, an error text; `text` if it was said."""

    text: str = ""


class MessageSays(_Check, frozen=True, tag="message_says"):
    """A message, an error, or any text of the page tells that it is so, in words of its own. Never negated.

    `words` are the tester's: “the bill has been added”. A sentence has to hold each that carries a meaning.
    """

    words: str
    of: Literal["message", "error", "page"] = "message"


class ListSorted(_Check, frozen=True, tag="list_sorted"):
    target: Target
    by: str = ""  # the column's heading, empty for a plain list
    descending: bool = False


class OnlyShown(_Check, frozen=True, tag="only_shown"):
    """A list or table has an entry for each of the names, and no other entry. Never negated.

    `scope` is the list that was said; without one every list in which all of the names stand has to be so.
    """

    names: tuple[str, ...]
    scope: Target | None = None


class NoEvents(_Check, frozen=True, tag="no_events"):
    """Nothing of that kind has been observed since the run began."""

    kind: Literal["console_error", "failed_request", "accessibility"]
    impact: str = "serious"  # for accessibility: the least impact that counts


class Having(Struct, frozen=True, omit_defaults=True, rename="camel"):
    """What a request that was sent has. `body`: JSON that is a part of its own by the names, or a text in it."""

    body: str = ""
    header: str = ""
    value: str = ""  # of that header
    times: int = 0  # how often one was sent; 0: once at least


class Requested(_Check, frozen=True, tag="requested"):
    """A request to the address was sent since the last deed and, if that is said, answered so; `every` one of them.

    Denied, none was since the run began. A path is one on any host, `*` in it stands for anything. `operation`: what a
    GraphQL request calls itself, at any address.
    """

    address: str
    method: str = ""  # any
    status: int = 0  # any, or none yet
    every: bool = False
    operation: str = ""
    having: Having = Having()


class AnswerIs(_Check, frozen=True, tag="answer_is"):
    """The answer to the request that the test sent last, or that a check found last among those of the pages.

    "body": its JSON has what `value` has, by the names, or its text holds it; "value": of that `name` in it; "header";
    "entries": how many there are, of the list of that `name`, or of all of it; "status"; "time": it came within so many
    seconds; "schema": it is as the JSON Schema in the stored file `name` says.
    """

    part: Literal["body", "value", "header", "entries", "status", "time", "schema"]
    comparison: Comparison = "equals"
    name: str = ""
    value: str = ""
    count: int = 0  # of entries, or the status
    seconds: float = 0.0


class LoadsWithin(_Check, frozen=True, tag="loads_within"):
    seconds: float


class ScrollsSideways(_Check, frozen=True, tag="scrolls_sideways"):
    """The page, or the box that holds most of it, is wider than the screen and can be scrolled there."""


class LooksLikeBaseline(_Check, frozen=True, tag="looks_like_baseline"):
    target: Target | None = None  # None: the page
    name: str = ""


class Downloaded(_Check, frozen=True, tag="downloaded"):
    """The last download: its file name and/or a text in it."""

    comparison: Comparison = "equals"
    name: str = ""
    contains: str = ""


class TabOpened(_Check, frozen=True, tag="tab_opened"):
    """The last deed opened a tab or a window of its own."""


class MailIs(_Check, frozen=True, tag="mail_is"):
    """The subject, the text or the sender of the mail that was waited for."""

    part: Literal["subject", "text", "sender"]
    comparison: Comparison
    value: str


class LinkGoes(_Check, frozen=True, tag="link_goes"):
    """Where a link leads; nothing is clicked. A path is compared with the path, an absolute address with the whole."""

    target: Target
    comparison: Comparison
    value: str


class EachIs(_Check, frozen=True, tag="each_is"):
    """Of every element that fits the target `says` holds; in it a target named ITSELF is the element at hand.

    Fails where there is none. Never negated: "no row shows" is each row that does not.
    """

    target: Target
    says: Check


class AnyOf(_Check, frozen=True, tag="any_of"):
    """At least one of the checks holds; negated, none of them does: each of their negations holds."""

    checks: tuple[Check, ...]


ITSELF = "itself"
HOME_PAGE = r"^https?://[^/]+/?((index|home)(\.\w+)?/?)?([?#].*)?$"
"""The address of a site's own first page, as a pattern."""

PageCheck = (
    TextShown
    | ElementIs
    | ValueIs
    | TextIs
    | TitleIs
    | AddressIs
    | CountIs
    | ChangedBy
    | ErrorShown
    | MessageSays
    | ListSorted
    | OnlyShown
    | LinkGoes
    | EachIs
    | AnyOf
)
"""What one look at the page answers."""
OneSided = ChangedBy | MessageSays | OnlyShown | EachIs
"""What is never negated: that it does not hold is no check of its own."""
RunCheck = (
    NoEvents
    | Requested
    | AnswerIs
    | LoadsWithin
    | ScrollsSideways
    | LooksLikeBaseline
    | Downloaded
    | TabOpened
    | MailIs
)
"""What no look answers: what was recorded since the run began, and what is measured."""
Check = PageCheck | RunCheck


AnyCheck = TypeVar("AnyCheck", bound=Check)


def negation(check: AnyCheck) -> AnyCheck:
    """The check that holds when this one does not."""
    return replace(check, negated=not check.negated)


def denies(check: Check) -> bool:
    """Whether it holds by something not being there: a page that is not there yet must not pass it."""
    return check.negated or (isinstance(check, EachIs) and denies(check.says))
