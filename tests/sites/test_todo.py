"""One English test, ten front ends: the same words carry a todo list through whatever it is built of."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.conftest import Serve
from tests.run_test.conftest import Stand, home, pool, stand

__all__ = ["home", "pool", "stand"]

SITES = {page.name: page.read_text("utf-8") for page in sorted((Path(__file__).parent / "todo").glob("*.html"))}
CASES = list(SITES)
PATIENCE = 5.0  # seconds, as in a run of the appliance: a page that draws itself anew takes elements away
TODOS = """
Enter "Buy milk" into "What needs to be done?" and press Enter.
Enter "Walk the dog" into "What needs to be done?" and press Enter.
Enter "Write a letter" into "What needs to be done?" and press Enter.
Check that "3 items left" is shown.
Check "Walk the dog".
Check that "2 items left" is shown.
Click "Active". Check that "Walk the dog" is not shown and "Buy milk" is shown.
Click "Completed". Check that "Walk the dog" is shown and "Buy milk" is not shown.
Click "All". Check that "Buy milk", "Walk the dog" and "Write a letter" are shown.
Click "Clear completed". Check that "Walk the dog" is not shown.
Check that "Buy milk" and "Write a letter" are shown.
Check that "2 items left" is shown.
"""


@pytest.mark.parametrize("site", CASES)
async def test_the_same_words_pass_on(stand: Stand, serve: Serve, site: str) -> None:
    stand.means = replace(stand.means, patience_seconds=PATIENCE)
    origin = await serve({f"/{name}": page for name, page in SITES.items()})
    outcome = await stand.run(f"{origin}/{site}", TODOS)
    assert (outcome.overall_status, outcome.failed_count) == ("passed", 0), outcome.report_markdown


BREAKING = (
    ("todos = todos.filter(t => !t.done);", "void 0;"),
    ("this.todos = this.todos.filter(t => !t.done);", "void 0;"),
    ("todos: state.todos.filter(t => !t.done)", ""),
    ("todos = todos.filter(t => !t.done)", "void 0"),
)


@pytest.mark.parametrize("site", CASES)
async def test_the_same_words_fail_where_clearing_does_nothing(stand: Stand, serve: Serve, site: str) -> None:
    broken = {}
    for name, page in SITES.items():
        for works, breaks in BREAKING:
            page = page.replace(works, breaks)
        broken[f"/{name}"] = page
    stand.means = replace(stand.means, patience_seconds=PATIENCE)
    outcome = await stand.run(f"{await serve(broken)}/{site}", TODOS)
    failed = [(step.index, step.sentence) for step in outcome.steps if step.result == "failed"]
    assert [sentence for _, sentence in failed] == ['Check that "Walk the dog" is not shown'], outcome.report_markdown
    assert failed[0][0] > 15
