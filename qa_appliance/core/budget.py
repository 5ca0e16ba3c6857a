"""The performance budget of a procedure: whether the pages of a run came up within it (contract 2.1, perfStatus)."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from qa_appliance.core.evidence import Measurements


class Judged(Struct, frozen=True):
    """`excesses` are sentences for the report."""

    status: Literal["ok", "degraded"]
    excesses: tuple[str, ...] = ()


def judge_budget(budget: dict[str, float] | None, measured: Measurements) -> Judged | None:
    """Every page of the run counts. None: there is no budget, or nothing it is about was measured."""
    pages = measured.per_page_performance or ([measured.performance] if measured.performance else [])
    values = [
        (page.get("url"), metric, most, page[metric])
        for page in pages
        for metric, most in (budget or {}).items()
        if isinstance(page.get(metric), int | float)
    ]
    if not values:
        return None
    excesses = tuple(
        f"{url or 'The final page'} took {value:g} ms for {metric}, the budget is {most:g} ms."
        for url, metric, most, value in values
        if value > most
    )
    return Judged("degraded" if excesses else "ok", excesses)
