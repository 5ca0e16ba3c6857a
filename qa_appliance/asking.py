"""What one run asks of a model: who plans its gaps, what that cost, what the report says of it. Asks nothing itself."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from urllib.parse import urlsplit

import msgspec
from msgspec.structs import replace

from qa_appliance.awaiting import Cap
from qa_appliance.browser.find.locate import Located
from qa_appliance.core.clock import Clock, utc_now
from qa_appliance.core.events import Emit, ModelUsed
from qa_appliance.core.evidence.steps import StepRecord
from qa_appliance.core.model_call import ModelCall
from qa_appliance.core.outcome import Planned
from qa_appliance.core.plan import Done, Gap, Plan, Proposal
from qa_appliance.core.run import RunRequest
from qa_appliance.core.steps import MASK, Assert, Step, WaitFor
from qa_appliance.core.verdict import Summary
from qa_appliance.english.sentences.notes import notes_on
from qa_appliance.english.writing.written import meaning
from qa_appliance.model import summary as summing_up
from qa_appliance.model.endpoint import ModelFailed
from qa_appliance.model.gaps import GapPlanner, Scene
from qa_appliance.model.memory import Memory
from qa_appliance.model.model import Model, Question
from qa_appliance.model.purse import Purses
from qa_appliance.model.repairing import Repairs
from qa_appliance.model.spending import Budget, Spending
from qa_appliance.planning.secret_words import secret_quotes
from qa_appliance.steps.filling import Picture, Stand, holds_in
from qa_appliance.store.database import Database
from qa_appliance.store.tables import plans

_SAY_IT_SO = "“{clause}” was planned by a model. Written so, the test needs none: {sentences}"
_NO_SUMMARY = "The model wrote no summary of the run: {reason}"
_SUMMARY_SECONDS = 60.0
_MOST_INSTEAD = 8  # names that are there
_UNPRICED = "The model used {tokens} tokens; what they cost is not known (--llm-price-in, --llm-price-out)."


def purses_of(db: Database, clock: Clock = utc_now) -> Purses:
    """The allowances of all organizations, as the database has them."""
    return Purses(
        lambda org_id: plans.llm_cents_left(db, org_id, clock()),
        lambda org_id, cents: plans.spend_llm_cents(db, org_id, cents, clock()),
    )


class Filler:
    """What a run asks as it comes to a gap, or to a step whose subject is not there. The run's own time stands still
    meanwhile: the model has a time of its own."""

    def __init__(self, planner: GapPlanner, on_asked: Callable[[], None]) -> None:
        """`on_asked` is called after each question."""
        self.planner, self.cap, self._on_asked = planner, Cap(), on_asked

    async def fill(
        self, gap: Gap, before: Sequence[Done], after: Sequence[str], stand: Stand, picture: Picture | None = None
    ) -> Proposal:
        with self._asking():
            return await self.planner.propose(gap, before, after, _scene(stand), picture)

    async def read_anew(self, step: Step, record: StepRecord, before: Sequence[Done], stand: Stand) -> Proposal:
        """Put as the clause it stands for, with what it was read as; never the same again."""
        if MASK in record.sentence:
            return Proposal(reason="What is masked in it is shown to no model, so that none was asked.")
        failure = record.failure
        there = ", ".join(f"“{each}”" for each in failure.instead[:_MOST_INSTEAD]) if failure is not None else ""
        refuted = f"read as “{step.reads_as or step.sentence}”, which is not there: {record.error}"
        refuted = f"{refuted} There is: {there}." if there else refuted
        checks = isinstance(step, Assert | WaitFor)
        gap = Gap(step.sentence, refuted, start=-1 - record.index, at=record.index)
        with self._asking():
            found = await self.planner.propose(
                gap, before, (), replace(_scene(stand), refuted=refuted, mood="check" if checks else "deed")
            )
        if any(meaning(each) == meaning(step) for each in found.steps):
            return Proposal(reason="The model read it the same way again.")
        if found.steps and checks != all(isinstance(each, Assert | WaitFor) for each in found.steps):
            return Proposal(reason="The model made a check of a deed, or a deed of a check.")
        return found

    @contextmanager
    def _asking(self) -> Iterator[None]:
        calls = self.planner.spending.calls
        with self.cap.pausing():
            yield
        if self.planner.spending.calls != calls:
            self._on_asked()

    def refuses_page(self, address: str) -> str:
        return self.planner.refuses_page(address)

    def refuses(self, located: Located) -> str:
        return self.planner.refuses(located)


def _scene(stand: Stand) -> Scene:
    return Scene(stand.look, stand.names, stand.earlier, stand.dialog, last=stand.last, kept=stand.kept)


class Asking:
    """Of one run, however often its browser dies. `written`: its plan with the words as they were written."""

    def __init__(self, written: Plan, request: RunRequest, model: Model | None) -> None:
        self.spending = model.spending(request.org_id) if model is not None else Spending(Budget())
        self.calls: list[ModelCall] = []
        self.memory = Memory(request.planned)
        self._written, self._request, self._model = written, request, model
        self._planner: GapPlanner | None = None
        self._without_summary = ""  # why there is none

    @property
    def helps(self) -> bool:
        """Whether there is something to ask, and somebody."""
        return self._model is not None and bool(self._written.gaps) and self._request.expectation != "fail"

    def filler(self, clean: Callable[[str], str], emit: Emit) -> Filler | None:
        """For one walk through the plan. `clean` masks what nobody may see."""
        if self._model is None or self._request.expectation == "fail":
            return None
        site = self._request.site
        self._planner = GapPlanner(
            self._model,
            self.spending,
            self.calls,
            base_url=site.base_url,
            hosts=site.own_hosts,
            clean=clean,
            gaps=self._written.gaps,
            secret_quotes=secret_quotes,
            held=holds_in,
            words=self._request.description or "",
            accounts=[account.name for account in self._request.project_data.accounts],
            memory=self.memory,
        )
        spent, run_id = self.spending, self._request.id

        def on_asked() -> None:
            emit(ModelUsed(run_id, spent.calls, spent.tokens, spent.cents_used if spent.priced else None))

        return Filler(self._planner, on_asked)

    def repairer(self, clean: Callable[[str], str]) -> Repairs | None:
        """For one walk through the plan; None: there is nobody to ask, or it is a test of refusals."""
        if self._model is None or self._request.expectation == "fail":
            return None
        site = self._request.site
        host = (urlsplit(site.base_url).hostname or "").casefold()
        return Repairs(self._model, self.spending, self.calls, hosts=site.own_hosts | {host}, clean=clean)

    def noted(self, planned: Plan, walked: Plan) -> Plan:
        """The plan as it was walked, with notes on all of its steps."""
        if planned.steps == walked.steps and not walked.judged:
            return walked
        outdated = notes_on(planned.steps)
        judged = [one.gap.at for one in walked.judged]
        notes = [note for note in planned.notes if note not in outdated]
        return replace(walked, notes=(*notes, *notes_on(walked.steps, judged)))

    def masked(self, clean: Callable[[str], str]) -> None:
        """Once everything that nobody may see is known."""
        self.calls[:] = [
            replace(
                one,
                answer=clean(one.answer),
                messages=[{name: clean(text) for name, text in message.items()} for message in one.messages],
            )
            for one in self.calls
        ]

    async def summary(self, plan: Plan, records: Sequence[StepRecord], clean: Callable[[str], str]) -> Summary | None:
        """Of a run that came to its end, where the operator wants one. Raises nothing."""
        if self._model is None or not self._model.summarizes:
            return None
        request = self._request
        words = clean(request.description or "")
        user = summing_up.question(words, plan, records, request.expectation, secrets.token_hex(4))
        asked = Question("sum up the run", summing_up.SYSTEM, clean(user), summing_up.SCHEMA)
        try:
            async with asyncio.timeout(_SUMMARY_SECONDS):
                found = await self._model.ask(
                    asked,
                    lambda given: summing_up.summary(msgspec.convert(given, summing_up.Written)),
                    self.spending,
                    self.calls,
                )
                return replace(found, text=clean(found.text))
        except ModelFailed as problem:
            self._without_summary = clean(problem.message)
        except TimeoutError:
            self._without_summary = f"it took longer than {_SUMMARY_SECONDS:g} s."
        return None

    def planned(self, records: Sequence[StepRecord]) -> Planned:
        """What the next runs may take again."""
        passed = {one.sentence for one in records if one.source == "model" and one.result == "passed"}
        return self.memory.planned(passed)

    def remarks(self) -> list[str]:
        """What the report says of the model: how to do without it, and what it cost where that is not known."""
        rewritten = self._planner.rewritten() if self._planner is not None else []
        remarks = [_SAY_IT_SO.format(clause=clause, sentences=" · ".join(sentences)) for clause, sentences in rewritten]
        if self._without_summary:
            remarks.append(_NO_SUMMARY.format(reason=self._without_summary))
        unpriced = self.spending.tokens and not self.spending.priced
        return [*remarks, _UNPRICED.format(tokens=self.spending.tokens)] if unpriced else remarks
