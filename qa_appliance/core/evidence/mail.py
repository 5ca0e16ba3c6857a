"""A mail as a test sees it: texts and addresses of links, never anything that acts."""

from __future__ import annotations

from msgspec import Struct


class MailLink(Struct, frozen=True):
    words: str
    address: str


class Mail(Struct, frozen=True, rename="camel"):
    """`id` counts up as mails come in. `text` is what people read of it, without markup."""

    id: int
    sender: str
    to: tuple[str, ...]
    subject: str
    text: str
    links: tuple[MailLink, ...] = ()
    attachments: tuple[str, ...] = ()
    received_at: str = ""

    def is_to(self, address: str) -> bool:
        return address.casefold() in (each.casefold() for each in self.to)
