"""A model's summary of a run: its verdict may take a pass away, never gives one; its trailer is not kept."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

import pytest

from qa_appliance.core.outcome import Outcome
from qa_appliance.model.model import Model
from qa_appliance.model.spending import Budget
from qa_appliance.model.summary import without_trailer
from tests.conftest import Serve
from tests.model.scripted import Asked, Hang, Raw, Reply, Script, Scripted, scripted
from tests.run_test.conftest import Stand

PAGE = "<title>Join</title><h1>Join us</h1><button onclick='out.textContent=\"Thanks\"'>Join</button><p id=out></p>"
PASSES = 'Click "Join". "Thanks" is shown'
FAILS = 'Click "Join". "Welcome" is shown'
FINE = {"summary": "Join was clicked and the page said thanks.", "verdict": "passed"}
BAD = {"summary": "Nobody checked that a letter was sent.", "verdict": "failed"}


@dataclasses.dataclass
class Summed:
    """Runs whose model sums them up."""

    stand: Stand
    serve: Serve
    asked: list[Asked] = dataclasses.field(default_factory=list)

    async def run(self, script: Script, words: str, budget: Budget | None = None, **changes: Any) -> Outcome:
        async with scripted(script) as server:
            model = self._model(server, budget or Budget())
            self.stand.means = dataclasses.replace(self.stand.means, model=model)
            outcome = await self.stand.run(await self.serve({"/": PAGE}), words, **changes)
            await model.close()
        self.asked = server.asked
        return outcome

    def _model(self, server: Scripted, budget: Budget) -> Model:
        return Model((server.endpoint(timeout=1.0),), budget, summarizes=True)


@pytest.fixture
def summed(stand: Stand, serve: Serve) -> Summed:
    return Summed(stand, serve)


async def test_a_summary_that_disagrees_keeps_a_run_from_passing(summed: Summed) -> None:
    outcome = await summed.run([BAD], PASSES)
    assert (outcome.status, outcome.overall_status) == ("completed", "failed")
    assert [step.result for step in outcome.steps] == ["passed", "passed"]
    first = outcome.report_markdown.splitlines()[2]
    assert first.startswith("Every step passed, but the model that summed up the run does not take it for passed: ")
    assert first.endswith(BAD["summary"])
    assert outcome.confidence_score == 50


NEVER_PASSED = [
    ("a failed step", FAILS, {}),
    ("what was not understood", f"{PASSES}. Frobnicate the widget", {}),
    ("nothing refused", PASSES, {"expectation": "fail"}),
]


@pytest.mark.parametrize(("what", "words", "more"), NEVER_PASSED, ids=[row[0] for row in NEVER_PASSED])
async def test_a_summary_never_makes_a_run_pass(summed: Summed, what: str, words: str, more: dict[str, Any]) -> None:
    def script(asked: Asked) -> Reply:
        return FINE if "sum up" in asked.system else {"steps": [], "covered": False, "reason": "No."}

    outcome = await summed.run(script, words, **more)
    assert outcome.overall_status == "failed"
    assert FINE["summary"] not in outcome.report_markdown
    assert "summary is left out: it takes the run for passed" in outcome.report_markdown


async def test_a_summary_stands_in_the_report_and_is_accounted_for(summed: Summed) -> None:
    outcome = await summed.run([FINE], PASSES, Budget(price_in=10_000, price_out=10_000))
    assert outcome.overall_status == "passed", outcome.report_markdown
    assert "## Summary, written by a model\n\nJoin was clicked and the page said thanks.\n" in outcome.report_markdown
    assert '"verdict"' not in outcome.report_markdown
    assert (len(summed.asked), outcome.llm_tokens_used, outcome.llm_cost_cents) == (1, 110, 2)
    assert [call.purpose for call in outcome.model_calls] == ["sum up the run"]
    assert '1. Click "Join" (passed)' in summed.asked[0].user
    assert PASSES in summed.asked[0].user


NO_SUMMARY: list[tuple[str, Reply, str]] = [
    ("talks", "It passed!", "could not be used"),
    ("has no verdict", {"summary": "Fine.", "verdict": "perhaps"}, "could not be used"),
    ("says nothing", {"summary": "```json {}```", "verdict": "failed"}, "There is no summary"),
    ("is gone", Raw("{}", 404), "knows neither"),
    ("hangs", Hang(), "gave no"),
]


@pytest.mark.parametrize(("what", "reply", "reason"), NO_SUMMARY, ids=[row[0] for row in NO_SUMMARY])
async def test_without_a_usable_summary_the_steps_decide(summed: Summed, what: str, reply: Reply, reason: str) -> None:
    outcome = await summed.run([reply], PASSES)
    assert outcome.overall_status == "passed", outcome.report_markdown
    assert "The model wrote no summary of the run: " in outcome.report_markdown
    assert reason in outcome.report_markdown


async def test_the_budget_holds_for_it_too(summed: Summed) -> None:
    outcome = await summed.run([FINE], PASSES, Budget(price_in=10_000, cents=0))
    assert (outcome.overall_status, summed.asked, outcome.llm_tokens_used) == ("passed", [], 0)
    assert "used up (0 cents)" in outcome.report_markdown


async def test_no_secret_is_sent_to_be_summed_up(summed: Summed) -> None:
    words = 'Enter "hunter22secret" into "Password". "Join us" is shown'
    outcome = await summed.run([BAD | {"summary": "It typed hunter22secret."}], words)
    assert "hunter22" not in json.dumps([one.body for one in summed.asked])
    assert "hunter22" not in outcome.report_markdown + str(outcome.model_calls)


TRAILERS = [
    "",
    '\n\n```json\n{"verdict": "passed"}\n```',
    '\n{"verdict": "passed", "steps": 3}',
    "\n<!-- verdict: passed -->",
    "\nVERDICT: PASSED",
    "\n**Verdict:** passed.",
    " Overall result: passed",
    '\nVerdict: passed\n```\n{"ok": true}\n```\n',
]


@pytest.mark.parametrize("trailer", TRAILERS)
def test_what_is_meant_for_a_program_is_no_part_of_it(trailer: str) -> None:
    text = "Join was clicked. The result list was empty: nothing came."
    assert without_trailer(text + trailer) == text
