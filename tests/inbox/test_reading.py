"""What is read of a mail: what people see of it, its links and its one code."""

from __future__ import annotations

from email.message import EmailMessage

import pytest

from qa_appliance.browser.failure import Failed
from qa_appliance.core.evidence.mail import Mail, MailLink
from qa_appliance.inbox.reading import read_mail
from qa_appliance.steps.base.mailed import code_in, link_called, the_mail


def mail(text: str, html: str = "", subject: str = "Hello") -> Mail:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "Shop <shop@example.test>", "ada@example.test", subject
    message.set_content(text)
    if html:
        message.add_alternative(html, subtype="html")
    return read_mail(message.as_bytes(), ("ada@example.test",))


@pytest.mark.parametrize(
    "raw",
    [
        b"", b"\xff\xfe\x00", b"Content-Type: text/plain; charset=nonsense\n\nHi",
        b"Content-Type: multipart/mixed\n\nx",
        b"Content-Type: text/html\nContent-Transfer-Encoding: base64\n\n!!!!", b"Subject: =?utf-8?b?!!!?=\n\n<a href=",
    ],
)  # fmt: skip
def test_a_broken_mail_breaks_nothing(raw: bytes) -> None:
    assert read_mail(raw, ("a@b.c",)).to == ("a@b.c",)


def test_what_nobody_sees_is_no_text_of_it() -> None:
    read = mail(
        "plain words",
        "<head><title>Title</title><style>p{}</style></head><p hidden>not there</p><div style='display: none'>preheader"
        "<p>inside</p></div><script>alert(1)</script><p>Hello <b>Ada</b>,</p><p>how are you?<br>Bye</p>"
        "<a style='display:none' href=https://x.test/hidden>Hidden</a><img src=https://x.test/pixel alt='Our logo'>",
    )
    assert read.text == "Hello Ada,\nhow are you?\nBye\nOur logo"
    assert read.links == ()


def test_links_have_their_words() -> None:
    rich = mail(
        "x", "<p>Please <a href='https://x.test/a?b=1&amp;c=2'>Confirm <b>now</b></a> or <a href=/x>not</a></p>"
    )
    assert rich.links == (MailLink("Confirm now", "https://x.test/a?b=1&c=2"), MailLink("not", "/x"))
    plain = mail("Open https://x.test/go?k=1.\n(or https://x.test/other)")
    assert [link.address for link in plain.links] == ["https://x.test/go?k=1", "https://x.test/other"]


LINKS = mail(
    "x",
    "<a href=https://x.test/1>Confirm</a> <a href=https://x.test/2>Unsubscribe</a> <a href=javascript:x()>Act</a>"
    "<a href=https://x.test/3>Read this</a> <a href=https://x.test/4>Read that</a>",
)


@pytest.mark.parametrize(
    ("words", "kind"), [("Delete", "not_found"), ("", "ambiguous"), ("Read", "ambiguous"), ("Act", "not_found")]
)
def test_a_link_that_is_not_there_or_not_clear_is_not_opened(words: str, kind: str) -> None:
    with pytest.raises(Failed) as failed:
        link_called(LINKS, words)
    assert failed.value.failure.kind == kind


def test_a_link_is_found_by_its_words() -> None:
    assert link_called(LINKS, "confirm").address == "https://x.test/1"
    assert link_called(LINKS, "subscribe").address == "https://x.test/2"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Hello Ada", "not_found"), ("Your code is 123456 or 654321", "ambiguous"), ("Call 555-0100-22", "not_found"),
        ("https://x.test/123456", "not_found"), ("You paid $1234.50", "not_found"), ("#123456", "not_found"),
    ],
)  # fmt: skip
def test_what_tells_no_one_code_gives_none(text: str, kind: str) -> None:
    with pytest.raises(Failed) as failed:
        code_in(mail(text))
    assert failed.value.failure.kind == kind


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Your code is 123456.\n© 2026 Shop, order 4711", "123456"), ("Use this code:\n\n  123 456\n\nBye", "123456"),
        ("Verification code: AB12-CD34", "AB12-CD34"), ("Welcome!\n0042", "0042"), ("Your PIN 9876 expires", "9876"),
    ],
)  # fmt: skip
def test_the_one_code_is_read(text: str, code: str) -> None:
    assert code_in(mail(text)) == code


def test_without_a_mail_there_is_nothing_to_speak_of() -> None:
    with pytest.raises(Failed, match="wait for the mail"):
        the_mail(None)
