"""What one run may ask of a model, and each clause in it, and what it has asked."""

from __future__ import annotations

import math
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field

from msgspec import Struct

from qa_appliance.awaiting import to_its_end
from qa_appliance.model.endpoint import Completion, ModelFailed
from qa_appliance.model.purse import Purse
from qa_appliance.settings import Llm


class Budget(Struct, frozen=True):
    """`cents` None: no limit. Prices in cents per million tokens, 0 where they are unknown.

    `seconds` are those of the model: how long all its answers for a run may take.
    """

    calls: int = 40
    tokens: int = 400_000
    cents: float | None = None
    seconds: float = 900.0
    clause_calls: int = 6
    clause_tokens: int = 80_000
    price_in: float = 0.0
    price_out: float = 0.0


def budget_of(llm: Llm) -> Budget:
    """What the settings allow one run."""
    return Budget(
        llm.calls_per_run,
        llm.tokens_per_run,
        llm.cents_per_run or None,
        llm.seconds_per_run,
        llm.calls_per_clause,
        llm.tokens_per_clause,
        llm.price_in,
        llm.price_out,
    )


@dataclass
class Used:
    """Of one clause."""

    calls: int = 0
    tokens: int = 0


@dataclass
class Spending:
    """Of one run; `cents_used` counts begun cents in full. `purse`: out of which it is paid, besides. `seconds`: how
    long the answers took that it was waited for."""

    budget: Budget
    purse: Purse | None = None
    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    counted: int = 0  # cents that the purse knows of
    seconds: float = 0.0
    _clauses: dict[str, Used] = field(default_factory=dict)
    _clause: Used | None = None  # the one that is asked about

    @property
    def tokens(self) -> int:
        return self.tokens_in + self.tokens_out

    @property
    def cents(self) -> float:
        return self._priced(self.tokens_in, self.tokens_out)

    @property
    def cents_used(self) -> int:
        return math.ceil(round(self.cents, 6))

    @property
    def priced(self) -> bool:
        return bool(self.budget.price_in or self.budget.price_out)

    def add(self, completion: Completion) -> None:
        self.tokens_in += completion.tokens_in
        self.tokens_out += completion.tokens_out
        if self._clause is not None:
            self._clause.tokens += completion.tokens_in + completion.tokens_out

    @contextmanager
    def about(self, clause: str) -> Iterator[None]:
        """What is asked within counts for that clause too."""
        self._clause = self._clauses.setdefault(clause, Used())
        try:
            yield
        finally:
            self._clause = None

    @asynccontextmanager
    async def call(self, tokens_in: int, tokens_out: int) -> AsyncIterator[None]:
        """One call, from when it may begin until what it used is counted; of so many tokens at most.

        Raises ModelFailed where the budget or the plan's allowance is used up.
        """
        self._ask_budget()
        if self.purse is None:
            self._begin()
            yield
            return
        aside = await self.purse.take(self._priced(tokens_in, tokens_out), round(self.counted - self.cents, 6))
        self._begin()
        try:
            yield
        finally:
            cost = self.cents_used - self.counted
            self.counted += cost
            await to_its_end(self.purse.settle(aside, cost))

    def _priced(self, tokens_in: int, tokens_out: int) -> float:
        return (tokens_in * self.budget.price_in + tokens_out * self.budget.price_out) / 1_000_000

    def _begin(self) -> None:
        self.calls += 1
        if self._clause is not None:
            self._clause.calls += 1

    def _ask_budget(self) -> None:
        budget, clause = self.budget, self._clause or Used()
        limits: tuple[tuple[float, float | None, str, str], ...] = (
            (clause.calls, budget.clause_calls, "calls", "one clause"),
            (clause.tokens, budget.clause_tokens, "tokens", "one clause"),
            (self.calls, budget.calls, "calls", "one run"),
            (self.tokens, budget.tokens, "tokens", "one run"),
            (self.cents, budget.cents, "cents", "one run"),
            (self.seconds, budget.seconds, "seconds of the model", "one run"),
        )
        for used, most, what, whose in limits:
            if most is not None and used >= most:
                raise ModelFailed("spent", f"What {whose} may ask of the model is used up ({most:g} {what}).")
