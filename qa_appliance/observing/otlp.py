"""Traces by OpenTelemetry's own library, sent over HTTP (OTLP). Loaded by `tracing` alone, where a collector is named.

Its own variables (OTEL_EXPORTER_OTLP_HEADERS, OTEL_SERVICE_NAME, OTEL_TRACES_SAMPLER, …) count as everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import OTELResourceDetector, Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import Span, SpanKind, Status, StatusCode, set_span_in_context
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

import qa_appliance
from qa_appliance.core.events import Assigned, Ended, Event, Started, StepBegan, StepEnded
from qa_appliance.observing.tracing import Answering

_W3C = TraceContextTextMapPropagator()
_SECONDS = 5.0  # that a collector has for an answer


class _Run:
    """The span of a run at work, and of the step it is at."""

    def __init__(self, span: Span) -> None:
        self.span = span
        self.step: Span | None = None

    def end_step(self, result: str | None = None) -> None:
        if self.step is None:
            return
        if result is not None:
            self.step.set_attribute("qa.step.result", result)
        if result == "failed":
            self.step.set_status(Status(StatusCode.ERROR))
        self.step.end()
        self.step = None


class Sent:
    """`endpoint` is the collector's own address; traces go to /v1/traces there."""

    def __init__(self, endpoint: str) -> None:
        named = Resource({"service.name": "qa-appliance", "service.version": qa_appliance.__version__})
        self._provider = TracerProvider(resource=named.merge(OTELResourceDetector().detect()), shutdown_on_exit=False)
        exporter = OTLPSpanExporter(endpoint=f"{endpoint.rstrip('/')}/v1/traces", timeout=_SECONDS)
        self._provider.add_span_processor(BatchSpanProcessor(exporter))
        self._tracer = self._provider.get_tracer("qa_appliance", qa_appliance.__version__)
        self._runs: dict[str, _Run] = {}

    def close(self) -> None:
        for run in self._runs.values():
            run.end_step()
            run.span.end()
        self._runs.clear()
        self._provider.shutdown()

    @contextmanager
    def request(self, answering: Answering, parent: str | None) -> Iterator[str | None]:
        span = self._tracer.start_span(
            answering.method,
            context=_context(parent),
            kind=SpanKind.SERVER,
            attributes={"http.request.method": answering.method},
        )
        try:
            yield _traceparent(span)
        finally:
            if answering.route:
                span.update_name(f"{answering.method} {answering.route}")
                span.set_attribute("http.route", answering.route)
            span.set_attribute("http.response.status_code", answering.status)
            if answering.status >= 500:
                span.set_status(Status(StatusCode.ERROR))
            span.end()

    def listen(self, event: Event) -> None:
        if isinstance(event, Assigned):
            self._runs[event.run_id] = _Run(self._began(event))
            return
        run = self._runs.get(event.run_id)
        if run is None:
            return
        match event:
            case Started():
                run.span.add_event("browser ready")
            case StepBegan(index=index, action=action):
                run.end_step()
                run.step = self._tracer.start_span(
                    f"step {action}",
                    context=set_span_in_context(run.span, Context()),
                    attributes={"qa.step.index": index, "qa.step.action": action},
                )
            case StepEnded(record=record):
                run.end_step(record.result)
            case Ended(status=status, verdict=verdict):
                del self._runs[event.run_id]
                run.end_step()
                run.span.set_attributes({"qa.run.status": status, "qa.run.verdict": verdict or "none"})
                if "failed" in (status, verdict):
                    run.span.set_status(Status(StatusCode.ERROR))
                run.span.end()

    def _began(self, assigned: Assigned) -> Span:
        ids = {"qa.run.id": assigned.run_id, "qa.project.id": assigned.project_id}
        return self._tracer.start_span("run", context=_context(assigned.traceparent), attributes=ids)


def _context(parent: str | None) -> Context:
    return Context() if parent is None else _W3C.extract({"traceparent": parent}, Context())


def _traceparent(span: Span) -> str | None:
    carrier: dict[str, str] = {}
    _W3C.inject(carrier, set_span_in_context(span, Context()))
    return carrier.get("traceparent")
