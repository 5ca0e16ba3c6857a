"""Clients of one tenant who send what takes long to read, by HTTP and by mail, and have webhooks that say nothing."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import smtplib
import tempfile
import time
from functools import cache
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
    pkcs12,
)
from cryptography.hazmat.primitives.serialization.pkcs12 import PBES
from cryptography.x509 import load_pem_x509_certificate

from tests.authority import Authority
from tests.crash.hammer.around import LETTERS
from tests.crash.hammer.seen import ANSWER_SECONDS, FAILING, Hammer, Json
from tests.der import key_of_rounds, number, pem, sequence

SILENT_TARGETS = 20  # as many as a project may have
FITTING_ROUNDS = 900_000  # in which a key is derived: fewer than are refused, and long to compute
ROUNDS, HUGE_ROUNDS = b"\x02\x03\x01\x11\x70", b"\x02\x03\x7f\xff\xff"  # 70,000 as a number in DER, and 8 million
PATTERNS = (  # of each an engine that tries again and again would not come to an end with `LETTERS`
    "/^(a+)+$/",
    "/(a|aa)+$/",
    "/^(([a-z])+.)+[A-Z]([a-z])+$/",
    "/(.*a){25}$/",
    r"/^(a+)\1*$/",
    "/((a{0,100}){0,100}){0,100}$/",
    ".*a.*a.*a.*a.*a.*b",
    "*a*a*a*a*a*a*a*a*b",
)
MAILS = ("header", "folded", "comments", "nested", "unclosed", "links", "half", "crowd")
CROWD = 60  # connections at once: more than there may be


@cache
def odd_certificates() -> tuple[Json, ...]:
    """What is sent as the authorities and the client certificate of an environment: the most are none."""
    with tempfile.TemporaryDirectory() as folder:
        authority = Authority("Hammer", Path(folder))
    certificate, clear = authority.issue()
    key: Any = load_pem_private_key(clear.encode(), None)
    own = load_pem_x509_certificate(certificate.encode())

    builder = PrivateFormat.PKCS12.encryption_builder().kdf_rounds(70_000)
    made = builder.key_cert_algorithm(PBES.PBESv2SHA256AndAES256CBC).hmac_hash(SHA256()).build(b"x")
    pfx = pkcs12.serialize_key_and_certificates(b"x", key, own, None, made)
    tiny = "-----BEGIN CERTIFICATE-----\nAA\n-----END CERTIFICATE-----\n"
    texts = (
        authority.pem, authority.pem * 100, authority.pem * 101, tiny * 8_000, "no PEM at all", "-" * 400_000,
        "-----BEGIN CERTIFICATE-----\n" * 15_000, clear, tiny + "A" * 400_000, "x" * 600_000,
    )  # fmt: skip
    clients: tuple[Json, ...] = (
        {"pem": certificate + clear},
        {"pem": certificate * 100 + clear},
        {"pem": certificate + key_of_rounds(FITTING_ROUNDS), "passphrase": "x"},
        {"pem": certificate + key_of_rounds(2**31 - 1), "passphrase": "x"},
        {"pem": certificate + pem("RSA PRIVATE KEY", sequence(number(0), number((1 << 160_000) - 1)))},
        {"pem": "-----BEGIN PRIVATE KEY-----" * 3_000},
        {"pfx": base64.b64encode(pfx).decode(), "passphrase": "x"},
        {"pfx": base64.b64encode(pfx.replace(ROUNDS, HUGE_ROUNDS)).decode(), "passphrase": "x"},
        {"pfx": "AAAA" * 40_000},
        {"pfx": base64.b64encode(b"\x30\x80" * 60_000).decode()},
        {"pem": key.private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, NoEncryption()).decode()},
    )
    return (*({"authorities": text} for text in texts), *({"clientCertificate": each} for each in clients))


async def certificates(hammer: Hammer, number: int) -> None:
    """Each is given to an environment that is new, or to one that there is."""
    environment = ""
    async with hammer.dashboard(120 + number) as client:
        while not hammer.over():
            body = hammer.chance.choice(odd_certificates())
            if environment:
                path = f"/api/environments/{environment}"
                response = await hammer.ask(client, "PATCH", path, body)
            else:
                named = {"name": f"Odd {hammer.chance.random()}", "baseUrl": hammer.site} | body
                path = f"/api/projects/{hammer.home.project}/environments"
                response = await hammer.ask(client, "POST", path, named)
            if response is not None and response.status_code not in (200, 201, 400, 413, 429, 503):
                hammer.wrong(f"a certificate was answered with {response.status_code}: {response.text[:200]}")
            if response is not None and response.status_code == 201:
                environment = response.json()["environment"]["id"]
            await hammer.pause(1.5)


async def patterns(hammer: Hammer, number: int) -> None:
    """Each is read as part of a test, and by turns compared with what a page says."""
    async with hammer.client(130 + number) as client:
        while not hammer.over():
            pattern = hammer.chance.choice((*PATTERNS, f"/^({LETTERS[0] * 900})+$/"))
            description = f'check that the value of Letters matches the pattern "{pattern}"'
            body = {"projectId": hammer.home.project, "description": description}
            await hammer.ask(client, "POST", "/api/plan", body)
            if not hammer.calm() and len(hammer.open_runs) < 2:
                await hammer.trigger(client, {"description": description}, "failed")
            await hammer.pause(4)


async def silent_webhooks(hammer: Hammer) -> None:
    """As many as may be are told of each failure of a saved test, which fails again and again."""
    targets, test = 0, ""
    async with hammer.dashboard(140) as client:
        while not hammer.over():
            if not test:
                body: Json = {"name": "Fails", "description": FAILING}
                response = await hammer.ask(client, "POST", f"/api/projects/{hammer.home.project}/procedures", body)
                test = response.json()["procedure"]["id"] if response is not None and response.is_success else ""
            elif targets < SILENT_TARGETS:
                body = {"kind": "webhook", "name": f"Silent {targets}", "url": hammer.silent, "on": "failure"}
                response = await hammer.ask(client, "POST", f"/api/projects/{hammer.home.project}/alerts", body)
                targets += int(response is not None and response.is_success)
            else:
                async with hammer.client(140) as keyed:
                    await hammer.trigger(keyed, {"procedureId": test}, "failed")
                await hammer.ask(client, "GET", f"/api/projects/{hammer.home.project}/alerts/log")
                await hammer.pause(20)


async def mailing(hammer: Hammer, number: int) -> None:
    """Hands in mails that take long to read, leaves some in the middle, and lists what has come."""
    async with hammer.dashboard(150 + number) as client:
        while not hammer.over():
            response = await hammer.ask(client, "GET", f"/api/projects/{hammer.home.project}/mails")
            if response is not None and response.status_code == 200:
                account = response.json()["account"]
                await _hand_in(hammer, account["user"], account["password"], hammer.chance.choice(MAILS))
            await hammer.pause(3)


async def _hand_in(hammer: Hammer, user: str, password: str, which: str) -> None:
    server, began, answer = hammer.server, time.monotonic(), 0
    try:
        if which == "crowd":
            await _crowd(hammer)
        elif which == "half":
            await asyncio.to_thread(_leave_in_the_middle, hammer.mail_port, user, password)
        else:
            answer = await asyncio.to_thread(_whole, hammer.mail_port, user, password, odd_mail(which))
    except TimeoutError:
        if hammer.stands(server):
            hammer.wrong(f"a mail ({which}): no answer within {ANSWER_SECONDS:.0f} s")
        return
    except (OSError, smtplib.SMTPException) as error:
        hammer.waits[f"a mail ({which}) that was refused: {type(error).__name__}"].append(time.monotonic() - began)
        return
    hammer.waits[f"a mail ({which}) {answer or ''}".rstrip()].append(time.monotonic() - began)
    if answer not in (0, 250, 451, 500, 552, 554):
        hammer.wrong(f"a mail ({which}) was answered with {answer}")


async def _crowd(hammer: Hammer) -> None:
    """Connections that say a word, or nothing, and stay a while."""
    async with asyncio.timeout(ANSWER_SECONDS):
        ways = [await asyncio.open_connection("127.0.0.1", hammer.mail_port) for _ in range(CROWD)]
        for _, writer in ways[::2]:
            writer.write(b"EHLO ")
        await asyncio.sleep(2)
        for _, writer in ways:
            writer.transport.abort()


def _whole(port: int, user: str, password: str, mail: bytes) -> int:
    with smtplib.SMTP("127.0.0.1", port, timeout=ANSWER_SECONDS) as way:
        way.login(user, password)
        way.mail("shop@example.test")
        way.rcpt("ada@example.test")
        way.putcmd("data")
        way.getreply()
        way.send(mail + b".\r\n")
        return way.getreply()[0]


def _leave_in_the_middle(port: int, user: str, password: str) -> None:
    way = smtplib.SMTP("127.0.0.1", port, timeout=ANSWER_SECONDS)
    with contextlib.closing(way):
        way.login(user, password)
        way.mail("shop@example.test")
        way.rcpt("ada@example.test")
        way.putcmd("data")
        way.getreply()
        way.send(b"Subject: half\r\n\r\n" + b"x" * 100_000)


@cache
def odd_mail(which: str) -> bytes:
    """Each under the 5 MB that are taken, and of lines that are."""
    html = b"Subject: odd\r\nContent-Type: text/html\r\n\r\n"
    match which:
        case "header":
            return b"".join(b"X-%d: %s\r\n" % (nth, b"x" * 900) for nth in range(4_000)) + b"\r\nhello\r\n"
        case "folded":
            return b"Subject: long\r\n" + b" =?utf-8?q?folded?= and again\r\n" * 120_000 + b"\r\nhello\r\n"
        case "comments":
            return b"From: " + b"a(\r\n " * 200_000 + b"\r\n\r\nhello\r\n"
        case "nested":
            inner = b"".join(
                b'Content-Type: multipart/mixed; boundary="b%d"\r\n\r\n--b%d\r\n' % (n, n) for n in range(20_000)
            )
            return b"Subject: deep\r\nMIME-Version: 1.0\r\n" + inner + b"\r\nhello\r\n"
        case "unclosed":
            return html + b"<b>x\r\n" * 150_000
        case _:
            return html + b"".join(
                b"<a href='https://example.test/%d'>%s</a>\r\n" % (nth, b"x" * 900) for nth in range(4_000)
            )
