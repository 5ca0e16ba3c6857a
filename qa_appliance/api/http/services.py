"""What the API needs from the rest of the house, handed in by the composition root. Never opens anything itself."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Protocol

from prometheus_client import CollectorRegistry

from qa_appliance.api.http.facts import ApplianceFacts, BrowserFacts
from qa_appliance.api.http.hub import EventHub
from qa_appliance.api.http.metrics import Vitals
from qa_appliance.api.http.probes import Probe
from qa_appliance.api.http.tokens import Entries
from qa_appliance.browser.egress.guard import Guard
from qa_appliance.core.clock import Clock, utc_now
from qa_appliance.core.evidence.kinds import BY_DEFAULT, EvidenceName
from qa_appliance.core.phrasebook import OwnPhrase
from qa_appliance.core.plan import Plan
from qa_appliance.core.run import LentSite
from qa_appliance.core.test_data.project import Account
from qa_appliance.doctor.check import Check
from qa_appliance.doubt.desk import DoubtDesk
from qa_appliance.inbox.server import Inbox
from qa_appliance.observing.tracing import Tracing
from qa_appliance.offering import Offering
from qa_appliance.oidc.provider import Provider
from qa_appliance.passkeys.ceremony import Passkeys
from qa_appliance.settings import Files, Limits, Line, Retention
from qa_appliance.slots import Slots
from qa_appliance.store.database import Database
from qa_appliance.store.files.artifacts import Artifacts
from qa_appliance.store.retention import Keep, kept_by
from qa_appliance.store.vault import Vault
from qa_appliance.studio.desk import Desk
from qa_appliance.threads import Threads
from qa_appliance.trigger import Intake

PLAN_PAGE = "/settings/plan"


async def _no_doctor() -> Sequence[Check]:
    return ()


async def _nothing_sent(alert_id: str) -> None:
    return


def _no_facts() -> ApplianceFacts:
    nothing = BrowserFacts("here", "Nothing runs tests here.")
    return ApplianceFacts(
        "", [], 0, nothing, data_dir=None, model=None, backup=None, copies=None, clock=None, limits=Limits()
    )


class Canceller(Protocol):
    async def tear_down(self, run_id: str) -> bool:
        """Stops the run's browser if one is at work in this process; whether there was one."""
        ...


class ReadsEnglish(Protocol):
    def __call__(
        self, description: str, phrases: tuple[OwnPhrase, ...] = (), *, accounts: Sequence[Account] | None = None
    ) -> Plan: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """`run_accepted` wakes the line, also after a cancel. `plan` reads English with an organization's own phrases.

    `reading` is where English is read for whoever asks, and what else takes a processor for long; `accepting` where it
    is read for runs, which are never refused because others keep it busy.

    `schedule_changed` has the timer look again, `alerts_changed` whoever sends alerts; `send_alert` sends one now.

    `evidence` is what the operator has taken of runs. `upgrade_url` None: the own plan page.

    `lent` is the site new users may try tests on. `setup_token` lets another machine set the appliance up; None closes
    that way.
    """

    db: Database
    vault: Vault
    artifacts: Artifacts
    guard: Guard
    authorities: str = ""  # PEM: the operator's own, beside the public ones
    plan: ReadsEnglish
    canceller: Canceller
    run_accepted: Callable[[], None]
    schedule_changed: Callable[[], None] = lambda: None
    alerts_changed: Callable[[], None] = lambda: None
    send_alert: Callable[[str], Awaitable[None]] = _nothing_sent
    hub: EventHub
    limits: Limits = field(default_factory=Limits)
    line: Line = field(default_factory=Line)
    slots: Slots = field(default_factory=lambda: Slots(1, lambda: None))  # of browsers, for tests and people
    offering: Offering | None = None  # asks the model for words before a run; None: none is configured
    inbox: Inbox | None = None  # where applications under test send their mail
    studio: Desk | None = None  # where people write tests on live pages
    doubts: DoubtDesk | None = None
    default_minutes: int = 10
    retention: Retention = field(default_factory=Retention)
    evidence: frozenset[EvidenceName] = BY_DEFAULT
    files: Files = field(default_factory=Files)
    lent: LentSite | None = None
    entries: Entries = field(default_factory=Entries)
    setup_token: str | None = None
    provider: Provider | None = None  # by whom else people sign in
    passkeys: Passkeys = field(default_factory=Passkeys)
    upgrade_url: str | None = None
    public_url: str | None = None  # by which people reach the appliance, as the operator says
    signed_in_for: timedelta = timedelta(days=30)
    trusted_proxies: tuple[str, ...] = ()
    probes: Mapping[str, Probe] = field(default_factory=dict)
    facts: Callable[[], ApplianceFacts] = _no_facts
    examine: Callable[[], Awaitable[Sequence[Check]]] = _no_doctor
    vitals: Callable[[], Vitals] = Vitals
    registry: CollectorRegistry = field(default_factory=CollectorRegistry)
    tracing: Tracing | None = None
    clock: Clock = utc_now
    reading: Threads = field(default_factory=lambda: Threads("reading", at_once=2, waiting=30, each=4))
    accepting: Threads = field(default_factory=lambda: Threads("accepting", at_once=2))

    @property
    def plan_page(self) -> str:
        """Where a 402 sends people (decision 30)."""
        return self.upgrade_url or PLAN_PAGE

    @property
    def intake(self) -> Intake:
        """What a run is accepted with, now."""
        return Intake(
            db=self.db,
            vault=self.vault,
            guard=self.guard,
            reading=self.accepting,
            now=self.clock(),
            upgrade_url=self.plan_page,
            accepted=self.run_accepted,
        )

    @property
    def keep(self) -> Keep:
        """The most that is kept for an organization."""
        return kept_by(self.retention)
