"""The mail of the application under test: waited for, its links opened. A mail from before the run never counts."""

from __future__ import annotations

from msgspec.structs import replace

from qa_appliance.browser.failure import Failed, fail
from qa_appliance.core.evidence.mail import Mail, MailLink
from qa_appliance.core.steps import OpenMailLink, WaitMail
from qa_appliance.steps.base.compare import compare
from qa_appliance.steps.base.kind import Kind
from qa_appliance.steps.base.mailed import link_called, the_mail
from qa_appliance.steps.base.polling import until
from qa_appliance.steps.base.stage import Doing, Stage
from qa_appliance.steps.kinds.navigation import open_address

PATIENCE = 60.0  # seconds: a mail goes through queues
_PAUSE = 0.2
_LONGEST_SHOWN = 20_000  # characters of a mail in a record
_MOST_LINKS = 50


async def wait_mail(step: WaitMail, stage: Stage, doing: Doing) -> None:
    """Each wait takes a mail of its own: one that was waited for before is not taken again."""
    mailbox = stage.mailbox
    if mailbox is None:
        raise fail("unsupported", "The appliance takes no mail; its operator can have it do so with --inbox-port.")
    others: list[Mail] = []

    async def come() -> Mail | None:
        others[:] = [mail for mail in await mailbox.come() if mail.id not in mailbox.waited_for]
        return next((mail for mail in others if mail.is_to(step.to) and _is_about(mail, step.subject)), None)

    seconds = step.seconds or max(PATIENCE, stage.patience)
    mail = await until(come, seconds, pause=_PAUSE)
    if mail is None:
        raise _not_come(step, seconds, others)
    mailbox.waited_for.add(mail.id)
    mailbox.current = mail
    doing.details.mail = _shown(stage, mail)


def _is_about(mail: Mail, subject: str) -> bool:
    return not subject or compare(mail.subject, "contains", subject).holds


def _not_come(step: WaitMail, seconds: float, others: list[Mail]) -> Failed:
    about = f" about “{step.subject}”" if step.subject else ""
    there = tuple(f"a mail to {', '.join(mail.to)}: “{mail.subject}”" for mail in others[:5])
    seen = f" Since the run began came: {'; '.join(there)}." if there else " None at all came since the run began."
    message = f"No mail to {step.to}{about} came within {seconds:g} seconds.{seen}"
    failed = fail(
        "assertion", message, expected=f"a mail to {step.to}{about}", seen="; ".join(there) or "none", cause="measured"
    )
    return Failed(replace(failed.failure, instead=there))


def _shown(stage: Stage, mail: Mail) -> Mail:
    """For the record: as data, what is secret masked."""
    clean = stage.recorder.clean
    return replace(
        mail,
        sender=clean(mail.sender),
        to=tuple(map(clean, mail.to)),
        subject=clean(mail.subject),
        text=clean(mail.text[:_LONGEST_SHOWN]),
        links=tuple(MailLink(clean(link.words), clean(link.address)) for link in mail.links[:_MOST_LINKS]),
        attachments=tuple(map(clean, mail.attachments)),
    )


async def open_mail_link(step: OpenMailLink, stage: Stage, doing: Doing) -> None:
    mail = the_mail(stage.mailbox)
    link = link_called(mail, step.words)
    doing.note(f"opened the link “{link.words}” of the mail")
    stage.base_opened = False
    await open_address(stage, link.address)


KINDS = (
    Kind(WaitMail, perform=wait_mail, target=lambda step: step.to, value=lambda step: step.subject or None),
    Kind(OpenMailLink, perform=open_mail_link, target=lambda step: step.words or "the link"),
)
