"""The work of a session: the live page, what a person does there, and the sentences that came of it.

Everything is done in turn by one caller, and nothing that a person does waits for words: they are found behind it. The
looks for them, and those for the checks that are proposed, come between.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Request

from qa_appliance.browser.failure import Failed
from qa_appliance.browser.find.locate import look_patiently
from qa_appliance.browser.look.node import Look
from qa_appliance.core.errors import SetupFailed
from qa_appliance.core.events import Event, Frame
from qa_appliance.core.evidence.steps import StepRecord
from qa_appliance.core.plan import Plan
from qa_appliance.core.steps import Tab
from qa_appliance.english.writing.written import written
from qa_appliance.evidence.base.options import EvidenceOptions
from qa_appliance.evidence.recorder import Recorder
from qa_appliance.planning.secret_words import secret_words
from qa_appliance.steps.base.stage import Stage
from qa_appliance.steps.kinds.navigation import open_base
from qa_appliance.steps.opening import open_stage
from qa_appliance.steps.perform import perform
from qa_appliance.studio import messages as m
from qa_appliance.studio.behind import Behind, Deed, Written
from qa_appliance.studio.changes import entered
from qa_appliance.studio.hints import Hints
from qa_appliance.studio.kept import MOST_LINES, Kept, Sentences, as_sent, masked, only_looks, refused, why_failed
from qa_appliance.studio.means import Listener, Means, Plans, Wanted
from qa_appliance.studio.proposing import Proposing
from qa_appliance.studio.questions import Questions, sentences_of
from qa_appliance.studio.recording import Recording

_SPACING = 0.04  # seconds between two pictures
_LOOK_SECONDS = 5.0
_REST_SECONDS = 10.0  # what a page may take to be looked at after a deed
_WRITE_SECONDS = 2.0  # what is waited for at the end of a session


class Work:
    """`gone` is set when the browser or the page has died."""

    def __init__(self, wanted: Wanted, means: Means, plans: Plans, listener: Listener) -> None:
        self._entered: set[str] = set()  # never a secret
        self.test = Sentences.of(wanted.done, wanted.left)
        self._performing = False
        self.gone = asyncio.Event()
        self._wanted, self._means, self._plans = wanted, means, plans
        self._tell, self._show, self._listener = listener.tell, listener.show, listener
        self.questions = Questions(listener.tell, lambda secret: self.stage.recorder.hide(secret))
        self._stack = AsyncExitStack()
        self._turn = asyncio.Lock()
        self._proposing = Proposing(listener.tell, self.look, self._turn, lambda: self.behind.written())
        self._hints = Hints(listener.tell, self.look)
        self._behind: Behind | None = None
        self._stage: Stage | None = None
        self._recording: Recording | None = None

    @property
    def stage(self) -> Stage:
        assert self._stage is not None
        return self._stage

    @property
    def recording(self) -> Recording:
        assert self._recording is not None
        return self._recording

    @property
    def behind(self) -> Behind:
        assert self._behind is not None
        return self._behind

    @property
    def address(self) -> str:
        return self._stage.page.url if self._stage is not None else ""

    @property
    def size(self) -> tuple[int, int]:
        """In CSS pixels, of the window that is seen: a popup has its own."""
        size = self._stage.page.viewport_size if self._stage is not None else None
        return (size["width"], size["height"]) if size is not None else self._wanted.request.site.viewport

    @property
    def secrets(self) -> tuple[str, ...]:
        """Those there are by now, also of sentences that were taken back."""
        return self._stage.recorder.hidden if self._stage is not None else self._wanted.secrets

    def cleaned(self, message: m.Tell) -> m.Tell:
        """Without those, and without offering what could not be said without them."""
        return masked(message, self._stage.recorder.clean) if self._stage is not None else message

    async def open(self) -> None:
        """A fresh context; its first page is not opened yet. Raises `SetupFailed`."""
        request, means = self._wanted.request, self._means
        decision = await means.guard.for_run(request.site.base_url).decide(request.site.base_url)
        if not decision.allowed:
            raise SetupFailed(decision.reason)
        async with AsyncExitStack() as stack:
            options = EvidenceOptions(kinds=frozenset(), live=lambda: True, live_spacing=_SPACING)
            opening = Recorder.open(run_id=request.id, save=_nowhere, options=options, emit=self._heard)
            recorder = await stack.enter_async_context(opening)
            plan = Plan()
            way = open_stage(request, plan, recorder, pool=means.pool, guard=means.guard, patience=means.patience)
            stage = await stack.enter_async_context(way)
            stage.mailbox = await means.mailbox(request.project_id) if means.mailbox is not None else None
            typed = [word for line in self.test.every for word in secret_words(await self._read(line))]
            for secret in (*self.secrets, *typed):
                recorder.hide(secret)
            stack.callback(asyncio.create_task(self._until_gone(stage)).cancel)
            stage.dialogs.asks = self.questions.ask
            stage.session.context.on("request", self._asked_for)
            self._stage, self._behind = stage, Behind(self._rest, self._note, self._tell)
            self._recording = Recording(stage, self._listener, self.look, self._behind)
            self._stack = stack.pop_all()

    async def close(self) -> None:
        self.questions.end()
        if self._behind is not None:
            await self._behind.end(_WRITE_SECONDS)
        self._proposing.end()
        self._hints.end()
        await self._stack.aclose()

    async def begin(self) -> None:
        """Opens the site and performs the sentences there are. Tells what did not work."""
        async with self._turn:
            await self._begun()

    async def _begun(self) -> None:
        stage = self.stage
        await open_base(stage)
        self.recording.tabs.known()
        plans = [await self._read(line) for line in self.test.done]
        stage.steps = tuple(step for plan in plans for step in plan.steps)
        steps = iter(range(len(stage.steps)))
        for at, (line, plan) in enumerate(zip(self.test.done, plans, strict=True)):
            self.test.take_sent()
            failed = await self._performed(plan, steps)
            self.test.done[at] = replace(line, sent=self.test.take_sent())
            if failed is not None:
                self.test.left[:0], self.test.done[at:] = self.test.done[at:], []
                self._tell(m.Trouble(f"“{line.sentence}” did not work any more. {why_failed(failed)}"))
                break
        self.test.ahead = False

    async def carry_out(self, ask: m.Ask) -> None:
        """Raises Failed, Playwright's error or TimeoutError."""
        async with self._turn:
            await self._carried_out(ask)
            if self.behind.idle:
                self._say_answers()

    async def catch_up(self) -> None:
        """What was done so far is written, if the page lets itself be looked at."""
        async with self._turn:
            await self._caught_up()

    async def idle(self) -> None:
        """Nothing was asked for a moment: what was typed becomes a sentence, a tab that came late is gone to."""
        if self.unfinished:
            async with self._turn:
                if not self.stage.page.is_closed():
                    await self.recording.begin()
                self.behind.settle(self.behind.open, None)
                await self.behind.written()
                await self._follow_tab()

    @property
    def unfinished(self) -> bool:
        return self._recording is not None and self._recording.unfinished

    async def look(self) -> Look:
        """Raises Failed when the page is gone, TimeoutError when it does not let itself be looked at."""
        ends = time.monotonic() + _LOOK_SECONDS
        while True:
            look = await look_patiently(self.stage.page, None, ends)
            if look is not None:
                return look

    async def _carried_out(self, ask: m.Ask) -> None:
        match ask:
            case m.Point(x=x, y=y):
                await self._hints.point(x, y)
            case m.Try(text=text, mark=mark):
                await self._hints.attempt(text, await self._plan(text), mark)
            case m.Do(text=text, mark=mark):
                await self.recording.begin()
                await self.behind.written()
                await self._done(text, await self._plan(text), mark)
            case m.Keep(text=text):
                await self._keep(text)
            case m.Reword() | m.Drop() | m.Order():
                self.test.change(ask)
            case m.Answer():
                self.questions.answer(ask)
            case m.Edit(number=number, text=text):
                await self._keep(text, number)
            case m.Next():
                await self._do_next()
            case m.Undo():
                await self._caught_up()
                self.test.take_back()
            case m.Anew(yes=yes):
                await self._anew(yes=yes)
            case m.Offers(sought=sought):
                await self._hints.offer(sought)
            case _:
                await self._use(ask)

    async def _use(self, ask: m.Move | m.Wheel | m.Down | m.Up | m.Press | m.Type) -> None:
        """The mouse and the keyboard."""
        recording = self.recording
        match ask:
            case m.Move(x=x, y=y):
                await recording.move(x, y)
            case m.Wheel():
                await recording.wheel(ask)
            case m.Down():
                await recording.down(ask)
            case m.Up():
                await recording.up(ask)
            case m.Press(key=key):
                recording.tabs.by_hand = True
                await recording.keyboard.key(key)
            case m.Type(text=text):
                await recording.keyboard.text(text)

    async def _rest(self, deed: Deed) -> None:
        """The page is looked at when it has come to rest, unless the next deed has looked before."""
        with contextlib.suppress(Failed, PlaywrightError, TimeoutError):
            await self.stage.calm()
            await self.questions.none_open()
            async with asyncio.timeout(_REST_SECONDS), self._turn:
                if not deed.after.done():
                    self.behind.settle(deed, await self.look())
        self.behind.settle(deed, None)
        await self.behind.written()
        async with self._turn:
            await self._follow_tab()

    async def _caught_up(self) -> None:
        with contextlib.suppress(Failed, PlaywrightError, TimeoutError):
            async with asyncio.timeout(_WRITE_SECONDS):
                await self.recording.begin()
        self.behind.settle(self.behind.open, None)
        await self.behind.written()

    async def _do_next(self) -> None:
        if self.test.left:
            line = self.test.left[0]
            await self.recording.begin()
            await self.behind.written()
            if await self._done(line.sentence, await self._read(line)):
                self.test.left.remove(line)

    async def _done(self, text: str, plan: Plan, mark: int = 0) -> bool:
        """Performs it, and keeps it where it worked."""
        if refusal := refused(text, plan):
            nearest = plan.first_gap.nearest if plan.first_gap is not None else ()
            self._tell(m.Done(text, False, refusal, nearest, mark))
            return False
        before = await self.look()
        failed = await self._perform(plan)
        if failed is not None:
            candidates = failed.failure.candidates if failed.failure is not None else ()
            self._tell(m.Done(text, False, why_failed(failed), candidates, mark))
            if candidates:
                await self._hints.attempt(text, plan, mark)
            return False
        checks = only_looks(plan.steps)
        self._tell(m.Done(text, True, mark=mark))
        self._add(Kept(self.test.number(), text, checks=checks))
        self._entered.update(entered(plan.steps))
        self.recording.performed()
        spoken = self._say_answers()
        if not checks:
            self._propose(before, None, spoken)
        return True

    async def _perform(self, plan: Plan) -> StepRecord | None:
        """The record of the step that failed."""
        self.stage.steps = plan.steps
        return await self._performed(plan, iter(range(len(plan.steps))))

    async def _performed(self, plan: Plan, places: Iterator[int]) -> StepRecord | None:
        """`places`: where its steps stand among the stage's."""
        self.recording.tabs.by_hand = False
        self._performing = True
        try:
            for step in plan.steps:
                record = await perform(step, self.stage, next(places))
                if record.result == "failed":
                    return record
            return None
        finally:
            self._performing = False
            self.recording.tabs.known()

    def _asked_for(self, request: Request) -> None:
        """What changes something at the server is remembered: it is not sent a second time without a yes."""
        if sent := as_sent(request.method, request.url, request.resource_type):
            self.test.sends(sent, late=not self._performing and self.behind.idle)

    async def _plan(self, text: str) -> Plan:
        plan = await self._plans(text, self._wanted.request.phrases)
        if self._stage is not None:
            for secret in secret_words(plan):
                self._stage.recorder.hide(secret)
        return plan

    async def _read(self, line: Kept) -> Plan:
        return Plan(steps=line.steps) if line.steps else await self._plan(line.sentence)

    async def _keep(self, text: str, number: int | None = None) -> None:
        """A sentence for what was done already, or in the place of another."""
        plan = await self._plan(text)
        checks = only_looks(plan.steps)
        if refusal := refused(text, plan):
            self._tell(m.Done(text, False, refusal) if number is None else m.Trouble(f"“{text}”: {refusal}"))
        elif number is not None:
            self.test.edit(number, text, checks=checks)
        else:
            await self._caught_up()
            self._add(Kept(self.test.number(), text, checks=checks))

    async def _anew(self, *, yes: bool) -> None:
        await self._caught_up()
        if self.test.sent and not yes:
            self._tell(m.Resends(self.test.sent))
            return
        await self.close()
        await self.open()
        await self._begun()

    def _note(self, done: Written | None, after: Look | None) -> None:
        """Keeps what was done as a sentence, or asks how it is to be said."""
        if done is None:
            self._say_answers()
            self._listener.kept()
            return
        if done.steps:
            self._entered.update(entered(done.steps))
            first, *others = dict.fromkeys(step.sentence for step in done.steps)
            self._add(Kept(self.test.number(), first, tuple(others)), same=done.same)
            self._propose(done.before, after, self._say_answers())
        else:
            self._tell(done.unsaid)
        self._listener.kept()

    def _say_answers(self) -> list[str]:
        """How the page's dialogs were answered, as sentences; the checks of what they said are given back."""
        deeds, checks = sentences_of(self.stage.dialogs)
        for sentence in deeds:
            self._add(Kept(self.test.number(), sentence))
        return checks

    async def _follow_tab(self) -> None:
        """A tab that the mouse or a key has opened is gone to, as a person sees it."""
        stage = self.stage
        if not self.recording.tabs.waits or self.recording.holding:
            return
        closed = stage.page.is_closed()
        step = written(Tab(move="switch", name="first" if closed else ""))
        if step is not None and await self._perform(Plan(steps=(step,))) is None:
            self._add(Kept(self.test.number(), step.sentence))
            await stage.recorder.before_action(stage.page, None)
            self._listener.kept()

    def _propose(self, before: Look, after: Look | None, first: list[str]) -> None:
        self._proposing.begin(self.test.done[-1].number, before, after, first, frozenset(self._entered))

    def _add(self, line: Kept, *, same: bool = False) -> None:
        if not self.test.add(line, same=same):
            self._tell(m.Trouble(f"A test has at most {MOST_LINES} sentences here; save this one first."))

    def _heard(self, event: Event) -> None:
        if isinstance(event, Frame):
            self._show(event.jpeg)

    async def _until_gone(self, stage: Stage) -> None:
        await stage.session.crashed.wait()
        self.gone.set()


async def _nowhere(name: str, _content: bytes | Path) -> str:
    """A session leaves no evidence."""
    return name
