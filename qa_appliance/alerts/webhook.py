"""Posts an alert to a webhook, through the same guard as runs: to the very addresses it decided on, without redirects.

Nothing of what is answered is kept but its status.
"""

from __future__ import annotations

import asyncio
from datetime import datetime

import httpx

from qa_appliance.alerts.undelivered import Undelivered
from qa_appliance.browser.egress.guard import Decision, Guard
from qa_appliance.browser.egress.proxy import EgressProxy
from qa_appliance.core.batches.alerts import TargetKind, body_of, signature_of
from qa_appliance.store.tables.alert_targets import Address
from qa_appliance.store.tables.alerts import Alert

SECONDS = 20.0  # for all of one try


async def post(
    guard: Guard, kind: TargetKind, address: Address, alert: Alert, public_url: str | None, now: datetime
) -> None:
    """Raises `Undelivered`."""
    refused: list[Decision] = []
    body = body_of(kind, alert.news, public_url)
    headers = {"Content-Type": "application/json", "User-Agent": "qa-appliance"}
    if kind == "webhook":
        timestamp = str(int(now.timestamp()))
        headers |= {
            "X-QA-Appliance-Delivery": alert.id,
            "X-QA-Appliance-Timestamp": timestamp,
            "X-QA-Appliance-Signature": signature_of(address.secret, timestamp, body),
        }
    try:
        async with (
            asyncio.timeout(SECONDS),
            EgressProxy.open(guard, on_decision=refused.append) as proxy,
            httpx.AsyncClient(proxy=proxy.server, trust_env=False, timeout=SECONDS) as client,
            client.stream("POST", address.url, content=body, headers=headers) as answer,
        ):
            status = answer.status_code
    except (httpx.HTTPError, httpx.InvalidURL, TimeoutError) as error:
        raise _undelivered(refused, error) from error
    if refused:
        raise _undelivered(refused, None)
    if not 200 <= status < 300:
        raise Undelivered(f"It answered {status}.")


def _undelivered(refused: list[Decision], error: Exception | None) -> Undelivered:
    if refused:
        return Undelivered(refused[-1].reason, in_vain=not refused[-1].allowed)
    if isinstance(error, TimeoutError | httpx.TimeoutException):
        return Undelivered(f"It did not answer within {SECONDS:g} seconds.")
    return Undelivered(f"It cannot be reached ({type(error).__name__}).")
