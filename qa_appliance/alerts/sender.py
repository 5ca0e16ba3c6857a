"""Notes what turned red or green and sends it: what was not delivered is tried again, later and later.

Each target is sent to by a task of its own, and no organization has more than its share of them: who is slow to answer
holds up neither what is noted nor anybody else's alerts. Keeps nothing itself; after a restart it goes on with what the
tables say.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from asyncio import Semaphore, TaskGroup
from collections import defaultdict

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
_AT_ONCE, _SHARE = 32, 4  # targets, of all and of one organization
_PATIENT_SECONDS, _SHORT_SECONDS = 20.0, 5.0  # for an answer, and for that of a target that failed last time


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
        if mail.host is not None and mail.security == "none" and mail.user is not None:
            logger.warning("the mail server gets user and password in clear (--mail-security none)")
        self._changed = asyncio.Event()
        self._places = Semaphore(_AT_ONCE)
        self._shares: defaultdict[str, Semaphore] = defaultdict(lambda: Semaphore(_SHARE))  # by organization
        self._sending: set[str] = set()  # targets

    def wake(self) -> None:
        self._changed.set()

    def listen(self, event: Event) -> None:
        if isinstance(event, Ended):
            self.wake()

    async def work(self) -> None:
        async with TaskGroup() as sending:
            while True:
                self._changed.clear()
                await self.note()
                await self._begin_due(sending)
                soonest = await alerts.soonest(self._db, self._sending)
                wait = None if soonest is None else (parsed(soonest) - self._clock()).total_seconds()
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(None if wait is None else min(max(wait, _LEAST_SECONDS), _MOST_SECONDS)):
                        await self._changed.wait()

    async def note(self) -> None:
        """Writes down what is to be sent."""
        now = self._clock()
        if found := await turns.untold(self._db, now):
            await alerts.add(self._db, found, now)

    async def send_due(self) -> None:
        """Whatever is due now, to its end."""
        async with TaskGroup() as sending:
            await self._begin_due(sending)

    async def _begin_due(self, sending: TaskGroup) -> None:
        """What each target is told comes to it in its order; one that is still being sent to is left alone."""
        of_target: dict[str, list[Alert]] = {}
        for alert in await alerts.due(self._db, self._clock(), self._sending):
            of_target.setdefault(alert.target_id, []).append(alert)
        for target_id, found in of_target.items():
            self._sending.add(target_id)
            sending.create_task(self._send_all(target_id, found))

    async def send_now(self, alert_id: str) -> None:
        """One that somebody waits for, quiet hours or not."""
        alert = await alerts.find(self._db, alert_id)
        if alert is not None:
            await self._send(alert, once=True)

    async def _send_all(self, target_id: str, found: list[Alert]) -> None:
        try:
            share = self._shares[await alert_targets.organization(self._db, target_id)]
            async with share, self._places:
                for alert in found:
                    await self._send_one(alert)
        except Exception:  # it stays due
            logger.exception("alerts could not be sent", extra={"target_id": target_id})
        finally:
            self._sending.discard(target_id)
            self.wake()

    async def _send_one(self, alert: Alert) -> None:
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
            link, trusted = self._public_url or address.reached_by, self._authorities
            failed = not once and await alerts.failed_last(self._db, target.id)
            seconds = _SHORT_SECONDS if failed else _PATIENT_SECONDS
            if target.kind == "mail":
                await by_mail.send(self._mail, address, alert, link, trusted, seconds=seconds)
            else:
                await webhook.post(self._guard, target.kind, address, alert, link, now, trusted, seconds=seconds)
        except Unsealable:
            problem = "Its address cannot be read with this appliance's secret; save it again."
            await alerts.failed(self._db, alert, problem, self._clock(), in_vain=True)
        except Undelivered as undelivered:
            logger.warning("an alert was not delivered: %s", undelivered.message, extra={"alert_id": alert.id})
            in_vain = once or undelivered.in_vain
            await alerts.failed(self._db, alert, undelivered.message, self._clock(), in_vain=in_vain)
        else:
            await alerts.sent(self._db, alert, self._clock())
