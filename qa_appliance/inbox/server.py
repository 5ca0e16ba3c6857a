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

from qa_appliance.core.clock import Clock, utc_now
from qa_appliance.core.errors import Busy, Invalid, NoRoom
from qa_appliance.inbox.reading import read_mail
from qa_appliance.settings import Inbox as InboxSettings
from qa_appliance.steps.base.mailed import Mailbox
from qa_appliance.store.database import Database
from qa_appliance.store.tables import projects
from qa_appliance.store.tables.inbox import mails
from qa_appliance.store.vault import Vault

logger = logging.getLogger(__name__)
logging.getLogger("mail.log").setLevel(logging.ERROR)  # the library's own would hold what is handed in

MOST_BYTES = 5_000_000  # of one mail
_MOST_RECIPIENTS = 50
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

    def account(self, project_id: str) -> MailAccount | None:
        if self._port is None:
            return None
        return MailAccount(self._settings.host, self._port, project_id, self._password(project_id), self._settings.open)

    async def mailbox(self, project_id: str) -> Mailbox | None:
        """For a run that begins: it sees what comes in from now on."""
        if self._port is None:
            return None
        newest = await mails.newest(self._db)
        return Mailbox(lambda: mails.after(self._db, self._vault, project_id, newest))

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Listens as long as the block lasts. Raises Invalid where the port is taken."""
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
        logger.info("mail is taken", extra={"host": self._settings.host, "port": self._port})
        try:
            yield
        finally:
            server.close()

    def _talk(self) -> SMTP:
        with warnings.catch_warnings():
            # that a sign-in goes without TLS: it is loopback's own affair, or the operator's network
            warnings.simplefilter("ignore", UserWarning)
            return SMTP(
                _Taking(self),
                data_size_limit=MOST_BYTES,
                enable_SMTPUTF8=True,
                hostname="qa-appliance",
                ident="QA Appliance",
                authenticator=self._signs_in,
                auth_required=not self._settings.open,
                auth_require_tls=False,
                timeout=60,
            )

    def _signs_in(
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
        mail = await asyncio.to_thread(
            read_mail, raw.encode() if isinstance(raw, str) else raw or b"", tuple(map(str, envelope.rcpt_tos))
        )
        try:
            await mails.add(self._db, self._vault, project_id, mail, self._settings.per_project, self._clock())
        except (NoRoom, Busy):
            return _NOT_NOW
        return _KEPT


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
