"""For operators and their machines: alive, ready, metrics (interfaces). Tells nothing of any run."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Literal

from litestar import Response, get
from msgspec import Struct
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from qa_appliance.api.http.about import about
from qa_appliance.api.http.asgi import Request
from qa_appliance.api.http.auth import bearer
from qa_appliance.api.http.dependencies import Gate, Metrics, Peers, Probes, Services
from qa_appliance.api.http.facts import ApplianceFacts


class Alive(Struct, frozen=True):
    status: Literal["ok"]


class Ready(Struct, frozen=True):
    """Each check says "ok", or in a sentence what is wrong. `warnings`: what to see to while tests go on."""

    status: Literal["ready", "not ready"]
    checks: dict[str, str]
    warnings: dict[str, str] = {}


@get("/healthz", **about("Whether the process is alive", "Operation", who="nobody", answer=Alive))
async def healthz() -> Alive:
    return Alive("ok")


@get(
    "/readyz",
    **about("Whether database, disk and browser are ready", "Operation", who="nobody", answer=Ready, refuses=(503,)),
)
async def readyz(probes: Probes, services: Services) -> Response[Ready]:
    checks = {name: problem or "ok" for name, problem in (await probes.answers()).items()}
    ready = all(each == "ok" for each in checks.values())
    answer = Ready("ready" if ready else "not ready", checks, dict(_warnings(services.facts())))
    return Response(answer, status_code=200 if ready else 503)


@get(
    "/metrics",
    **about(
        "Prometheus metrics, from this machine or with a key",
        "Operation",
        who="nobody",
        answer=str,
        media="text/plain",
        refuses=(401,),
    ),
)
async def metrics(request: Request, services: Services, gate: Gate, peers: Peers, metrics: Metrics) -> Response[bytes]:
    if not peers.direct(request.scope):
        await gate.identify(bearer(request.headers.get("authorization")), peers.address(request.scope))
    await metrics.count_runs()
    # beside the loop: a disk that does not answer holds up nobody but who asks
    text = await asyncio.to_thread(generate_latest, services.registry)
    return Response(text, headers={"content-type": CONTENT_TYPE_LATEST})


def _warnings(facts: ApplianceFacts) -> Iterator[tuple[str, str]]:
    """Anybody may ask: folders and reasons are the operator's, who reads them with `GET /api/appliance`."""
    if facts.backup is not None and facts.backup.problem is not None:
        yield "backups", "The last backup failed; the appliance's operator is told why."
    if facts.copies is not None and facts.copies.problem is not None:
        yield "copies", "The last backup was not copied to its bucket; the appliance's operator is told why."
    if facts.browser.standing is not None and facts.browser.standing.dubious:
        yield "browser", "A newer browser is due; the appliance's operator is told why."
    if facts.clock is not None:
        yield (
            "clock",
            "This machine's clock jumped; until it proves right, ages of runs are counted without the jump.",
        )
