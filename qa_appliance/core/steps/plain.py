"""What every step has, and the steps that name no element of a page. Pure."""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec import Struct

from qa_appliance.core.batches.variants import Drawing
from qa_appliance.core.target import Way
from qa_appliance.core.test_data.made import Made
from qa_appliance.core.traits import Traits

Source = Literal["english", "model", "saved", "synthetic"]
MASK = "••••"  # what stands for a secret wherever it would be seen


class Value(Struct, frozen=True, omit_defaults=True, rename="camel"):
    """A text to type. A secret is masked wherever it would be seen and stored encrypted (decision 29). `literal`: typed
    as it is, whatever stands in braces, and given also to a `<select>` without it. `drawing`, `made`: instead of the
    text."""

    text: str
    secret: bool = False
    literal: bool = False
    drawing: Drawing | None = None
    made: Made | None = None

    @property
    def shown(self) -> str:
        return MASK if self.secret else self.text


class BaseStep(Struct, frozen=True, kw_only=True, omit_defaults=True, rename="camel", tag_field="action"):
    traits: ClassVar[Traits]
    sentence: str = ""
    reads_as: str = ""
    rule: str = ""
    source: Source = "english"
    phrase: str = ""
    phrase_ids: tuple[str, ...] = ()
    ways: tuple[Way, ...] = ()


class Go(BaseStep, frozen=True, tag="go"):
    """Open an address: absolute, a path on the base URL, or words that name a page ("the pricing page") in `page`."""

    traits = Traits(acts=False, request="grants")
    url: str = ""
    page: str = ""


class History(BaseStep, frozen=True, tag="history"):
    traits = Traits(acts=False, request="grants")
    move: Literal["back", "forward", "reload"]


class WaitMail(BaseStep, frozen=True, tag="wait_mail"):
    """Wait for the next mail to an address that came since the run began. From then on "the mail" is that one."""

    traits = Traits(acts=False, performs=False, stays=True)
    to: str
    subject: str = ""
    seconds: float = 0.0


class OpenMailLink(BaseStep, frozen=True, tag="open_mail_link"):
    """Open a link of the mail that was waited for by its words; "" is the only one there is."""

    traits = Traits(acts=False, request="grants")
    words: str = ""


class WaitTime(BaseStep, frozen=True, tag="wait_time"):
    traits = Traits(acts=False, performs=False, passes=True)
    seconds: float


class WaitLoad(BaseStep, frozen=True, tag="wait_load"):
    traits = Traits(acts=False, performs=False, passes=True)
    seconds: float = 0.0


class LogIn(BaseStep, frozen=True, tag="log_in"):
    """Find the sign-in form (following a link to it if need be), fill it, send it. An `attempt` may be refused."""

    traits = Traits(request="asks", answered=True)
    user: Value | None
    password: Value
    attempt: bool = False


class SignIn(BaseStep, frozen=True, tag="sign_in"):
    """Sign in with an account of the project, by its name, role or user name; "": the first there is.

    Whoever is signed in before is forgotten first.
    """

    traits = Traits(request="asks", answered=True)
    account: str = ""


class Visitor(BaseStep, frozen=True, tag="visitor"):
    """Forget who is signed in, with all that the browser keeps of the site, and open its start page."""

    traits = Traits(request="grants")


class LogOut(BaseStep, frozen=True, tag="log_out"):
    traits = Traits(request="asks", answered=True)


class Search(BaseStep, frozen=True, tag="search"):
    """Find the page's search field, type, and send it."""

    traits = Traits(request="asks", answered=True)
    text: str


class AcceptCookies(BaseStep, frozen=True, tag="accept_cookies"):
    traits = Traits()


class AddToCart(BaseStep, frozen=True, tag="add_to_cart"):
    traits = Traits(request="asks", answered=True)
    item: str


class Cookies(BaseStep, frozen=True, tag="cookies"):
    """A cookie of the site whose page is open, given a value or deleted; "clear" deletes all the browser holds.
    The page itself is left as it is: it comes to know by its next request."""

    traits = Traits(stays=True)
    move: Literal["set", "delete", "clear"]
    name: str = ""
    value: Value = Value("")


class Dialog(BaseStep, frozen=True, tag="dialog"):
    """Answer the page's alert, confirm or prompt: the one now open, else the next."""

    traits = Traits(request="asks", answered=True)
    accept: bool
    text: str = ""


class Tab(BaseStep, frozen=True, tag="tab"):
    traits = Traits(request="grants")
    move: Literal["switch", "new", "close"]
    name: str = ""  # words of its title or address; "" with switch: the newest; "previous", "next", "first", "#2"


class Device(BaseStep, frozen=True, tag="device"):
    """Look at the page as on a phone, a tablet or a desktop."""

    traits = Traits(performs=False)
    preset: str


class Person(BaseStep, frozen=True, tag="person"):
    """From here on as another user, in a browser context of their own ("as a second user")."""

    traits = Traits(performs=False, request="grants")
    name: str


class Surroundings(BaseStep, frozen=True, tag="surroundings"):
    """What the browser takes for its world: the clock is set, time passes, where it is, a passkey is at hand, what a
    site may use, how pages are shown. Its language and its time zone are told before anything is done."""

    traits = Traits(performs=False, request="grants")
    move: Literal["clock", "pass", "place", "passkey", "allow", "deny", "look", "language", "zone"]
    moment: str = ""  # clock: 2026-03-01 09:00, in the time zone of the site
    seconds: float = 0.0  # pass
    place: tuple[float, float] = (0.0, 0.0)  # latitude, longitude
    what: str = ""  # allow, deny: "camera"; look: "in dark mode"; language: "German", "de-AT"; zone: "Asia/Tokyo"


class Http(BaseStep, frozen=True, tag="http"):
    traits = Traits(request="asks", answered=True)
    method: str
    url: str
    body: str = ""
    status: int = 0  # 0: any below 400


class RememberAnswer(BaseStep, frozen=True, tag="remember_answer"):
    """Keep what stands under that `name` in the answer looked at last, as `variable` for `{variable}`."""

    traits = Traits(acts=False, performs=False, passes=True)
    name: str
    variable: str


class Asked(Struct, frozen=True, omit_defaults=True, rename="camel"):
    """Which requests: by method ("": any) and address, or by the name of a GraphQL operation."""

    method: str = ""
    address: str = ""
    operation: str = ""


class Given(Struct, frozen=True, omit_defaults=True, rename="camel"):
    """What is answered: a status (0: 200), and a text, the stored `file`, or one `event` of a stream."""

    status: int = 0
    body: str = ""
    file: str = ""
    kind: Literal["", "html", "event"] = ""


class Turns(Struct, frozen=True, omit_defaults=True, rename="camel"):
    """Of the requests that are meant those which count: `times` of them (0: all), from the `first` on, and only those
    whose body has what `sends` has. `seconds`: how late the answer comes."""

    seconds: float = 0.0
    times: int = 0
    first: int = 1
    sends: str = ""


class Answering(BaseStep, frozen=True, tag="answering"):
    """From here on the answer to such requests is another one: the test's own (`answer`), the site's with one value
    changed (`change`) or late (`delay`), none (`never`), or they are not let out (`block`)."""

    traits = Traits(acts=False, request="grants")
    move: Literal["answer", "change", "delay", "never", "block"]
    asked: Asked
    given: Given = Given()
    turns: Turns = Turns()
    name: str = ""  # changed: where the value stands
    becomes: str = ""


class LetThrough(BaseStep, frozen=True, tag="let_through"):
    """From here on the site answers everything itself."""

    traits = Traits(acts=False, request="grants")


class Line(BaseStep, frozen=True, tag="line"):
    """How the browser is connected, and how fast the machine is: from here on, in all tabs."""

    traits = Traits(performs=False, request="grants")
    move: Literal["offline", "online", "slow", "latency", "normal", "cpu"]
    kind: str = ""  # slow: "3G", "slow 3G", "4G"
    seconds: float = 0.0  # latency
    times: int = 0  # cpu: so many times slower
