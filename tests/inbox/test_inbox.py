"""Mail for tests, over real SMTP: who may hand it in, whom it reaches, and a sign-up by mail in a real browser."""

from __future__ import annotations

import asyncio
import secrets
import smtplib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from qa_appliance.core.errors import Invalid
from qa_appliance.inbox.server import AT_ONCE, _Talk
from qa_appliance.settings import Inbox as InboxSettings
from tests.conftest import Request, Response, Serve
from tests.runtime.test_app import Running, running


@asynccontextmanager
async def with_mail(data_dir: Path, **changes: Any) -> AsyncIterator[Running]:
    async with running(data_dir, inbox=InboxSettings(port=0, **changes)) as appliance:
        yield appliance


async def account(appliance: Running, name: str = "Shop", url: str = "http://127.0.0.1:9/") -> dict[str, Any]:
    made = await appliance.http.post("/api/projects", json={"name": name, "baseUrl": url})
    project = made.json()["project"]["id"]
    found = (await appliance.http.get(f"/api/projects/{project}/mails")).json()
    assert found["mails"] == []
    mine: dict[str, Any] = found["account"]
    return mine | {"project": project}


def message(to: str, text: str, subject: str = "Your sign-up", html: str = "") -> EmailMessage:
    made = EmailMessage()
    made["From"], made["To"], made["Subject"] = "shop@example.test", to, subject
    made.set_content(text)
    if html:
        made.add_alternative(html, subtype="html")
    return made


async def send(to: dict[str, Any], mail: EmailMessage, *, user: str | None = None, password: str | None = None) -> None:
    def hand_in() -> None:
        with smtplib.SMTP(to["host"], to["port"], timeout=20) as server:
            if user is None or user:
                server.login(user or to["user"], password or to["password"])
            server.send_message(mail)

    await asyncio.to_thread(hand_in)


async def test_a_mail_of_many_short_lines_is_read_a_little_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What comes in at once is read to its last line before anybody else has a turn."""
    pieces, receive = list[int](), _Talk.data_received

    def counting(self: _Talk, data: bytes) -> None:
        pieces.append(len(data))
        receive(self, data)

    monkeypatch.setattr(_Talk, "data_received", counting)
    async with with_mail(tmp_path, open=True) as appliance:
        shop = await account(appliance)
        await send(shop, message("ada@example.test", "short\n" * 100_000))
        assert await subjects(appliance, shop["project"]) == ["Your sign-up"]
    assert sum(pieces) > 600_000
    assert max(pieces) <= AT_ONCE


async def test_no_test_opens_the_port_that_takes_mail(tmp_path: Path) -> None:
    async with with_mail(tmp_path, open=True) as appliance:
        shop = await account(appliance)
        description = f'Go to "http://127.0.0.1:{shop["port"]}/" and check that "Error" is shown'
        body = {"projectId": shop["project"], "description": description}
        run = await appliance.ended(await appliance.http.post("/api/runs/trigger", json=body))
        assert run["overallStatus"] == "failed"
        assert f"127.0.0.1:{shop['port']} is an address of the appliance itself" in run["reportMarkdown"]


async def subjects(appliance: Running, project: str) -> list[str]:
    found = (await appliance.http.get(f"/api/projects/{project}/mails")).json()
    return [mail["subject"] for mail in found["mails"]]


async def test_mail_is_taken_of_projects_only_and_reaches_their_own(tmp_path: Path) -> None:
    async with with_mail(tmp_path / "data", per_project=2) as appliance:
        shop, other = await account(appliance), await account(appliance, "Other")
        mail = message("ada@example.test", "x")
        with pytest.raises(smtplib.SMTPAuthenticationError):
            await send(shop, mail, password=other["password"])
        with pytest.raises(smtplib.SMTPAuthenticationError):
            await send(shop, mail, user="nobody", password="x")
        with pytest.raises(smtplib.SMTPException):
            await send(shop, mail, user="")
        with pytest.raises(smtplib.SMTPException):
            await send(shop, message("ada@example.test", "x" * 6_000_000))
        assert await subjects(appliance, shop["project"]) == []
        for number in range(3):
            await send(shop, message("ada@example.test", "x", f"number {number}"))
        assert await subjects(appliance, shop["project"]) == ["number 2", "number 1"]
        assert await subjects(appliance, other["project"]) == []
    kept = b"".join(file.read_bytes() for file in (tmp_path / "data").rglob("*.sqlite3*"))
    assert b"number 2" not in kept


async def test_so_many_connections_and_no_more(tmp_path: Path) -> None:
    async with with_mail(tmp_path / "data") as appliance:
        shop = await account(appliance)
        held = [await asyncio.open_connection(shop["host"], shop["port"]) for _ in range(50)]
        assert {(await reader.readline())[:3] for reader, _ in held} == {b"220"}
        refused, writing = await asyncio.open_connection(shop["host"], shop["port"])
        assert (await refused.readline())[:3] == b"421"
        assert await refused.read() == b""
        for _, writer in held:
            writer.close()
            await writer.wait_closed()
        writing.close()
        answer = b""
        async with asyncio.timeout(60):
            while not answer.startswith(b"220"):  # the server notices the ends one by one
                again, writing = await asyncio.open_connection(shop["host"], shop["port"])
                answer = await again.readline()
                writing.close()
        await send(shop, message("ada@example.test", "x", "there is room again"))
        assert await subjects(appliance, shop["project"]) == ["there is room again"]


async def test_mails_that_take_much_are_kept_and_listed_in_parts(tmp_path: Path) -> None:
    links = "".join(f"<a href=https://x.test/{at}?{'q' * 1_900}>{'w' * 900}</a>" for at in range(199))
    async with with_mail(tmp_path / "data", megabytes=5) as appliance:
        shop = await account(appliance)
        path = f"/api/projects/{shop['project']}/mails"
        for number in range(9):
            await send(shop, message("ada@example.test", "x", f"number {number}", links))
        kept = await subjects(appliance, shop["project"])
        assert kept[0] == "number 8"
        assert 2 <= len(kept) < 9
        first = (await appliance.http.get(path)).json()["mails"]
        older = (await appliance.http.get(path, params={"before": first[0]["id"]})).json()["mails"]
        assert older == first[1:]
        assert (await appliance.http.get(path, params={"before": "x"})).status_code == 400


async def test_without_a_sign_in_where_the_operator_wants_it_so(tmp_path: Path) -> None:
    async with with_mail(tmp_path / "data", open=True) as appliance:
        shop = await account(appliance)
        await send(shop, message("ada@example.test", "x", "for all"), user="")
        assert await subjects(appliance, shop["project"]) == ["for all"]


async def test_no_mail_is_taken_unless_the_operator_says_so(tmp_path: Path) -> None:
    async with running(tmp_path / "data") as appliance:
        made = await appliance.http.post("/api/projects", json={"name": "A", "baseUrl": "http://127.0.0.1:9/"})
        found = await appliance.http.get(f"/api/projects/{made.json()['project']['id']}/mails")
        assert found.json() == {"account": None, "mails": []}


async def test_a_port_that_is_taken_ends_the_start_with_a_sentence(tmp_path: Path) -> None:
    held = await asyncio.start_server(lambda reader, writer: None, "127.0.0.1", 0)
    port = held.sockets[0].getsockname()[1]
    with pytest.raises(Invalid, match="--inbox-port"):
        async with running(tmp_path / "data", inbox=InboxSettings(port=port)):
            raise AssertionError
    held.close()


FORM = '<!doctype html><form method=post action="{0}"><label>{1} <input name=value></label><button>{2}</button></form>'
DONE = "<h1>Welcome, Ada</h1>"


async def test_somebody_signs_up_by_mail_with_its_code_and_its_link(tmp_path: Path, serve: Serve) -> None:
    """The first run waits for a mail that came before it, and must not pass by that."""
    async with with_mail(tmp_path / "data") as appliance:
        shop: dict[str, Any] = {}
        codes: list[str] = []

        async def sign_up(request: Request) -> Response:
            codes.append(f"{secrets.randbelow(10**6):06}")
            link = f"{origin}/confirm?key={codes[-1]}"
            html = f"<p>Hello Ada, your code is</p><p>{codes[-1]}</p><p><a href='{link}'>Confirm</a></p>"
            await send(shop, message("Ada@example.test", f"code: {codes[-1]} {link}", html=html))
            return Response("<h1>Look into your mail</h1>" + FORM.format("/enter", "Code", "Continue"))

        def enter(request: Request) -> Response:
            return Response(DONE if request.body.decode() == f"value={codes[-1]}" else "<p role=alert>Wrong code</p>")

        def confirm(request: Request) -> Response:
            return Response(DONE if request.query == f"key={codes[-1]}" else "Wrong link", 200)

        origin = await serve({
            "/": FORM.format("/sign-up", "Email", "Sign up"), "/sign-up": sign_up, "/enter": enter, "/confirm": confirm,
        })  # fmt: skip
        shop |= await account(appliance, url=origin)
        await send(shop, message("ada@example.test", "code 111111", "Your sign-up"))

        async def run(description: str) -> dict[str, Any]:
            body = {"projectId": shop["project"], "description": description}
            return await appliance.ended(await appliance.http.post("/api/runs/trigger", json=body))

        before = await run("Wait up to 1 second for the mail to ada@example.test.")
        assert before["overallStatus"] == "failed"
        assert "None at all came since the run began" in before["reportMarkdown"]

        signed_up = 'Enter "ada@example.test" into Email. Click Sign up.\n'
        by_code = await run(
            f'{signed_up}Wait for the mail to ada@example.test. The mail\'s subject is "Your sign-up".\n'
            'The mail contains "Hello Ada". The mail does not contain "Error".\n'
            'Enter the code from the mail into "Code". Click Continue. "Welcome, Ada" is shown.'
        )
        assert by_code["overallStatus"] == "passed", by_code["reportMarkdown"]
        kept = next(step["details"]["mail"] for step in by_code["stepsJson"] if step["action"] == "wait_mail")
        assert (kept["subject"], kept["sender"]) == ("Your sign-up", "shop@example.test")
        assert codes[-1] not in repr([step for step in by_code["stepsJson"] if step["action"] == "enter_code"])

        saved = {"name": "Signs up", "runId": by_code["id"]}
        procedure = (await appliance.http.post(f"/api/projects/{shop['project']}/procedures", json=saved)).json()
        procedure_id = procedure["procedure"]["id"]
        body = {"projectId": shop["project"], "procedureId": procedure_id}
        replayed = await appliance.ended(await appliance.http.post("/api/runs/trigger", json=body))
        assert replayed["overallStatus"] == "passed", replayed["reportMarkdown"]
        exported = await appliance.http.get(f"/api/procedures/{procedure_id}/export?format=playwright-python")
        assert "has no counterpart in a Playwright test" in exported.text, exported.text

        by_link = await run(
            f"{signed_up}Wait for the mail to ada@example.test and open the link “Confirm” in the mail.\n"
            '"Welcome, Ada" is shown.'
        )
        assert by_link["overallStatus"] == "passed", by_link["reportMarkdown"]

        wrong = await run(f'{signed_up}Wait for the mail to ada@example.test. The mail contains "Goodbye".')
        assert wrong["overallStatus"] == "failed"
        again = await run(
            f"{signed_up}Wait for the mail to ada@example.test. Wait up to 1 second for the mail to ada@example.test."
        )
        assert again["overallStatus"] == "failed"
