"""Steps: what a plan tells the browser to do, as data (a tagged union). How each is done lives in steps/.

Each has its words (`sentence`), the test language's (`reads_as`) and the form that read them (`rule`). Texts may hold
`{name}`, filled in when it is performed. One of the phrasebook keeps its `phrase`, a saved one its `ways`."""

from __future__ import annotations

from typing import Literal

from qa_appliance.core.checks import Check
from qa_appliance.core.steps.plain import MASK as MASK
from qa_appliance.core.steps.plain import AcceptCookies as AcceptCookies
from qa_appliance.core.steps.plain import AddToCart as AddToCart
from qa_appliance.core.steps.plain import Answering as Answering
from qa_appliance.core.steps.plain import Asked as Asked
from qa_appliance.core.steps.plain import BaseStep
from qa_appliance.core.steps.plain import Cookies as Cookies
from qa_appliance.core.steps.plain import Device as Device
from qa_appliance.core.steps.plain import Dialog as Dialog
from qa_appliance.core.steps.plain import Given as Given
from qa_appliance.core.steps.plain import Go as Go
from qa_appliance.core.steps.plain import History as History
from qa_appliance.core.steps.plain import Http as Http
from qa_appliance.core.steps.plain import LetThrough as LetThrough
from qa_appliance.core.steps.plain import Line as Line
from qa_appliance.core.steps.plain import LogIn as LogIn
from qa_appliance.core.steps.plain import LogOut as LogOut
from qa_appliance.core.steps.plain import OpenMailLink as OpenMailLink
from qa_appliance.core.steps.plain import Person as Person
from qa_appliance.core.steps.plain import RememberAnswer as RememberAnswer
from qa_appliance.core.steps.plain import Search as Search
from qa_appliance.core.steps.plain import SignIn as SignIn
from qa_appliance.core.steps.plain import Source as Source
from qa_appliance.core.steps.plain import Surroundings as Surroundings
from qa_appliance.core.steps.plain import Tab as Tab
from qa_appliance.core.steps.plain import Turns as Turns
from qa_appliance.core.steps.plain import Value as Value
from qa_appliance.core.steps.plain import Visitor as Visitor
from qa_appliance.core.steps.plain import WaitLoad as WaitLoad
from qa_appliance.core.steps.plain import WaitMail as WaitMail
from qa_appliance.core.steps.plain import WaitTime as WaitTime
from qa_appliance.core.target import Target
from qa_appliance.core.traits import Traits


class Click(BaseStep, frozen=True, tag="click"):
    """`seek`: what hides it may be opened. `towards`: a level of a path "File > Export", so that the next one shows.
    `until`: what is opened or folded, or left so. `confirms`: says yes to what is asked now."""

    traits = Traits(purpose="click", answered=True)
    target: Target
    seek: bool = False
    towards: Target | None = None
    until: Literal["", "expanded", "collapsed"] = ""
    button: Literal["left", "right", "middle"] = "left"
    count: int = 1
    confirms: bool = False
    modifiers: tuple[Literal["Alt", "Control", "ControlOrMeta", "Meta", "Shift"], ...] = ()


class Fill(BaseStep, frozen=True, tag="fill"):
    """Put a text into a field, `append`ed to what is there; without a target where the focus is. Where only options are
    offered one is chosen; `chooses` ("set", "change") also where a text would just search among them."""

    traits = Traits(purpose="fill", stays=True, request="grants")
    target: Target | None
    value: Value
    append: bool = False
    chooses: bool = False


class EnterCode(BaseStep, frozen=True, tag="enter_code"):
    """Type the code of an `authenticator` as it is at that moment ("": the only one), or the one of the mail."""

    traits = Traits(purpose="fill", stays=True, request="grants")
    target: Target
    authenticator: str = ""
    mailed: bool = False


class Clear(BaseStep, frozen=True, tag="clear"):
    traits = Traits(purpose="fill", stays=True, request="grants")
    target: Target


class Choose(BaseStep, frozen=True, tag="choose"):
    """Choose options by their words, wherever there are any. `pattern`: `*` stands for anything, any that fits will do,
    or the one; "place": the words are a position, `#2`, `#-1` for the last, a prompt ("Choose…") not counted."""

    traits = Traits(purpose="choose", stays=True, request="grants", answered=True)
    options: tuple[str, ...]
    target: Target | None = None
    pattern: Literal["", "any", "one", "place"] = ""


class SetChecked(BaseStep, frozen=True, tag="set_checked"):
    """`on` None toggles."""

    traits = Traits(purpose="check", stays=True, request="grants", answered=True)
    target: Target
    on: bool | None = True


class Press(BaseStep, frozen=True, tag="press"):
    """Keys in Playwright's names ("Enter", "Control+A"), on the target or on what has the focus."""

    traits = Traits(answered=True)
    keys: tuple[str, ...]
    target: Target | None = None


class Hover(BaseStep, frozen=True, tag="hover"):
    traits = Traits(purpose="hover", stays=True)
    target: Target


class Drag(BaseStep, frozen=True, tag="drag"):
    """To another element (`side`: before or behind it in its list), or by an offset in CSS pixels. Within the target's
    own list: to a `position` (from 1, -1 is the end), or past `places` others (down, else up)."""

    traits = Traits(purpose="click", request="grants", answered=True)
    target: Target
    to: Target | None = None
    side: Literal["", "before", "after"] = ""
    by: tuple[int, int] | None = None
    position: int = 0
    places: int = 0


class Scroll(BaseStep, frozen=True, tag="scroll"):
    """To a target, or in a direction inside `target` (None: the page)."""

    traits = Traits(stays=True)
    direction: Literal["to", "up", "down", "left", "right", "top", "bottom"] = "to"
    target: Target | None = None


class SelectText(BaseStep, frozen=True, tag="select_text"):
    traits = Traits(stays=True)
    target: Target


class Clipboard(BaseStep, frozen=True, tag="clipboard"):
    traits = Traits(request="grants")
    move: Literal["copy", "cut", "paste"]
    target: Target | None = None
    text: Value | None = None  # pasted as if it had been copied elsewhere before; without it, what the run has copied


class Upload(BaseStep, frozen=True, tag="upload"):
    """Files by name, those stored with the project first; or a `made` one of the kind its name ends in.

    Of a made one: `size_bytes`, `pages` of a document, `rows` of a table without its header; 0: as few as may be.
    """

    traits = Traits(purpose="upload", stays=True, request="grants", answered=True)
    target: Target | None
    files: tuple[str, ...] = ()
    size_bytes: int = 0
    made: bool = False
    pages: int = 0
    rows: int = 0


class Download(BaseStep, frozen=True, tag="download"):
    traits = Traits(purpose="click", request="asks", answered=True)
    target: Target


class WaitFor(BaseStep, frozen=True, tag="wait_for"):
    traits = Traits(acts=False, performs=False, passes=True, stays=True)
    check: Check
    seconds: float = 0.0  # 0: the run's own patience


class Assert(BaseStep, frozen=True, tag="check"):
    traits = Traits(acts=False, performs=False, passes=True, stays=True)
    check: Check


class FillRequired(BaseStep, frozen=True, tag="fill_required"):
    """Give every required field that is empty a valid value, in the form there is or in `target`; `left` stay empty."""

    traits = Traits(stays=True, request="grants", answered=True)
    target: Target | None = None
    left: tuple[str, ...] = ()


class Sort(BaseStep, frozen=True, tag="sort"):
    """By an order the page offers, else by a column's header. `by` "": only the way was said. `target`: a table."""

    traits = Traits(request="grants", answered=True)
    by: str
    order: Literal["", "ascending", "descending"] = ""
    target: Target | None = None


class Message(BaseStep, frozen=True, tag="message"):
    """Reply to what somebody wrote (`what`, else what is open) with a text, or forward it to somebody, and send it."""

    traits = Traits(request="asks", answered=True)
    move: Literal["reply", "forward"]
    what: Target | None = None
    text: Value | None = None
    to: Value | None = None


class Remember(BaseStep, frozen=True, tag="remember"):
    """Keep an element's text (or the address) under a name for `{name}`."""

    traits = Traits(acts=False, performs=False, passes=True)
    target: Target
    name: str


class ExpectRefusal(BaseStep, frozen=True, tag="expect_refusal"):
    """Never planned: stands in the record of a negative test in which nothing was refused (decision 6)."""

    traits = Traits(acts=False, performs=False)


class When(BaseStep, frozen=True, tag="when"):
    """Steps that are performed only if the check holds, else `otherwise`; asked once, after a short patience."""

    traits = Traits(stays=True, answered=True)
    check: Check
    steps: tuple[Step, ...]
    otherwise: tuple[Step, ...] = ()


class Repeat(BaseStep, frozen=True, tag="repeat"):
    """Steps several times, or until a check holds (at most `times`)."""

    traits = Traits(answered=True)
    steps: tuple[Step, ...]
    times: int = 0
    until: Check | None = None


class ForEach(BaseStep, frozen=True, tag="for_each"):
    """Steps once for each element that fits; inside, the element is the scope."""

    traits = Traits(answered=True)
    target: Target
    steps: tuple[Step, ...]


Step = (
    Go
    | History
    | Click
    | Fill
    | EnterCode
    | WaitMail
    | OpenMailLink
    | Clear
    | Choose
    | SetChecked
    | Press
    | Hover
    | Drag
    | Scroll
    | SelectText
    | Clipboard
    | Upload
    | Download
    | WaitFor
    | WaitTime
    | WaitLoad
    | Assert
    | LogIn
    | SignIn
    | Visitor
    | FillRequired
    | LogOut
    | Search
    | AcceptCookies
    | AddToCart
    | Sort
    | Message
    | Cookies
    | Remember
    | RememberAnswer
    | Dialog
    | Tab
    | Device
    | Person
    | Surroundings
    | Http
    | Answering
    | LetThrough
    | Line
    | ExpectRefusal
    | When
    | Repeat
    | ForEach
)
