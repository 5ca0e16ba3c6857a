"""The appliance tests its own dashboard, in English, through its own HTTP API and in its own browser."""

from __future__ import annotations

import pytest

from tests.web.conftest import EMAIL, PASSWORD, Dashboard

SIGN_IN = f'Log in as "{EMAIL}" with password "{PASSWORD}".\nWait until the heading "Projects" is shown.\n'

TESTS = {
    "sign in": 'Check that the page shows "Latest runs".\n'
    + "Check that the page has no console errors and no serious accessibility violations.",
    "runs": 'Click "Runs". Choose "Failed" from Verdict. Check that the page shows "Reading lamp for cats".',
    "search": 'Click "Runs". Enter "nothing has this" into "Search the tests\' words".\n'
    + 'Check that the page shows "No run fits this filter".',
    "what there is": """
Click the heading "Shop". Check that the heading "Shop" is shown.
Check that the page shows "Usual duration" and that the page does not show "No runs yet".
Go to /runs/{failed}. Check that "Failed" is shown and that "Expected" is shown.
Click "Report". Check that the page shows "confidence".
Go to /procedures/{procedure}. Check that the heading "Lamp" is shown. Click "Export".
Check that the page shows "@playwright/test".
Go to /phrases. Enter "right click" into "Search the sentences".
Check that the page shows "Pointing, pressing, dragging" and that the page does not show "Waiting and checking".
Go to /settings/health. Check that the page shows "ready to run tests".
Go to /settings/nothing. Check that the page shows "There is no such page".
""",
    "what is made": """
Click "New project". Enter "Intranet" into Name. Enter "http://10.0.0.5" into "Address of the website".
Click "Create project". Check that the page shows "qa-appliance serve --allow 10.0.0.5".
Go to /.
Click "New project". Enter "Museum" into Name. Enter "museum.example" into "Address of the website".
Click "Create project". Check that the heading "Museum" is shown.
Go to /projects/{mirror}?tab=environments. Click "New environment". Enter "Staging" into Name.
Enter "https://staging.example" into Address. Click "Save". Check that the page shows "staging.example".
Go to /settings/members. Click "Add member". Enter "bob@example.test" into Email.
Click the last "Add member" button. Check that the page shows "It works once".
Go to /settings/keys. Click "New key". Enter "CI" into Name. Click the last "New key" button.
Check that the page shows "This is the only time the key is shown".
""",
    "a run is cancelled": """
Go to /projects/{project}. Enter "Click Basket. Frobnicate it." into "Test in plain English".
Check that the page shows "1 clause not understood".
Enter "Go to /catalogue." into "Test in plain English". Click "Run test".
Check that the page shows "Next in line for a browser". Click "Cancel".
Check that the page shows "Cancelled".
""",
    "theme and sign out": """
Click "Theme: as the system". Check that the button "Theme: light" is shown.
Reload the page. Check that the button "Theme: light" is shown.
Click "Your account: Lumen". Click "Sign out". Check that the button "Sign in" is shown.
""",
}
"""Few runs that go through much: in each of them somebody signs in first."""


@pytest.mark.slow
@pytest.mark.parametrize("name", TESTS)
async def test_the_dashboard_tests_itself(dashboard: Dashboard, name: str) -> None:
    run = await dashboard.run(dashboard.mirror, SIGN_IN + TESTS[name].format(**vars(dashboard)))
    assert run["overallStatus"] == "passed", run["reportMarkdown"]


@pytest.mark.slow
async def test_a_wrong_password_is_refused(dashboard: Dashboard) -> None:
    description = f'Log in as "{EMAIL}" with password "wrong-{PASSWORD}". Check that "Latest runs" is shown.'
    run = await dashboard.run(dashboard.mirror, description, userExpectation="fail")
    assert run["overallStatus"] == "passed", run["reportMarkdown"]
