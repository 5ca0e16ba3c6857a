"""“Log in as ann with a wrong password. An error is shown”: the refusal is what the test is about."""

from __future__ import annotations

import pytest

from tests.conftest import Serve
from tests.run_test.conftest import Stand

PAGE = """<title>Sign in</title><h1>Sign in</h1><form onsubmit="event.preventDefault(); {answer}">
<p id=e role=alert></p>
<label>User <input name=user></label><label>Password <input type=password></label><button>Log in</button></form>"""
REFUSES = PAGE.format(answer="e.textContent = 'Invalid username or password for ann'")
ADMITS = PAGE.format(answer="document.body.innerHTML = '<h1>Orders</h1><p>Hello ann</p>'")
SILENT = PAGE.format(answer="")

EXPECTED = [
    'Log in as ann with password x. The error "Invalid username or password" is shown.',
    "Log in as ann with password x and check that an error is displayed.",
    'Log in as ann with password x. I see "Invalid username or password".',
    'Log in as ann with a wrong password "x". The heading still says Sign in.',
    "Try to log in as ann with password x. An error message tells me that the password is invalid.",
    'Try to log in as ann with password x. "Orders" is not shown.',
]


@pytest.mark.parametrize("words", EXPECTED)
async def test_a_refusal_that_is_awaited_is_no_failure(stand: Stand, serve: Serve, words: str) -> None:
    outcome = await stand.run(await serve({"/": REFUSES}), words)
    assert outcome.overall_status == "passed", outcome.report_markdown


@pytest.mark.parametrize("words", EXPECTED)
async def test_who_is_let_in_fails_it(stand: Stand, serve: Serve, words: str) -> None:
    outcome = await stand.run(await serve({"/": ADMITS}), words)
    assert outcome.overall_status == "failed", outcome.report_markdown


NOT_AWAITED = [
    (REFUSES, "Log in as ann with password x."),
    (REFUSES, 'Log in as ann with password x. "ann" is shown.'),
    (REFUSES, "Log in as ann with password x. No error is shown."),
    (REFUSES, 'Log in as ann with password x. "Orders" is not shown.'),
    (REFUSES, 'Log in as ann with password x. Click "Log in". An error is shown.'),
    (REFUSES, 'Try to log in as ann with password x. Click "Log in". An error is shown.'),
    (REFUSES, 'Try to log in as ann with password x. "Wrong code" is shown.'),
    (SILENT, "Log in as ann with password x. An error is shown."),
]


@pytest.mark.parametrize(("page", "words"), NOT_AWAITED)
async def test_any_other_refusal_is_a_failure(stand: Stand, serve: Serve, page: str, words: str) -> None:
    outcome = await stand.run(await serve({"/": page}), words)
    assert outcome.overall_status == "failed", outcome.report_markdown


async def test_where_the_test_expects_a_refusal_it_ends_there(stand: Stand, serve: Serve) -> None:
    outcome = await stand.run(await serve({"/": REFUSES}), EXPECTED[1], expectation="fail")
    assert outcome.overall_status == "passed", outcome.report_markdown
