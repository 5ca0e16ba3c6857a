"""What is done of a test with a part that was not understood: nothing behind it, in a real browser."""

from __future__ import annotations

import pytest

from tests.conftest import Serve
from tests.run_test.conftest import Stand

ORDERS = """<title>Orders</title><button onclick="this.textContent = 'Saved'; document.title = 'Wrong'">Save</button>
<button>Next</button>"""


@pytest.mark.parametrize("expectation", ["pass", "fail"])
async def test_no_deed_is_done_behind_a_part_that_was_not_understood(
    stand: Stand, serve: Serve, expectation: str
) -> None:
    words = 'click "Next", conjure an order, and click "Save". the title is "Wrong"'
    outcome = await stand.run(await serve({"/": ORDERS}), words, expectation=expectation)
    assert (outcome.status, outcome.overall_status) == ("completed", "failed")
    assert [step.result for step in outcome.steps][:3] == ["passed", "skipped", "skipped"]
    assert "Nothing behind “conjure an order” was done." in outcome.report_markdown
    assert outcome.steps[1].note == "Not done: a part of the test before it was not understood."
    assert "every step succeeded" not in outcome.report_markdown


async def test_an_exploratory_run_goes_on_behind_it(stand: Stand, serve: Serve) -> None:
    words = 'conjure an order. click "Save". the title is "Wrong"'
    outcome = await stand.run(await serve({"/": ORDERS}), words, expectation="unknown")
    assert outcome.overall_status == "failed"
    assert [step.result for step in outcome.steps] == ["passed", "passed"]
    assert "Nothing behind" not in outcome.report_markdown
