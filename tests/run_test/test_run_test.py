"""One run from its words to its verdict, in a real browser. What must not pass comes first."""

from __future__ import annotations

import asyncio
import errno
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import av
import msgspec
import pytest

from qa_appliance.api.resources.runs.live import message
from qa_appliance.browser.egress.guard import Guard
from qa_appliance.browser.process import pulse
from qa_appliance.core.difference import PassedRun
from qa_appliance.core.errors import SetupFailed
from qa_appliance.core.events import Assigned, Ended, Frame, Masked, Planned, StepBegan, StepEnded
from qa_appliance.core.evidence.kinds import BY_DEFAULT
from qa_appliance.evidence.base.options import EvidenceOptions
from qa_appliance.evidence.pictures.reel import FILM, REEL
from tests.conftest import Request, Response, Serve, given
from tests.run_test.conftest import Stand

SHOP = """<title>Shop</title><h1>Basket</h1><button onclick="said.textContent = 'Saved'">Save</button>
<p id=said role=status></p><p>Total: 39.90</p><button disabled>Delete</button>"""


@pytest.mark.parametrize(
    ("description", "reason"),
    [
        ('check that "Welcome" is shown', "Welcome"),
        ("check that the total is 38.90", "39.90"),
        ('click "Print"', "Print"),
        ("click Delete", "disabled"),
        ("go to /missing", "404"),
        ('click "Save", check that "Saved" is shown and then frobnicate the gizmo', "frobnicate"),
    ],
)
async def test_fails_and_says_what_was_there(stand: Stand, serve: Serve, description: str, reason: str) -> None:
    outcome = await stand.run(await serve({"/": SHOP}), description)
    assert (outcome.status, outcome.overall_status) == ("completed", "failed")
    assert reason in outcome.report_markdown
    assert outcome.confidence_score < 101


TASK = "<ul><li>Rent <button onclick='this.parentNode.remove()'>Done</button></ul><button>Send</button>"
STAYS = "<div class=w><p>New message</p><button>Send</button></div>"
CLOSES = (
    "<dialog open aria-label=Compose><p>New message</p><button onclick='this.parentNode.close()'>Send</button></dialog>"
)


@pytest.mark.parametrize(
    ("html", "claim", "overall"),
    [
        (STAYS, "The window should close", "failed"),
        (STAYS, "The compose window closed", "failed"),
        (STAYS, "The dialog is gone", "failed"),
        (CLOSES.replace("this.parentNode.close()", ""), "The window should close", "failed"),
        (CLOSES, "The preview window closes", "failed"),
        (TASK, "The task is gone", "failed"),
        (TASK, "The task is no longer shown", "failed"),
        (TASK.replace("this.parentNode.remove()", ""), 'Click "Done" of the task "Rent". The task is gone', "failed"),
        (TASK, 'Click "Done" of the task "Rent". The task is gone', "passed"),
        (CLOSES, "The window should close", "passed"),
        (CLOSES, "The compose window closed", "passed"),
        (CLOSES, "The dialog is gone", "passed"),
    ],
)
async def test_what_closes_or_goes_was_there_before(
    stand: Stand, serve: Serve, html: str, claim: str, overall: str
) -> None:
    outcome = await stand.run(await serve({"/": html}), f'Click "Send". {claim}.')
    assert outcome.overall_status == overall, outcome.report_markdown


async def test_a_check_that_held_before_the_deed_it_follows_is_told_so(stand: Stand, serve: Serve) -> None:
    """The page showed the number by the first click and did not answer the second one."""
    once = """<h1>Basket</h1><button onclick="number.textContent ||= '3 lamps'">Add</button><div id=number></div>"""
    twice = 'click "Add". check that "3 lamps" is shown. click "Add". check that "3 lamps" is shown'
    outcome = await stand.run(await serve({"/": once}), twice)
    first, second = (step for step in outcome.steps if step.action == "check")
    assert outcome.overall_status == "passed", outcome.report_markdown
    assert not first.details.held_before_deed
    assert second.details.held_before_deed
    assert "already held before the step it follows" in (second.note or "")
    assert "The check of step 4 already held before the step it follows" in outcome.report_markdown
    assert outcome.confidence_score <= 90


async def test_what_follows_a_failure_is_skipped_and_pictured(stand: Stand, serve: Serve) -> None:
    outcome = await stand.run(await serve({"/": SHOP}), 'click "Print". click "Save". check that "Saved" is shown')
    assert [step.result for step in outcome.steps] == ["failed", "skipped", "skipped"]
    assert (outcome.passed_count, outcome.failed_count, outcome.skipped_count) == (0, 1, 2)
    assert (stand.folder / outcome.steps[0].screenshots["failure"]).stat().st_size > 1000
    assert (stand.folder / str(outcome.measurements.final_screenshot)).stat().st_size > 1000


async def test_words_that_are_no_test_end_without_a_browser(stand: Stand, serve: Serve) -> None:
    outcome = await stand.run(await serve({"/": SHOP}), "lorem ipsum dolor sit amet")
    assert (outcome.status, outcome.overall_status) == ("failed", "failed")
    assert stand.starts == []


async def test_an_address_that_is_not_allowed_never_begins(stand: Stand, serve: Serve) -> None:
    stand.means = replace(stand.means, guard=Guard([]))
    with pytest.raises(SetupFailed, match=r"127\.0\.0\.1.*--allow"):
        await stand.run(await serve({"/": SHOP}), "click Save")
    assert stand.starts == []


async def test_a_run_nobody_wants_any_more_ends_before_its_first_step(stand: Stand, serve: Serve) -> None:
    stand.wanted = False
    with pytest.raises(asyncio.CancelledError):
        await stand.run(await serve({"/": SHOP}), "click Save")
    assert not [event for event in stand.events if isinstance(event, StepBegan)]


async def test_a_secret_is_in_nothing_that_is_told(stand: Stand, serve: Serve) -> None:
    """Nor in a step before the one that types it, in a clause not understood, or in an address."""
    page = "<h1>hunter2x</h1><form><label>Password <input type=password name=word></label><button>Go</button></form>"
    words = (
        'check that "hunter2x" is shown. enter "hunter2x" into Password. click Go. ponder the password "hunter2x".'
        ' if "hunter2x" is shown, enter "hunter2y" into Password'
    )
    outcome = await stand.run(await serve({"/": page}), words, expectation="fail")
    assert "word=••••" in repr(outcome.steps)
    live = [message(event) for event in stand.events if not isinstance(event, Assigned | Masked | Frame | Ended)]
    shown = repr((live, outcome.steps, outcome.measurements, outcome.report_markdown, outcome.plan.gaps))
    assert [word for word in ("hunter2x", "hunter2y") if word in shown] == []


async def test_a_site_that_is_not_there(stand: Stand) -> None:
    outcome = await stand.run("http://127.0.0.1:9/", 'check that "Welcome" is shown')
    assert outcome.overall_status == "failed"
    assert outcome.steps[0].failure is not None
    assert outcome.steps[0].failure.kind == "unreachable"


async def test_the_time_cap_ends_a_run_with_its_evidence(stand: Stand, serve: Serve) -> None:
    outcome = await stand.run(await serve({"/": SHOP}), "click Save. wait 30 seconds. click Save", deadline_seconds=6)
    assert (outcome.status, outcome.overall_status) == ("failed", "failed")
    assert [step.result for step in outcome.steps] == ["passed", "failed", "skipped"]
    assert "time cap" in outcome.report_markdown
    assert outcome.measurements.final_screenshot


class Disk(NamedTuple):
    free: int


@pytest.mark.parametrize(("free", "reported"), [(0, True), (1_999_999, True), (2_000_000, False)])
async def test_a_browser_that_dies_every_time_fails_the_run(
    stand: Stand, serve: Serve, monkeypatch: pytest.MonkeyPatch, free: int, reported: bool
) -> None:
    """And a full disk is told, of which browsers die without a word."""

    async def die(_: Request) -> str:
        await stand.kill_browser()
        return SHOP

    monkeypatch.setattr("qa_appliance.browser.failure.shutil.disk_usage", lambda _: Disk(free=free))
    origin = await serve({"/": SHOP, "/next": die})
    outcome = await stand.run(origin, 'go to /next. click "Save"')
    assert (outcome.status, outcome.overall_status) == ("failed", "failed")
    assert "crashed" in outcome.report_markdown
    assert ("disk of the appliance's data is full" in outcome.report_markdown) is reported
    assert stand.starts == [True]


async def test_a_browser_that_dies_at_the_first_page_is_replaced(stand: Stand, serve: Serve) -> None:
    """Before the first step of the test itself, when the site is opened."""
    deaths: list[int] = []

    async def die_once(_: Request) -> str:
        if not deaths:
            deaths.append(1)
            await stand.kill_browser()
        return SHOP

    outcome = await stand.run(await serve({"/": die_once}), 'check that "Basket" is shown')
    assert (outcome.status, outcome.overall_status) == ("completed", "passed")
    assert "crashed once" in outcome.report_markdown


async def test_a_browser_that_dies_once_is_replaced(stand: Stand, serve: Serve) -> None:
    deaths: list[int] = []

    async def die_once(_: Request) -> str:
        if not deaths:
            deaths.append(1)
            await stand.kill_browser()
        return SHOP

    origin = await serve({"/": SHOP, "/next": die_once})
    outcome = await stand.run(origin, 'go to /next. click "Save" and check that "Saved" is shown')
    assert outcome.overall_status == "passed", outcome.report_markdown
    assert "begun again" in outcome.report_markdown


async def test_a_browser_that_stands_still_is_replaced(
    stand: Stand, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is no fault of the site's that it is not seen to answer."""
    monkeypatch.setattr(pulse, "SILENT_SECONDS", 4.0)
    stood: list[int] = []

    async def stand_still_once(_: Request) -> str:
        if not stood:
            stood.append(1)
            await stand.suspend_browser()
        else:
            monkeypatch.setattr(pulse, "SILENT_SECONDS", 60.0)
        return SHOP

    origin = await serve({"/": SHOP, "/next": stand_still_once})
    outcome = await stand.run(origin, 'go to /next. click "Save" and check that "Saved" is shown')
    assert outcome.overall_status == "passed", outcome.report_markdown
    assert "begun again" in outcome.report_markdown


async def test_passes_and_tells_as_it_goes(stand: Stand, serve: Serve) -> None:
    outcome = await stand.run(await serve({"/": SHOP}), 'click "Save" and check that "Saved" is shown')
    assert (outcome.status, outcome.overall_status) == ("completed", "passed"), outcome.report_markdown
    kinds = [type(event) for event in stand.events if isinstance(event, Planned | StepBegan | StepEnded)]
    assert kinds == [Planned, StepBegan, StepEnded, StepBegan, StepEnded]
    assert outcome.report_markdown.startswith("# Passed")
    assert outcome.steps[0].found is not None
    assert outcome.steps[0].found.known is not None
    assert "get_by_role" in outcome.steps[0].found.known.locator


LOGIN = """<form onsubmit="event.preventDefault(); %s"><label>Email <input type=email required name=email></label>
<label>Password <input type=password name=password></label><button>Sign in</button></form>
<p id=answer role=alert></p>"""
ANSWERS = {
    "an alert": LOGIN % "answer.textContent = 'Wrong password'",
    "a 4xx answer": LOGIN % "fetch('/refuse', {method: 'POST'})",
    "a JavaScript alert": LOGIN % "alert('No entry')",
    "nothing": LOGIN % "document.title = 'In'",
    "a crash of the server": LOGIN % "fetch('/break', {method: 'POST'}).then(() => answer.textContent = 'Sorry')",
}


def refuse(_: Request) -> Response:
    return Response("no", 401)


def broken(_: Request) -> Response:
    return Response("oops", 500)


SIGN_IN = 'Enter "a@example.com" into Email, enter "wrong" into Password and click "Sign in"'


@pytest.mark.parametrize(
    ("answer", "description", "overall"),
    [
        ("nothing", SIGN_IN, "failed"),
        ("a crash of the server", SIGN_IN, "failed"),
        ("an alert", 'click "Register"', "failed"),
        ("an alert", SIGN_IN, "passed"),
        ("a 4xx answer", SIGN_IN, "passed"),
        ("a JavaScript alert", SIGN_IN, "passed"),
        ("nothing", 'Enter "not an address" into Email and click "Sign in"', "passed"),
        ("nothing", 'Type "x" into Email, press Tab, click Password and click "Sign in"', "passed"),
        ("nothing", SIGN_IN + ' and check that "Welcome" is shown', "passed"),
    ],
)
async def test_negative_tests(stand: Stand, serve: Serve, answer: str, description: str, overall: str) -> None:
    origin = await serve({"/": ANSWERS[answer], "/refuse": refuse, "/break": broken})
    outcome = await stand.run(origin, description, expectation="fail")
    assert outcome.overall_status == overall, outcome.report_markdown
    assert any(step.refused for step in outcome.steps) == (overall == "passed")
    if answer == "nothing" and description == SIGN_IN:
        assert (outcome.steps[-1].action, outcome.steps[-1].synthetic) == ("expect_refusal", True)


async def test_an_exploratory_run_goes_on_after_a_finding(stand: Stand, serve: Serve) -> None:
    description = 'click "Print". click "Save". check that "Saved" is shown'
    outcome = await stand.run(await serve({"/": SHOP}), description, expectation="unknown")
    assert [step.result for step in outcome.steps] == ["failed", "passed", "passed"]
    assert outcome.overall_status == "failed"


async def test_a_saved_procedure_is_replayed_without_planning(stand: Stand, serve: Serve) -> None:
    origin = await serve({"/": SHOP})
    first = await stand.run(origin, 'click "Save" and check that "Saved" is shown')
    saved = msgspec.structs.replace(first.plan, source="saved")
    again = await stand.run(origin, "", procedure=saved, procedure_id="procedure")
    assert again.overall_status == "passed"


async def test_a_check_that_held_from_the_beginning_is_told(stand: Stand, serve: Serve) -> None:
    vacuous = await stand.run(await serve({"/": SHOP}), 'click "Save" and check that "Basket" is shown')
    assert vacuous.overall_status == "passed"
    assert vacuous.steps[1].details.held_before
    assert "The check of step 2 already held before the first action" in vacuous.report_markdown
    telling = await stand.run(await serve({"/": SHOP}), 'click "Save" and check that "Saved" is shown')
    assert vacuous.confidence_score < telling.confidence_score


async def test_a_failure_has_its_class_and_the_difference_to_the_last_passed_run(stand: Stand, serve: Serve) -> None:
    shown = [SHOP]
    origin = await serve({"/": lambda _: shown[0]})
    first = await stand.run(origin, 'click "Save" and check that "Saved" is shown')
    before = PassedRun("old", "2027-05-12T12:30:00.000Z", first.steps, [], first.measurements.texts)
    shown[0] = SHOP.replace(">Save<", ">Keep<").replace("Basket", "Your basket")
    again = await stand.run(
        origin, "", procedure=msgspec.structs.replace(first.plan, source="saved"), procedure_id="p", last_passed=before
    )
    assert again.overall_status == "failed", again.report_markdown
    assert getattr(again.steps[0].failure_class, "kind", "") == "application_changed"
    assert "**Application changed**" in again.report_markdown
    assert "- new text: “Your basket”" in again.report_markdown
    assert given(again.steps[0].details.last_passed).before_store_key == first.steps[0].screenshots["before"]


async def test_a_server_that_breaks_is_an_application_error(stand: Stand, serve: Serve) -> None:
    page = "<button onclick=\"fetch('/save').then(r => r.ok && (said.textContent = 'Saved'))\">Save</button><p id=said>"
    outcome = await stand.run(await serve({"/": page, "/save": broken}), 'click "Save" and check that "Saved" is shown')
    assert "**Application error**" in outcome.report_markdown
    assert "/save was answered with 500" in outcome.report_markdown


async def test_a_budget_that_is_not_kept(stand: Stand, serve: Serve) -> None:
    origin = await serve({"/": SHOP})
    kept = await stand.run(origin, 'check that "Basket" is shown', budget={"loadEventMs": 60_000})
    over = await stand.run(origin, 'check that "Basket" is shown', budget={"loadEventMs": 0})
    assert (kept.perf_status, over.perf_status) == ("ok", "degraded")
    assert "the budget is 0 ms" in over.report_markdown


async def test_a_full_disk_costs_the_evidence_and_not_the_run(stand: Stand, serve: Serve) -> None:
    stand.means = replace(stand.means, evidence=EvidenceOptions())
    stand.full = True
    outcome = await stand.run(await serve({"/": SHOP}), 'click "Save" and check that "Saved" is shown')
    assert (outcome.status, outcome.overall_status) == ("completed", "passed")
    for part in ("The video", "The trace", "The final screenshot"):
        assert f"{part} could not be taken: [Errno 28] No space left on device" in outcome.report_markdown.replace(
            "\\", ""
        )
    assert (outcome.measurements.video, outcome.measurements.trace) == (None, None)


async def test_no_place_for_any_evidence_ends_before_the_run(
    stand: Stand, serve: Serve, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "gone" / "work"))
    with pytest.raises(SetupFailed, match=r"no place for the evidence.*No such file or directory"):
        await stand.run(await serve({"/": SHOP}), "click Save")
    assert stand.starts == []


async def test_an_encoder_that_dies_costs_the_video_only(
    stand: Stand, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    def dies(*_: object, **__: object) -> None:
        raise OSError(errno.EPIPE, "the encoder is gone")

    monkeypatch.setattr(av, "open", dies)
    stand.means = replace(stand.means, evidence=EvidenceOptions(video_bytes=1_000))  # a short film is made later
    outcome = await stand.run(await serve({"/": SHOP}), 'click "Save" and check that "Saved" is shown')
    assert outcome.overall_status == "passed"
    assert outcome.measurements.video is None
    assert outcome.measurements.trace is not None
    assert "The video could not be taken" in outcome.report_markdown


async def test_a_download_above_the_cap_has_come_but_is_not_read(stand: Stand, serve: Serve) -> None:
    big = Response(b"x" * 3_000_000, headers={"Content-Disposition": "attachment; filename=big.bin"})
    origin = await serve({"/": "<a href=/big.bin>Report</a>", "/big.bin": big})
    stand.means = replace(
        stand.means, evidence=EvidenceOptions(kinds=BY_DEFAULT - {"video", "trace"}, download_bytes=1_000_000)
    )
    named = await stand.run(origin, 'download "Report" and check that it is named "big.bin"')
    assert named.overall_status == "passed", named.report_markdown
    assert [(file.truncated, file.store_key) for file in named.measurements.downloads or []] == [(True, None)]
    read = await stand.run(origin, 'download "Report" and check that it contains "hello"')
    assert read.overall_status == "failed"
    assert "larger than what is kept" in read.report_markdown


async def test_the_browser_is_let_go_of_before_the_evidence_is_packed(stand: Stand, serve: Serve) -> None:
    """What is packed then is whole."""
    stand.means = replace(stand.means, evidence=EvidenceOptions())
    outcome = await stand.run(await serve({"/": SHOP}), 'click "Save", check that "Saved" is shown')
    home = outcome.measurements
    assert stand.free_when_closed == [2]
    assert home.notes == []
    assert home.accessibility is not None
    reel = given(home.video).replace(FILM, REEL)  # the film is made of it when it is first asked for
    for name in (reel, home.chapters, home.trace, home.final_screenshot):
        assert (stand.folder / given(name)).stat().st_size > 0


async def test_what_comes_back_while_the_last_evidence_is_taken_fails_the_run(stand: Stand, serve: Serve) -> None:
    page = """<ul id=list><li>Ada<li>Bob</ul><button onclick="const bob = list.lastElementChild; bob.remove();
    setTimeout(() => list.append(bob), 1500)">Remove</button>"""
    outcome = await stand.run(await serve({"/": page}), 'click "Remove" and check that "Bob" is not shown')
    assert outcome.overall_status == "failed", outcome.report_markdown
    assert "“Bob” is shown" in (outcome.steps[1].error or "")
    assert (stand.folder / outcome.steps[1].screenshots["failure"]).stat().st_size > 1000


async def test_each_step_of_a_run_tells_the_sentence_it_is_read_as(stand: Stand, serve: Serve) -> None:
    outcome = await stand.run(await serve({"/": SHOP}), "Hit the 'Save' button and the text \"Saved\" pops up")
    assert [(step.sentence, step.reads_as) for step in outcome.steps] == [
        ("Hit the 'Save' button", 'click the "Save" button'),
        ('the text "Saved" pops up', 'verify that "Saved" is shown'),
    ]
