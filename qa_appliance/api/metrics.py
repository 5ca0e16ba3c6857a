"""What the API counts of itself, in Prometheus' terms. Never labels with anything a client chose."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram


class Answered(Protocol):
    method: str
    status: int


_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


class Metrics:
    def __init__(self, registry: CollectorRegistry) -> None:
        self._requests = Counter(
            "qa_appliance_http_requests", "HTTP requests answered", ["method", "status"], registry=registry
        )
        self._seconds = Histogram(
            "qa_appliance_http_request_seconds", "Time until the whole answer was sent", ["method"], registry=registry
        )
        self.runs = Gauge("qa_appliance_runs", "Runs in line and at work", ["status"], registry=registry)

    @contextmanager
    def request(self, exchange: Answered) -> Iterator[None]:
        method = exchange.method if exchange.method in _METHODS else "other"
        began = time.perf_counter()
        try:
            yield
        finally:
            self._requests.labels(method, str(exchange.status or 500)).inc()
            self._seconds.labels(method).observe(time.perf_counter() - began)
