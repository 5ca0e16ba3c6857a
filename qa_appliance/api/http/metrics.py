"""What the appliance counts of itself, in Prometheus' terms. Never labels with anything a client chose."""

from __future__ import annotations

import asyncio
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Protocol

from msgspec import Struct
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Info, ProcessCollector
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.registry import Collector

import qa_appliance
from qa_appliance.api.http.facts import ApplianceFacts
from qa_appliance.store.database import Database
from qa_appliance.store.tables import runs
from qa_appliance.store.views.endings import Endings


class Answered(Protocol):
    method: str
    status: int


class Vitals(Struct, frozen=True):
    """As of this moment. `browser_starts` is None where browsers run elsewhere, or none was started yet."""

    slots: int = 0
    slots_used: int = 0
    browser_starts: int | None = None
    data_dir: Path | None = None
    database: Path | None = None


_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_RUN_SECONDS = (1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1800)
_LINE_SECONDS = (0.1, 0.5, 1, 2, 5, 10, 30, 60, 120, 300, 600, 1800)
_OUTCOMES = (("completed", "passed"), ("completed", "failed"), ("failed", "none"), ("cancelled", "none"))
Metric = CounterMetricFamily | GaugeMetricFamily


class Metrics:
    def __init__(
        self,
        registry: CollectorRegistry,
        db: Database,
        facts: Callable[[], ApplianceFacts],
        vitals: Callable[[], Vitals],
    ) -> None:
        self._db, self._endings, self._counting = db, Endings(db), asyncio.Lock()
        self._requests = Counter(
            "qa_appliance_http_requests", "HTTP requests answered", ["method", "status"], registry=registry
        )
        self._seconds = Histogram(
            "qa_appliance_http_request_seconds", "Time until the whole answer was sent", ["method"], registry=registry
        )
        self._living = Gauge("qa_appliance_runs", "Runs in line and at work", ["status"], registry=registry)
        self._ended = Counter(
            "qa_appliance_runs_ended",
            "Runs that ended since the first scrape",
            ["status", "verdict"],
            registry=registry,
        )
        for status, verdict in _OUTCOMES:  # from the start, so that the first of each is an increase
            self._ended.labels(status, verdict)
        self._duration = Histogram(
            "qa_appliance_run_duration_seconds", "How long runs were at work", buckets=_RUN_SECONDS, registry=registry
        )
        self._line = Histogram(
            "qa_appliance_run_queue_seconds", "How long runs were in line", buckets=_LINE_SECONDS, registry=registry
        )
        Info("qa_appliance_build", "Which version this is", registry=registry).info(
            {"version": qa_appliance.__version__}
        )
        ProcessCollector(registry=registry)
        registry.register(_Moment(db, facts, vitals))

    @contextmanager
    def request(self, exchange: Answered) -> Iterator[None]:
        method = exchange.method if exchange.method in _METHODS else "other"
        began = time.perf_counter()
        try:
            yield
        finally:
            self._requests.labels(method, str(exchange.status or 500)).inc()
            self._seconds.labels(method).observe(time.perf_counter() - began)

    async def count_runs(self) -> None:
        """Up to now; call it before each scrape is answered."""
        async with self._counting:
            for status, number in (await runs.count_by_status(self._db)).items():
                self._living.labels(status).set(number)
            for ended in await self._endings.since():
                self._ended.labels(ended.status, ended.verdict or "none").inc()
                if ended.waited is not None:
                    self._line.observe(ended.waited)
                if ended.seconds is not None:
                    self._duration.observe(ended.seconds)


class _Moment(Collector):
    """What is so at the moment it is asked for. What does not apply is absent, so that an alert on it means it."""

    def __init__(self, db: Database, facts: Callable[[], ApplianceFacts], vitals: Callable[[], Vitals]) -> None:
        self._db, self._facts, self._vitals = db, facts, vitals

    def collect(self) -> Iterator[Metric]:
        about = "Transactions found left open and rolled back (0 unless something is wrong)"
        yield CounterMetricFamily("qa_appliance_database_healed", about, value=self._db.healed)
        yield from _states(self._facts())
        yield from _measured(self._vitals())


def _states(facts: ApplianceFacts) -> Iterator[Metric]:
    yield _gauge("browser_ready", "Whether tests can run (1) or not (0)", facts.browser.problem is None)
    about = "Whether this machine's clock jumped and is not believed (1)"
    yield _gauge("clock_doubted", about, facts.clock is not None)
    if facts.backup is not None:
        yield _gauge("backup_failed", "Whether the last backup failed (1)", facts.backup.problem is not None)
        if facts.backup.newest_at is not None:
            about = "When the newest backup was made that the appliance makes by itself"
            yield _gauge("backup_last_success_timestamp_seconds", about, facts.backup.newest_at.timestamp())
    if facts.copies is not None:
        about = "Whether the last backup could not be copied to its bucket (1)"
        yield _gauge("backup_copy_failed", about, facts.copies.problem is not None)
        if facts.copies.newest_at is not None:
            about = "When the newest backup was made that is known to lie in its bucket"
            yield _gauge("backup_copy_last_success_timestamp_seconds", about, facts.copies.newest_at.timestamp())


def _measured(vitals: Vitals) -> Iterator[Metric]:
    yield _gauge("slots", "Browser sessions that may be open at the same time", vitals.slots)
    yield _gauge("slots_used", "Browser sessions that are open, of runs and of people", vitals.slots_used)
    if vitals.browser_starts is not None:
        about = "How often the browser was started: more than once means it crashed, or was let go of"
        yield CounterMetricFamily("qa_appliance_browser_starts", about, value=vitals.browser_starts)
    with suppress(OSError):  # of a disk that does not answer nothing is known
        if vitals.data_dir is not None:
            disk = shutil.disk_usage(vitals.data_dir)
            yield _gauge("disk_free_bytes", "Room left on the disk of the data directory", disk.free)
            yield _gauge("disk_size_bytes", "Size of the disk of the data directory", disk.total)
        if vitals.database is not None:
            beside = vitals.database.with_name(f"{vitals.database.name}-wal")
            size = sum(path.stat().st_size for path in (vitals.database, beside) if path.exists())
            yield _gauge("database_size_bytes", "Size of the database with what is not yet in its file", size)


def _gauge(name: str, about: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(f"qa_appliance_{name}", about, value=value)
