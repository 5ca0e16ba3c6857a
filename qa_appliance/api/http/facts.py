"""What the appliance tells about itself: a picture of its settings and its browsers. Holds no secret."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec
from msgspec import Struct

import qa_appliance
from qa_appliance.browser.process.browsers import Browsers
from qa_appliance.browser.process.endpoints import Endpoints
from qa_appliance.browser.process.pool import Pool
from qa_appliance.browser.process.standing import Known, standing
from qa_appliance.bucket.copies import CopiesState
from qa_appliance.core.clock import utc_now
from qa_appliance.model.model import Model
from qa_appliance.settings import Limits, Settings
from qa_appliance.store.files.backups import BackupState
from qa_appliance.store.timekeeping import ClockJump

NOT_READY = "No browser is ready for tests now; the appliance's operator is told why."


class EndpointFacts(Struct, frozen=True, rename="camel"):
    """A browser elsewhere; its address has neither password nor query. `problem` while it is passed over."""

    address: str
    slots: int
    used: int = msgspec.field(name="taken")
    version: str
    problem: str | None


class StandingFacts(Struct, frozen=True):
    """How old the browser is and what is known against it, in words. `dubious`: the operator is to see to it."""

    sentence: str
    dubious: bool


class BrowserFacts(Struct, frozen=True, rename="camel"):
    """`problem` says why no test can run now. `version` and `sandbox` are null until a browser has started, and where
    it runs elsewhere; so is `standing`, which is the operator's to know.
    """

    kind: Literal["here", "elsewhere"]
    problem: str | None
    origin: str | None = None
    version: str | None = None
    sandbox: bool | None = None
    sandbox_reason: str | None = None
    standing: StandingFacts | None = None
    endpoints: list[EndpointFacts] = []


class ModelFacts(Struct, frozen=True):
    """`state` is as far as is known: an endpoint is asked only when there is something to ask."""

    name: str
    state: Literal["ready", "failing"]


class ApplianceFacts(Struct, frozen=True, rename="camel"):
    """`browsers`: how many tests run at the same time. `allow` (the operator's rules) and `data_dir` are for the
    operator in the dashboard, null for others, who are told neither where browsers run. `model` is null where none
    is configured; `backup` where none is made by itself, `copies` where none goes to a bucket, both for others than
    the operator. `clock` is how it jumped,
    null where it did not.
    """

    version: str
    allow: list[str] | None
    browsers: int
    browser: BrowserFacts
    data_dir: str | None
    model: ModelFacts | None
    backup: BackupState | None
    copies: CopiesState | None
    clock: ClockJump | None
    limits: Limits


def facts_of(
    settings: Settings,
    slots: int,
    browsers: Browsers | None,
    problem: str | None,
    model: Model | None = None,
    backup: BackupState | None = None,
    clock: ClockJump | None = None,
    copies: CopiesState | None = None,
    known: Known | None = None,
) -> ApplianceFacts:
    """`slots`: how many tests run at once; `browsers` None: none is ready, and `problem` says why. `known` of versions
    of Chromium.
    """
    return ApplianceFacts(
        version=qa_appliance.__version__,
        allow=list(settings.allow),
        browsers=slots,
        browser=_browser(settings, browsers, problem, known),
        data_dir=str(settings.data_dir),
        model=ModelFacts(model.name, "failing" if model.problem else "ready") if model else None,
        backup=backup,
        copies=copies,
        clock=clock,
        limits=settings.limits,
    )


def for_guests(facts: ApplianceFacts) -> ApplianceFacts:
    """What everybody of every organization may know."""
    browser = msgspec.structs.replace(
        facts.browser, problem=facts.browser.problem and NOT_READY, sandbox_reason=None, standing=None, endpoints=[]
    )
    return msgspec.structs.replace(facts, allow=None, data_dir=None, backup=None, copies=None, browser=browser)


def cautions_about(browser: BrowserFacts) -> Iterator[str]:
    """What the operator has to see to while tests go on, a line each."""
    if browser.standing is not None and browser.standing.dubious:
        yield f"{browser.standing.sentence} Install a newer one: qa-appliance install-browser FILE (docs/browser.md)."
    if browser.sandbox is False:
        yield f"The browser runs without its sandbox; let it visit only sites you trust. {browser.sandbox_reason}"


def _browser(settings: Settings, browsers: Browsers | None, problem: str | None, known: Known | None) -> BrowserFacts:
    if isinstance(browsers, Endpoints):
        states = [
            EndpointFacts(state.address, state.slots, state.used, ", ".join(state.versions), state.problem)
            for state in browsers.states
        ]
        problems = [state.problem for state in states if state.problem is not None]
        if len(problems) == len(states):
            problem = problem or " ".join(problems)
        return BrowserFacts("elsewhere", problem, endpoints=states)
    if isinstance(browsers, Pool):
        choice, sandbox = browsers.choice, browsers.sandbox
        stands = _standing(choice.version, known) if known is not None and choice.counts_as_chromium else None
        return BrowserFacts("here", problem, choice.origin, choice.version, sandbox.on, sandbox.reason, stands)
    return BrowserFacts("elsewhere" if settings.browser_endpoint else "here", problem)


def _standing(version: str, known: Known) -> StandingFacts:
    stands, today = standing(version, known), utc_now().date()
    return StandingFacts(f"{stands.age(today)} {stands.known}", stands.dubious(today))
