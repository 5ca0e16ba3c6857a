"""What is said of the mail that was waited for: it is whole, so that it is asked once."""

from __future__ import annotations

from qa_appliance.core.checks import MailIs
from qa_appliance.steps.base.answers import Answer
from qa_appliance.steps.base.compare import compare
from qa_appliance.steps.base.comparisons import verb_of
from qa_appliance.steps.base.mailed import the_mail
from qa_appliance.steps.base.stage import Stage

_LONGEST_SHOWN = 300  # characters


def mail_is(check: MailIs, stage: Stage) -> Answer:
    mail = the_mail(stage.mailbox)
    seen = {"subject": mail.subject, "text": mail.text, "sender": mail.sender}[check.part]
    compared = compare(seen, check.comparison, check.value, denied=check.negated)
    what = "mail" if check.part == "text" else f"mail's {check.part}"
    shown = seen if len(seen) <= _LONGEST_SHOWN else f"{seen[:_LONGEST_SHOWN]}…"
    wanted = f"{verb_of(check.comparison)} “{check.value}”"
    wrong = "fits, although it should not" if check.negated else "does not fit"
    message = f"The {what} {wrong}: {wanted}; it is “{shown}”."
    return Answer(compared.holds != check.negated, message, wanted, shown, note=compared.note)
