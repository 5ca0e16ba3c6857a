"""What pages say: errors first, each with its step; uncaught errors are errors too."""

from __future__ import annotations

from playwright.async_api import Page

from tests.conftest import Serve, given
from tests.evidence.conftest import Record


async def test_a_silent_page_has_no_console_events(page: Page, record: Record) -> None:
    async with record(console=True) as run:
        await page.set_content("<h1>Hello</h1>")
        assert (await run.recorder.finish(page)).console_events is None


async def test_switched_off_it_takes_nothing(page: Page, record: Record) -> None:
    async with record() as run:
        await page.evaluate("console.error('broken')")
        assert (await run.recorder.finish(page)).console_events is None


async def test_messages_carry_level_text_place_and_step(page: Page, serve: Serve, record: Record) -> None:
    origin = await serve({"/": "<script>console.log('hello', 1); console.warn('beware')</script>"})
    async with record(console=True) as run:
        await run.recorder.step_begins(2, "Open the page.")
        async with page.expect_console_message(lambda message: message.text == "beware"):
            await page.goto(origin)
        assert run.recorder.console_errors() == []
        entries = given((await run.recorder.finish(page)).console_events)
    assert [(entry.level, entry.text, entry.step_index, entry.source) for entry in entries] == [
        ("log", "hello 1", 2, "console"),
        ("warning", "beware", 2, "console"),
    ]
    assert given(entries[0].location).url == f"{origin}/"


async def test_an_error_nobody_caught_is_an_error(page: Page, serve: Serve, record: Record) -> None:
    origin = await serve(
        {"/": "<button>Save</button><script>document.querySelector('button').onclick = () => { gone() }</script>"}
    )
    async with record(console=True) as run:
        await page.goto(origin)
        async with page.expect_event("pageerror"):
            await page.click("button")
        [error] = run.recorder.console_errors()
    assert (error.level, error.source) == ("error", "pageerror")
    assert error.text.startswith("ReferenceError: gone is not defined")
    assert error.location is not None
    assert error.location.url == f"{origin}/"


async def test_the_same_said_again_and_again_is_one_entry(page: Page, record: Record) -> None:
    async with record(console=True) as run:
        async with page.expect_console_message(lambda message: message.text == "end"):
            await page.evaluate("for (let n = 0; n < 500; n++) console.log('tick'); console.log('end')")
        tick, _ = given((await run.recorder.finish(page)).console_events)
    assert (tick.text, tick.times) == ("tick", 500)


async def test_errors_stay_when_there_is_very_much_talk(page: Page, record: Record) -> None:
    async with record(console=True, console_entries=5) as run:
        async with page.expect_console_message(lambda message: message.text == "end"):
            await page.evaluate(
                "for (let n = 0; n < 50; n++) console.log(n); console.error('broken');"
                "for (let n = 0; n < 50; n++) console.log(n); console.log('end')"
            )
        entries = given((await run.recorder.finish(page)).console_events)
    assert [entry.text for entry in entries] == ["0", "1", "2", "3", "broken"]


async def test_secrets_are_masked_and_long_messages_cut(page: Page, record: Record) -> None:
    async with record(console=True) as run:
        run.recorder.hide("open sesame")
        async with page.expect_console_message(lambda message: message.text.startswith("x")):
            await page.evaluate("console.log('typed open sesame'); console.log('x'.repeat(100000))")
        typed, long = given((await run.recorder.finish(page)).console_events)
    assert typed.text == "typed ••••"
    assert len(long.text) == 2001
