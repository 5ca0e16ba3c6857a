"""What one run may ask of a model, and what it has asked. Pure."""

from __future__ import annotations

import math
from dataclasses import dataclass

from msgspec import Struct

from qa_appliance.model.endpoint import Completion, ModelFailed
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
    """Of one run; `cents_used` counts begun cents in full."""

    budget: Budget
    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0

    @property
    def tokens(self) -> int:
        return self.tokens_in + self.tokens_out

    @property
    def cents(self) -> float:
        return (self.tokens_in * self.budget.price_in + self.tokens_out * self.budget.price_out) / 1_000_000

    @property
    def cents_used(self) -> int:
        return math.ceil(round(self.cents, 6))

    @property
    def priced(self) -> bool:
        return bool(self.budget.price_in or self.budget.price_out)

    def add(self, completion: Completion) -> None:
        self.tokens_in += completion.tokens_in
        self.tokens_out += completion.tokens_out

    def begin_call(self) -> None:
        """Raises ModelFailed where the budget is used up."""
        budget = self.budget
        limits = (
            (self.calls, budget.calls, "calls"),
            (self.tokens, budget.tokens, "tokens"),
            (self.cents, budget.cents, "cents"),
        )
        over = next((f"{most:g} {what}" for used, most, what in limits if most is not None and used >= most), "")
        if over:
            raise ModelFailed("spent", f"What one run may ask of the model is used up ({over}).")
        self.calls += 1
