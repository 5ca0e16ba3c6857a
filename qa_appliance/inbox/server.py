"""Takes mail over SMTP. A project signs in with its own name and password; without, mail is taken only if that is set.

Sends nothing on, and tells nobody who has an account here.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
import warnings
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session
from msgspec import Struct

from qa_appliance.browser.egress.guard import Guard
from qa_appliance.core.clock import Clock, utc_now
from qa_appliance.core.errors import Busy, Invalid, NoRoom, Unavailable
from qa_appliance.core.evidence.mail import Mail
from qa_appliance.inbox.reading import read_mail
from qa_appliance.settings import Inbox as InboxSettings
from qa_appliance.steps.base.mailed import Mailbox
from qa_appliance.store.database import Database
from qa_appliance.store.tables import projects
from qa_appliance.store.tables.inbox import mails
from qa_appliance.store.vault import Vault
from qa_appliance.threads import Threads

logger = logging.getLogger(__name__)
logging.getLogger("mail.log").setLevel(logging.ERROR)  # the library's own would hold what is handed in

MOST_BYTES = 5_000_000  # of one mail
AT_ONCE = 16 * 1024  # bytes that are read before others have a turn
_MOST_RECIPIENTS = 50
_MOST_CONNECTIONS = 50  # each may bring a mail
_MOST_WAITING = 20  # mails to be read
_FULL = b"421 4.3.2 too many connections; try again later\r\n"
_KEPT = "250 2.0.0 taken, for tests only"
_NOT_NOW = "451 4.3.0 cannot be kept now; try again later"


class MailAccount(Struct, frozen=True, rename="camel"):
    """With what a project's application hands in its mail."""

    host: str
    port: int
    user: str
    password: str
    open: bool  # it may leave user and password out


class Inbox:
    """`settings.port` 0 takes a free one, None none at all: then there is no mail."""

    def __init__(self, db: Database, vault: Vault, settings: InboxSettings, clock: Clock = utc_now) -> None:
        self._db, self._vault, self._settings, self._clock = db, vault, settings, clock
        self._key = vault.lasting("mail accounts")
        self._port = settings.port
        self._reading = Threads("mail", at_once=1, waiting=_MOST_WAITING)
        self.open_connections = 0

    def account(self, project_id: str) -> MailAccount | None:
        if self._port is None:
            return None
        return MailAccount(self._settings.host, self._port, project_id, self._password(project_id), self._settings.open)

    async def mailbox(self, project_id: str) -> Mailbox | None:
        """For a run that begins: it sees what comes in from now on."""
        if self._port is None:
            return None
        come: list[Mail] = []
        newest = await mails.newest(self._db)

        async def look() -> list[Mail]:
            """Those that were seen before are not read again."""
            seen = come[-1].id if come else newest
            come.extend(await mails.after(self._db, self._vault, project_id, seen))
            return list(come)

        return Mailbox(look)

    @asynccontextmanager
    async def open(self, guard: Guard) -> AsyncIterator[None]:
        """Listens as long as the block lasts; no test opens that port. Raises Invalid where it is taken."""
        if self._settings.port is None:
            yield
            return
        try:
            server = await asyncio.get_running_loop().create_server(
                self._talk, self._settings.host, self._settings.port
            )
        except OSError as problem:
            place = f"{self._settings.host}:{self._settings.port}"
            raise Invalid(f"No mail can be taken at {place}: {problem.strerror}. Choose another --inbox-port.") from (
                problem
            )
        self._port = server.sockets[0].getsockname()[1]
        places = [socket.getsockname()[:2] for socket in server.sockets]
        for host, port in places:
            guard.serving(host, port)
        logger.info("mail is taken", extra={"host": self._settings.host, "port": self._port})
        try:
            yield
        finally:
            for host, port in places:
                guard.stopped_serving(host, port)
            server.close()

    def _talk(self) -> SMTP:
        with warnings.catch_warnings():
            # that a sign-in goes without TLS: it is loopback's own affair, or the operator's network
            warnings.simplefilter("ignore", UserWarning)
            return _Talk(self, auth_required=not self._settings.open)

    def signs_in(
        self, server: SMTP, session: Session, envelope: Envelope, mechanism: str, auth_data: object
    ) -> AuthResult:
        good = False
        if isinstance(auth_data, LoginPassword):
            expected = self._password(auth_data.login.decode("utf-8", "replace")).encode()
            good = hmac.compare_digest(expected, auth_data.password)
        return AuthResult(success=good, handled=False, auth_data=auth_data if good else None)

    def _password(self, project_id: str) -> str:
        return hmac.new(self._key, project_id.encode(), hashlib.sha256).hexdigest()[:32]

    async def take(self, session: Session, envelope: Envelope) -> str:
        """The answer to one mail handed in."""
        signed_in: object = session.auth_data
        project_id = signed_in.login.decode() if isinstance(signed_in, LoginPassword) else None
        if project_id is not None and await projects.find(self._db, self._vault, project_id) is None:
            return "550 5.1.0 there is no such project any more"
        raw = envelope.content
        given = raw.encode() if isinstance(raw, str) else raw or b""
        kept = self._settings
        try:
            mail = await self._reading.do(read_mail, given, tuple(map(str, envelope.rcpt_tos)))
            await mails.add(
                self._db, self._vault, project_id, mail, kept.per_project, kept.megabytes * 1_000_000, self._clock()
            )
        except (NoRoom, Busy, Unavailable):
            return _NOT_NOW
        return _KEPT


class _Talk(SMTP):
    """One connection; those beyond the most there may be are told so and ended."""

    def __init__(self, inbox: Inbox, *, auth_required: bool) -> None:
        super().__init__(
            _Taking(inbox),
            data_size_limit=MOST_BYTES,
            enable_SMTPUTF8=True,
            hostname="qa-appliance",
            ident="QA Appliance",
            authenticator=inbox.signs_in,
            auth_required=auth_required,
            auth_require_tls=False,
            timeout=60,
        )
        self._inbox, self._counted = inbox, False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        if self._inbox.open_connections >= _MOST_CONNECTIONS and isinstance(transport, asyncio.Transport):
            transport.write(_FULL)
            transport.close()
            return
        self._inbox.open_connections += 1
        self._counted = True
        if hasattr(transport, "max_size"):
            transport.max_size = AT_ONCE  # the library reads all lines of what has come before anybody else goes on
        super().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        if self._counted:
            self._inbox.open_connections -= 1
            self._counted = False
            super().connection_lost(error)


class _Taking:
    """What the SMTP library calls, by these names."""

    def __init__(self, inbox: Inbox) -> None:
        self._inbox = inbox

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, rcpt_options: list[str]
    ) -> str:
        if len(envelope.rcpt_tos) >= _MOST_RECIPIENTS:
            return "452 4.5.3 too many recipients"
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 ok"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        return await self._inbox.take(session, envelope)
