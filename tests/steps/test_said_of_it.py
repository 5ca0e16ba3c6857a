"""A name that something is said of is no entry of that name, and no text that came: “Ann left”, “Emma could not …”."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from tests.steps.conftest import claims, holding

LOG = "<ul><li>Ann left<li>Removed Eve from the team<li>Bob</ul>"
CHAT = "<table><tr><th>What<tr><td>Ann was removed<tr><td>Bob</table>"
TOOLBAR = """<div role=toolbar><button aria-label=Bold>B</button></div>
<div class=bar><button class=is-active>Left</button><button>Right</button></div>
<button aria-pressed=true>Mute</button><button>Save</button><button disabled>Send</button>"""
FAILED = "<div role=alert>Saving failed</div>"

MUST_NOT_HOLD = {
    "an entry that tells of somebody": (LOG, """"Ann" is listed | Ann is listed | "Ann" is in the list |
        I see "Ann" in the list | the list contains "Ann" | "Eve" is listed | "Eve" is in the list |
        "Bob" is not listed | Ann appears in the list"""),
    "an entry of what somebody did": (
        "<ul><li>Ann created the board<li>Bo shared “Plan”<li>Cy joined<li>Di is gone</ul>",
        '"Ann" is listed | "Bo" is in the list | "Cy" is listed | "Di" is listed'),
    "a row that tells of somebody": (CHAT, """"Ann" is listed | "Ann" is in the table | I see "Ann" in the table |
        the table contains "Ann" | Ann appears in the table"""),
    "a sentence of what failed": ("<p>Emma could not be saved", '"Emma" is shown | I see "Emma" | "Emma" is listed'),
    "one that names its sort": ("<p role=alert>The project “Alpha” already exists", '"Alpha" is shown | I see "Alpha"'),
    "what is over": ("<p>Pro trial expired", '"Pro" is shown'),
    "what is read as under way and has failed": (FAILED, """no error is shown | a confirmation is shown |
        a success message is shown | a confirmation message appears"""),
    "a refusal in the words of success": (
        "<p role=alert>Confirmation e-mail could not be sent",
        "a confirmation is shown | a confirmation message is shown"),
    "any text, which is no message": ("<h1>Inbox</h1><p>Welcome back.", """a message is displayed |
        the message is visible | a notice is shown | the hint is shown |
        the caption is displayed"""),
    "a button that nothing marks": (TOOLBAR, """the button "bold" is active | the Bold button is not active |
        the Right button is active | the Left button is not active | the Mute button is inactive |
        the Send button is active"""),
    "how the page is built": ("<p>x", """there is no "img[src=b.png]" | ".error" is not displayed |
        "#total" is not shown | I should not see "div.card > span" """),
}  # fmt: skip
MUST_HOLD = {
    "an entry and what was done to it": (
        """<ul><li>report.pdf uploaded 3 May<li>Order 1002 sent yesterday<li>Board created by Ann<li>Plan archived
        <li>Lamp is out of stock</ul>""",
        """"report.pdf" is listed | "Order 1002" is listed | "Board" is listed | "Plan" is in the list |
        "Lamp" is listed"""),
    "files and channels that are gone": ("<p>x", """"notes.txt" is not shown | "#general" is no longer shown |
        "a.txt" is not shown | ".env" is gone | "README.md" is not shown | "v1.2" is not shown"""),
    "a message": ("<h1>Inbox</h1><div role=status>Sent</div>", "a message is displayed | the message is visible"),
    "what is marked so": ("<input><small class=hint>Two words</small>", "the hint is shown"),
    "one by its class": ("<h1>Inbox</h1><div class=toast>Sent</div>", "a message is displayed"),
    "an entry": (LOG, '"Bob" is listed | "Ann left" is listed | "Bob" is in the list | the list contains "Ann left"'),
    "an entry of a longer name": ("<ul><li>Ann Smith<li>Dune by Herbert<li>Invited by Bo</ul>", """"Ann" is listed |
        "Dune" is in the list | the list contains "Dune" | "Ann Smith" is listed"""),
    "an entry and how it stands": ("<ul><li>Ann <em>left</em><li><b>Bo</b> was removed</ul>", """"Ann" is listed |
        "Bo" is listed | "Bo" is in the list"""),
    "one that is told of as well": (LOG + "<ul><li>Ann</ul>", '"Ann" is listed'),
    "a row": (CHAT, '"Bob" is listed | "Ann was removed" is listed'),
    "the words of an error": ("<p role=alert>Emma could not be saved", """"could not be saved" is shown |
        "Emma could not be saved" is shown | the error "Emma could not be saved" is shown"""),
    "what else a sentence of a failure says": ("<p>You have 3 messages that could not be delivered",
        '"3 messages" is shown'),
    "what stands elsewhere too": ("<h1>Emma</h1><p>Emma could not be saved", '"Emma" is shown'),
    "what is under way": ("<div role=alert>Saving, please wait</div>", "no error is shown"),
    "a confirmation": ("<div role=alert>Saved</div>", "a confirmation is shown | a notification is shown"),
    "an error": (FAILED, "an error is shown"),
    "a button that is marked": (TOOLBAR, """the Left button is active | the Right button is not active |
        the Mute button is active | the Save button is active | the Send button is not active"""),
    "punctuation that is a text": ("<p>x", '"Saved." is not shown | "e.g. this" is not shown | ".5" is not shown'),
}  # fmt: skip


@pytest.mark.parametrize("name", MUST_NOT_HOLD)
async def test_it_does_not_hold(page: Page, name: str) -> None:
    html, checks = MUST_NOT_HOLD[name]
    assert await holding(page, html, claims(checks)) == []


@pytest.mark.parametrize("name", MUST_HOLD)
async def test_it_holds(page: Page, name: str) -> None:
    html, checks = MUST_HOLD[name]
    assert await holding(page, html, claims(checks)) == claims(checks)
