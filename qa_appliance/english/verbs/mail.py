"""Mail: waited for by its address; what is said of "the mail" behind that is said of that one, not of the page."""

from __future__ import annotations

import re

from msgspec.structs import replace

from qa_appliance.core.checks import Check, MailIs, TextIs, TextShown
from qa_appliance.core.steps import Assert, Click, OpenMailLink, Step, WaitMail
from qa_appliance.core.target import Target
from qa_appliance.english.wording.forms import form, verb
from qa_appliance.language.tokens import Phrase

_MAILBOX = re.compile(
    r"[^\s@{}\"'“”]+@[^\s@{}\"'“”]+[^\s@{}\"'“”.,;]|\{[^{}]+\}|[^\s@{}\"'“”]*\{[^{}]+\}[^\s@{}\"'“”]*@\S+"
)
_MAILS = frozenset({"mail", "email", "e-mail"})
_SUBJECTS = frozenset({"subject", *(f"{mail}'s subject" for mail in _MAILS), *(f"{mail} subject" for mail in _MAILS)})
_SENDERS = frozenset({"sender", *(f"{mail}'s sender" for mail in _MAILS)})


def wait_mail(to: Phrase, subject: Phrase | None = None, seconds: float = 0.0) -> Step | None:
    address = (to.only_quote or to.text).strip()
    if not _MAILBOX.fullmatch(address):
        return None
    return WaitMail(to=address, subject="" if subject is None else subject.only_quote or "", seconds=seconds)


def open_link(words: str = "") -> Step:
    return OpenMailLink(words=words)


def about_the_mail(steps: list[Step]) -> list[Step]:
    """What stands behind a wait for a mail and speaks of "the mail" is about it."""
    begun = next((at for at, step in enumerate(steps) if isinstance(step, WaitMail)), len(steps))
    return [step if at <= begun else _about_the_mail(step) for at, step in enumerate(steps)]


def _about_the_mail(step: Step) -> Step:
    common = {"sentence": step.sentence, "rule": step.rule, "phrase": step.phrase, "phrase_ids": step.phrase_ids}
    if isinstance(step, Click) and step.target.kind in ("link", "button", "any") and _inside_mail(step.target):
        return OpenMailLink(words=step.target.name, **common)  # type: ignore[arg-type]
    if isinstance(step, Assert) and (check := _of_mail(step.check)) is not None:
        return replace(step, check=check)
    return step


def _of_mail(check: Check) -> Check | None:
    match check:
        case TextShown(scope=Target() as scope) if _is_mail(scope):
            return MailIs(part="text", comparison="contains", value=check.text, negated=check.negated)
        case TextIs(target=target) if _is_mail(target):
            # "the mail says “Welcome”" is no claim about the whole of it
            comparison = "contains" if check.comparison == "equals" else check.comparison
            return MailIs(part="text", comparison=comparison, value=check.value, negated=check.negated)
        case TextIs(target=target):
            name = target.name.lower()
            own = name not in ("subject", "sender") or _inside_mail(target)
            part = "subject" if name in _SUBJECTS else "sender" if name in _SENDERS else None
            if part is not None and own:
                return MailIs(part=part, comparison=check.comparison, value=check.value, negated=check.negated)  # type: ignore[arg-type]
    return None


def _is_mail(target: Target) -> bool:
    return target.kind in ("any", "section") and target.name.lower() in _MAILS and not target.within


def _inside_mail(target: Target) -> bool:
    return len(target.within) == 1 and _is_mail(target.within[0].target)


_THE_MAIL = "the|a|an|another [next|new] mail|email|e-mail|message to|for|at {to:anything}"
_OF_SUBJECT = "[with|about|whose|that] [the|has] [subject|is|says] [is|:] {subject:quotephrase}"

VERBS = (
    verb(
        "wait, hold on",
        form(
            "mail.wait",
            "wait for the mail to ada@example.test",
            f"[for] [<at_most>] [{{seconds:duration}}] for|until {_THE_MAIL} {_OF_SUBJECT} [arrives|comes] // "
            f"[for] [<at_most>] [{{seconds:duration}}] for|until {_THE_MAIL} [arrives|comes|to_arrive|to_come] // "
            f"for|until {_THE_MAIL} [for] <at_most> {{seconds:duration}}",
            wait_mail,
        ),
    ),
    verb(
        "open, read, check, look at, get, fetch, receive",
        form(
            "mail.wait",
            "open the mail to ada@example.test",
            f"{_THE_MAIL} {_OF_SUBJECT} // {_THE_MAIL}",
            wait_mail,
        ),
    ),
    verb(
        "open, follow, click, visit, click on",
        form(
            "mail.link",
            'open the link "Confirm" in the received mail',
            "the link {words:quoted} in|of|from <the_received_mail> // the {words:quoted} link in|of|from "
            "<the_received_mail> // the [only] link in|of|from <the_received_mail>",
            open_link,
        ),
    ),
)
