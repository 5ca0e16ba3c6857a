"""What one run asks of a model: who plans its gaps, what that cost, what the report says of it. Asks nothing itself."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from qa_appliance.core.model_call import ModelCall
from qa_appliance.core.plan import Gap, Plan
from qa_appliance.core.run import RunRequest
from qa_appliance.english.sentences.notes import notes_on
from qa_appliance.model.gaps import GapPlanner
from qa_appliance.model.memory import Memory
from qa_appliance.model.model import Model
from qa_appliance.model.spending import Budget, Spending
from qa_appliance.planning.secret_words import secret_words
from qa_appliance.steps.filling import holds_in

_SAY_IT_SO = "“{clause}” was planned by a model. Written so, the test needs none: {sentences}"
_UNPRICED = "The model used {tokens} tokens; what they cost is not known (--llm-price-in, --llm-price-out)."


class Asking:
    """Of one run, however often its browser dies. `written`: its plan with the words as they were written."""

    def __init__(self, written: Plan, request: RunRequest, model: Model | None) -> None:
        budget = model.budget if model is not None else Budget()
        left = request.llm_cents_left
        if left is not None:
            budget = replace(budget, cents=left if budget.cents is None else min(left, budget.cents))
        self.spending = Spending(budget)
        self.calls: list[ModelCall] = []
        self.memory = Memory(request.planned)
        self._written, self._request, self._model = written, request, model
        self._planner: GapPlanner | None = None

    @property
    def helps(self) -> bool:
        """Whether there is something to ask, and somebody."""
        return self._model is not None and bool(self._written.gaps) and self._request.expectation != "fail"

    def filler(self, clean: Callable[[str], str]) -> GapPlanner | None:
        """For one walk through the plan. `clean` masks what nobody may see."""
        if self._model is None or not self.helps:
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
            secret_texts=_secrets_of,
            held=holds_in,
            memory=self.memory,
        )
        return self._planner

    def noted(self, planned: Plan, walked: Plan) -> Plan:
        """The plan as it was walked, with notes on all of its steps."""
        if planned.steps == walked.steps:
            return walked
        outdated = notes_on(planned.steps)
        notes = [note for note in planned.notes if note not in outdated]
        return replace(walked, notes=(*notes, *notes_on(walked.steps)))

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

    def remarks(self) -> list[str]:
        """What the report says of the model: how to do without it, and what it cost where that is not known."""
        rewritten = self._planner.rewritten() if self._planner is not None else []
        remarks = [_SAY_IT_SO.format(clause=clause, sentences=" · ".join(sentences)) for clause, sentences in rewritten]
        unpriced = self.spending.tokens and not self.spending.priced
        return [*remarks, _UNPRICED.format(tokens=self.spending.tokens)] if unpriced else remarks


def _secrets_of(gap: Gap) -> list[str]:
    return secret_words(Plan(gaps=(gap,)))
