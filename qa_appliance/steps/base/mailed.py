"""What a run knows of mail: the box it may look into, the mail at hand, its links and its code. Opens nothing."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from qa_appliance.browser.failure import Failed, fail
from qa_appliance.browser.find.texts import squeeze
from qa_appliance.core.evidence.mail import Mail, MailLink

_SPEAKS_OF_CODE = re.compile(r"\b(?:code|passcode|otp|pin|token|one-time password)\b", re.IGNORECASE)
_DIGITS = re.compile(r"(?<![\w#/=.,:%$€£-])(\d{4,8}|\d{3}[ -]\d{3})(?![\w%/]|[.,:]\d|-\d)")
_LETTERS = re.compile(r"(?<![\w#/=.-])(?=[A-Z0-9-]*\d)([A-Z0-9]{4,10}(?:-[A-Z0-9]{4,10})?)(?![\w/-])")
_WEB = re.compile(r"https?://\S+")


@dataclass
class Mailbox:
    """`come` answers the project's mails since the run began, the oldest first; `current` is "the mail"."""

    come: Callable[[], Awaitable[list[Mail]]]
    waited_for: set[int] = field(default_factory=set)
    current: Mail | None = None


def the_mail(mailbox: Mailbox | None) -> Mail:
    """Raises Failed where none was waited for."""
    mail = mailbox.current if mailbox is not None else None
    if mail is None:
        raise fail("unsupported", "No mail was waited for before: write “wait for the mail to …” first.")
    return mail


def link_called(mail: Mail, words: str) -> MailLink:
    """Raises Failed where none or several different ones are called so, and where it leads to no page."""
    links = [link for link in mail.links if re.match(r"https?://", link.address, re.IGNORECASE)]
    if words:
        wanted = squeeze(words).casefold()
        exact = [link for link in links if squeeze(link.words).casefold() == wanted]
        fitting = exact or [link for link in links if wanted in squeeze(link.words).casefold()]
    else:
        fitting = links
    by_address = {link.address: link for link in fitting}
    there = tuple(dict.fromkeys(f"“{link.words}”" for link in mail.links))[:10]
    if len(by_address) == 1:
        return next(iter(by_address.values()))
    called = f"the link “{words}”" if words else "the one link of the mail"
    listed = f" It has {', '.join(there)}." if there else " It has no link."
    if not fitting:
        raise fail("not_found", f"The mail “{mail.subject}” has no link “{words}”.{listed}", expected=called)
    raise fail("ambiguous", f"Several links of the mail “{mail.subject}” fit.{listed}", expected=called)


def code_in(mail: Mail) -> str:
    """The one code it tells: in a line that speaks of one or the line behind it, else the only one there is.

    Raises Failed where there is none, or several.
    """
    lines = [_WEB.sub(" ", line) for line in (mail.subject, *mail.text.split("\n"))]
    near = [at for at, line in enumerate(lines) if _SPEAKS_OF_CODE.search(line)]
    for pattern, places in (
        (_DIGITS, near),
        (_DIGITS, [at + 1 for at in near]),
        (_LETTERS, near),
        (_LETTERS, [at + 1 for at in near]),
        (_DIGITS, list(range(len(lines)))),
    ):
        found: set[str] = {code for at in places if at < len(lines) for code in pattern.findall(lines[at])}
        if len(found) == 1:
            return found.pop().replace(" ", "")
        if found:
            raise _unclear(mail, found)
    raise fail("not_found", f"The mail “{mail.subject}” tells no code.", expected="a code in the mail")


def _unclear(mail: Mail, found: set[str]) -> Failed:
    return fail("ambiguous", f"The mail “{mail.subject}” could tell {len(found)} different codes.", expected="one code")
