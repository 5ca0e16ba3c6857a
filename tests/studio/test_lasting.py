"""Checks are proposed that hold tomorrow too: not of the day, the time, what can be done, or what a list is left at."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from qa_appliance.studio import messages as m
from qa_appliance.studio.restless import lasting
from tests.studio.conftest import Sit

TODAY = date(2026, 11, 28)


@pytest.mark.parametrize(
    ("text", "lasts"),
    [
        ("Hello bob. It is 28/11/2026.", "Hello bob."),
        ("Ordered on 11/28/2026", ""),
        ("2026-11-28", ""),
        ("27.11.26", ""),  # where the page's clock is behind
        ("28th November: 3 orders", ""),
        ("Nov 28, 2026", ""),
        ("Saved at 09:41", ""),
        ("Changed 5 minutes ago. Draft.", "Draft."),
        ("Good evening, Ada", ""),
        ("Due on Friday", ""),
        ("Invoice of 03/02/2024", "Invoice of 03/02/2024"),
        ("Total 28.11", "Total 28.11"),
        ("Version 11.28.2", "Version 11.28.2"),
        ("3 of 4 open", "3 of 4 open"),
    ],
)
def test_what_tells_of_now_is_left_out(text: str, lasts: str) -> None:
    assert lasting(text, TODAY) == lasts


def test_what_somebody_has_put_in_stays() -> None:
    assert lasting("Due 2026-11-28", TODAY, {"2026-11-28"}) == "Due 2026-11-28"
    assert lasting("Buy milk, 28/11/2026", TODAY, {"Buy milk"}) == ""


async def test_what_is_proposed_holds_tomorrow(sit: Sit) -> None:
    today = datetime.now(UTC).strftime("%d/%m/%Y")
    added = "<tr><td>Buy milk</td><td>high</td><td><button>Done</button> <button>Delete</button></td></tr>"
    hands = await sit(f"""<!doctype html><title>Tasks</title><label>Priority <select id=p><option>low<option>high
        </select></label> <table><thead><tr><th>Task<th>Priority<th>Actions</tr></thead><tbody id=b></tbody></table>
        <p id=m></p><button id=add onclick="b.innerHTML = '{added}'; m.textContent = 'Hello bob. It is {today}.'">
        Add</button>""")
    hands.session.ask(m.Do('choose high from "Priority"'))
    chosen = await hands.hears(m.Proposed)
    assert [check for check in chosen.checks if '"low"' in check] == []
    hands.session.ask(m.Do('click "Add"'))
    proposed = await hands.hears(m.Proposed)
    assert 'check that "Hello bob." is shown' in proposed.checks
    assert [check for check in proposed.checks if today in check or "Delete" in check] == []
    assert 'check that the row "Buy milk" shows "high"' in proposed.checks
