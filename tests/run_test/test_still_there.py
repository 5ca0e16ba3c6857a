"""“It is gone”, “the task is gone” of a record whose entry says more than its name: date, price, its buttons."""

from __future__ import annotations

import pytest

from tests.conftest import Serve
from tests.run_test.conftest import Stand

GOES = "onclick=\"this.closest('.e').remove(); document.querySelector('p').hidden = false\""
ENTRIES = {
    "an entry of a list": "<ul><li class=e>Rent <button DONE>Done</button></ul>",
    "a name of its own": "<ul><li class=e><span>Rent</span> <button DONE>Done</button></ul>",
    "a row": "<table><tr class=e><td>Rent<td>5<td><button DONE>Done</button></table>",
    "a cell that says more": "<table><tr class=e><td>Rent: 5<td><button DONE>Done</button></table>",
    "a card": "<div class=e>Rent <button DONE>Done</button></div>",
    "a card with a date": "<ul><li class=e><div>Rent <em>3 May</em></div><button DONE>Done</button><li>Food</ul>",
    "an article": "<article class=e>Rent, 3 May <button DONE>Done</button></article>",
    "a link": "<div class=e><a href=/rent>Rent, 3 May</a> <button DONE>Done</button></div>",
}
CLAIMS = ["It is gone", "It is no longer shown", "It is not shown", "The task is gone", "The task disappears"]


@pytest.mark.parametrize("claim", CLAIMS)
@pytest.mark.parametrize("entry", ENTRIES.values(), ids=ENTRIES)
async def test_what_stays_is_not_gone(stand: Stand, serve: Serve, entry: str, claim: str) -> None:
    page = entry.replace("DONE", "")
    outcome = await stand.run(await serve({"/": page}), f'Click "Done" of the task "Rent". {claim}.')
    assert outcome.overall_status == "failed", outcome.report_markdown
    assert "should not be" in outcome.report_markdown


@pytest.mark.parametrize(
    "message", ["Rent was removed", "Removed “Rent”", "Done", "<span class=toast>Rent gone</span>"]
)
@pytest.mark.parametrize("entry", ENTRIES.values(), ids=ENTRIES)
async def test_what_went_is_gone_whatever_the_page_tells_of_it(
    stand: Stand, serve: Serve, entry: str, message: str
) -> None:
    page = (
        f"{entry.replace('DONE', GOES)}<p hidden>{message}</p><button>Rent out</button><i>Parents</i><u>Rent a car</u>"
    )
    outcome = await stand.run(
        await serve({"/": page}), 'Click "Done" of the task "Rent". It is gone. The task is no longer shown.'
    )
    assert outcome.overall_status == "passed", outcome.report_markdown
