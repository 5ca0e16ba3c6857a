"""The composition root: opens everything in order, closes it in reverse. Decides nothing itself."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from datetime import timedelta
from functools import partial
from typing import Any

import msgspec

from qa_appliance.alerts.sender import AlertSender
from qa_appliance.api.http.connections import MOST_FILES, Bounds, Config
from qa_appliance.api.http.facts import NOT_READY, ApplianceFacts, cautions_about, facts_of
from qa_appliance.api.http.hub import EventHub
from qa_appliance.api.http.metrics import Vitals
from qa_appliance.api.http.probes import probe_database, probe_disk
from qa_appliance.api.http.services import PLAN_PAGE, Services
from qa_appliance.api.http.tokens import Entries
from qa_appliance.api.pages import manual, trace_viewer
from qa_appliance.api.pages.web import BUNDLE, dashboard, no_such_page, read_bundle
from qa_appliance.api.routes import build_app
from qa_appliance.api.server import Server, listening
from qa_appliance.asking import purses_of
from qa_appliance.background import background
from qa_appliance.browser.egress.guard import Guard
from qa_appliance.browser.egress.routes import guard_of
from qa_appliance.browser.process.browsers import Browsers
from qa_appliance.browser.process.choice import choose_browser
from qa_appliance.browser.process.endpoint import Endpoint, NoBrowser, parse_endpoint
from qa_appliance.browser.process.endpoints import Endpoints
from qa_appliance.browser.process.pool import Pool
from qa_appliance.browser.process.standing import Known, read_known
from qa_appliance.browser.process.trace_viewer import viewer_folder
from qa_appliance.bucket.copies import copies_by
from qa_appliance.core.clock import utc_now
from qa_appliance.core.errors import Invalid, Problem, Unavailable
from qa_appliance.core.events import fan_out
from qa_appliance.core.evidence.kinds import chosen
from qa_appliance.core.phrasebook import OwnPhrase
from qa_appliance.core.plan import Plan
from qa_appliance.core.run import LentSite
from qa_appliance.doctor.check import Check
from qa_appliance.doctor.examine import examine
from qa_appliance.doubt.desk import DoubtDesk, DoubtLimits
from qa_appliance.english.compile import plan_english
from qa_appliance.evidence.base.options import EvidenceOptions
from qa_appliance.evidence.observed.accessibility import scan_ahead
from qa_appliance.evidence.pictures.reel import MAKERS
from qa_appliance.inbox.server import Inbox
from qa_appliance.jobs import Jobs
from qa_appliance.machine import raise_file_limit
from qa_appliance.model.model import model_of
from qa_appliance.observing.tracing import tracing_of
from qa_appliance.offering import Offering
from qa_appliance.oidc.provider import provider_of
from qa_appliance.planning.planner import StandardPlanner
from qa_appliance.queue import Queue
from qa_appliance.run_test import Means
from qa_appliance.settings import Settings, web_address
from qa_appliance.slots import Slots
from qa_appliance.store.database import Database
from qa_appliance.store.files.artifacts import Artifacts
from qa_appliance.store.files.backups import backups_by
from qa_appliance.store.files.folder import Folder
from qa_appliance.store.retention import kept_by
from qa_appliance.store.rotation import Rotation
from qa_appliance.store.tables import accounts, audit, plans, runs
from qa_appliance.store.timekeeping import Timekeeping
from qa_appliance.store.upgrade import migrate
from qa_appliance.store.vault import Vault
from qa_appliance.studio.desk import Desk
from qa_appliance.studio.means import Means as StudioMeans
from qa_appliance.studio.session import limits_of
from qa_appliance.suites.dispatch import Dispatcher
from qa_appliance.suites.schedules import Timer
from qa_appliance.threads import Threads, give_memory_back, spare_the_loop
from qa_appliance.tls import open_certificate
from qa_appliance.trigger import Intake
from qa_appliance.trust import read_files
from qa_appliance.worker import Worker

logger = logging.getLogger(__name__)

_CLOSE_SECONDS = 3  # what open requests and WebSockets get when the server ends


class Appliance:
    """Everything of a running appliance. Made by `open_appliance` only."""

    def __init__(
        self,
        settings: Settings,
        folder: Folder,
        vault: Vault,
        db: Database,
        guard: Guard,
        endpoints: Sequence[Endpoint] = (),
        authorities: str = "",
        known: Known | None = None,
    ) -> None:
        """`known` of versions of Chromium."""
        self.settings, self.folder, self.vault, self.db = settings, folder, vault, db
        self._guard, self._endpoints, self._authorities, self._known = guard, endpoints, authorities, known
        slots = sum(endpoint.slots or settings.browsers for endpoint in endpoints) or settings.browsers
        self._lent: LentSite | None = None
        self.setup_token: str | None = None
        self.browser_problem: str | None = "The browser is being started."
        self.entries, self._hub, self._tracing = Entries(), EventHub(), tracing_of(settings.traces)
        line = settings.queue
        self._queue = Queue(db, front_wait=line.front_wait_seconds, total_wait=line.total_wait_seconds)
        self._places = Slots(slots, self._queue.wake)
        self._artifacts = Artifacts(folder.artifacts, vault.signing("artifact links"), makers=MAKERS)
        self._worker = Worker(
            db,
            vault,
            self._artifacts,
            self._queue,
            fan_out(
                self._hub.emit,
                lambda event: self._dispatcher.listen(event),
                lambda event: self._alerts.listen(event),
                *([self._tracing.listen] if self._tracing else ()),
            ),
            self._hub.watched,
            slots=self._places,
            packing=slots,
            default_minutes=settings.runs.default_duration_minutes,
        )
        self._alerts = AlertSender(db, vault, guard, settings.mail, settings.public_url, authorities=authorities)
        self._dispatcher = Dispatcher(db, self._intake, self._queue.wake, slots=self._places, on_end=self._alerts.wake)
        self._backups, self._copies = backups_by(settings.backup, folder), copies_by(settings, authorities)
        self._timekeeping, self._inbox = Timekeeping(db), Inbox(db, vault, settings.inbox)
        beside = plans.Ending(db).ended
        self.studio = Desk(self._places, self._read, limits_of(settings.studio), beside)
        self._doubts = DoubtDesk(self._places, DoubtLimits(at_once=max(1, slots - 1)), beside)
        self._timer = Timer(db, self._intake, timekeeping=self._timekeeping)
        self._pool: Browsers | None = None
        self._model = model_of(settings.llm, authorities, purses_of(db), folder.path)
        self._trying_for: str | None = None  # the run a browser is being started for again
        self._examining, self._accepting = asyncio.Lock(), Threads("accepting", at_once=2)

    def lend(self, site: LentSite) -> None:
        """Whoever signs in may try tests on this site, without any allow rule. Call before `serving`."""
        self._lent = site
        self._guard.lend(site)

    @asynccontextmanager
    async def working(self) -> AsyncIterator[None]:
        """Runs are taken from the line as long as the block lasts, from when the browser is ready."""
        jobs = Jobs(
            self.db,
            alive=self._alive,
            tear_down=self._worker.tear_down,
            heartbeat_seconds=self.settings.runs.heartbeat_seconds,
            stale_seconds=self.settings.runs.stale_seconds,
            artifacts=self._artifacts,
            keep=kept_by(self.settings.retention),
            clear_minutes=self.settings.retention.minutes,
            mail_days=self.settings.inbox.days,
            audit_days=self.settings.retention.audit_days,
            timekeeping=self._timekeeping,
            rotation=Rotation(self.db, self.vault, self.folder),
            backups=self._backups,
            copies=self._copies,
        )
        async with AsyncExitStack() as stack:
            if self._tracing is not None:
                stack.push_async_callback(asyncio.to_thread, self._tracing.close)
            if self._model is not None:
                stack.push_async_callback(self._model.close)
            await stack.enter_async_context(self._inbox.open(self._guard))
            await stack.enter_async_context(jobs.running())
            await stack.enter_async_context(background(self._queue.watch, "the line's watch"))
            await stack.enter_async_context(background(self._drive_browsers, "the browsers"))
            await stack.enter_async_context(background(self._dispatcher.work, "the suites"))
            await stack.enter_async_context(background(self._timer.work, "the schedules"))
            await stack.enter_async_context(background(self._alerts.work, "the alerts"))
            try:
                yield
            finally:
                await self.stop(0)

    async def stop(self, grace_seconds: float) -> None:
        """Takes no more runs, lets those at work finish for a while, then cancels them with a reason."""
        self._queue.close()
        await asyncio.gather(self.studio.stop(), self._doubts.stop())
        await self._worker.stop(grace_seconds)

    async def _drive_browsers(self) -> None:
        async with AsyncExitStack() as stack:
            pool = await self._open_pool(stack)
            self._pool, self.browser_problem = pool, None
            logger.info("browser ready", extra={"slots": self._places.count})
            for caution in cautions_about(self._facts().browser):
                logger.warning("%s", caution)
            await asyncio.to_thread(spare_the_loop)
            means = Means(
                planner=StandardPlanner(),
                pool=pool,
                guard=self._guard,
                evidence=EvidenceOptions(kinds=chosen(msgspec.structs.asdict(self.settings.evidence))),
                patience_seconds=self.settings.steps.patience_seconds,
                patience=self.settings.patience,
                model=self._model,
                mailbox=self._inbox.mailbox,
                sign_ins=self._dispatcher.sign_ins,
            )
            self.studio.means = StudioMeans(pool, self._guard, means.patience_seconds, self._inbox.mailbox)
            self._doubts.means = means
            stack.push_async_callback(self.studio.stop)
            stack.push_async_callback(self._doubts.stop)
            await self._worker.work(means)

    async def _open_pool(self, stack: AsyncExitStack) -> Browsers:
        """Without a browser a run is cancelled with the reason (decision 3); each run is a new try."""
        while True:
            try:
                opening: AbstractAsyncContextManager[Browsers]
                own, folder, trusted = self.settings, self.folder.path, self._authorities
                if self._endpoints:
                    opening = Endpoints.open(self._endpoints, own_host=own.egress_host, on_slots=self._places.resize)
                else:
                    choice = await choose_browser(own.browser_path, headed=own.headed)
                    idle, ahead = own.browser_idle_minutes, scan_ahead if own.evidence.accessibility else None
                    opening = Pool.open(
                        choice, slots=own.browsers, data_dir=folder, idle_minutes=idle, authorities=trusted, ahead=ahead
                    )
                pool: Browsers = await stack.enter_async_context(opening)
            except Problem as problem:
                self.browser_problem = problem.reason if isinstance(problem, NoBrowser) else problem.message
                logger.error("no browser: %s", self.browser_problem)
                if self._trying_for is not None:
                    await runs.cancel(self.db, self._trying_for, problem.message, utc_now())
                    self._queue.release(self._trying_for)
                self._trying_for = await self._queue.take()
            else:
                if self._trying_for is not None:
                    self._queue.release(self._trying_for)
                self._trying_for = None
                return pool

    async def _alive(self) -> list[str]:
        trying = [self._trying_for] if self._trying_for is not None else []
        return [*self._worker.at_work, *trying, *await self._queue.waiting(), *await runs.held(self.db)]

    def _accepted(self) -> None:
        self._queue.wake()
        self._dispatcher.wake()

    async def _read(self, text: str, phrases: tuple[OwnPhrase, ...]) -> Plan:
        return await self._accepting.do(plan_english, text, phrases)

    def _intake(self) -> Intake:
        """What a run is accepted with that no request has asked for."""
        return Intake(
            db=self.db,
            vault=self.vault,
            guard=self._guard,
            reading=self._accepting,
            now=utc_now(),
            upgrade_url=self.settings.upgrade_url or PLAN_PAGE,
            accepted=self._accepted,
        )

    def web(self) -> Any:
        """The HTTP and WebSocket application (ASGI)."""
        settings, bundle = self.settings, read_bundle(BUNDLE)
        return build_app(
            Services(
                db=self.db,
                vault=self.vault,
                artifacts=self._artifacts,
                guard=self._guard,
                authorities=self._authorities,
                plan=plan_english,
                canceller=self._worker,
                run_accepted=self._accepted,
                schedule_changed=self._timer.wake,
                alerts_changed=self._alerts.wake,
                send_alert=self._alerts.send_now,
                accepting=self._accepting,
                hub=self._hub,
                limits=settings.limits,
                line=settings.queue,
                slots=self._places,
                studio=self.studio,
                offering=Offering(self._model) if self._model is not None else None,
                inbox=self._inbox,
                doubts=self._doubts,
                retention=settings.retention,
                evidence=chosen(msgspec.structs.asdict(settings.evidence)),
                files=settings.files,
                default_minutes=settings.runs.default_duration_minutes,
                lent=self._lent,
                entries=self.entries,
                setup_token=self.setup_token,
                provider=provider_of(settings, self._authorities),
                upgrade_url=settings.upgrade_url,
                public_url=settings.public_url,
                signed_in_for=timedelta(days=settings.sign_in_days),
                trusted_proxies=settings.trusted_proxies,
                facts=self._facts,
                vitals=self._vitals,
                tracing=self._tracing,
                examine=self._examine,
                probes={
                    "database": partial(probe_database, self.db),
                    "disk": partial(probe_disk, self.folder.path),
                    "browser": self._probe_browser,
                },
            ),
            pages=[*dashboard(bundle), *manual.manual(manual.SITE), *trace_viewer.trace_viewer(viewer_folder())],
            no_such_page=no_such_page(bundle),
        )

    async def _probe_browser(self) -> str | None:
        return self._facts().browser.problem and NOT_READY  # anybody may ask: where browsers run is not theirs to know

    async def _examine(self) -> list[Check]:
        """One at a time: each starts a browser of its own."""
        async with self._examining:
            return await examine(self.settings, utc_now(), serving=True)

    def _vitals(self) -> Vitals:
        starts = self._pool.starts if isinstance(self._pool, Pool) else None
        return Vitals(self._places.count, self._places.used, starts, self.folder.path, self.folder.database)

    def _facts(self) -> ApplianceFacts:
        backup, doubt = self._backups.state if self._backups else None, self._timekeeping.doubt
        copies = self._copies.state if self._copies else None
        now = self._places.count, self._pool, self.browser_problem, self._model
        return facts_of(self.settings, *now, backup, doubt, copies, self._known)

    @asynccontextmanager
    async def serving(self) -> AsyncIterator[str]:
        """Serves HTTP, or HTTPS, on the host and port of the settings; yields the address. Raises Unavailable."""
        certificate = await asyncio.to_thread(
            open_certificate, self.settings.tls, self.settings.host, self.folder.path, utc_now()
        )
        with listening(self.settings.host, self.settings.port) as listener:
            host, port = listener.getsockname()[:2]
            self._guard.serving(host, port)
            most = min(Bounds().total, raise_file_limit(MOST_FILES) // 2)  # half is for browsers and files
            config = Config(
                await asyncio.to_thread(self.web),  # so that the browser starts meanwhile
                trusted=self.settings.trusted_proxies,
                bounds=Bounds(total=most),
                timeout_graceful_shutdown=_CLOSE_SECONDS,
                ssl_certfile=certificate.cert if certificate else None,
                ssl_keyfile=certificate.key if certificate else None,
            )
            server = Server(config)
            task = asyncio.create_task(server.serve(sockets=[listener]), name="http server")
            ready = asyncio.create_task(server.ready.wait())
            try:
                await asyncio.wait({task, ready}, return_when=asyncio.FIRST_COMPLETED)
                if not server.started:
                    task.result()
                    raise Unavailable("The web server did not start; the log says why.")
                yield web_address(host, port, tls=certificate is not None)
            finally:
                ready.cancel()
                server.should_exit = True
                await task


@asynccontextmanager
async def open_appliance(settings: Settings) -> AsyncIterator[Appliance]:
    """Opens the data directory for this process alone and puts right what the last one left behind (decision 4).

    Nothing runs and nothing is served until `working` and `serving` are entered. Raises Conflict when another appliance
    uses the directory, Invalid for wrong settings, Unavailable for a useless folder.
    """
    give_memory_back()
    endpoints = [parse_endpoint(text, settings.browsers) for text in settings.browser_endpoint]
    if settings.browser_path is not None and not settings.browser_path.is_file():
        raise Invalid(f"There is no browser at {settings.browser_path}. Correct --browser-path or leave it out.")
    authorities = await asyncio.to_thread(read_files, settings.authorities)
    guard = guard_of(settings.allow, settings.proxy, authorities)
    known = await asyncio.to_thread(read_known, settings.browser_faults)
    async with AsyncExitStack() as stack:
        folder = await asyncio.to_thread(Folder.prepare, settings.data_dir)
        stack.enter_context(folder.locked())
        await stack.enter_async_context(folder.workplace())
        vault = await asyncio.to_thread(Vault.open, folder.path)
        await asyncio.to_thread(migrate, folder.database)
        db = await stack.enter_async_context(Database.open(folder.database, chain=vault.chain(folder.path)))
        await audit.begin(db)
        cancelled, waiting = await runs.recover(db, utc_now())
        logger.info("data directory open", extra={"folder": folder.path, "cancelled": cancelled, "waiting": waiting})
        appliance = Appliance(settings, folder, vault, db, guard, endpoints, authorities, known)
        if not await accounts.any_user(db):
            appliance.setup_token = secrets.token_urlsafe(16)
        yield appliance
