"""“Click Delete and confirm”: whatever asks is said yes to, whatever the button that says it is called."""

from __future__ import annotations

import pytest

from tests.conftest import Serve
from tests.run_test.conftest import Stand

LIST = '<title>Bills</title><h1>Bills</h1><ul id=l><li>Pizza <button onclick="{deed}">Delete</button></ul>{more}'
GOES = "l.innerHTML = ''"
DIALOG = """<dialog id=d><p>Delete the bill?</p><button onclick="d.close()">{no}</button>
<button onclick="d.close(); {goes}">{yes}</button>{more}</dialog>"""
COOKIES = '<div role=dialog>We use cookies <button onclick="this.parentElement.remove()">Fine</button></div>'
CHAT = "<div role=dialog aria-label=Chat><p>May we help you?</p><button>Send</button></div>"


def asking(no: str, yes: str, more: str = "") -> str:
    return LIST.format(deed="d.showModal()", more=DIALOG.format(no=no, yes=yes, goes=GOES, more=more))


QUESTION = "<h1>Delete the bill?</h1><form action=/done><a href=/>Cancel</a> <button>{}</button></form>"
LED_ON = LIST.format(deed="location = '/delete'", more="")
NATIVE = LIST.format(deed=f"if (confirm('Sure?')) {GOES}", more="")

REFUSED = [
    (LIST.format(deed=GOES, more=""), "Nothing asks for a yes"),
    (LIST.format(deed=GOES, more=COOKIES), "Nothing asks for a yes"),
    (asking("Delete this one", "Delete all"), "More than one button of the dialog could say yes"),
    (asking("Cancel", "Delete").replace("showModal()", "show()") + CHAT, "More than one button of the dialogs"),
    (asking("Cancel", "Close"), "Nothing asks for a yes"),
    (LIST.format(deed="location = '/plain'", more=""), "Nothing asks for a yes"),
]


@pytest.mark.parametrize(("page", "message"), REFUSED)
async def test_where_nothing_or_too_much_asks_nothing_is_pressed(
    stand: Stand, serve: Serve, page: str, message: str
) -> None:
    plain = "<h1>Bills</h1><form action=/done><button>Send</button></form>"
    outcome = await stand.run(await serve({"/": page, "/plain": plain}), "Click Delete and confirm.")
    assert outcome.overall_status == "failed", outcome.report_markdown
    assert message in outcome.report_markdown


ASKING = [
    NATIVE,
    asking("Cancel", "Delete"),
    asking("No", "Yes, delete it"),
    asking("Keep it", "OK"),
    asking("Cancel", "Confirm", "<button>Delete later on</button>"),
    asking("Cancel", "Delete") + COOKIES,
    LED_ON,
    LIST.format(deed="y.hidden = false", more=f'{CHAT}<p id=y hidden><button onclick="{GOES}">Confirm</button></p>'),
]


@pytest.mark.parametrize("words", ["and confirm", "and confirm that you really want to delete it"])
@pytest.mark.parametrize("page", ASKING)
async def test_what_asks_is_said_yes_to(stand: Stand, serve: Serve, page: str, words: str) -> None:
    site = await serve({"/": page, "/delete": QUESTION.format("Yes, I'm sure"), "/done": "<h1>Bills</h1>"})
    outcome = await stand.run(site, f'Click Delete {words}. "Pizza" is not shown.')
    assert outcome.overall_status == "passed", outcome.report_markdown


async def test_what_is_not_confirmed_stays(stand: Stand, serve: Serve) -> None:
    outcome = await stand.run(await serve({"/": NATIVE}), 'Click Delete. "Pizza" is not shown.')
    assert outcome.overall_status == "failed", outcome.report_markdown


@pytest.mark.parametrize(("answered", "overall"), [("", "failed"), ("Accept the alert. ", "passed")])
async def test_an_alert_that_a_step_answered_is_over(stand: Stand, serve: Serve, answered: str, overall: str) -> None:
    page = "<button onclick=\"alert('Stock is gone')\">Buy</button>"
    outcome = await stand.run(await serve({"/": page}), f"Click Buy. {answered}Check that no alert is shown.")
    assert outcome.overall_status == overall, outcome.report_markdown
