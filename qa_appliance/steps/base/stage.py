"""The stage a run's steps are performed on: the page, what is remembered, how long to wait. Knows no step kinds."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

import msgspec
from playwright.async_api import BrowserContext, Locator, Page
from playwright.async_api import Error as PlaywrightError

from qa_appliance.browser.failure import Failed, fail, is_done, is_gone, translated
from qa_appliance.browser.find.heal import Repairer, naming_of, relocate, repair
from qa_appliance.browser.find.locate import Located, locate, look_patiently
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.browser.look.saved import Ahead, RecentLooks, SeenPages
from qa_appliance.browser.look.settle import settled
from qa_appliance.browser.look.take import into_view, is_last, mark_used
from qa_appliance.browser.look.through import Through
from qa_appliance.browser.look.waiting import Waiting
from qa_appliance.browser.network.wire import Wire
from qa_appliance.browser.otherwise import ONE_TRY, otherwise, rather
from qa_appliance.browser.process.session import Session
from qa_appliance.core import checks as c
from qa_appliance.core.evidence.steps import Details, Found, StepRecord
from qa_appliance.core.lasting import Held
from qa_appliance.core.run import BaselinePicture, Site
from qa_appliance.core.steps import Assert, Dialog, Step, Value, WaitFor
from qa_appliance.core.stored import StoredFile
from qa_appliance.core.target import Relation, Target, Way
from qa_appliance.core.test_data.project import NOTHING, ProjectData
from qa_appliance.core.traits import Purpose
from qa_appliance.evidence.recorder import Recorder
from qa_appliance.steps.base.brought import Brought
from qa_appliance.steps.base.caution import Caution
from qa_appliance.steps.base.dialogs import Dialogs, answer_foreseen
from qa_appliance.steps.base.mailed import Mailbox
from qa_appliance.steps.base.placeholders import Kept
from qa_appliance.steps.base.pointing import Sending
from qa_appliance.steps.base.polling import Got, until
from qa_appliance.steps.base.sign_in.passkeys import Passkeys
from qa_appliance.steps.base.sign_in.sessions import SuiteSignIns
from qa_appliance.steps.base.silence import Silence, last_deed
from qa_appliance.steps.base.uploads import Uploads
from qa_appliance.steps.base.ways import way_of_deed
from qa_appliance.steps.messages.news import News

PATIENCE = 5.0  # seconds a step looks for its target, and a check for its truth
CALM = 1.0  # seconds an action is given to bring its requests home
_FRAME = 0.03  # seconds
_AHEAD = 0.2  # seconds for which a look made before a step serves the step as its first
_COMES_BACK = 1.0  # seconds in which what a page draws anew after a deed is there again
_ANSWERED = 1.0  # seconds in which a look asked for at the end of a wait is answered
_SINGLE = frozenset({"click", "double-click", "right-click", "middle-click", "open", "close", "toggle"})
"""Deeds of one click, which is done before the answer to it is there: never made a second time."""

Answered = TypeVar("Answered")
Became = Callable[[Located], Awaitable[None]]
"""Asks what has come of a deed of the element that stands there now. Raises Failed where it did not stay so."""
Action = Callable[[Located, Locator, float], Awaitable[object]]
"""Does something to an element found, by its locator, within so many milliseconds.

Where it answers a task, that is the wait for the document to come to rest, which it has begun (`Stage.resting`).
"""


@dataclass
class Doing:
    """What is known of a step while it is performed; goes into its record."""

    perform: Callable[[Step], Awaitable[StepRecord]]  # an inner step of this one
    holds: Callable[[c.Check, float], Awaitable[bool]]  # whether a check comes to hold within so many seconds
    found: Found | None = None
    role: str = ""  # of the element found first
    value: str | None = None  # what was typed, where the step itself does not say
    notes: list[str] = field(default_factory=list)
    details: Details = field(default_factory=Details)

    def note(self, sentence: str) -> None:
        if sentence and sentence not in self.notes:
            self.notes.append(sentence)

    def healed(self, found: Found) -> None:
        self.note(f"healed: {found.reason}")
        self.details.heals.append(found)


class Meddler(Protocol):
    """Stands beside a run that is doubted, and may damage what its steps meet. Never raises for the page's own."""

    async def before(self, step: Step, stage: Stage, index: int) -> None: ...

    async def after(self, step: Step, stage: Stage, index: int) -> None: ...

    async def end(self, stage: Stage, index: int) -> None: ...


async def _unseen(_address: str) -> str:
    return ""


class Stage:
    """One per run. `patience` in seconds. `variables` fill the placeholders `{name}` of later steps.
    `steps` are those of the plan, so that a step can see what comes next."""

    def __init__(
        self,
        session: Session,
        recorder: Recorder,
        site: Site,
        *,
        patience: float = PATIENCE,
        certain: bool = True,
        steps: tuple[Step, ...] = (),
        baselines: tuple[BaselinePicture, ...] = (),
        files: tuple[StoredFile, ...] = (),
        project_data: ProjectData = NOTHING,
        seed: int = 0,
    ) -> None:
        self.session = session
        self.recorder = recorder
        self.site = site
        self.patience = patience
        self.certain = certain  # whether a failure is told as soon as nothing can change the page
        self.project_data = project_data
        self.seed = seed  # of what is made for fields
        self.made: dict[int, tuple[Value, ...]] = {}  # by the step they were made for
        self.made_count = 0
        self.variables = Kept(recorder.hide)
        self.variables.secret = project_data.secrets
        for name, text in project_data.variables.items():
            self.variables[name] = text
        self.scopes: tuple[Relation, ...] = ()  # inside "for each": where every target is looked for
        self.person = ""  # whose session this is, once another user has come
        self.persons: dict[str, Session] = {}  # every user's browser session, by name
        self.baselines = baselines
        self.uploads = Uploads(files)
        self.wire = Wire(recorder.replaced)
        self.index = 0  # of the step at work
        self.sending = Sending()
        self.steps: tuple[Step, ...] = steps
        self.next_acts = False  # whether another step follows that can bring a dialog
        self.brought = Brought()
        self.asked = ""  # the words of the deed whose answer is to be seen (core/refusal.py)
        self.news = News()
        self.held: list[Held] = []
        self.never_open: set[int] = set()  # places of checks that something closes which was not there before
        self.before: Look | None = None  # at the page right before the last deed, where checks follow it
        self.before_quiet = True  # nothing was being loaded by then; told where a number is compared with it
        self.requests_before = 0  # how many had been made when the last deed began
        self.ahead: Ahead | None = None
        self.seen = SeenPages()
        self.looks = RecentLooks()
        self.ways: list[Way] = []  # of the step at work
        self.ways_saved = False  # whether the step at work was saved with them: nobody asks the page again
        self.caution: Caution | None = None  # of a step that no person wrote
        self.repairer: Repairer | None = None
        self.repaired: dict[str, Found] = {}  # by saved selector, what a repairer chose in its place
        self.mailbox: Mailbox | None = None  # None: the appliance takes no mail
        self.sign_ins: SuiteSignIns | None = None  # of the suite whose test this is
        self.passkeys: Passkeys | None = None  # None until a test uses one
        self.clocks: set[BrowserContext] = set()  # whose clock the test has taken over
        self.last_codes: dict[str, int] = {}  # of each authenticator: the interval whose code was typed last
        self.meddler: Meddler | None = None  # of a run that is doubted
        self.untrusted: Callable[[str], Awaitable[str]] = _unseen  # what is wrong with an address's certificate
        self.base_opened = False
        self.attempts_from: int | None = None  # from which step on a sign-in may be refused; None: a refusal ends it
        self.began = time.monotonic()
        self.dialogs = Dialogs()
        self.watch(session.context)

    def saw(self, look: Look) -> None:
        self.seen.note(look)
        self.looks.note(self.index, look)

    def watch(self, context: BrowserContext) -> None:
        """Listens to a context: its dialogs, its downloads and its further tabs."""
        self.dialogs.listen(context)
        self.brought.listen(context)

    def foresee(self, following: Sequence[Step]) -> None:
        """Tells what comes after the step about to be performed: a dialog it brings is answered as they say."""
        self.next_acts = bool(following) and not isinstance(following[0], Assert | WaitFor | Dialog)
        if (answer := answer_foreseen(following)) is not None or not self.dialogs.promised:
            self.dialogs.expect(answer)

    @property
    def watching(self) -> bool:
        """Whether the page is observed for a check that held; the console and requests are recorded anyway."""
        return any(isinstance(held.check, c.PageCheck) for held in self.held)

    @property
    def page(self) -> Page:
        return self.session.page

    def baseline(self, name: str) -> BaselinePicture | None:
        """The accepted picture of that name, or without one that of this very step; the newest where there are two."""
        fitting = [b for b in self.baselines if b.name == name and (name or b.step_index == self.index)]
        return fitting[-1] if fitting else None

    def scoped(self, target: Target) -> Target:
        """Inside "for each": in the element at hand, or that element ("the item", "it")."""
        if not self.scopes:
            return target
        here = self.scopes[-1].target
        same = (target.kind, target.name) == (here.kind, here.name) and set(target.within) <= set(here.within)
        if same and not target.ordinal and target.qualities in ((), here.qualities):
            return here
        return msgspec.structs.replace(target, within=(*target.within, *self.scopes))

    async def find(self, target: Target, purpose: Purpose, doing: Doing, patience: float | None = None) -> Located:
        """One element, in view, pictured. Raises Failed."""
        waiting = self.waiting(self.patience if patience is None else patience)
        first = self._looked_ahead(target)
        with waiting.reported(doing.details, doing.note):
            try:
                located, how = await self._located(target, purpose, waiting, first), ""
            except Failed as failed:
                if failed.failure.kind != "not_found":
                    raise
                located, how = await otherwise(self, target, purpose, failed)
        located, better = await rather(self, target, purpose, located)
        doing.note(how or better)
        if self.caution is not None and (reason := self.caution.refuses(located)):
            raise fail("unsupported", reason)
        if doing.found is None:
            doing.found, doing.role = located.found, located.node.role
            self.recorder.note_text(located.look.text)
        self.saw(located.look)
        doing.note(located.found.partly)
        if located.found.healed:
            doing.healed(located.found)
        return located

    def waiting(self, seconds: float, *, early: bool = True) -> Silence:
        """How long what is missing is waited for; `early`: a failure may be told as soon as it is certain."""
        early = early and self.certain and self.page.context not in self.clocks
        since = last_deed(self.steps, self.index)
        return Silence(self.page.context, self.recorder, seconds, since=since, early=early)

    def through(self, look: Look, box: Node) -> Through:
        """A way through what is scrolled, which renders only what is in sight."""
        return Through(look, box, self.looked, self.calm)

    async def looked(self) -> Look | None:
        return await look_patiently(self.page, None, time.monotonic() + ONE_TRY)

    async def _located(self, target: Target, purpose: Purpose, waiting: Waiting, first: Look | None) -> Located:
        """As it was saved or healed; of what nothing is left, as a model chose once in this run. Raises Failed."""
        known = target.known
        if known is None:
            return await locate(self.page, self.scoped(target), purpose, waiting, first)
        chosen = self.repaired.get(known.selector)
        if chosen is not None and chosen.known is not None:
            located = await relocate(self.page, target, chosen.known, purpose, waiting)
            found = msgspec.structs.replace(chosen, box=located.found.box)
            return msgspec.structs.replace(located, found=found)
        try:
            return await relocate(self.page, target, known, purpose, waiting, first)
        except Failed as failed:
            lost = failed.failure.kind == "not_found" and failed.failure.cause != "rejected"
            if self.repairer is None or not lost or purpose in ("text", "state"):
                raise
            repaired = await repair(self.page, target, known, purpose, self.repairer)
            if repaired is None:
                raise
            self.repaired[known.selector] = repaired.found
            return repaired

    async def look_ahead(self, target: Target | None, seconds: float) -> Look | None:
        """A look before a step; the step finds its target in it where nothing comes between. As `look_patiently`."""
        known = target.known if target is not None else None
        naming = naming_of(known) if known is not None else None
        look = await look_patiently(self.page, target, time.monotonic() + seconds, naming=naming)
        serves = known is None or naming is not None
        self.ahead = Ahead(target, look, time.monotonic()) if target and look and serves else None
        return look

    def _looked_ahead(self, target: Target) -> Look | None:
        ahead, self.ahead = self.ahead, None
        if ahead is None or ahead.target != target or time.monotonic() - ahead.at > _AHEAD or self.scopes:
            return None
        return ahead.look if is_last(ahead.look, self.page) else None

    async def until(self, ask: Callable[[Look], Got | None], patience: float) -> Got | None:
        """What a look at the page answers first; None when none did until the time is up. Raises Failed."""
        ends = time.monotonic() + patience + _ANSWERED

        async def ask_anew() -> Got | None:
            look = await look_patiently(self.page, None, ends)
            return ask(look) if look is not None else None

        return await until(ask_anew, patience)

    async def act(
        self, target: Target, purpose: Purpose, doing: Doing, deed: str, action: Action, became: Became | None = None
    ) -> Located:
        """Finds the target and acts on it; when the page takes the element away before the deed, finds it anew; after
        it, asks what is called so then what `became` of it. `deed` is the verb for messages ("click"). Raises Failed.
        """
        ends = time.monotonic() + self.patience
        address = self.page.url
        while True:
            located = await self.find(target, purpose, doing, max(0.2, ends - time.monotonic()))
            try:
                seen = await self.act_on(located, deed, action, ends)
            except Failed as failed:
                retry = failed.failure.kind in ("not_actionable", "timeout") and not self.sending.done
                if not retry or time.monotonic() >= ends:
                    raise
                await asyncio.sleep(_FRAME)
            else:
                if not seen and became is not None and self.page.url == address:
                    await self.ask_anew(target, purpose, doing, became)
                return located

    async def ask_anew(self, target: Target, purpose: Purpose, doing: Doing, became: Became) -> None:
        """What came of a deed, of what is called as the target now. Raises Failed."""
        ends = time.monotonic() + _COMES_BACK
        while True:
            try:
                now = await self.find(target, purpose, doing, _COMES_BACK)
            except Failed as failed:
                if failed.failure.kind == "crashed":
                    raise
                doing.note("the page has taken it away since")
                return
            try:
                return await became(now)
            except Failed:
                if time.monotonic() >= ends:
                    raise
                await asyncio.sleep(_FRAME)

    async def act_on(self, located: Located, deed: str, action: Action, ends: float | None = None) -> bool:
        """One attempt at an element already found: a full one, however late it was found. Raises Failed.

        False where the deed was done, and the page did not tell of that element what came of it.
        """
        locator = located.locator.describe(located.called)
        self.sending = Sending()
        way: Way | None = None
        resting: asyncio.Task[None] | None = None
        seen = True
        try:
            await self._picture(located)
            way = None if self.ways_saved else await way_of_deed(deed, located, self.page)
            mark_used(located.look, located.node)
            done = await action(located, locator, ONE_TRY * 1000)
            resting = done if isinstance(done, asyncio.Task) else None
        except PlaywrightError as error:
            seen = False
            clicked = is_done(error) and deed in _SINGLE
            if is_gone(error) or not (clicked or self.sending.done):
                raise Failed(translated(error, f"{deed} the {located.called}")) from error
            await self.calm(self.patience if ends is None else max(CALM, ends - time.monotonic()))
        if way is not None:
            self.ways.append(way)
        await (resting or self.resting(located))
        await self.recorder.until_quiet(CALM)
        return seen

    def resting(self, located: Located) -> asyncio.Task[None]:
        """The wait until the element's document has done what it is about to; begun at once."""
        return asyncio.create_task(settled(located.look.frames[located.node.frame].handle))

    async def beside_rest(self, located: Located, ask: Awaitable[Answered]) -> tuple[Answered, asyncio.Task[None]]:
        """What the page answers, and the wait for its coming to rest, which has begun before: cancel it or await it."""
        resting = self.resting(located)
        try:
            return await ask, resting
        except BaseException:
            resting.cancel()
            raise

    async def pictured(self) -> bytes | None:
        """The page as it is now, what is secret covered; None where it cannot be pictured."""
        return await self.recorder.pictured(self.page)

    async def calm(self, limit: float = CALM) -> None:
        """After an action: until the document has done what it is about to, and its requests are answered.

        At most `limit` seconds for the requests.
        """
        await settled(self.page.main_frame)
        await self.recorder.until_quiet(limit)

    async def _picture(self, located: Located) -> None:
        box, view = located.node.box, located.look.view
        if box is not None and not (0 <= box[0] + box[2] / 2 <= view[0] and 0 <= box[1] + box[3] / 2 <= view[1]):
            try:
                box = await into_view(located.look, located.node)
            except PlaywrightError as error:
                if is_gone(error):
                    raise
                box = None
        await self.recorder.before_action(self.page, box)
