"""Results in the Common Test Report Format, which collectors of many tools read."""

from __future__ import annotations

import mimetypes
from pathlib import Path
from typing import Literal

import msgspec

import qa_appliance
from qa_appliance.cli.results.ended import Ended
from qa_appliance.cli.running.outcome import Attempt, Outcome, Result

Status = Literal["passed", "failed", "skipped", "pending", "other"]
_VERSION = "0.0.0"
_STATUS: dict[Result, Status] = {
    "passed": "passed",
    "flaky": "passed",
    "failed": "failed",
    "interrupted": "skipped",
    "pending": "pending",
    "running": "pending",
    "not understood": "other",
    "error": "other",
    "cancelled": "other",
}


def ctrf(ended: Ended, file: Path) -> bytes:
    outcomes = ended.outcomes
    statuses = [_STATUS[outcome.result] for outcome in outcomes]
    names: tuple[Status, ...] = ("passed", "failed", "skipped", "pending", "other")
    summary: dict[str, int] = {
        "tests": len(outcomes),
        **{name: statuses.count(name) for name in names},
        "flaky": sum(outcome.result == "flaky" for outcome in outcomes),
        "start": round(ended.began * 1000),
        "stop": round(ended.stopped * 1000),
    }
    tool = {"name": "qa-appliance", "version": qa_appliance.__version__}
    results = {"tool": tool, "summary": summary, "tests": [_test(ended, outcome) for outcome in outcomes]}
    whole = {"reportFormat": "CTRF", "specVersion": _VERSION, "generatedBy": "qa-appliance", "results": results}
    return msgspec.json.format(msgspec.json.encode(whole), indent=2) + b"\n"


def _test(ended: Ended, outcome: Outcome) -> dict[str, object]:
    test, spot = outcome.test, outcome.spot
    found: dict[str, object] = {
        "name": test.name,
        "status": _STATUS[outcome.result],
        "rawStatus": outcome.result,
        "duration": round(outcome.last.seconds * 1000) if outcome.last else 0,
        "suite": [ended.suite_of(outcome)],
        "type": "e2e",
        "tags": test.tags,
        "flaky": outcome.result == "flaky",
        "retries": max(0, len(outcome.attempts) - 1),
        "browser": "chromium",
    }
    if test.file is not None:
        found["filePath"] = test.file.as_posix()
    if outcome.result != "passed":
        found |= {"message": outcome.headline} | ({"line": spot.line} if spot else {})
    if outcome.last is not None:
        found |= {"trace": outcome.last.report, "attachments": _attachments(outcome.last)}
    if outcome.failed_first:
        found["retryAttempts"] = [_earlier(number, each) for number, each in enumerate(outcome.failed_first, 1)]
    return found


def _earlier(number: int, attempt: Attempt) -> dict[str, object]:
    return {
        "attempt": number,
        "status": _STATUS[attempt.result],
        "duration": round(attempt.seconds * 1000),
        "message": attempt.headline,
        "trace": attempt.report,
        "attachments": _attachments(attempt),
    }


def _attachments(attempt: Attempt) -> list[dict[str, str]]:
    files = attempt.kept.files if attempt.kept else []
    return [
        {
            "name": path.name,
            "contentType": mimetypes.guess_type(path.name)[0] or "application/octet-stream",
            "path": str(path),
        }
        for path in files
    ]
