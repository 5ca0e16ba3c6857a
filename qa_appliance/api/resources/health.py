"""For operators and their machines: alive, ready, metrics (interfaces). Tells nothing of any run."""

from __future__ import annotations

import asyncio
from typing import Any, Literal

from litestar import Response, get
from msgspec import Struct
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from qa_appliance.api.http.about import Request, about
from qa_appliance.api.http.auth import bearer
from qa_appliance.api.http.doors import Probe
from qa_appliance.api.http.needs import Doors, Watchman
from qa_appliance.store.tables import runs


class Alive(Struct, frozen=True):
    status: Literal["ok"]


class Ready(Struct, frozen=True):
    """Each check says "ok", or in a sentence what is wrong."""

    status: Literal["ready", "not ready"]
    checks: dict[str, str]


@get("/healthz", **about("Whether the process is alive", "Operation", who="nobody", answer=Alive))
async def healthz() -> Alive:
    return Alive("ok")


@get(
    "/readyz",
    **about("Whether database, disk and browser are ready", "Operation", who="nobody", answer=Ready, refuses=(503,)),
)
async def readyz(doors: Doors, watchman: Watchman) -> Response[Ready]:
    names = list(doors.probes)
    found = await asyncio.gather(
        *(_probed(name, doors.probes[name], watchman.probing) for name in names), return_exceptions=True
    )
    checks = {name: _said(each) for name, each in zip(names, found, strict=True)}
    ready = all(each == "ok" for each in checks.values())
    return Response(Ready("ready" if ready else "not ready", checks), status_code=200 if ready else 503)


@get(
    "/metrics",
    **about(
        "Prometheus metrics, from this machine or with a key", "Operation", who="nobody", answer=str,
        media="text/plain", refuses=(401,),
    ),
)  # fmt: skip
async def metrics(request: Request, doors: Doors, watchman: Watchman) -> Response[bytes]:
    if not watchman.peers.direct(request.scope):
        token = bearer(request.headers.get("authorization"))
        await watchman.gate.identify(token, watchman.peers.address(request.scope))
    for status, number in (await runs.count_by_status(doors.db)).items():
        watchman.metrics.runs.labels(status).set(number)
    return Response(generate_latest(doors.registry), headers={"content-type": CONTENT_TYPE_LATEST})


async def _probed(name: str, probe: Probe, probing: dict[str, asyncio.Future[str | None]]) -> str | None:
    """What the probe says; all who ask while it looks get the one answer, for anybody may ask as often as they like."""
    if name not in probing or probing[name].done():
        probing[name] = asyncio.ensure_future(probe())
    return await asyncio.shield(probing[name])


def _said(found: Any) -> str:
    if isinstance(found, BaseException):
        return "The check itself failed."
    return found or "ok"
