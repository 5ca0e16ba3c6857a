"""What the soak asks for: each kind of run with how often it comes and what its end has to be."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from qa_appliance.core.run import TERMINAL
from qa_appliance.demo.cases import load_cases

Json = dict[str, Any]
Judge = Callable[[Json], str]  # why the end is wrong, or nothing

HELLO = 'Go to /hello and check that "Hello" is shown'
SLOW = 'Go to /hello, wait 6 seconds, enter "Ada" into Name, click "Save" and check that "Hello" is shown'


@dataclass(frozen=True)
class Kind:
    """`description` is run on `site` (a name of `Sites`). `deed` is done to it meanwhile: cancel, crash."""

    name: str
    share: int
    site: str
    description: str
    judge: Judge
    expectation: str = "pass"
    deed: str = ""
    saved: bool = False


def _ended(run: Json) -> str:
    report = " ".join(str(run["reportMarkdown"]).split())[:300]
    return f"{run['status']} {run['overallStatus']}: {report}"


def passed(run: Json) -> str:
    return "" if (run["status"], run["overallStatus"]) == ("completed", "passed") else _ended(run)


def failed(*seen: str) -> Judge:
    """It failed, was carried to its end, and its report says one of these words."""

    def judge(run: Json) -> str:
        right = (run["status"], run["overallStatus"]) == ("completed", "failed")
        words = str(run["reportMarkdown"]) + str(run["stepsJson"])
        return "" if right and any(sought in words for sought in seen) else _ended(run)

    return judge


def passed_or_cancelled(run: Json) -> str:
    return "" if (run["status"], run["overallStatus"]) == ("cancelled", None) else passed(run)


def passed_or_crashed(run: Json) -> str:
    """A true test whose browser was killed: begun again and passed, or it says that the browser ended. Never silent."""
    if not passed(run):
        return ""
    words = str(run["reportMarkdown"]).casefold()
    right = run["status"] in TERMINAL and run["overallStatus"] != "passed"
    return "" if right and ("browser" in words or "page crashed" in words) else _ended(run)


def kinds() -> list[Kind]:
    shop = [
        Kind(
            f"shop: {case.name}",
            1,
            case.shop,
            case.description.strip(),
            passed if case.verdict == "passed" else failed(case.seen),
            expectation=case.expectation,
            saved=place % 2 == 0,
        )
        for place, case in enumerate(load_cases().tests)
    ]
    return [
        *shop,
        Kind("plain", 3, "faulty", HELLO, passed),
        Kind("saved and replayed", 3, "faulty", HELLO, passed, saved=True),
        Kind("a check that does not hold", 1, "faulty", 'Go to / and check that "Goodbye" is shown', failed("Goodbye")),
        Kind("a gap", 1, "faulty", "Go to /, then frobnicate the flux", failed("frobnicate")),
        Kind("cancelled", 3, "faulty", SLOW, passed_or_cancelled, deed="cancel"),
        Kind("browser killed", 1, "faulty", SLOW, passed_or_crashed, deed="kill browser"),
        Kind("page killed", 1, "faulty", SLOW, passed_or_crashed, deed="kill page"),
        Kind("connection reset", 1, "faulty", 'Go to /reset and check that "Hello" is shown', failed("/reset")),
        Kind(
            "answer cut short", 1, "faulty", 'Go to /cut and check that "Goodbye" is shown', failed("/cut", "Goodbye")
        ),
        Kind("no answer", 1, "faulty", 'Go to /stalled and check that "Hello" is shown', failed("/stalled")),
        Kind("nobody listens", 1, "refused", 'Go to / and check that "Hello" is shown', failed("refused", "reached")),
        Kind("broken page", 1, "faulty", 'Go to /broken and check that "Hello" is shown', failed("500")),
    ]


def suite_verdict(wanted: str) -> Judge:
    def judge(batch: Json) -> str:
        short = [(run["status"], run["overallStatus"]) for run in batch["runs"]]
        return "" if batch["verdict"] == wanted else f"verdict {batch['verdict']} where {wanted} was due: {short}"

    return judge
