"""What people read of a mail: its text without markup, and where its links lead. Runs nothing, fetches nothing.

Anybody may write it: whatever stands in it, reading takes time in proportion to its length, and what is kept is
bounded.
"""

from __future__ import annotations

import codecs
import itertools
import re
from collections import Counter
from collections.abc import Iterator
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import EmailPolicy

from qa_appliance.core.evidence.mail import Mail, MailLink
from qa_appliance.inbox.markup import MOST_CHARACTERS, Begin, End, marks

_MOST_KEPT = 100_000  # characters of the text
_MOST_LINKS = 200
_MOST_ATTACHMENTS = 50
_LONGEST_WORDS, _LONGEST_ADDRESS = 1_000, 2_000
_LONGEST_HEADER = 4_000  # characters: read by rules that nest
_MOST_HEAD = 64 * 1024
_MOST_LINES, _MOST_PARTS, _MOST_NESTED = 200_000, 2_000, 20
_UNREAD = frozenset({"head", "script", "style", "template", "title"})
_EMPTY = frozenset({"area", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"})
_INLINE = frozenset({"a", "abbr", "b", "code", "em", "font", "i", "img", "small", "span", "strong", "sub", "sup", "u"})
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d])", re.IGNORECASE)
_ADDRESS = re.compile(r"https?://[^\s<>\"')\]]+[^\s<>\"')\].,;:!?]")
_NO_CHARSETS = frozenset({"idna", "punycode", "unicode-escape", "raw-unicode-escape", "unicode_escape", "undefined"})
_BROKEN = (LookupError, ValueError, RecursionError, AttributeError, TypeError)  # of what the library reads lazily


class _Policy(EmailPolicy):
    """Headers are cut before they are read."""

    def header_source_parse(self, sourcelines: list[str]) -> tuple[str, str]:
        name, value = super().header_source_parse(sourcelines)
        return name, value[:_LONGEST_HEADER]


def read_mail(raw: bytes, to: tuple[str, ...]) -> Mail:
    """`to` is whom it was handed in for. What is broken of it is read as far as it can be."""
    message = message_from_bytes(_cut(raw), policy=_Policy())
    assert isinstance(message, EmailMessage)
    rich, plain = _part(message, "html"), _part(message, "plain")
    page = _Page()
    page.read(rich)
    text = "\n".join(_lines("".join(page.texts) if rich.strip() else plain))[:_MOST_KEPT]
    found = (each[0] for each in _ADDRESS.finditer(plain if not rich else text))
    links = itertools.chain(page.links, (MailLink(each, each) for each in found))
    cut = (MailLink(each.words[:_LONGEST_WORDS], each.address[:_LONGEST_ADDRESS]) for each in links)
    return Mail(
        id=0,
        sender=_header(message, "from"),
        to=to,
        subject=_header(message, "subject"),
        text=text,
        links=tuple(itertools.islice(dict.fromkeys(cut), _MOST_LINKS)),
        attachments=tuple(itertools.islice(_attachments(message), _MOST_ATTACHMENTS)),
    )


def _cut(raw: bytes) -> bytes:
    """What is left of the head, of its lines and of parts within one another is so much that it can be read quickly."""
    ends = re.search(rb"\r?\n\r?\n", raw)
    head = ends.start() if ends else len(raw)
    if head > _MOST_HEAD:
        raw = raw[: raw.rfind(b"\n", 0, _MOST_HEAD) + 1] + raw[head + 1 :]
    nested = re.finditer(rb"boundary\s*=", raw, re.IGNORECASE)
    parts, lines = re.finditer(rb"^--", raw, re.MULTILINE), re.finditer(rb"\n", raw)
    for found, most in ((nested, _MOST_NESTED), (parts, _MOST_PARTS), (lines, _MOST_LINES)):
        beyond = next(itertools.islice(found, most, None), None)
        raw = raw[: beyond.start()] if beyond is not None else raw
    return raw


def _part(message: EmailMessage, kind: str) -> str:
    try:
        part = message.get_body((kind,))
        content = part.get_payload(decode=True) if part is not None else b""
        charset = str(part.get_content_charset("utf-8")) if part is not None else "utf-8"
        if not isinstance(content, bytes) or codecs.lookup(charset).name in _NO_CHARSETS:
            return ""
        return content[: 4 * MOST_CHARACTERS].decode(charset, "replace")[:MOST_CHARACTERS]
    except _BROKEN:  # an encoding nobody knows
        return ""


def _attachments(message: EmailMessage) -> Iterator[str]:
    try:
        for part in message.iter_attachments():
            if isinstance(part, EmailMessage):
                yield (part.get_filename() or "unnamed")[:_LONGEST_WORDS]
    except _BROKEN:
        return


def _header(message: EmailMessage, name: str) -> str:
    try:
        return " ".join(str(message.get(name, "")).split())[:_LONGEST_WORDS]
    except _BROKEN:
        return ""


def _lines(text: str) -> Iterator[str]:
    for line in text.replace("\r", "\n").split("\n"):
        if squeezed := " ".join(line.split()):
            yield squeezed


class _Page:
    """The shown texts of a mail's markup, and its links with their words."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.links: list[MailLink] = []
        self._open: list[tuple[str, bool]] = []  # elements, and whether each is hidden
        self._tags: Counter[str] = Counter()  # of those that are open
        self._hidden = 0  # of them
        self._link: tuple[str, int] | None = None  # its address, and where its words begin

    def read(self, text: str) -> None:
        for mark in marks(text):
            if isinstance(mark, Begin):
                self._begin(mark.tag, mark.given)
            elif isinstance(mark, End):
                self._end(mark.tag)
            elif not self._hidden:
                self.texts.append(mark.replace("\n", " "))
        self._end_link()

    def _begin(self, tag: str, given: dict[str, str]) -> None:
        if tag not in _INLINE:
            self.texts.append("\n")
        if tag == "img" and not self._hidden:
            self.texts.append(given.get("alt", ""))
        if tag in _EMPTY:
            return
        if tag == "a":
            self._end_link()
        hidden = tag in _UNREAD or "hidden" in given or _HIDDEN.search(given.get("style", "")) is not None
        self._open.append((tag, hidden))
        self._tags[tag] += 1
        self._hidden += hidden
        if tag == "a":
            self._link = (given.get("href", ""), len(self.texts))

    def _end(self, tag: str) -> None:
        if tag == "a":
            self._end_link()
        while self._tags[tag]:
            ended, hidden = self._open.pop()
            self._tags[ended] -= 1
            self._hidden -= hidden
            if ended == tag:
                break
        if tag not in _INLINE:
            self.texts.append("\n")

    def _end_link(self) -> None:
        if self._link is not None and not self._hidden and len(self.links) < _MOST_LINKS:
            address, begin = self._link
            self.links.append(MailLink(" ".join("".join(self.texts[begin:]).split()), address.strip()))
        self._link = None
