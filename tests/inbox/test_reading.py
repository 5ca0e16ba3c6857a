"""What is read of a mail: what people see of it, its links and its one code."""

from __future__ import annotations

import time
from collections.abc import Callable
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


HTML, MIXED = b"Content-Type: text/html\n\n", b"Content-Type: multipart/mixed; boundary=b\n\n--b\n"
HOSTILE: dict[str, Callable[[int], bytes]] = {
    "elements in one another": lambda n: HTML + b"<b>x" * n,
    "elements that end others": lambda n: HTML + b"<b><i></b>" * n,
    "ends of what never began": lambda n: HTML + b"</b>x" * n,
    "comments that do not end": lambda n: HTML + b"<!--" * n,
    "marks that do not end": lambda n: HTML + b"<a " * n,
    "quotes that do not end": lambda n: HTML + b"<a x='" * n,
    "values without a name": lambda n: HTML + b"<a =" + b'="' * n,
    "spaces in a style": lambda n: HTML + b"<p style='display" + b" " * n + b"'>" + b"display" * n,
    "references": lambda n: HTML + b"&" * n + b"&#9999" + b"9" * n,
    "addresses": lambda n: b"\n" + b"http://....." * n,
    "links": lambda n: HTML + b"<a href=https://x.test/>words" * n,
    "a folded subject": lambda n: b"Subject: x" + b"\n y" * n + b"\n\n",
    "comments in an address": lambda n: b"From: " + b"a(" * n + b"\n\n",
    "many addresses": lambda n: b"From: " + b"a@b.c," * n + b"\n\n",
    "encoded words": lambda n: b"Subject: " + b"=?utf-8?q?x?= " * n + b"\n\n",
    "parts in one another": lambda n: b"".join(
        b"Content-Type: multipart/mixed; boundary=%d\n\n--%d\n" % (at, at) for at in range(n // 10)
    ),
    "many parts": lambda n: b"Content-Type: multipart/mixed; boundary=b\n\n" + b"--b\n\nx\n" * n,
    "many lines": lambda n: b"\n" * n * 10,
    "names of attachments": lambda n: (
        MIXED + b"Content-Disposition: attachment; filename*0=" + b"a;" * n + b"\n\nx\n--b--"
    ),
    "a slow encoding": lambda n: b"Content-Type: text/plain; charset=punycode\n\n" + b"x" * n + b"-" + b"a9" * n,
}


@pytest.mark.parametrize("write", HOSTILE.values(), ids=HOSTILE)
def test_four_times_the_mail_takes_about_four_times_as_long(write: Callable[[int], bytes]) -> None:
    assert _seconds(write(20_000)) < 12 * _seconds(write(5_000))


def _seconds(raw: bytes) -> float:
    measured = []
    for _ in range(3):
        begun = time.process_time()
        read_mail(raw, ("a@b.c",))
        measured.append(time.process_time() - begun)
    return max(min(measured), 0.01)


def test_of_what_is_long_a_part_is_kept() -> None:
    links = b"".join(b"<a href=https://x.test/%d?%s>%s</a>" % (at, b"q" * 9_000, b"w" * 9_000) for at in range(300))
    head = b"Subject: " + b"s" * 9_000 + b"\nFrom: " + b"f" * 9_000 + b"\n"
    read = read_mail(head + HTML + links, ("a@b.c",))
    assert (len(read.subject), len(read.sender)) == (1_000, 1_000)
    assert {(len(link.words), len(link.address)) for link in read.links} == {(1_000, 2_000)}
    assert len(read.links) < 200  # of a million characters of markup
    names = b"".join(b"--b\nContent-Disposition: attachment; filename=%s\n\nx\n" % (b"n" * 3_000) for _ in range(60))
    attached = read_mail(b"Content-Type: multipart/mixed; boundary=b\n\n" + names + b"--b--", ("a@b.c",)).attachments
    assert {len(name) for name in attached} == {1_000}
    assert len(attached) == 50


MARKUP = [
    ("<p title='a>b'>one</p>", "one"),
    ('<p title="<b>">one', "one"),
    ("1 < 2 <3", "1 < 2 <3"),
    ("<P>a<BR/>b", "a\nb"),
    ("<p hidden>a<p>b", ""),
    ("<div hidden><p>a</div>b", "b"),
    ("<script>if (a<b) x</script>y", "y"),
    ("<!-- a --x-->b", "b"),
    ("<style>p</style ><b>x</b>", "x"),
    ("a<b", "a"),
    ("a<!--", "a"),
    ("<a href='x", ""),
    ("a</>b", "ab"),
    ("&lt;b&gt;", "<b>"),
    ("<input value=a/>b", "b"),
    ("<p style=display:none>a</p>b", "b"),
    ("<!doctype html>a", "a"),
    ("<title>t</title>a", "a"),
]


@pytest.mark.parametrize(("markup", "text"), MARKUP)
def test_markup_is_read_as_browsers_do(markup: str, text: str) -> None:
    assert read_mail(HTML + markup.encode(), ("a@b.c",)).text == text


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
