"""Why an action could not be done, read from Playwright's own account of it: names on the page say nothing there."""

from __future__ import annotations

import pytest
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page

from qa_appliance.browser.failure import is_done, is_gone, translated
from qa_appliance.browser.look.take import locator_of, take_look

MOVING = "<style>@keyframes m{to{translate:300px}}button{animation:m 20s linear}</style>"
LAYER = "<div class='element is not enabled' style='position:fixed;inset:0'>Is disabled</div>"

CASES = [
    (MOVING + "<button>Recover password</button>", "moving"),
    (MOVING + "<button>element is not enabled</button>", "moving"),
    (MOVING + "<button>is disabled, not visible, detached</button>", "moving"),
    (MOVING + "<button>&lt;p> intercepts pointer events</button>", "moving"),
    (MOVING + "<button>Page crashed</button>", "moving"),
    (MOVING + "<button>waiting for scheduled navigations to finish</button>", "moving"),
    ("<button disabled>Cover</button>", "disabled"),
    ("<button hidden>Disabled users</button>", "hidden"),
    ("<button>Not stable</button>" + LAYER, "covered"),
    ("<button style='position:fixed;left:-500px'>Not enabled</button>", "out_of_view"),
]


@pytest.mark.parametrize(("html", "cause"), CASES, ids=[f"{cause}: {html[-40:]}" for html, cause in CASES])
async def test_the_cause_is_what_was_met(page: Page, html: str, cause: str) -> None:
    await page.set_content(html)
    with pytest.raises(PlaywrightError) as raised:
        await page.locator("button").click(timeout=400)
    failure = translated(raised.value, "click it")
    assert (failure.kind, failure.cause) == ("not_actionable", cause)
    assert not is_gone(raised.value)
    assert not is_done(raised.value)


async def test_a_field_and_a_box_that_do_not_take_it(page: Page) -> None:
    await page.set_content(
        "<input id=r readonly><input id=d disabled><input id=c type=checkbox onclick='return false'>"
    )
    for action, cause in (
        (page.locator("#r").fill("x", timeout=400), "read_only"),
        (page.locator("#d").fill("is read-only", timeout=400), "disabled"),
        (page.locator("#c").check(timeout=400), "not_switched"),
    ):
        with pytest.raises(PlaywrightError) as raised:
            await action
        assert translated(raised.value, "do it").cause == cause


async def test_what_the_page_has_taken_away_is_said_in_a_testers_words(page: Page) -> None:
    await page.set_content("<button>Save</button>")
    look = await take_look(page)
    gone = locator_of(look, next(node for node in look.nodes if node.tag == "button"))
    await page.evaluate("document.querySelector('button').remove()")
    for action in (gone.click(timeout=400), gone.input_value(timeout=400), gone.is_checked(timeout=400)):
        with pytest.raises(PlaywrightError) as raised:
            await action
        failure = translated(raised.value, "click it")
        assert (failure.kind, failure.cause) == ("not_actionable", "detached")
        assert failure.message == "Could not click it: the page took it away meanwhile."


async def test_words_of_the_driver_do_not_reach_a_user(page: Page) -> None:
    with pytest.raises(PlaywrightError) as raised:
        await page.evaluate("() => { throw new Error('unheard of') }")
    assert translated(raised.value, "click it").message == "Could not click it: unheard of."
