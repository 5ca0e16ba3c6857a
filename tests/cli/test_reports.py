"""The reports of a run: each tells a flaky test, none shows as good what was not, all are what their readers expect."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema_rs
import pytest
from junit2htmlreport import parser as junit2html
from junitparser.xunit2 import JUnitXml, TestCase
from playwright.async_api import Page
from xmlschema import XMLSchema

from qa_appliance.cli.results import github
from qa_appliance.cli.results.ctrf import ctrf
from qa_appliance.cli.results.ended import Ended
from qa_appliance.cli.results.html import html
from qa_appliance.cli.results.junit import junit
from qa_appliance.cli.results.kept import Kept
from qa_appliance.cli.run import verdict_code
from qa_appliance.cli.running.history import History, Known, Share, only_failed, read_history, shared, write_history
from qa_appliance.cli.running.outcome import Attempt, Outcome, in_words
from qa_appliance.core.errors import Invalid
from qa_appliance.testfiles.test import Test, plain_lines

SCHEMAS = Path(__file__).resolve().parents[1] / "schemas"
HOSTILE = "<script>alert(1)</script> ::error::| `x` ]]> \x00\x1b[2J %0A"


def step(result: str, sentence: str, **more: Any) -> dict[str, Any]:
    return {"index": 0, "action": "assert", "sentence": sentence, "result": result, "durationMs": 20, "error": None,
            "note": None, "failure": None} | more  # fmt: skip


def attempt(result: str, kept: Kept | None = None, **more: Any) -> Attempt:
    bad = result != "passed"
    error = {"error": HOSTILE, "failure": {"kind": "unreachable" if result == "error" else "check"}} if bad else {}
    run = {
        "id": "1", "status": "completed", "overallStatus": "failed" if result == "error" else result,
        "totalDurationMs": 1500, "reportMarkdown": f"# {result}\n\nWhy it is {result}: {HOSTILE}",
        "stepsJson": [step("failed" if bad else "passed", "go on", **error)], "maskedInstruction": "go on",
    }  # fmt: skip
    return Attempt(run | more, kept)


def named(name: str) -> Test:
    return Test(name=name, lines=plain_lines("see\n- go on"), file=Path("tests/cart.md"), line=3, tags=("smoke",))


def ended(*more: Outcome) -> Ended:
    good, bad, lost = attempt("passed"), attempt("failed"), attempt("error")
    outcomes = (
        Outcome(named("good"), (good,)), Outcome(named("shaky"), (bad, good)), Outcome(named("bad"), (bad, bad)),
        Outcome(named("lost"), (lost,)), Outcome(named("never"), interrupted=True), *more,
    )  # fmt: skip
    return Ended(outcomes, "shop.test", 100.0, 103.5, interrupted=True)


def test_a_pass_after_a_failure_is_flaky_and_no_pass() -> None:
    assert [outcome.result for outcome in ended().outcomes] == ["passed", "flaky", "failed", "error", "interrupted"]
    assert in_words(ended().outcomes) == "5 tests: 1 passed, 1 flaky, 1 failed, 1 error, 1 interrupted"


def test_what_was_not_understood_is_no_failure(tmp_path: Path) -> None:
    gap = Outcome(
        named("gap"), (attempt("failed", failureClass="not_understood", stepsJson=[step("passed", "go on")]),)
    )
    assert in_words([gap]) == "1 test: 1 not understood"
    only = Ended((gap,), "shop.test", 100.0, 103.5, interrupted=False)
    file = tmp_path / "junit.xml"
    file.write_bytes(junit(only, file))
    root = ElementTree.parse(file).getroot()
    assert (root.get("failures"), root.get("errors")) == ("0", "1")
    assert [each.get("type") for each in root.iter("error")] == ["not understood"]
    [test] = json.loads(ctrf(only, file))["results"]["tests"]
    assert (test["status"], test["rawStatus"]) == ("other", "not understood")
    assert [verdict_code(outcomes, waited=True) for outcomes in ([gap], [gap, ended().outcomes[2]])] == [2, 1]


def test_junit_is_what_jenkins_reads(tmp_path: Path) -> None:
    file = tmp_path / "j.xml"
    schema = XMLSchema(str(SCHEMAS / "junit-10.xsd"))
    file.write_text('<testsuite name="a" tests="1" failures="0" errors="0"><testcase><passed/></testcase></testsuite>')
    assert not schema.is_valid(str(file))
    file.write_bytes(junit(ended(), file))
    schema.validate(str(file))
    root = ElementTree.parse(file).getroot()
    assert {name: root.get(name) for name in ("tests", "failures", "errors", "skipped")} == {
        "tests": "5", "failures": "1", "errors": "1", "skipped": "1",
    }  # fmt: skip
    cases = {str(case.get("name")): [child.tag for child in case] for case in root}
    assert cases == {
        "good": ["system-out"], "shaky": ["flakyFailure", "system-out"], "bad": ["failure", "rerunFailure"],
        "lost": ["error"], "never": ["skipped"],
    }  # fmt: skip
    assert root[0].get("classname") == "tests/cart.md"


def test_junit_read_by_two_of_its_consumers(tmp_path: Path) -> None:
    file = tmp_path / "j.xml"
    file.write_bytes(junit(ended(), file))
    parsed = JUnitXml.fromfile(str(file))
    assert (parsed.tests, parsed.failures, parsed.errors) == (5, 1, 1)
    cases = [case for suite in parsed for case in suite if isinstance(case, TestCase)]
    assert {case.name: case.is_passed for case in cases} == {
        "good": True, "shaky": True, "bad": False, "lost": False, "never": False,
    }  # fmt: skip
    assert [(case.name, len(case.flaky_failures()), len(case.rerun_failures())) for case in cases[1:3]] == [
        ("shaky", 1, 0), ("bad", 0, 1),
    ]  # fmt: skip
    read = junit2html.Junit(str(file))
    assert {case.name: case.outcome() for suite in read.suites for case in suite.all()} == {
        "good": "passed", "shaky": "passed", "bad": "failed", "lost": "failed", "never": "skipped",
    }  # fmt: skip
    assert "<script>alert" not in read.html()


def test_ctrf() -> None:
    report = json.loads(ctrf(ended(), Path("c.json")))
    jsonschema_rs.validate(json.loads((SCHEMAS / "ctrf-0.0.json").read_text()), report)
    summary, tests = report["results"]["summary"], report["results"]["tests"]
    assert {name: summary[name] for name in ("tests", "passed", "failed", "skipped", "other", "flaky")} == {
        "tests": 5, "passed": 2, "failed": 1, "skipped": 1, "other": 1, "flaky": 1,
    }  # fmt: skip
    shaky = tests[1]
    assert (shaky["flaky"], shaky["retries"], shaky["rawStatus"]) == (True, 1, "flaky")
    assert [each["status"] for each in shaky["retryAttempts"]] == ["failed"]
    assert (tests[2]["filePath"], tests[2]["line"]) == ("tests/cart.md", 2), "where the sentence stands that failed"


async def test_the_page_opens_from_the_disk_and_shows_what_failed(page: Page, tmp_path: Path) -> None:
    folder = tmp_path / "qa results" / "01-bad"
    folder.mkdir(parents=True)
    picture, film = folder / "failure.png", folder / "video.webm"
    picture.write_bytes(await page.screenshot())
    film.write_bytes(b"film")
    pictured = [step("failed", "go on", error=HOSTILE, failureScreenshotUrl=str(picture))]
    kept = Kept(folder, attempt("failed").run | {"stepsJson": pictured})
    outcome = Outcome(named("pictured"), (attempt("failed", kept),))
    file = tmp_path / "report.html"
    file.write_bytes(html(ended(outcome), file))
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    await page.goto(file.as_uri())
    assert [url for url in asked if not url.startswith("data:")] == [file.as_uri()]
    assert await page.locator(".test .name").all_inner_texts() == ["bad", "lost", "never", "pictured", "good", "shaky"]
    shown = page.locator(".test", has_text="pictured")
    assert await shown.locator("img").evaluate("image => image.complete && image.naturalWidth") > 100
    assert HOSTILE.split(" ::")[0] in await shown.inner_text()
    assert await page.locator("script").count() == 0
    link = shown.get_by_role("link", name="video.webm")
    assert await link.evaluate("link => link.href") == film.as_uri()
    assert await page.locator(".test.flaky .result").inner_text() == "flaky"
    assert await page.locator(".test.flaky[open] > .why").count() == 1


def test_github(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    summary = tmp_path / "summary.md"
    github.tell(ended(), {"GITHUB_STEP_SUMMARY": str(summary), "GITHUB_ACTIONS": "true"})
    out, err = capsys.readouterr()
    assert out == "", "stdout is data"
    remarks = err.splitlines()
    assert [line.partition(" ")[0] for line in remarks] == ["::warning", "::error", "::error", "::error"]
    assert remarks[1].startswith("::error file=tests/cart.md,line=2,col=3,title=bad::failed: Why it is failed")
    rows = summary.read_text().splitlines()
    assert rows[0] == "### 5 tests: 1 passed, 1 flaky, 1 failed, 1 error, 1 interrupted"
    assert rows[-1].startswith("| ✅ | tests/cart.md: good")
    assert "<script>" not in summary.read_text()
    assert all(row.replace("\\|", "").count("|") == 5 for row in rows[2:])
    github.tell(ended(), {})
    assert capsys.readouterr() == ("", "")


def names(tests: Sequence[Test]) -> list[str]:
    return [test.name for test in tests]


def test_shares_are_as_long_as_one_another_and_leave_nothing_out() -> None:
    tests = [named(f"t{number}") for number in range(10)]
    known = History(
        {test.key: Known(seconds, "passed") for test, seconds in zip(tests, (60, 5, 5, 5, 5, 10, 10, 20), strict=False)}
    )
    shares = [shared(tests, Share(part, 2), known) for part in (1, 2)]
    assert sorted(names([*shares[0], *shares[1]])) == names(tests)
    lengths = [sum(known.seconds(test) or 0 for test in share) for share in shares]
    assert abs(lengths[0] - lengths[1]) <= 20
    assert shares[0] == shared(tests, Share(1, 2), known), "the same every time"
    with pytest.raises(Invalid, match=r"Share 11 of 12 has no test"):
        shared(tests, Share(11, 12), known)


def test_shares_run_one_after_the_other_leave_nothing_out(tmp_path: Path) -> None:
    tests = [named(f"t{number}") for number in range(3)]
    ran: list[str] = []
    for part in (1, 2, 3):
        share = shared(tests, Share(part, 3), read_history(tmp_path))
        passed = [Outcome(test, (attempt("passed", totalDurationMs=part * 1000),)) for test in share]
        write_history(tmp_path, read_history(tmp_path), passed, share=True)
        ran += names(share)
    assert sorted(ran) == names(tests)
    assert {known.result for known in read_history(tmp_path).tests.values()} == {"passed"}


def test_what_is_known_of_the_last_time(tmp_path: Path) -> None:
    tests = [outcome.test for outcome in ended().outcomes]
    with pytest.raises(Invalid, match="nothing is known of these tests yet"):
        only_failed(tests, read_history(tmp_path))
    write_history(tmp_path, History(), ended().outcomes)
    assert names(only_failed(tests, read_history(tmp_path))) == ["bad", "lost"]
    good = [Outcome(test, (attempt("passed"),)) for test in tests]
    write_history(tmp_path, read_history(tmp_path), good)
    with pytest.raises(Invalid, match="passed the last time"):
        only_failed(tests, read_history(tmp_path))
    (tmp_path / "history.json").write_text("[")
    with pytest.raises(Invalid, match="cannot be read as a history"):
        read_history(tmp_path)
