"""“Open the changelog”, whose link lies in a menu that is folded: the menu is opened, as a person would."""

from __future__ import annotations

import pytest

from tests.conftest import Serve
from tests.run_test.conftest import Stand

MENU = """<title>Wiki</title><h1>Wiki</h1><div><button onclick="m.hidden = !m.hidden">More</button>
<div id=m hidden><a href=/changelog>Changelog</a></div></div>"""
NOWHERE = "<title>Wiki</title><h1>Wiki</h1><div hidden><a href=/changelog>Changelog</a></div>"
LABEL = "<title>Wiki</title><h1>Wiki</h1><a href=/changelog>Create page</a><a href=/>Create</a>"


@pytest.mark.parametrize(
    ("page", "words", "overall"),
    [
        (NOWHERE, "Open the changelog", "failed"),
        (MENU, "Open the changelog", "passed"),
        (MENU, "Go to Changelog", "passed"),
        (LABEL, "Click on Create page", "passed"),
    ],
)
async def test_what_lies_in_a_folded_menu_is_led_to(
    stand: Stand, serve: Serve, page: str, words: str, overall: str
) -> None:
    site = await serve({"/": page, "/changelog": "<title>Log</title><h1>Changes</h1>"})
    outcome = await stand.run(site, f"{words}. The heading says Changes.")
    assert outcome.overall_status == overall, outcome.report_markdown
