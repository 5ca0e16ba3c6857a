"""The mail that a project's application handed in, and with what it does so."""

from __future__ import annotations

import msgspec
from litestar import get
from msgspec import Struct

from qa_appliance.api.http.about import about
from qa_appliance.api.http.dependencies import Caller, Services
from qa_appliance.api.resources.owned import OwnProject
from qa_appliance.core.evidence.mail import Mail
from qa_appliance.core.steps import MASK
from qa_appliance.inbox.server import MailAccount
from qa_appliance.store.tables.inbox import mails

_MOST = 50


class MailsAnswer(Struct, frozen=True):
    """The newest first. `account` null: the operator has the appliance take no mail."""

    account: MailAccount | None
    mails: list[Mail]


@get(
    "/api/projects/{id:str}/mails",
    **about("List the mail for a project's tests", "Projects", answer=MailsAnswer, refuses=(404,)),
)
async def list_mails(project: OwnProject, caller: Caller, services: Services) -> MailsAnswer:
    """Viewers see neither the password nor what stands in a mail."""
    account = services.inbox.account(project.id) if services.inbox is not None else None
    found = await mails.listed(services.db, services.vault, project.id, _MOST)
    if not caller.may.changes:
        account = msgspec.structs.replace(account, password=MASK) if account is not None else None
        found = [msgspec.structs.replace(mail, text=MASK, links=()) for mail in found]
    return MailsAnswer(account, found)
