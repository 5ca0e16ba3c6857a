"""What to do after a failure is decided by facts: no word of the page or of a message changes it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

import qa_appliance
from qa_appliance.core.advice import ADVICE, advice_on
from qa_appliance.core.checks import TextShown
from qa_appliance.core.evidence.failure import Failure, FailureCause, FailureKind
from qa_appliance.core.steps import Assert, Click, Step
from qa_appliance.core.target import Target

CLICK = Click(target=Target(words="it"))
CHECK = Assert(check=TextShown(text="Saved", negated=True))
MISLEADING = "“Recover password”, disabled, hidden, read-only, elsewhere on the page, was rejected in its place"


@pytest.mark.parametrize(
    ("kind", "cause", "wanted"),
    [
        ("not_actionable", "moving", "stands still"),
        ("not_actionable", "hidden", "brings it out"),
        ("not_actionable", "detached", "done with it"),
        ("not_actionable", "", ""),
        ("not_found", "", "If it comes on another page"),
        ("assertion", "elsewhere", "Name the place"),
    ],
)
def test_names_on_the_page_do_not_change_it(kind: FailureKind, cause: FailureCause, wanted: str) -> None:
    advice = advice_on(CLICK, Failure(kind, MISLEADING, expected=MISLEADING, cause=cause))
    assert advice.startswith(wanted) or wanted in advice
    assert bool(advice) == bool(wanted)


@pytest.mark.parametrize("cause", get_args(FailureCause))
def test_every_cause_has_advice(cause: FailureCause) -> None:
    rows = [kind for kind, of in ADVICE if of == cause]
    assert rows
    for kind in rows:
        failure = Failure(kind, "x", expected="x", seen="x", instead=("x",), candidates=("x",), cause=cause)
        step: Step = CHECK if kind == "assertion" else CLICK
        assert advice_on(step, failure).endswith((".", "”"))


def test_what_playwright_writes_is_read_in_one_place() -> None:
    """The message of an error never decides anything elsewhere."""
    package = Path(qa_appliance.__file__).parent
    reads = re.compile(
        r"\bin (?:error|problem|failed|failure|record|answer)\.(?:message|error|reason)\b|\bin str\((?:err|prob)"
    )
    found = [p for p in package.rglob("*.py") if p.name != "failure.py" and reads.search(p.read_text(encoding="utf-8"))]
    assert found == []
