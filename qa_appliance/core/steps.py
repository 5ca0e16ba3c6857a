"""Steps: what a plan tells the browser to do, as data (a tagged union). How each is done lives in steps/.

Each has its words (`sentence`), the test language's (`reads_as`) and the form that read them (`rule`). Texts may hold
`{name}`, filled in when it is performed. One of the phrasebook keeps its `phrase`, a saved one its `ways`."""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec import Struct

from qa_appliance.core.batches.variants import Drawing
from qa_appliance.core.checks import Check
from qa_appliance.core.target import Target, Way
from qa_appliance.core.traits import Traits

Source = Literal["english", "model", "saved", "synthetic"]
MASK = "••••"  # what stands for a secret wherever it would be seen


class Value(Struct, frozen=True, omit_defaults=True, rename="camel"):
    """A text to type. A secret is masked wherever it would be seen and stored encrypted (decision 29). `literal`: typed
    as it is, whatever stands in braces, and given also to a `<select>` without it. `drawing`: instead of the text."""

    text: str
    secret: bool = False
    literal: bool = False
    drawing: Drawing | None = None

    @property
    def shown(self) -> str:
        return MASK if self.secret else self.text


class _Step(Struct, frozen=True, kw_only=True, omit_defaults=True, rename="camel", tag_field="action"):
    traits: ClassVar[Traits]
    sentence: str = ""
    reads_as: str = ""
    rule: str = ""
    source: Source = "english"
    phrase: str = ""
    phrase_ids: tuple[str, ...] = ()
    ways: tuple[Way, ...] = ()


class Go(_Step, frozen=True, tag="go"):
    """Open an address: absolute, a path on the base URL, or words that name a page ("the pricing page") in `page`."""

    traits = Traits(acts=False, request="grants")
    url: str = ""
    page: str = ""


class History(_Step, frozen=True, tag="history"):
    traits = Traits(acts=False, request="grants")
    move: Literal["back", "forward", "reload"]


class Click(_Step, frozen=True, tag="click"):
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


class Fill(_Step, frozen=True, tag="fill"):
    """Put a text into a field, `append`ed to what is there; without a target where the focus is. Where only options are
    offered one is chosen; `chooses` ("set", "change") also where a text would just search among them."""

    traits = Traits(purpose="fill", stays=True, request="grants")
    target: Target | None
    value: Value
    append: bool = False
    chooses: bool = False


class EnterCode(_Step, frozen=True, tag="enter_code"):
    """Type the code of an `authenticator` as it is at that moment ("": the only one), or the one of the mail."""

    traits = Traits(purpose="fill", stays=True, request="grants")
    target: Target
    authenticator: str = ""
    mailed: bool = False


class WaitMail(_Step, frozen=True, tag="wait_mail"):
    """Wait for the next mail to an address that came since the run began. From then on "the mail" is that one."""

    traits = Traits(acts=False, performs=False, stays=True)
    to: str
    subject: str = ""
    seconds: float = 0.0


class OpenMailLink(_Step, frozen=True, tag="open_mail_link"):
    """Open a link of the mail that was waited for by its words; "" is the only one there is."""

    traits = Traits(acts=False, request="grants")
    words: str = ""


class Clear(_Step, frozen=True, tag="clear"):
    traits = Traits(purpose="fill", stays=True, request="grants")
    target: Target


class Choose(_Step, frozen=True, tag="choose"):
    """Choose options by their words, wherever there are any. `pattern`: `*` stands for anything, any that fits will do,
    or the one; "place": the words are a position, `#2`, `#-1` for the last, a prompt ("Choose…") not counted."""

    traits = Traits(purpose="choose", stays=True, request="grants", answered=True)
    options: tuple[str, ...]
    target: Target | None = None
    pattern: Literal["", "any", "one", "place"] = ""


class SetChecked(_Step, frozen=True, tag="set_checked"):
    """`on` None toggles."""

    traits = Traits(purpose="check", stays=True, request="grants", answered=True)
    target: Target
    on: bool | None = True


class Press(_Step, frozen=True, tag="press"):
    """Keys in Playwright's names ("Enter", "Control+A"), on the target or on what has the focus."""

    traits = Traits(answered=True)
    keys: tuple[str, ...]
    target: Target | None = None


class Hover(_Step, frozen=True, tag="hover"):
    traits = Traits(purpose="hover", stays=True)
    target: Target


class Drag(_Step, frozen=True, tag="drag"):
    """To another element (`side`: before or behind it in its list), or by an offset in CSS pixels. Within the target's
    own list: to a `position` (from 1, -1 is the end), or past `places` others (down, else up)."""

    traits = Traits(purpose="click", request="grants", answered=True)
    target: Target
    to: Target | None = None
    side: Literal["", "before", "after"] = ""
    by: tuple[int, int] | None = None
    position: int = 0
    places: int = 0


class Scroll(_Step, frozen=True, tag="scroll"):
    """To a target, or in a direction inside `target` (None: the page)."""

    traits = Traits(stays=True)
    direction: Literal["to", "up", "down", "left", "right", "top", "bottom"] = "to"
    target: Target | None = None


class SelectText(_Step, frozen=True, tag="select_text"):
    traits = Traits(stays=True)
    target: Target


class Clipboard(_Step, frozen=True, tag="clipboard"):
    traits = Traits(request="grants")
    move: Literal["copy", "cut", "paste"]
    target: Target | None = None
    text: Value | None = None  # pasted as if it had been copied elsewhere before; without it, what the run has copied


class Upload(_Step, frozen=True, tag="upload"):
    """Files by name, those stored with the project first; or a made one of `size_bytes`."""

    traits = Traits(purpose="upload", stays=True, request="grants", answered=True)
    target: Target | None
    files: tuple[str, ...] = ()
    size_bytes: int = 0


class Download(_Step, frozen=True, tag="download"):
    traits = Traits(purpose="click", request="asks", answered=True)
    target: Target


class WaitFor(_Step, frozen=True, tag="wait_for"):
    traits = Traits(acts=False, performs=False, passes=True, stays=True)
    check: Check
    seconds: float = 0.0  # 0: the run's own patience


class WaitTime(_Step, frozen=True, tag="wait_time"):
    traits = Traits(acts=False, performs=False, passes=True)
    seconds: float


class WaitLoad(_Step, frozen=True, tag="wait_load"):
    traits = Traits(acts=False, performs=False, passes=True)
    seconds: float = 0.0


class Assert(_Step, frozen=True, tag="check"):
    traits = Traits(acts=False, performs=False, passes=True, stays=True)
    check: Check


class LogIn(_Step, frozen=True, tag="log_in"):
    """Find the sign-in form (following a link to it if need be), fill it, send it. An `attempt` may be refused."""

    traits = Traits(request="asks", answered=True)
    user: Value | None
    password: Value
    attempt: bool = False


class LogOut(_Step, frozen=True, tag="log_out"):
    traits = Traits(request="asks", answered=True)


class Search(_Step, frozen=True, tag="search"):
    """Find the page's search field, type, and send it."""

    traits = Traits(request="asks", answered=True)
    text: str


class AcceptCookies(_Step, frozen=True, tag="accept_cookies"):
    traits = Traits()


class AddToCart(_Step, frozen=True, tag="add_to_cart"):
    traits = Traits(request="asks", answered=True)
    item: str


class Sort(_Step, frozen=True, tag="sort"):
    """By an order the page offers, else by a column's header. `by` "": only the way was said. `target`: a table."""

    traits = Traits(request="grants", answered=True)
    by: str
    order: Literal["", "ascending", "descending"] = ""
    target: Target | None = None


class Message(_Step, frozen=True, tag="message"):
    """Reply to what somebody wrote (`what`, else what is open) with a text, or forward it to somebody, and send it."""

    traits = Traits(request="asks", answered=True)
    move: Literal["reply", "forward"]
    what: Target | None = None
    text: Value | None = None
    to: Value | None = None


class Cookies(_Step, frozen=True, tag="cookies"):
    """A cookie of the site whose page is open, given a value or deleted; "clear" deletes all the browser holds.
    The page itself is left as it is: it comes to know by its next request."""

    traits = Traits(stays=True)
    move: Literal["set", "delete", "clear"]
    name: str = ""
    value: Value = Value("")


class Remember(_Step, frozen=True, tag="remember"):
    """Keep an element's text (or the address) under a name for `{name}`."""

    traits = Traits(acts=False, performs=False, passes=True)
    target: Target
    name: str


class Dialog(_Step, frozen=True, tag="dialog"):
    """Answer the page's alert, confirm or prompt: the one now open, else the next."""

    traits = Traits(request="asks", answered=True)
    accept: bool
    text: str = ""


class Tab(_Step, frozen=True, tag="tab"):
    traits = Traits(request="grants")
    move: Literal["switch", "new", "close"]
    name: str = ""  # words of its title or address; "" with switch: the newest; "previous", "next", "first", "#2"


class Device(_Step, frozen=True, tag="device"):
    """Look at the page as on a phone, a tablet or a desktop."""

    traits = Traits(performs=False)
    preset: str


class Person(_Step, frozen=True, tag="person"):
    """From here on as another user, in a browser context of their own ("as a second user")."""

    traits = Traits(performs=False, request="grants")
    name: str


class Surroundings(_Step, frozen=True, tag="surroundings"):
    """What the browser takes for its world: the clock is set, time passes, where it is, a passkey is at hand."""

    traits = Traits(performs=False, request="grants")
    move: Literal["clock", "pass", "place", "passkey"]
    moment: str = ""  # clock: 2026-03-01 09:00, in the time zone of the site
    seconds: float = 0.0  # pass
    place: tuple[float, float] = (0.0, 0.0)  # latitude, longitude


class Http(_Step, frozen=True, tag="http"):
    traits = Traits(request="asks", answered=True)
    method: str
    url: str
    body: str = ""
    status: int = 0  # 0: any below 400


class ExpectRefusal(_Step, frozen=True, tag="expect_refusal"):
    """Never planned: stands in the record of a negative test in which nothing was refused (decision 6)."""

    traits = Traits(acts=False, performs=False)


class When(_Step, frozen=True, tag="when"):
    """Steps that are performed only if the check holds, else `otherwise`; asked once, after a short patience."""

    traits = Traits(stays=True, answered=True)
    check: Check
    steps: tuple[Step, ...]
    otherwise: tuple[Step, ...] = ()


class Repeat(_Step, frozen=True, tag="repeat"):
    """Steps several times, or until a check holds (at most `times`)."""

    traits = Traits(answered=True)
    steps: tuple[Step, ...]
    times: int = 0
    until: Check | None = None


class ForEach(_Step, frozen=True, tag="for_each"):
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
    | LogOut
    | Search
    | AcceptCookies
    | AddToCart
    | Sort
    | Message
    | Cookies
    | Remember
    | Dialog
    | Tab
    | Device
    | Person
    | Surroundings
    | Http
    | ExpectRefusal
    | When
    | Repeat
    | ForEach
)
