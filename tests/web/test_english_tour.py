"""The dashboard's screens as a tester goes through them, in English, tested by the appliance in its own browser.

A page that lists what is under way shows the words of the test that looks at it: such pages are filtered first.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.web.conftest import Dashboard
from tests.web.test_english import SIGN_IN

FIELD = '"Test in plain English"'
GAP = 'Go to /catalogue. Clikc "Desk lamp".'
UNCLEAR = "Go to /catalogue. Click Add to cart."
PICTURE = "Go to /catalogue. Check that the page looks like the baseline “Shelves”."
WRONG = 'Go to /products/desk-lamp. Check that the heading "Desk lamp" shows "Reading lamp".'

TOUR = {
    "a test is written": f"""
Go to /projects/{{project}}.
Enter "Go to /catalogue. Click Add to cart." into {FIELD}.
Check that the page shows "1 target unclear".
Click "Click the “Add to cart Desk lamp” button".
Check that the value of {FIELD} starts with "Go to /catalogue. Click ".
Check that the page does not show "1 target unclear".

Go to /projects/{{project}}.
Enter "Go to /catalogue. Clikc Cart." into {FIELD}.
Check that the page shows "1 clause not understood".
Click "Click Cart".
Check that {FIELD} contains "Go to /catalogue. Click Cart".
Check that the page does not show "1 clause not understood".

Go to /projects/{{project}}.
Enter "Make sure the basket feels right." into {FIELD}.
Check that the page shows "not seen on this site yet".
""",
    "runs that ended each in its own way": """
Go to /runs/{gap}.
Check that the heading "Not understood" is shown.
Check that the page shows "Use and run again".

Go to /runs/{unclear}.
Check that the heading "Failed" is shown.
Check that the page shows "Several fit; say one of these".
Check that the page shows "Use and run again".

Go to /runs/{wrong}.
Check that the heading "Failed" is shown.
Check that the page shows "Expected".
Check that the page shows "Seen".
Check that the page shows "Reading lamp".
Click "Network".
Check that the page shows "/products/desk-lamp".

Go to /runs/{picture}.
Click the first "Accept as baseline" button.
Check that the page shows "This picture is the baseline now".
""",
    "a filter stands in the address": """
Go to /runs.
Choose "Failed" from Verdict.
Check that the address contains "verdict=failed".
Check that the page shows "Reading lamp".
Choose "Shop" from Project.
Choose "Expectation not met" from "Kind of failure".
Check that the page shows "Reading lamp".
Reload the page.
Check that the page shows "Reading lamp".
""",
}


@pytest.fixture(scope="module")
async def places(dashboard: Dashboard) -> AsyncIterator[dict[str, str]]:
    """Where the tour goes, by name: runs of the shop that ended each in its own way. Leaves no baseline behind."""
    tests = (("gap", GAP), ("unclear", UNCLEAR), ("wrong", WRONG), ("picture", PICTURE))
    yield vars(dashboard) | {name: (await dashboard.run(dashboard.project, words))["id"] for name, words in tests}
    baselines = f"/api/projects/{dashboard.project}/baselines"
    for baseline in (await dashboard.http.get(baselines)).json()["baselines"]:
        await dashboard.http.delete(f"{baselines}/{baseline['id']}")


@pytest.mark.slow
@pytest.mark.parametrize("name", TOUR)
async def test_the_dashboard_is_gone_through(dashboard: Dashboard, places: dict[str, str], name: str) -> None:
    run = await dashboard.run(dashboard.mirror, SIGN_IN + TOUR[name].format(**places))
    assert run["overallStatus"] == "passed", run["reportMarkdown"]
