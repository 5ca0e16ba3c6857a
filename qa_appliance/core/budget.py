"""The performance budget of a procedure: whether the pages of a run came up within it (contract 2.1, perfStatus)."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from qa_appliance.core.evidence.measurements import Measurements


class Judged(Struct, frozen=True):
    """`excesses` are sentences for the report."""

    status: Literal["ok", "degraded"]
    excesses: tuple[str, ...] = ()


def judge_budget(budget: dict[str, float] | None, measured: Measurements) -> Judged | None:
    """Every page of the run counts. None: there is no budget, or nothing it is about was measured."""
    limits = (budget or {}).items()
    values = [(place, metric, most, took.get(metric)) for place, took in _pages(measured) for metric, most in limits]
    known = [(place, metric, most, ms) for place, metric, most, ms in values if ms is not None]
    if not known:
        return None
    excesses = tuple(
        f"{place} took {ms:g} ms for {metric}, the budget is {most:g} ms."
        for place, metric, most, ms in known
        if ms > most
    )
    return Judged("degraded" if excesses else "ok", excesses)


def _pages(measured: Measurements) -> list[tuple[str, dict[str, float | None]]]:
    """Each page's address with its timings by their JSON names."""
    if measured.per_page_performance:
        return [(page.url, page.by_name()) for page in measured.per_page_performance]
    return [("The final page", measured.performance.by_name())] if measured.performance else []
