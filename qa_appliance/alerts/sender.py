"""Notes what turned red or green and sends it: what was not delivered is tried again, later and later.

Keeps nothing itself; after a restart it goes on with what the tables say.
"""

from __future__ import annotations

import asyncio
import logging

from qa_appliance.alerts import mail as by_mail
from qa_appliance.alerts import webhook
from qa_appliance.alerts.undelivered import Undelivered
from qa_appliance.browser.egress.guard import Guard
from qa_appliance.core.batches.alerts import quiet_until
from qa_appliance.core.clock import Clock, parsed, utc_now
from qa_appliance.core.events import Ended, Event
from qa_appliance.settings import Mail
from qa_appliance.store.database import Database
from qa_appliance.store.tables import alert_targets, alerts
from qa_appliance.store.tables.alerts import Alert
from qa_appliance.store.vault import Unsealable, Vault
from qa_appliance.store.views import turns

logger = logging.getLogger(__name__)

_LEAST_SECONDS, _MOST_SECONDS = 1.0, 60.0
_AT_ONCE = 8  # targets


class AlertSender:
    """`work` goes on until it is cancelled. `wake`: a run or a suite has ended, or somebody else is to be told."""

    def __init__(
        self,
        db: Database,
        vault: Vault,
        guard: Guard,
        mail: Mail,
        public_url: str | None,
        *,
        authorities: str = "",
        clock: Clock = utc_now,
    ) -> None:
        self._db, self._vault, self._guard = db, vault, guard
        self._mail, self._public_url, self._clock = mail, public_url, clock
        self._authorities = authorities
        self._changed = asyncio.Event()
        self._places = asyncio.Semaphore(_AT_ONCE)

    def wake(self) -> None:
        self._changed.set()

    def listen(self, event: Event) -> None:
        if isinstance(event, Ended):
            self.wake()

    async def work(self) -> None:
        while True:
            self._changed.clear()
            await self.note()
            await self.send_due()
            soonest = await alerts.soonest(self._db)
            wait = None if soonest is None else (parsed(soonest) - self._clock()).total_seconds()
            try:
                async with asyncio.timeout(None if wait is None else min(max(wait, _LEAST_SECONDS), _MOST_SECONDS)):
                    await self._changed.wait()
            except TimeoutError:
                continue

    async def note(self) -> None:
        """Writes down what is to be sent."""
        now = self._clock()
        if found := await turns.untold(self._db, now):
            await alerts.add(self._db, found, now)

    async def send_due(self) -> None:
        """What each target is told comes to it in its order; a slow one holds up no other."""
        of_target: dict[str, list[Alert]] = {}
        for alert in await alerts.due(self._db, self._clock()):
            of_target.setdefault(alert.target_id, []).append(alert)
        await asyncio.gather(*(self._send_all(found) for found in of_target.values()))

    async def send_now(self, alert_id: str) -> None:
        """One that somebody waits for, quiet hours or not."""
        alert = await alerts.find(self._db, alert_id)
        if alert is not None:
            await self._send(alert, once=True)

    async def _send_all(self, found: list[Alert]) -> None:
        async with self._places:
            for alert in found:
                try:
                    await self._send(alert)
                except Exception:  # one alert holds up no other
                    logger.exception("an alert broke", extra={"alert_id": alert.id})
                    problem = "The appliance failed; its log says why."
                    await alerts.failed(self._db, alert, problem, self._clock(), in_vain=False)

    async def _send(self, alert: Alert, *, once: bool = False) -> None:
        now = self._clock()
        target = await alert_targets.find(self._db, alert.target_id)
        if target is None:
            return
        until = None if once else quiet_until(target.quiet, now)
        if until is not None:
            await alerts.put_off(self._db, alert, until)
            return
        try:
            address = await alert_targets.address(self._db, self._vault, target.id)
            assert address is not None
            link = self._public_url or address.reached_by
            if target.kind == "mail":
                await by_mail.send(self._mail, address, alert, link, self._authorities)
            else:
                await webhook.post(self._guard, target.kind, address, alert, link, now, self._authorities)
        except Unsealable:
            problem = "Its address cannot be read with this appliance's secret; save it again."
            await alerts.failed(self._db, alert, problem, self._clock(), in_vain=True)
        except Undelivered as undelivered:
            logger.warning("an alert was not delivered: %s", undelivered.message, extra={"alert_id": alert.id})
            in_vain = once or undelivered.in_vain
            await alerts.failed(self._db, alert, undelivered.message, self._clock(), in_vain=in_vain)
        else:
            await alerts.sent(self._db, alert, self._clock())
