"""Alerts: told once when something turns, to real receivers, and nowhere they may not go. Refusals first."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

import pytest
from aiosmtpd.smtp import SMTP, Envelope, Session

from qa_appliance.alerts import sender
from qa_appliance.alerts.sender import AlertSender
from qa_appliance.browser.egress.guard import Guard
from qa_appliance.core.batches.alerts import (
    MOST_TRIES,
    News,
    Occasion,
    Quiet,
    TargetKind,
    body_of,
    next_try,
    quiet_until,
)
from qa_appliance.core.batches.members import Finding
from qa_appliance.core.run import OverallStatus
from qa_appliance.settings import Mail
from qa_appliance.store.tables import accounts, alert_targets, alerts, projects, runs, suite_runs
from qa_appliance.store.tables.alert_targets import Address
from tests.conftest import Request, Response, Serve
from tests.suites.conftest import Team, team

__all__ = ["team"]

Verdict = Literal["passed", "failed"] | None
BERLIN = "Europe/Berlin"
NEWS = News(
    subject="suite", verdict="failed", name="Nightly", project="Shop", project_id="p", subject_id="s", cause="b",
    path="/batches/b", at="2026-03-20T12:00:00.000Z", failing=("Checkout",),
)  # fmt: skip


class Telling:
    """What a team is told, over a sender whose guard opens `allow`."""

    def __init__(
        self, team: Team, *allow: str, mail: Mail | None = None, public: str | None = "https://qa.example.com/"
    ) -> None:
        self.team = team
        args = (team.db, team.vault, Guard(allow), mail or Mail(), public)
        self._make: Callable[[], AlertSender] = lambda: AlertSender(*args, clock=team.clock)
        self.sender = self._make()

    def restart(self) -> None:
        self.sender = self._make()

    async def target(
        self, kind: TargetKind, quiet: Quiet | None = None, on: Occasion = "change", **address: Any
    ) -> str:
        team = self.team
        values = {
            "name": "Team", "kind": kind, "place": "x", "address": Address(**address), "quiet": quiet, "paused": False,
            "on": on,
        }  # fmt: skip
        return (await alert_targets.add(team.db, team.vault, team.project_id, values, team.now)).id

    async def suite(self, verdict: Verdict, suite_id: str, place: str = "http://x/") -> None:
        """One time the suite is run."""
        await self.end(await self.begin(suite_id, place), verdict)

    async def begin(self, suite_id: str, place: str = "http://x/") -> str:
        team = self.team
        team.move(minutes=1)
        started = suite_runs.Started(
            batch_id=f"b{team.now:%d%H%M}", suite_id=suite_id, project_id=team.project_id, org_id=team.org_id,
            user_id=team.user_id, name="Nightly", rules=(await team.suite([])).rules, created_at=team.now.isoformat(),
            place=place,
        )  # fmt: skip
        async with team.db.write() as transaction:
            await suite_runs.add(transaction, started)
        return started.batch_id

    async def end(self, batch_id: str, verdict: Verdict) -> None:
        found = [Finding("fails", "It broke.", "r", "Checkout")] if verdict == "failed" else []
        await suite_runs.end(self.team.db, batch_id, verdict, found, self.team.now)

    async def test(
        self, overall: OverallStatus, procedure_id: str, batch_id: str | None = None, place: str = "http://x/"
    ) -> None:
        """One time a saved test is run."""
        await self.team.end(await self.begin_alone(procedure_id, batch_id, place), overall)

    async def begin_alone(self, procedure_id: str, batch_id: str | None = None, place: str = "http://x/") -> str:
        team = self.team
        team.move(minutes=1)
        new = runs.NewRun(
            org_id=team.org_id, project_id=team.project_id, procedure_id=procedure_id, instruction="Save",
            base_url=place, batch_id=batch_id,
        )  # fmt: skip
        return await runs.insert_pending(team.db, new, now=team.now, upgrade_url="/plan")

    async def log(self) -> list[alerts.Alert]:
        """What was noted until now, after whatever is due was sent; the oldest first."""
        await self.sender.note()
        await self.sender.send_due()
        return (await alerts.log(self.team.db, self.team.project_id))[::-1]

    async def titles(self) -> list[str]:
        return [alert.news.title for alert in await self.log()]


@dataclass
class Receiver:
    """A webhook that answers in turn what it is given, and 200 after that."""

    answers: list[Response] = field(default_factory=list)
    got: list[Request] = field(default_factory=list)

    def __call__(self, request: Request) -> Response:
        self.got.append(request)
        return self.answers.pop(0) if self.answers else Response("ok")


TURN: tuple[Verdict, ...] = ("passed", "failed")
WEEK: tuple[Verdict, ...] = ("passed", "failed", "failed", None, "failed", "passed", "passed")
NO_NEWS: list[tuple[str, list[Verdict]]] = [
    ("red from the beginning", ["failed"]),
    ("green from the beginning", ["passed"]),
    ("still red", ["failed", "failed"]),
    ("still green", ["passed", "passed"]),
    ("cancelled", ["passed", None]),
]


@pytest.mark.parametrize("verdicts", [row[1] for row in NO_NEWS], ids=[row[0] for row in NO_NEWS])
async def test_nothing_is_told_while_nothing_turns(team: Team, verdicts: list[Verdict]) -> None:
    telling = Telling(team)
    await telling.target("webhook", url="http://x/")
    suite = await team.suite([await team.procedure("Checkout")])
    for verdict in verdicts:
        await telling.suite(verdict, suite.id)
        assert await telling.log() == []


async def test_what_turned_before_somebody_was_to_be_told_is_not_told(team: Team) -> None:
    telling, suite = Telling(team), await team.suite([])
    for verdict in TURN:
        await telling.suite(verdict, suite.id)
    team.move(minutes=1)
    await telling.target("webhook", url="http://x/")
    assert await telling.titles() == []
    await telling.suite("passed", suite.id)
    assert await telling.titles() == ["Nightly: passes again"]


async def test_what_was_paused_is_not_told_what_turned_meanwhile(team: Team) -> None:
    telling, suite = Telling(team), await team.suite([])
    target_id = await telling.target("webhook", url="http://x/")
    for paused in (True, False):
        target = await alert_targets.find(team.db, target_id)
        assert target is not None
        await alert_targets.change(team.db, team.vault, target, {"paused": paused}, team.now)
        if paused:
            await telling.suite("passed", suite.id)
            await telling.suite("failed", suite.id)
            team.move(minutes=1)
    assert await telling.titles() == []


async def test_every_turn_is_told_once(team: Team) -> None:
    telling, suite = Telling(team), await team.suite([])
    await telling.target("webhook", url="http://x/")
    for verdict in WEEK:
        await telling.suite(verdict, suite.id)
        await telling.log()
        telling.restart()
    assert await telling.titles() == ["Nightly: fails", "Nightly: passes again"]
    [first, _] = await telling.log()
    assert (first.news.failing, first.news.path[:9]) == (("Checkout",), "/batches/")


async def test_what_is_red_in_one_place_and_green_in_another_has_not_turned(team: Team) -> None:
    telling, suite, test = Telling(team), await team.suite([]), await team.procedure("Checkout")
    await telling.target("webhook", url="http://x/")
    for _ in range(3):
        await telling.suite("passed", suite.id, "http://staging/")
        await telling.suite("failed", suite.id, "http://shop/")
        await telling.test("passed", test, place="http://staging/")
        await telling.test("failed", test, place="http://shop/")
        assert await telling.titles() == []
    await telling.test("passed", test, place="http://shop/")
    await telling.suite("passed", suite.id, "http://shop/")
    await telling.test("failed", test, place="http://staging/")  # before anything of it was noted
    await telling.suite("failed", suite.id, "http://staging/")
    assert await telling.titles() == [
        "Checkout: passes again", "Nightly: passes again", "Checkout: fails", "Nightly: fails",
    ]  # fmt: skip


async def test_who_wants_to_know_of_each_failure_is_told_of_each_and_of_nothing_else(team: Team) -> None:
    telling, suite, test = Telling(team), await team.suite([]), await team.procedure("Checkout")
    await telling.target("webhook", on="failure", url="http://x/")
    for verdict in ("failed", "failed", "passed", "failed"):
        await telling.suite(verdict, suite.id)
        await telling.log()
        await telling.test(verdict, test)
        await telling.log()
    assert await telling.titles() == ["Nightly: fails", "Checkout: fails"] * 3


async def test_each_failure_is_told_also_of_those_that_overlap(team: Team) -> None:
    telling, suite, test = Telling(team), await team.suite([]), await team.procedure("Checkout")
    await telling.target("webhook", on="failure", url="http://x/")
    begun = [await telling.begin(suite.id) for _ in range(2)]
    alone = [await telling.begin_alone(test) for _ in range(2)]
    for batch_id, run_id in zip(reversed(begun), reversed(alone), strict=True):  # the one begun first takes longer
        await telling.end(batch_id, "failed")
        await team.end(run_id, "failed")
        await telling.log()
    assert await telling.titles() == ["Nightly: fails", "Checkout: fails"] * 2
    causes = {alert.news.cause for alert in await telling.log()}
    assert causes == {*begun, *alone}


async def test_failures_that_ended_between_two_looks_are_each_told(team: Team) -> None:
    telling, suite, test = Telling(team), await team.suite([]), await team.procedure("Checkout")
    await telling.target("webhook", on="failure", url="http://x/")
    for _ in range(25):
        await telling.suite("failed", suite.id)
        await telling.test("failed", test)
    team.move(minutes=1)
    assert await telling.titles() == ["Nightly: fails", "Checkout: fails"] * 25


async def test_what_failed_before_somebody_wanted_to_know_of_each_is_not_told(team: Team) -> None:
    telling, suite = Telling(team), await team.suite([])
    target_id = await telling.target("webhook", url="http://x/")
    await telling.suite("failed", suite.id)
    target = await alert_targets.find(team.db, target_id)
    assert target is not None
    team.move(minutes=1)
    await alert_targets.change(team.db, team.vault, target, {"on": "failure"}, team.now)
    assert await telling.titles() == []
    await telling.suite("failed", suite.id)
    assert await telling.titles() == ["Nightly: fails"]


async def test_what_turned_is_told_by_the_one_that_ended_last(team: Team) -> None:
    telling, suite, test = Telling(team), await team.suite([]), await team.procedure("Checkout")
    await telling.target("webhook", url="http://x/")
    long, long_alone = await telling.begin(suite.id), await telling.begin_alone(test)
    await telling.suite("passed", suite.id)
    await telling.test("passed", test)
    assert await telling.titles() == []
    team.move(minutes=1)
    await telling.end(long, "failed")
    await team.end(long_alone, "failed")
    assert await telling.titles() == ["Nightly: fails", "Checkout: fails"]


async def test_a_test_is_told_by_its_own_runs_and_not_by_those_of_a_suite(team: Team) -> None:
    telling, test = Telling(team), await team.procedure("Checkout")
    await telling.target("webhook", url="http://x/")
    await telling.test("passed", test)
    await telling.test("failed", test, batch_id="b")
    assert await telling.titles() == []
    await telling.test("failed", test)
    assert await telling.titles() == ["Checkout: fails"]


async def _one_alert(telling: Telling) -> None:
    suite = await telling.team.suite([])
    await telling.suite("passed", suite.id)
    await telling.suite("failed", suite.id)
    await telling.sender.note()


async def test_a_private_address_is_never_connected_to(team: Team, serve: Serve) -> None:
    receiver = Receiver()
    telling = Telling(team)
    await telling.target("webhook", url=f"{await serve({'/': receiver})}/")
    await _one_alert(telling)
    [alert] = await telling.log()
    assert (alert.tries, alert.next_try_at, receiver.got) == (1, None, [])
    assert alert.given_up_at is not None
    assert "is not allowed" in (alert.problem or "")


async def test_a_redirect_is_not_followed(team: Team, serve: Serve) -> None:
    inside, receiver = Receiver(), Receiver([Response(status=302, headers={"Location": "/inside"})])
    telling = Telling(team, "loopback")
    await telling.target("slack", url=f"{await serve({'/': receiver, '/inside': inside})}/")
    await _one_alert(telling)
    [alert] = await telling.log()
    assert (alert.sent_at, alert.problem, inside.got) == (None, "It answered 302.", [])


async def test_a_webhook_that_fails_twice_gets_it_signed_and_with_time_between(team: Team, serve: Serve) -> None:
    receiver = Receiver([Response("the answer's words", 500), Response(status=503)])
    telling = Telling(team, "loopback")
    await telling.target("webhook", url=f"{await serve({'/': receiver})}/", secret="s3cret")
    await _one_alert(telling)
    [alert] = await telling.log()
    assert (alert.tries, alert.problem, alert.sent_at) == (1, "It answered 500.", None)
    await telling.log()
    assert len(receiver.got) == 1  # it is not tried again at once
    team.move(minutes=1)
    telling.restart()
    await telling.log()
    team.move(minutes=5)
    [alert] = await telling.log()
    assert (alert.tries, alert.problem, alert.next_try_at) == (3, None, None)
    assert alert.sent_at is not None
    last = receiver.got[2]
    timestamp = last.headers["x-qa-appliance-timestamp"]
    expected = hmac.new(b"s3cret", timestamp.encode() + b"." + last.body, hashlib.sha256).hexdigest()
    assert last.headers["x-qa-appliance-signature"] == f"sha256={expected}"
    assert {each.headers["x-qa-appliance-delivery"] for each in receiver.got} == {alert.id}
    body = json.loads(last.body)
    assert (body["verdict"], body["name"], body["failing"]) == ("failed", "Nightly", ["Checkout"])
    assert body["url"] == f"https://qa.example.com{alert.news.path}"
    assert "s3cret" not in str(await telling.log())


async def test_an_alert_that_was_not_tried_yet_is_sent_at_once_also_when_the_clock_was_set_back(
    team: Team, serve: Serve
) -> None:
    receiver = Receiver()
    telling = Telling(team, "loopback")
    await telling.target("slack", url=f"{await serve({'/': receiver})}/")
    await _one_alert(telling)
    team.move(minutes=-300)
    await telling.sender.send_due()
    assert len(receiver.got) == 1


@dataclass
class Silent:
    """Webhooks that take what is sent and never answer."""

    held: int = 0
    all_held: asyncio.Event = field(default_factory=asyncio.Event)
    most: int = 1

    async def __call__(self, request: Request) -> Response:
        self.held += 1
        if self.held >= self.most:
            self.all_held.set()
        await asyncio.Event().wait()
        return Response()


async def test_silent_webhooks_of_one_organization_hold_up_no_alert_of_another(team: Team, serve: Serve) -> None:
    reported = asyncio.Event()

    def arrived(request: Request) -> Response:
        reported.set()
        return Response("ok")

    silent = Silent()
    origin = await serve({"/silent": silent, "/": arrived})
    telling = Telling(team, "loopback")
    for _ in range(40):
        await telling.target("webhook", url=f"{origin}/silent")
    await _one_alert(telling)
    other = Telling(await _another_organization(team), "loopback")
    other.sender = telling.sender
    await other.target("webhook", url=f"{origin}/")
    working = asyncio.create_task(telling.sender.work())
    try:
        await asyncio.wait_for(silent.all_held.wait(), 10)
        suite = await other.team.suite([])
        await other.suite("passed", suite.id)
        await other.suite("failed", suite.id)
        telling.sender.wake()
        await asyncio.wait_for(reported.wait(), 10)
        assert silent.held < 10  # the others of that organization wait for each other
    finally:
        working.cancel()
        await asyncio.gather(working, return_exceptions=True)


async def test_what_is_to_be_sent_is_noted_while_something_is_being_sent(team: Team, serve: Serve) -> None:
    silent = Silent()
    telling, suite = Telling(team, "loopback"), await team.suite([])
    await telling.target("webhook", on="failure", url=f"{await serve({'/': silent})}/")
    await telling.suite("failed", suite.id)
    working = asyncio.create_task(telling.sender.work())
    try:
        await asyncio.wait_for(silent.all_held.wait(), 10)
        await telling.suite("failed", suite.id)
        telling.sender.wake()
        async with asyncio.timeout(10):
            while len(await alerts.log(team.db, team.project_id)) < 2:
                await asyncio.sleep(0)
        assert silent.held == 1  # what one target is told comes to it in its order
    finally:
        working.cancel()
        await asyncio.gather(working, return_exceptions=True)


async def test_a_target_that_did_not_answer_last_time_gets_less_time(
    team: Team, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sender, "_PATIENT_SECONDS", 0.4)
    monkeypatch.setattr(sender, "_SHORT_SECONDS", 0.1)
    telling, suite = Telling(team, "loopback"), await team.suite([])
    await telling.target("webhook", on="failure", url=f"{await serve({'/': Silent()})}/")
    for seconds in ("0.4", "0.1"):
        await telling.suite("failed", suite.id)
        assert (await telling.log())[-1].problem == f"It did not answer within {seconds} seconds."


async def _another_organization(team: Team) -> Team:
    """Of the same appliance and at the same time."""
    async with team.db.write() as transaction:
        org = await accounts.add_organization(transaction, "Other", team.now)
    site = {"name": "Blog", "base_url": "http://127.0.0.1:9/"}
    project = await projects.add(team.db, team.vault, org.id, site, team.now)
    other = Team(team.db, team.vault, team.user_id, org.id, project.id)
    other.now = team.now
    return other


async def test_without_a_public_address_the_link_is_the_one_it_was_set_up_by(team: Team, serve: Serve) -> None:
    receiver = Receiver()
    telling = Telling(team, "loopback", public=None)
    await telling.target("webhook", url=f"{await serve({'/': receiver})}/", reached_by="http://qa.lab:8700")
    await _one_alert(telling)
    [alert] = await telling.log()
    assert json.loads(receiver.got[0].body)["url"] == f"http://qa.lab:8700{alert.news.path}"


async def test_it_is_given_up_at_last(team: Team, serve: Serve) -> None:
    receiver = Receiver([Response(status=500)] * 20)
    telling = Telling(team, "loopback")
    await telling.target("teams", url=f"{await serve({'/': receiver})}/")
    await _one_alert(telling)
    for _ in range(2 * MOST_TRIES):
        [alert] = await telling.log()
        team.move(hours=7)
    assert (len(receiver.got), alert.tries, alert.next_try_at) == (MOST_TRIES, MOST_TRIES, None)
    assert alert.given_up_at is not None


async def test_in_quiet_hours_nothing_is_sent(team: Team, serve: Serve) -> None:
    receiver = Receiver()
    telling = Telling(team, "loopback")
    quiet = Quiet("12:00", "12:30", "UTC")  # it is just past noon
    await telling.target("slack", quiet, url=f"{await serve({'/': receiver})}/")
    await _one_alert(telling)
    [alert] = await telling.log()
    assert (alert.tries, alert.next_try_at, receiver.got) == (0, "2026-03-20T12:30:00.000Z", [])
    team.now = datetime(2026, 3, 20, 12, 30, tzinfo=UTC)
    [alert] = await telling.log()
    assert alert.sent_at is not None
    assert json.loads(receiver.got[0].body)["text"].startswith("Nightly: fails\n")


def test_quiet_hours_are_those_of_their_own_time_zone() -> None:
    night = Quiet("22:00", "06:30", BERLIN)
    rows = {
        "2026-03-28T20:59:00": None,
        "2026-03-28T21:00:00": "2026-03-29T04:30:00",  # clocks go forward that night
        "2026-03-29T04:29:00": "2026-03-29T04:30:00",
        "2026-03-29T04:30:00": None,
    }
    for now, end in rows.items():
        found = quiet_until(night, datetime.fromisoformat(now).replace(tzinfo=UTC))
        assert found == (datetime.fromisoformat(end).replace(tzinfo=UTC) if end else None), now


def test_what_is_posted_names_nobody_in_a_channel() -> None:
    news = News(**{name: getattr(NEWS, name) for name in NEWS.__struct_fields__} | {"name": "<!channel> & co"})
    assert json.loads(body_of("slack", news, None))["text"].startswith("&lt;!channel&gt; &amp; co: fails")
    card = json.loads(body_of("teams", NEWS, None))["attachments"][0]["content"]["body"]
    assert [block["text"] for block in card][0::4] == ["Nightly: fails", "/batches/b"]
    assert next_try(MOST_TRIES, datetime.now(UTC)) is None


@dataclass
class Inbox:
    """A real mail server on loopback; `refuses`: an address it does not take."""

    port: int = 0
    refuses: str = ""
    got: list[Envelope] = field(default_factory=list)

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if address == self.refuses:
            return "550 no such user"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        self.got.append(envelope)
        return "250 OK"

    @property
    def mail(self) -> Mail:
        return Mail(host="127.0.0.1", port=self.port, security="none", sender="qa@example.com")


@pytest.fixture
async def inbox() -> AsyncIterator[Inbox]:
    box = Inbox()
    server = await asyncio.get_running_loop().create_server(lambda: SMTP(box), "127.0.0.1", 0)
    box.port = server.sockets[0].getsockname()[1]
    yield box
    server.close()
    await server.wait_closed()


async def test_without_a_mail_server_it_says_so(team: Team) -> None:
    telling = Telling(team)
    await telling.target("mail", to=("ada@example.com",))
    await _one_alert(telling)
    [alert] = await telling.log()
    assert (alert.next_try_at, alert.problem) == (None, "The operator has named no mail server (--mail-host).")


async def test_an_address_the_mail_server_does_not_take_is_counted(team: Team, inbox: Inbox) -> None:
    inbox.refuses = "bob@example.com"
    telling = Telling(team, mail=inbox.mail)
    await telling.target("mail", to=("ada@example.com", "bob@example.com"))
    await _one_alert(telling)
    [alert] = await telling.log()
    assert (alert.given_up_at is None, alert.problem) == (False, "The mail server did not take 1 of the addresses.")
    assert [envelope.rcpt_tos for envelope in inbox.got] == [["ada@example.com"]]


async def test_mail_arrives(team: Team, inbox: Inbox) -> None:
    telling = Telling(team, mail=inbox.mail)
    await telling.target("mail", to=("ada@example.com", "bob@example.com"))
    await _one_alert(telling)
    [alert] = await telling.log()
    assert (alert.problem, alert.tries) == (None, 1)
    [envelope] = inbox.got
    text = envelope.content.decode() if isinstance(envelope.content, bytes) else ""
    assert (envelope.mail_from, envelope.rcpt_tos) == ("qa@example.com", ["ada@example.com", "bob@example.com"])
    assert "Subject: Nightly: fails" in text
    assert f"https://qa.example.com{alert.news.path}" in text
    assert timedelta(0) <= team.now - datetime.fromisoformat(alert.created_at)
