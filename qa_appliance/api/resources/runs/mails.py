"""The mail that a project's application handed in, and with what it does so."""

from __future__ import annotations

import re

import msgspec
from litestar import get
from msgspec import Struct

from qa_appliance.api.http.about import about
from qa_appliance.api.http.asgi import Request
from qa_appliance.api.http.dependencies import Caller, Services
from qa_appliance.api.http.queries import first_values
from qa_appliance.api.resources.owned import OwnProject
from qa_appliance.core.errors import Invalid, Issue
from qa_appliance.core.evidence.mail import Mail
from qa_appliance.core.steps import MASK
from qa_appliance.inbox.server import MailAccount
from qa_appliance.store.tables.inbox import mails

_MOST = 50
_LISTED = (("before", "The id of a mail: those that came before it.", {"type": "string", "pattern": "^[0-9]{1,15}$"}),)


class MailsAnswer(Struct, frozen=True):
    """The newest first, as many as one answer holds; `before` the last one's id come the next. `account` null: the
    operator has the appliance take no mail.
    """

    account: MailAccount | None
    mails: list[Mail]


_ID = r"[0-9]{1,15}"


@get(
    "/api/projects/{id:str}/mails",
    **about("List the mail for a project's tests", "Projects", answer=MailsAnswer, refuses=(400, 404), query=_LISTED),
)
async def list_mails(request: Request, project: OwnProject, caller: Caller, services: Services) -> MailsAnswer:
    """Viewers see neither the password nor what stands in a mail."""
    given = first_values(request).get("before", "")
    if given and not re.fullmatch(_ID, given):
        raise Invalid("Invalid query", (Issue("invalid_string", ("before",), "before has to be the id of a mail."),))
    before = int(given) if given else None
    account = services.inbox.account(project.id) if services.inbox is not None else None
    found = await mails.listed(services.db, services.vault, project.id, _MOST, before)
    if not caller.may.changes:
        account = msgspec.structs.replace(account, password=MASK) if account is not None else None
        found = [msgspec.structs.replace(mail, text=MASK, links=()) for mail in found]
    return MailsAnswer(account, found)
