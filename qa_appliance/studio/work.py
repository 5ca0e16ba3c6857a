"""The work of a session: the live page, what a person does there, and the sentences that came of it.

Everything is done in turn by one caller; only the second look behind the proposed checks comes between, while nothing
else is done.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec
from playwright.async_api import Error as PlaywrightError

from qa_appliance.browser.failure import Failed
from qa_appliance.browser.find.descriptions import called
from qa_appliance.browser.look.node import Look
from qa_appliance.browser.look.take import node_at
from qa_appliance.core.errors import SetupFailed
from qa_appliance.core.events import Event, Frame
from qa_appliance.core.evidence.steps import StepRecord
from qa_appliance.core.plan import Plan
from qa_appliance.core.steps import MASK, Tab
from qa_appliance.english.writing.written import written
from qa_appliance.evidence.base.options import EvidenceOptions
from qa_appliance.evidence.recorder import Recorder
from qa_appliance.planning.secret_words import secret_words
from qa_appliance.steps.base.stage import Stage
from qa_appliance.steps.kinds.navigation import open_base
from qa_appliance.steps.opening import open_stage
from qa_appliance.steps.perform import perform
from qa_appliance.studio import messages as m
from qa_appliance.studio.changes import proposals
from qa_appliance.studio.means import Means, Plans, Wanted
from qa_appliance.studio.naming import acted_on
from qa_appliance.studio.offers import deeds_of, offers
from qa_appliance.studio.recording import Recording, Written
from qa_appliance.studio.trying import tried, unread

_SPACING = 0.04  # seconds between two pictures
_SECOND_LOOK = 0.7  # seconds: what changes by itself within, is not proposed as a check
_MOST_LINES = 200
_SILENT = "Nothing the page shows says what this was about. Say it in a sentence of your own."


@dataclass(frozen=True)
class Kept:
    """A sentence of the test as it is, secrets and all."""

    number: int
    sentence: str
    others: tuple[str, ...] = ()
    checks: bool = False


class Work:
    """`gone` is set when the browser or the page has died."""

    def __init__(
        self, wanted: Wanted, means: Means, plans: Plans, tell: Callable[[m.Tell], None], show: Callable[[bytes], None]
    ) -> None:
        self.lines: list[Kept] = []
        self.gone = asyncio.Event()
        self._wanted, self._means, self._plans = wanted, means, plans
        self._tell, self._show = tell, show
        self._numbers = 0
        self._stack = AsyncExitStack()
        self._turn = asyncio.Lock()
        self._proposing: asyncio.Task[None] | None = None
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
    def address(self) -> str:
        return self._stage.page.url if self._stage is not None else ""

    def cleaned(self, message: m.Tell) -> m.Tell:
        """Without the secrets there are by now."""
        if self._stage is None:
            return message
        cleaned: m.Tell = msgspec.convert(_cleaned(msgspec.to_builtins(message), self._stage.recorder.clean), m.Tell)
        return cleaned

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
            for line in self.lines:
                await self._hide_secrets(line.sentence, stage)
            watching = asyncio.create_task(self._until_gone(stage))
            stack.callback(watching.cancel)
            self._stage, self._recording = stage, Recording(stage, self._tell)
            self._stack = stack.pop_all()

    async def close(self) -> None:
        if self._proposing is not None:
            self._proposing.cancel()
        await self._stack.aclose()

    async def begin(self) -> None:
        """Opens the site and performs the sentences there are. Tells what did not work."""
        async with self._turn:
            await self._begun()

    async def _begun(self) -> None:
        await open_base(self.stage)
        for at, line in enumerate(self.lines):
            failed = await self._perform(await self._plan(line.sentence))
            if failed is not None:
                del self.lines[at:]
                self._tell(m.Trouble(f"“{line.sentence}” did not work any more. {_why(failed)}"))
                break

    async def carry_out(self, ask: m.Ask) -> None:
        """Raises Failed, Playwright's error or TimeoutError."""
        async with self._turn:
            await self._carried_out(ask)

    async def idle(self) -> None:
        """Nothing was asked for a moment: what was typed becomes a sentence."""
        if self.recording.typing:
            async with self._turn:
                await self._note(await self.recording.end_typing())

    @property
    def typing(self) -> bool:
        return self._recording is not None and self._recording.typing

    async def _carried_out(self, ask: m.Ask) -> None:
        match ask:
            case m.Point(x=x, y=y):
                await self._point(x, y)
            case m.Try(text=text):
                plan, look = await self._plan(text), await self.recording.look()
                self._tell(await asyncio.to_thread(tried, text, plan, look))
            case m.Do(text=text):
                await self._note(await self.recording.end_typing())
                await self._do(text)
            case m.Keep(text=text):
                await self._keep(text)
            case m.Reword(number=number, other=other):
                self._reword(number, other)
            case m.Drop(number=number):
                self.lines[:] = [line for line in self.lines if line.number != number]
            case m.Undo():
                await self._undo()
            case m.Offers():
                look = await self.recording.look()
                self._tell(m.Offered(await asyncio.to_thread(offers, look)))
            case _:
                await self._use(ask)

    async def _use(self, ask: m.Move | m.Wheel | m.Down | m.Up | m.Press | m.Type) -> None:
        """The mouse and the keyboard."""
        page, recording = self.stage.page, self.recording
        match ask:
            case m.Move(x=x, y=y):
                await page.mouse.move(x, y)
            case m.Wheel(x=x, y=y, dx=dx, dy=dy):
                await page.mouse.move(x, y)
                await page.mouse.wheel(dx, dy)
            case m.Down():
                await self._note(await recording.end_typing())
                await recording.down(ask)
            case m.Up():
                await self._note(await recording.up(ask))
                await self._follow_tab()
            case m.Press(key=key):
                if not recording.edits(key):
                    await self._note(await recording.end_typing())
                await self._note(await recording.key(key))
            case m.Type(text=text):
                await recording.text(text)

    async def _point(self, x: float, y: float) -> None:
        look = await self.recording.look()
        node = await node_at(look, x, y)
        if node is None or node.tag in ("body", "html"):
            self._tell(m.Named(x, y))
            return
        deeds = await asyncio.to_thread(deeds_of, look, node)
        meant = acted_on(look, node)
        self._tell(m.Named(x, y, called(look, meant), meant.box, deeds))

    async def _do(self, text: str) -> None:
        plan = await self._plan(text)
        if refusal := _refused(text, plan):
            self._tell(m.Done(text, False, refusal, plan.first_gap.nearest if plan.first_gap is not None else ()))
            return
        before = await self.recording.look()
        failed = await self._perform(plan)
        if failed is not None:
            failure = failed.failure
            self._tell(m.Done(text, False, _why(failed), failure.candidates if failure is not None else ()))
            return
        checks = all(step.traits.passes for step in plan.steps)
        self._tell(m.Done(text, True))
        self._add(Kept(self._number(), text, checks=checks))
        self.recording.forget()
        if not checks:
            self._propose(before)

    async def _perform(self, plan: Plan) -> StepRecord | None:
        """The record of the step that failed."""
        stage = self.stage
        stage.steps = plan.steps
        for at, step in enumerate(plan.steps):
            record = await perform(step, stage, at)
            if record.result == "failed":
                return record
        return None

    async def _plan(self, text: str) -> Plan:
        plan = await self._plans(text, self._wanted.request.phrases)
        for secret in secret_words(plan):
            self.stage.recorder.hide(secret)
        return plan

    async def _hide_secrets(self, text: str, stage: Stage) -> None:
        for secret in secret_words(await self._plans(text, self._wanted.request.phrases)):
            stage.recorder.hide(secret)

    async def _keep(self, text: str) -> None:
        plan = await self._plan(text)
        if refusal := _refused(text, plan):
            self._tell(m.Done(text, False, refusal))
            return
        self._add(Kept(self._number(), text, checks=all(step.traits.passes for step in plan.steps)))

    def _reword(self, number: int, other: int) -> None:
        for at, line in enumerate(self.lines):
            if line.number == number and other < len(line.others):
                others = (line.sentence, *line.others[:other], *line.others[other + 1 :])
                self.lines[at] = replace(line, sentence=line.others[other], others=others)

    async def _undo(self) -> None:
        if not self.lines:
            return
        self.lines.pop()
        await self.close()
        await self.open()
        await self._begun()

    async def _note(self, done: Written | None) -> None:
        """Keeps what was done as a sentence, or asks how it is to be said."""
        if done is None:
            return
        if done.same and self.lines:
            self.lines.pop()
        if not done.steps:
            self._tell(m.Unsaid(f"{done.what} has no sentence that means it and nothing else. {_SILENT}"))
            return
        first, *others = [step.sentence for step in done.steps]
        self._add(Kept(self._number(), first, tuple(others)))
        self._propose(done.before)

    async def _follow_tab(self) -> None:
        """A tab that a deed has opened is gone to, as a person sees it."""
        stage = self.stage
        pages = stage.session.context.pages
        if not pages or pages[-1] is stage.page:
            return
        step = written(Tab(move="switch"))
        if step is not None and await self._perform(Plan(steps=(step,))) is None:
            self._add(Kept(self._number(), step.sentence))
            await stage.recorder.before_action(stage.page, None)

    def _propose(self, before: Look) -> None:
        if self._proposing is not None:
            self._proposing.cancel()
        self._proposing = asyncio.create_task(self._look_twice(before, self.lines[-1].number))

    async def _look_twice(self, before: Look, after: int) -> None:
        with contextlib.suppress(Failed, PlaywrightError):
            async with self._turn:
                first = await self.recording.look()
            await asyncio.sleep(_SECOND_LOOK)
            async with self._turn:
                later = await self.recording.look()
            checks = await asyncio.to_thread(proposals, before, first, later)
            self._tell(m.Proposed(after, tuple(checks)))

    def _add(self, line: Kept) -> None:
        if len(self.lines) >= _MOST_LINES:
            self._tell(m.Trouble(f"A test has at most {_MOST_LINES} sentences here; save this one first."))
            return
        self.lines.append(line)

    def _number(self) -> int:
        self._numbers += 1
        return self._numbers

    def _heard(self, event: Event) -> None:
        if isinstance(event, Frame):
            self._show(event.jpeg)

    async def _until_gone(self, stage: Stage) -> None:
        await stage.session.crashed.wait()
        self.gone.set()


def _cleaned(value: object, clean: Callable[[str], str]) -> object:
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, dict):
        return {name: _cleaned(inner, clean) for name, inner in value.items()}
    return [_cleaned(inner, clean) for inner in value] if isinstance(value, list | tuple) else value


async def _nowhere(name: str, _content: bytes | Path) -> str:
    """A session leaves no evidence."""
    return name


def _refused(text: str, plan: Plan) -> str:
    """Why a text is no sentence of a test; empty where it is one."""
    if MASK in text:
        return f"Write the password itself: {MASK} only stands for it."
    if plan.first_gap is not None:
        return unread(plan.first_gap)
    return "" if plan.steps else "There is no sentence yet."


def _why(failed: StepRecord) -> str:
    failure = failed.failure
    return f"{failed.error or ''} {failure.advice if failure is not None else ''}".strip()
