"""What deeds lead to: fields that do not keep what they are given, broken answers, dialogs and tabs nobody spoke of."""

from __future__ import annotations

import asyncio

import pytest

from qa_appliance.core.evidence.steps import StepRecord
from qa_appliance.english.compile import plan_english
from qa_appliance.steps.base.stage import Stage
from tests.conftest import Request, Response, Serve
from tests.steps.conftest import Do, Show

FORGETS = """<label>Name <input oninput="this.value=''"></label>"""
COUNTRIES = "<label>Country <select onchange='{}'><option value=de>Germany<option value=fr>France</select></label>"


@pytest.mark.parametrize(
    ("page", "words", "kind", "message"),
    [
        (FORGETS, 'Type "hello" into Name', "not_kept", "did not keep “hello”: it is empty again"),
        (
            COUNTRIES.format("this.selectedIndex=0"),
            'Select "France" from Country',
            "not_kept",
            "did not keep “France”: it went back to “Germany”",
        ),
        (
            "<label>Volume <input type=range min=0 max=100 step=25 value=0></label>",
            "Set Volume to 40",
            "no_option",
            "40",
        ),
    ],
)
async def test_what_is_not_kept_has_not_been_done(
    show: Show, do: Do, page: str, words: str, kind: str, message: str
) -> None:
    await show(page)
    record = await do(plan_english(words).steps[0])
    assert record.failure is not None
    assert record.failure.kind == kind
    assert message in record.failure.message


@pytest.mark.parametrize(
    ("page", "words", "noted"),
    [
        ("<label>Name <input maxlength=3></label>", 'Type "hello" into Name', "the field made “hel” of it"),
        (
            COUNTRIES.format("this.selectedIndex=0").replace("value=de>Germany", "value=''>Do something"),
            'Select "France" from Country',
            "went back to “Do something”",
        ),
        (
            "<button onclick=\"confirm('Really?')\">Delete</button>",
            "Click Delete",
            "asked “Really?”; that was declined",
        ),
        ("<button onclick=\"alert('Sold out')\">Buy</button>", "Click Buy", "the page said “Sold out”"),
    ],
)
async def test_what_a_deed_led_to_is_told(show: Show, do: Do, page: str, words: str, noted: str) -> None:
    await show(page)
    record = await do(plan_english(words).steps[0])
    assert record.error is None
    assert noted in str(record.note)


@pytest.mark.parametrize(("status", "failed"), [(500, True), (503, True), (404, False), (200, False)])
async def test_a_deed_that_leads_to_a_broken_page_fails(
    stage: Stage, do: Do, serve: Serve, status: int, failed: bool
) -> None:
    answer = Response(status=status, body="<h1>Here</h1>")
    origin = await serve({"/": "<a href=/next>Next</a>", "/next": answer})
    await stage.page.goto(origin)
    record = await do(plan_english("Click Next").steps[0])
    assert (record.failure is not None and record.failure.kind == "page_error") == failed
    assert (str(status) in str(record.error)) == failed


@pytest.mark.parametrize("words", ['"Overdue" is not shown', "no error is shown", "there are 0 buttons"])
async def test_nothing_is_told_of_the_browsers_own_error_page(stage: Stage, do: Do, serve: Serve, words: str) -> None:
    endless = Response(status=302, headers={"Location": "/next"})
    await stage.page.goto(await serve({"/": "<a href=/next>Next</a>", "/next": endless}))
    record = await do(*plan_english(f"Click Next. Check that {words}").steps)
    assert "could not be opened" in str(record.error)


async def test_another_tab_is_told_of_where_a_check_fails(stage: Stage, do: Do, serve: Serve) -> None:
    origin = await serve({"/": "<a target=_blank href=/next>Next</a>", "/next": "<h1>Here</h1>"})
    await stage.page.goto(origin)
    async with stage.session.context.expect_page():
        await do(plan_english("Click Next").steps[0])
    record: StepRecord = await do(plan_english('Check that "Here" is shown').steps[0])
    assert record.error is not None
    assert "another tab is open" in str(record.note)


ALERTS = "<button onclick=\"alert('Stock is gone')\">Buy</button><button>Other</button>"


@pytest.mark.parametrize(
    ("words", "error"),
    [
        ('Click Buy. Check that the alert says "Bought"', "The alert is “Stock is gone”, expected “Bought”."),
        ('Click Buy. Click Other. Check that the alert says "Stock is gone"', "There is no alert"),
        ("Click Buy. Check that no alert appears", "The alert “Stock is gone” came, although none should have."),
        ("Click Buy. Check that no dialog is shown", "The alert “Stock is gone” came"),
        ("Click Other. Check that an alert appears", "There is no alert"),
        ("Click Buy. Click Other. Check that no alert appears", None),
        ("Click Buy. Check that an alert appears", None),
        ('Click Buy. Check that the alert says "Stock is gone"', None),
        ('Click Buy. Check that "Buy" is shown. Check that the alert contains "gone"', None),
    ],
)
async def test_what_the_browsers_own_alert_said_can_be_checked(
    show: Show, do: Do, words: str, error: str | None
) -> None:
    await show(ALERTS)
    record = await do(*plan_english(words).steps)
    assert record.error is None if error is None else error in str(record.error)


SAVES = """<button onclick="fetch('/save').then(r => r.text()).then(t => { o.innerHTML = t; })">Save</button>
<div id=o></div>"""


@pytest.mark.parametrize("words", ["no error is shown", '"Not saved" is not shown', "there is no alert"])
async def test_what_is_denied_may_come_with_the_answer(serve: Serve, stage: Stage, do: Do, words: str) -> None:
    async def refuse(_: Request) -> str:
        await asyncio.sleep(3)  # a slow server
        return "<p role=alert>Not saved</p>"

    await stage.page.goto(await serve({"/": SAVES, "/save": refuse}))
    record = await do(*plan_english(f"click Save. Check that {words}").steps)
    assert record.result == "failed"
