"""Traces by OpenTelemetry: what a collector gets over HTTP (OTLP), and that nothing of it is there without one."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span, Status

from qa_appliance.core.events import Assigned
from qa_appliance.observing.context import traceparent
from qa_appliance.observing.otlp import Sent
from qa_appliance.settings.observing import Traces
from tests.conftest import Request, Response, Serve
from tests.runtime.test_app import running

PIPELINE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

PAGE = "<!doctype html><title>Till</title><h1>Till 4711</h1><button>Pay</button>"

LOADED = """
import asyncio, sys
from pathlib import Path
from qa_appliance.app import open_appliance
from qa_appliance.settings import Settings

async def opened():
    async with open_appliance(Settings(data_dir=Path(sys.argv[1]))) as appliance:
        appliance.web()

asyncio.run(opened())
print([name for name in sys.modules if name.startswith(("opentelemetry.sdk", "opentelemetry.exporter", "google"))])
"""


class Collector:
    """Answers what comes to /v1/traces, and reads it as OTLP's own library does."""

    def __init__(self) -> None:
        self.spans: list[Span] = []
        self.service: dict[str, str] = {}
        self.raw = b""

    def take(self, request: Request) -> Response:
        assert request.headers["content-type"] == "application/x-protobuf"
        message = ExportTraceServiceRequest.FromString(request.body)
        self.raw += request.body
        for resource in message.resource_spans:
            self.service = {each.key: each.value.string_value for each in resource.resource.attributes}
            for scope in resource.scope_spans:
                self.spans += scope.spans
        return Response(b"", headers={"Content-Type": "application/x-protobuf"})

    def called(self, name: str) -> list[Span]:
        return [span for span in self.spans if span.name == name]


def facts(span: Span) -> dict[str, object]:
    return {each.key: each.value.string_value or each.value.int_value for each in span.attributes}


READ: list[tuple[str | None, str | None]] = [
    (None, None),
    ("", None),
    ("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331", None),
    ("00-00000000000000000000000000000000-b7ad6b7169203331-01", None),
    ("00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01", None),
    ("ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", None),
    ("00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01", None),
    (f"{PIPELINE}-more", None),
    (f"{PIPELINE}\n", None),
    (PIPELINE, PIPELINE),
    ("01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more", PIPELINE),
]


@pytest.mark.parametrize(("header", "read"), READ)
def test_a_traceparent_is_well_formed_or_none(header: str | None, read: str | None) -> None:
    assert traceparent(header) == read


async def test_nothing_is_loaded_where_no_collector_is_named(tmp_path: Path) -> None:
    found = await asyncio.to_thread(
        subprocess.run, [sys.executable, "-c", LOADED, str(tmp_path / "d")], capture_output=True, text=True, check=True
    )
    assert found.stdout.strip() == "[]"


async def test_a_collector_that_is_not_there_holds_nobody_up(caplog: pytest.LogCaptureFixture) -> None:
    sent = Sent("http://127.0.0.1:9")
    sent.listen(Assigned("r", "p"))
    await asyncio.to_thread(sent.close)
    assert any(record.name.startswith("opentelemetry.exporter") for record in caplog.records), "nothing was tried"


@pytest.mark.slow
async def test_a_run_is_a_span_with_its_steps_under_the_request_that_asked(serve: Serve, tmp_path: Path) -> None:
    collector = Collector()
    traces = Traces(endpoint=await serve({"/v1/traces": collector.take}))
    site = await serve({"/": PAGE})
    async with running(tmp_path / "data", traces=traces) as here:
        await here.http.get("/healthz")
        project = (await here.http.post("/api/projects", json={"name": "Till", "baseUrl": site})).json()["project"]
        words = 'check that "Till 4711" is shown. Wait up to 1 second for "Receipt 4711".'
        asked = {"projectId": project["id"], "description": words}
        answer = await here.http.post("/api/runs/trigger", json=asked, headers={"traceparent": PIPELINE})
        run = await here.ended(answer)
    assert run["overallStatus"] == "failed"
    assert collector.service["service.name"] == "qa-appliance"

    (asking,) = collector.called("POST /api/runs/trigger")
    assert asking.trace_id.hex() == PIPELINE.split("-")[1]
    assert asking.parent_span_id.hex() == PIPELINE.split("-")[2]
    assert asking.kind == Span.SPAN_KIND_SERVER
    assert facts(asking)["http.response.status_code"] == 202

    (ran,) = collector.called("run")
    assert (ran.trace_id, ran.parent_span_id) == (asking.trace_id, asking.span_id)
    assert facts(ran) == {
        "qa.run.id": run["id"],
        "qa.project.id": project["id"],
        "qa.run.status": "completed",
        "qa.run.verdict": "failed",
    }
    assert ran.status.code == Status.STATUS_CODE_ERROR
    assert [event.name for event in ran.events] == ["browser ready"]

    steps = [span for span in collector.spans if span.parent_span_id == ran.span_id]
    assert {span.trace_id for span in steps} == {ran.trace_id}
    ended = [(facts(span)["qa.step.index"], facts(span)["qa.step.result"], span.status.code) for span in steps]
    assert ended == [(0, "passed", Status.STATUS_CODE_UNSET), (1, "failed", Status.STATUS_CODE_ERROR)]
    assert all(ran.start_time_unix_nano <= each.start_time_unix_nano <= each.end_time_unix_nano for each in steps)

    assert not collector.called("GET /healthz")
    # ids, kinds and results only: no sentence, no address of a site, no text of a page
    assert b"4711" not in collector.raw
    assert site.encode() not in collector.raw
