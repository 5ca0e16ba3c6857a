"""Sends an alert by mail, over the operator's own mail server."""

from __future__ import annotations

import smtplib
from email.message import EmailMessage

from qa_appliance.alerts.undelivered import Undelivered
from qa_appliance.core.batches.alerts import text_of
from qa_appliance.settings import Mail
from qa_appliance.store.tables.alert_targets import Address
from qa_appliance.store.tables.alerts import Alert
from qa_appliance.threads import Threads
from qa_appliance.trust import trusting

_threads = Threads("mail", at_once=4)  # a silent server takes no thread from anything else


async def send(
    mail: Mail, address: Address, alert: Alert, public_url: str | None, authorities: str = "", *, seconds: float
) -> None:
    """`seconds` for each answer of the server. Raises `Undelivered`."""
    message = EmailMessage()
    message["Subject"] = alert.news.title[:200]
    message["From"] = mail.sender
    message["To"] = ", ".join(address.to)
    message["Message-ID"] = f"<{alert.id}@qa-appliance>"  # the same at each try: it is shown once
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(text_of(alert.news, public_url) + "\n")
    await _threads.do(_send, mail, message, authorities, seconds)


def _send(mail: Mail, message: EmailMessage, authorities: str, seconds: float) -> None:
    if mail.host is None:
        raise Undelivered("The operator has named no mail server (--mail-host).", in_vain=True)
    over_tls = mail.security == "tls"
    try:
        context = trusting(authorities, public=True)
        server = (
            smtplib.SMTP_SSL(mail.host, mail.port, timeout=seconds, context=context)
            if over_tls
            else smtplib.SMTP(mail.host, mail.port, timeout=seconds)
        )
        with server:
            if mail.security == "starttls":
                server.starttls(context=context)
            if mail.user is not None:
                server.login(mail.user, _password(mail))
            left_out = server.send_message(message)
    except smtplib.SMTPAuthenticationError as error:
        raise Undelivered("The mail server did not take the user name and the password.") from error
    except smtplib.SMTPResponseException as error:
        raise Undelivered(f"The mail server answered {error.smtp_code}.") from error
    except smtplib.SMTPRecipientsRefused as error:
        raise Undelivered("The mail server took none of the addresses.") from error
    except (smtplib.SMTPException, OSError) as error:
        raise Undelivered(f"The mail server cannot be reached ({type(error).__name__}).") from error
    if left_out:
        raise Undelivered(f"The mail server did not take {len(left_out)} of the addresses.", in_vain=True)


def _password(mail: Mail) -> str:
    if mail.password_file is None:
        return ""
    lines = mail.password_file.read_text("utf-8").splitlines()
    return lines[0].strip() if lines else ""
