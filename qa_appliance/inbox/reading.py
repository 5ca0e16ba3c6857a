"""What people read of a mail: its text without markup, and where its links lead. Runs nothing, fetches nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from html.parser import HTMLParser

from qa_appliance.core.evidence.mail import Mail, MailLink

_MOST_CHARACTERS = 100_000
_MOST_LINKS = 200
_UNREAD = frozenset({"head", "script", "style", "template", "title"})
_EMPTY = frozenset({"area", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"})
_INLINE = frozenset({"a", "abbr", "b", "code", "em", "font", "i", "img", "small", "span", "strong", "sub", "sup", "u"})
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d])", re.IGNORECASE)
_ADDRESS = re.compile(r"https?://[^\s<>\"')\]]+[^\s<>\"')\].,;:!?]")


def read_mail(raw: bytes, to: tuple[str, ...]) -> Mail:
    """`to` is whom it was handed in for. What is broken of it is read as far as it can be."""
    message = message_from_bytes(raw, policy=policy.default)
    assert isinstance(message, EmailMessage)
    rich, plain = _part(message, "html"), _part(message, "plain")
    page = _Page()
    page.feed(rich)
    page.close()
    text = "\n".join(_lines("".join(page.texts) if rich.strip() else plain))[:_MOST_CHARACTERS]
    links = [*page.links, *(MailLink(found[0], found[0]) for found in _ADDRESS.finditer(plain if not rich else text))]
    return Mail(
        id=0,
        sender=_header(message, "from"),
        to=to,
        subject=_header(message, "subject"),
        text=text,
        links=tuple(dict.fromkeys(links))[:_MOST_LINKS],
        attachments=tuple(part.get_filename() or "unnamed" for part in _attachments(message)),
    )


def _part(message: EmailMessage, kind: str) -> str:
    try:
        part = message.get_body((kind,))
        content = part.get_content() if part is not None else ""
    except (LookupError, KeyError, ValueError):  # an encoding nobody knows
        return ""
    return content if isinstance(content, str) else ""


def _attachments(message: EmailMessage) -> Iterator[EmailMessage]:
    return (part for part in message.iter_attachments() if isinstance(part, EmailMessage))


def _header(message: EmailMessage, name: str) -> str:
    return " ".join(str(message.get(name, "")).split())


def _lines(text: str) -> Iterator[str]:
    for line in text.replace("\r", "\n").split("\n"):
        if squeezed := " ".join(line.split()):
            yield squeezed


class _Page(HTMLParser):
    """The shown texts of a mail's markup, and its links with their words."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.texts: list[str] = []
        self.links: list[MailLink] = []
        self._open: list[tuple[str, bool]] = []  # elements, and whether each is hidden
        self._link: tuple[str, int] | None = None  # its address, and where its words begin

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag not in _INLINE:
            self.texts.append("\n")
        if tag == "img" and not self._unread:
            self.texts.append(given.get("alt", ""))
        if tag in _EMPTY:
            return
        hidden = tag in _UNREAD or "hidden" in given or _HIDDEN.search(given.get("style", "")) is not None
        self._open.append((tag, hidden))
        if tag == "a":
            self._end_link()
            self._link = (given.get("href", ""), len(self.texts))

    def handle_endtag(self, tag: str) -> None:
        if tag == "a":
            self._end_link()
        if tag in {name for name, _ in self._open}:
            while self._open.pop()[0] != tag:
                pass
        if tag not in _INLINE:
            self.texts.append("\n")

    def handle_data(self, data: str) -> None:
        if not self._unread:
            self.texts.append(data.replace("\n", " "))

    def close(self) -> None:
        super().close()
        self._end_link()

    @property
    def _unread(self) -> bool:
        return any(hidden for _, hidden in self._open)

    def _end_link(self) -> None:
        if self._link is not None and not self._unread:
            address, begin = self._link
            self.links.append(MailLink(" ".join("".join(self.texts[begin:]).split()), address.strip()))
        self._link = None
