"""“A message says that the bill has been added”: in the tester's words, told by one sentence that says as much."""

from __future__ import annotations

import pytest

from tests.conftest import Serve
from tests.run_test.conftest import Stand

PAGE = """<title>Bills</title><h1>Bills</h1><ul><li>Deleted bills <a href=#>Add a bill</a><li>The bill was added</ul>
<label>The bill was added <input></label><button onclick="out.innerHTML = '{message}'">Go</button><div id=out></div>"""
TOAST = "<div class=toast role=status>{text}</div>"
ERROR = "<p role=alert class=error>{text}</p>"

REFUSED = [
    (TOAST, "The bill could not be added.", "A message says that the bill has been added"),
    (TOAST, "The bill has not been added.", "A message confirms that the bill has been added"),
    (TOAST, "Adding the bill failed", "A message confirms that the bill has been added"),
    (TOAST, "The bill will be added soon", "A message confirms that the bill has been added"),
    (TOAST, "Should the bill be added?", "A message confirms that the bill has been added"),
    (TOAST, "The receipt has been added", "A message confirms that the bill has been added"),
    (TOAST, "The bill has been deleted. A receipt was added.", "A message says that the bill has been added"),
    (TOAST, "Please add a bill", "A message confirms that the bill has been added"),
    ("{text}", "", "A message says that the bill was added"),
    (TOAST, "The bill was added", "A message says that the bill was not added"),
    (TOAST, "The bill was added, no problem", "A message says that the bill was not added"),
    (ERROR, "The password is wrong", "There is an error that the password is too short"),
    (ERROR, "The name is too short", "An error message tells me that the password is too short"),
    (TOAST, "The password is not too short", "An error tells me that the password is too short"),
    ("{text}", "", "The page says that no bill was found"),
    ("<p>{text}</p>", "1 bill was found", "The page says that no bill was found"),
    ("<a href=#>{text}</a>", "No bill found", "The page says that no bill was found"),
]


@pytest.mark.parametrize(("box", "text", "claim"), REFUSED)
async def test_what_no_message_says_fails(stand: Stand, serve: Serve, box: str, text: str, claim: str) -> None:
    site = await serve({"/": PAGE.format(message=box.format(text=text))})
    outcome = await stand.run(site, f'Click "Go". {claim}.')
    assert outcome.overall_status == "failed", outcome.report_markdown
    assert "says in these words that" in outcome.report_markdown


HOLDING = [
    (TOAST, "The bill has been added.", "A message confirms that the bill has been added"),
    (TOAST, "Bill “Pizza” was successfully added!", "A success message says that the bill was added"),
    (TOAST, "You added a bill", "I see a message that the bill has been added"),
    (TOAST, "Done. The bill has been added. You may add another one.", "A message says that the bill was added"),
    (ERROR, "Your password is too short.", "There should be an error that the password is too short"),
    (ERROR, "Sorry, this private code is not the right one", "An error tells me that the code is not the right one"),
    (ERROR, "The name cannot be empty", "An error message informs the user that the name cannot be empty"),
    ("<p>{text}</p>", "No bills found.", "The page says that no bill was found"),
    (TOAST, "The bill was not added", "A message tells the user that the bill was not added"),
]


@pytest.mark.parametrize(("box", "text", "claim"), HOLDING)
async def test_what_a_message_says_holds(stand: Stand, serve: Serve, box: str, text: str, claim: str) -> None:
    site = await serve({"/": PAGE.format(message=box.format(text=text))})
    outcome = await stand.run(site, f'Click "Go". {claim}.')
    assert outcome.overall_status == "passed", outcome.report_markdown
