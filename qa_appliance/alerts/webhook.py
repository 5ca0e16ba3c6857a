"""Posts an alert to a webhook. Nothing of what is answered is kept but its status."""

from __future__ import annotations

from datetime import datetime

from qa_appliance.alerts.undelivered import Undelivered
from qa_appliance.browser.egress.guard import Guard
from qa_appliance.core.batches.alerts import TargetKind, body_of, signature_of
from qa_appliance.outgoing import Unreached
from qa_appliance.outgoing import post as post_out
from qa_appliance.store.tables.alert_targets import Address
from qa_appliance.store.tables.alerts import Alert


async def post(
    guard: Guard,
    kind: TargetKind,
    address: Address,
    alert: Alert,
    public_url: str | None,
    now: datetime,
    authorities: str = "",
    *,
    seconds: float,
) -> None:
    """`seconds` for all of it. Raises `Undelivered`."""
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
        answer = await post_out(guard, address.url, body, headers, authorities=authorities, seconds=seconds)
    except Unreached as unreached:
        raise Undelivered(unreached.message, in_vain=unreached.refused) from unreached
    if not 200 <= answer.status < 300:
        raise Undelivered(f"It answered {answer.status}.")
