"""What one run may ask of a model, and what it has asked."""

from __future__ import annotations

import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from msgspec import Struct

from qa_appliance.awaiting import to_its_end
from qa_appliance.model.endpoint import Completion, ModelFailed
from qa_appliance.model.purse import Purse
from qa_appliance.settings import Llm


class Budget(Struct, frozen=True):
    """`cents` None: no limit. Prices in cents per million tokens, 0 where they are unknown."""

    calls: int = 20
    tokens: int = 100_000
    cents: float | None = None
    price_in: float = 0.0
    price_out: float = 0.0


def budget_of(llm: Llm) -> Budget:
    """What the settings allow one run."""
    return Budget(llm.calls_per_run, llm.tokens_per_run, llm.cents_per_run or None, llm.price_in, llm.price_out)


@dataclass
class Spending:
    """Of one run; `cents_used` counts begun cents in full. `purse`: out of which it is paid, besides."""

    budget: Budget
    purse: Purse | None = None
    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    counted: int = 0  # cents that the purse knows of

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

    @asynccontextmanager
    async def call(self, tokens_in: int, tokens_out: int) -> AsyncIterator[None]:
        """One call, from when it may begin until what it used is counted; of so many tokens at most.

        Raises ModelFailed where the budget or the plan's allowance is used up.
        """
        self._ask_budget()
        if self.purse is None:
            self.calls += 1
            yield
            return
        aside = await self.purse.take(self._priced(tokens_in, tokens_out), round(self.counted - self.cents, 6))
        self.calls += 1
        try:
            yield
        finally:
            cost = self.cents_used - self.counted
            self.counted += cost
            await to_its_end(self.purse.settle(aside, cost))

    def _priced(self, tokens_in: int, tokens_out: int) -> float:
        return (tokens_in * self.budget.price_in + tokens_out * self.budget.price_out) / 1_000_000

    def _ask_budget(self) -> None:
        budget = self.budget
        limits = (
            (self.calls, budget.calls, "calls"),
            (self.tokens, budget.tokens, "tokens"),
            (self.cents, budget.cents, "cents"),
        )
        over = next((f"{most:g} {what}" for used, most, what in limits if most is not None and used >= most), "")
        if over:
            raise ModelFailed("spent", f"What one run may ask of the model is used up ({over}).")
