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
    "an unfit address": SIGN_IN
    + 'Click "New project". Enter "Intranet" into Name. Enter "http://10.0.0.5" into "Address of the website".\n'
    + 'Click "Create project". Check that the page shows "qa-appliance serve --allow 10.0.0.5".',
    "phrases": SIGN_IN
    + 'Go to /phrases. Enter "right click" into "Search the phrases".\n'
    + 'Check that the page shows "Pointer and keys" and that the page does not show "Dragging".',
    "waiting and cancelling": SIGN_IN
    + 'Go to /projects/{project}. Enter "Go to /catalogue." into "Test in plain English". Click "Run test".\n'
    + 'Check that the page shows "Next in line for a browser". Click "Cancel".\n'
    + 'Check that the heading "Cancelled" is shown.',
    "a procedure": SIGN_IN
    + 'Go to /procedures/{procedure}. Check that the heading "Lamp" is shown. Click "Export".\n'
    + 'Check that the page shows "@playwright/test".',
    "an environment": SIGN_IN
    + 'Go to /projects/{mirror}?tab=environments. Click "New environment". Enter "Staging" into Name.\n'
    + 'Enter "https://staging.example" into Address. Click "Save". Check that the page shows "staging.example".',
    "trend": SIGN_IN + 'Go to /projects/{project}. Check that the page shows "Usual duration".',
    "theme": SIGN_IN
    + 'Click "Theme: as the system". Check that the button "Theme: light" is shown.\n'
    + 'Reload the page. Check that the button "Theme: light" is shown.',
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
