"""What the API counts of itself, in Prometheus' terms. Never labels with anything a client chose."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Protocol

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.registry import Collector


class Answered(Protocol):
    method: str
    status: int


_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


class Metrics:
    def __init__(
        self, registry: CollectorRegistry, healed: Callable[[], int], backed_up_at: Callable[[], datetime | None]
    ) -> None:
        """`healed` as `Database.healed`; `backed_up_at`: the newest of the backups made by themselves."""
        self._requests = Counter(
            "qa_appliance_http_requests", "HTTP requests answered", ["method", "status"], registry=registry
        )
        self._seconds = Histogram(
            "qa_appliance_http_request_seconds", "Time until the whole answer was sent", ["method"], registry=registry
        )
        self.runs = Gauge("qa_appliance_runs", "Runs in line and at work", ["status"], registry=registry)
        registry.register(_Healed(healed))
        registry.register(_BackedUp(backed_up_at))

    @contextmanager
    def request(self, exchange: Answered) -> Iterator[None]:
        method = exchange.method if exchange.method in _METHODS else "other"
        began = time.perf_counter()
        try:
            yield
        finally:
            self._requests.labels(method, str(exchange.status or 500)).inc()
            self._seconds.labels(method).observe(time.perf_counter() - began)


class _Healed(Collector):
    """What the database counts itself."""

    def __init__(self, healed: Callable[[], int]) -> None:
        self._healed = healed

    def collect(self) -> Iterator[CounterMetricFamily]:
        yield CounterMetricFamily(
            "qa_appliance_database_healed",
            "Transactions found left open and rolled back (0 unless something is wrong)",
            value=self._healed(),
        )


class _BackedUp(Collector):
    """Absent as long as there is no backup, so that an alert on its absence or age means what it says."""

    def __init__(self, at: Callable[[], datetime | None]) -> None:
        self._at = at

    def collect(self) -> Iterator[GaugeMetricFamily]:
        at = self._at()
        if at is not None:
            about = "When the newest backup was made that the appliance makes by itself"
            yield GaugeMetricFamily("qa_appliance_backup_last_success_timestamp_seconds", about, value=at.timestamp())
