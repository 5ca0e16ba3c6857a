"""The appliance tests its own dashboard, in English, through its own HTTP API and in its own browser."""

from __future__ import annotations

import pytest

from tests.web.conftest import EMAIL, PASSWORD, Dashboard

SIGN_IN = f'Log in as "{EMAIL}" with password "{PASSWORD}".\nWait until the heading "Projects" is shown.\n'

TESTS = {
    "sign in": SIGN_IN + 'Check that the page shows "Latest runs".',
    "sign out": SIGN_IN + 'Click "Your account". Click "Sign out". Check that the button "Sign in" is shown.',
    "projects": SIGN_IN + 'Click the heading "Shop". Check that the heading "Shop" is shown.',
    "a new project": SIGN_IN
    + 'Click "New project". Enter "Museum" into Name. Enter "museum.example" into "Address of the website".\n'
    + 'Click "Create project". Check that the heading "Museum" is shown.',
    "understanding": SIGN_IN
    + 'Go to /projects/{project}. Enter "Click Basket. Frobnicate it." into "Test in plain English".\n'
    + 'Check that the page shows "1 clause not understood".',
    "runs": SIGN_IN + 'Click "Runs". Choose "Failed" from Verdict. Check that the page shows "Reading lamp for cats".',
    "search": SIGN_IN
    + 'Click "Runs". Enter "nothing has this" into "Search the tests\' words".\n'
    + 'Check that the page shows "No run fits this filter".',
    "verdict": SIGN_IN + 'Go to /runs/{failed}. Check that the heading "Failed" is shown and that "Expected" is shown.',
    "evidence": SIGN_IN + 'Go to /runs/{failed}. Click "Report". Check that the page shows "confidence".',
    "an API key": SIGN_IN
    + 'Go to /settings/keys. Click "New key". Enter "CI" into Name. Click the last "New key" button.\n'
    + 'Check that the page shows "This is the only time the key is shown".',
    "an invitation": SIGN_IN
    + 'Go to /settings/members. Click "Add member". Enter "bob@example.test" into Email.\n'
    + 'Click the last "Add member" button. Check that the page shows "It works once".',
    "health": SIGN_IN + 'Go to /settings/health. Check that the page shows "ready to run tests".',
    "no such page": SIGN_IN + 'Go to /settings/nothing. Check that the page shows "There is no such page".',
    "quality": SIGN_IN + "Check that the page has no console errors and no serious accessibility violations.",
}


@pytest.mark.slow
@pytest.mark.parametrize("name", TESTS)
async def test_the_dashboard_tests_itself(dashboard: Dashboard, name: str) -> None:
    run = await dashboard.run(dashboard.mirror, TESTS[name].format(**vars(dashboard)))
    assert run["overallStatus"] == "passed", run["reportMarkdown"]


@pytest.mark.slow
async def test_a_wrong_password_is_refused(dashboard: Dashboard) -> None:
    description = f'Log in as "{EMAIL}" with password "wrong-{PASSWORD}". Check that "Latest runs" is shown.'
    run = await dashboard.run(dashboard.mirror, description, userExpectation="fail")
    assert run["overallStatus"] == "passed", run["reportMarkdown"]
