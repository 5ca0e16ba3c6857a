"""The browser starts through our own door and does what tests need of it."""

from __future__ import annotations

import asyncio
import gc
import os
from pathlib import Path

import psutil
import pytest
from platformdirs import user_cache_path
from playwright.async_api import Dialog, Page
from playwright.async_api import Error as PlaywrightError

from qa_appliance.browser.process.choice import BrowserChoice, choose_browser
from qa_appliance.browser.process.launch import driver, environment, launch
from qa_appliance.browser.process.processes import kill
from qa_appliance.browser.process.session import context_options
from qa_appliance.core.run import Site
from tests.conftest import Serve


async def test_a_served_page_is_shown(page: Page, serve: Serve) -> None:
    origin = await serve({"/": "<title>Shop</title><h1>Hello</h1>"})
    await page.goto(origin)
    assert await page.title() == "Shop"


async def test_webgl_works_without_a_graphics_card(page: Page) -> None:
    assert await page.evaluate("!!document.createElement('canvas').getContext('webgl')")
    assert await page.evaluate("!!document.createElement('canvas').getContext('webgl2')")


async def test_the_servers_secrets_do_not_reach_the_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QA_APPLIANCE_ADMIN_PASSWORD", "secret")
    monkeypatch.setenv("HTTPS_PROXY", "http://elsewhere:1")
    monkeypatch.setenv("LC_TIME", "C")
    given = environment(BrowserChoice(Path("/x"), "explicit", "1", "", env={"FONTCONFIG_FILE": "/f"}))
    assert given["LC_TIME"] == "C"
    assert given["FONTCONFIG_FILE"] == "/f"
    assert not {"QA_APPLIANCE_ADMIN_PASSWORD", "HTTPS_PROXY"} & given.keys()


@pytest.mark.parametrize(
    ("given", "letters"),
    [
        ({"LC_ALL": "C"}, "C.UTF-8"),
        ({"LC_CTYPE": "POSIX", "LANG": "de_DE.UTF-8"}, "C.UTF-8"),
        ({}, "C.UTF-8"),
        ({"LC_ALL": "de_DE.UTF-8"}, "de_DE.UTF-8"),
        ({"LANG": "en_US.utf8"}, None),
    ],
)
async def test_the_browser_knows_all_letters(
    monkeypatch: pytest.MonkeyPatch, given: dict[str, str], letters: str | None
) -> None:
    for name in ("LC_ALL", "LC_CTYPE", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    assert environment(BrowserChoice(Path("/x"), "explicit", "1", "")).get("LC_ALL") == letters


@pytest.mark.parametrize(
    ("given", "locale"),
    [
        ({}, "en-US"),
        ({"LANG": "C.UTF-8"}, "en-US"),
        ({"LC_CTYPE": "POSIX", "LANG": "de_DE.UTF-8"}, "en-US"),  # the browser is started with C.UTF-8
        ({"LC_MESSAGES": "C", "LANG": "de_DE.UTF-8"}, "en-US"),
        ({"LANG": "de_DE.UTF-8"}, None),
        ({"LANG": "C.UTF-8", "LC_MESSAGES": "en_GB.UTF-8"}, None),
    ],
)
async def test_pages_are_told_a_language(
    monkeypatch: pytest.MonkeyPatch, given: dict[str, str], locale: str | None
) -> None:
    for name in ("LC_ALL", "LC_CTYPE", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    assert context_options(Site("http://127.0.0.1"), None).get("locale") == locale


async def test_a_script_writes_dates_in_the_language_it_is_told(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    """The browser would say "en-US@posix", at which it breaks."""
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    assert page.context.browser is not None
    context = await page.context.browser.new_context(**context_options(Site("http://127.0.0.1"), None))
    try:
        written = await (await context.new_page()).evaluate(
            "new Intl.RelativeTimeFormat(navigator.language, {numeric: 'always'}).format(-1, 'day')"
        )
    finally:
        await context.close()
    assert written == "1 day ago"


async def test_a_form_the_browser_itself_refuses_does_not_stall_it(page: Page) -> None:
    """The bubble that names the invalid field is drawn by the browser; with the wrong graphics switches forever."""
    await page.set_content("<h1>Sign up</h1><form><label>Name <input required></label><button>Send</button></form>")
    await page.get_by_role("button", name="Send").click()
    for _ in range(6):
        await page.screenshot()
        await page.get_by_label("Name").hover()
    assert page.context.browser is not None
    other = await page.context.browser.new_context()
    await other.new_page()
    await other.close()


@pytest.mark.parametrize("switch", ["--enable-features", "--blink-settings"])
async def test_of_several_such_switches_the_last_has_all(page: Page, switch: str) -> None:
    """A browser obeys the last alone; what Playwright turns on by one before it must not be lost with an update."""
    assert page.context.browser is not None
    session = await page.context.browser.new_browser_cdp_session()
    line = (await session.send("SystemInfo.getInfo"))["commandLine"].split()
    given = [part.partition("=")[2].split(",") for part in line if part.startswith(f"{switch}=")]
    assert {feature for features in given for feature in features} == set(given[-1])


async def test_the_network_has_no_process_of_its_own(page: Page) -> None:
    assert page.context.browser is not None
    session = await page.context.browser.new_browser_cdp_session()
    processes = (await session.send("SystemInfo.getProcessInfo"))["processInfo"]
    assert "network.mojom.NetworkService" not in {process["type"] for process in processes}


async def test_the_driver_is_given_what_the_operator_gave(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NODE_OPTIONS", "--no-deprecation")
    before = set(psutil.Process().children())
    async with driver() as playwright:
        assert playwright.chromium.name == "chromium"
        (node,) = set(psutil.Process().children()) - before
        assert node.environ()["NODE_OPTIONS"].split() == ["--max-semi-space-size=1", "--no-deprecation"]
        assert os.environ["NODE_OPTIONS"] == "--no-deprecation"


async def test_the_driver_keeps_its_code_compiled_where_nobody_else_may_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What lies there is run."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv("NODE_COMPILE_CACHE", raising=False)
    kept = user_cache_path("qa-appliance") / "driver"
    kept.mkdir(parents=True)
    kept.chmod(0o777)
    async with driver():
        pass
    assert list(kept.iterdir()) == []
    kept.chmod(0o755)
    async with driver():
        assert "NODE_COMPILE_CACHE" not in os.environ
    assert [file for file in kept.rglob("*") if file.is_file()]


async def test_a_driver_that_is_killed_leaves_no_complaint_behind() -> None:
    complaints: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _loop, context: complaints.append(context))

    async def lose_the_driver() -> None:
        before = set(psutil.Process().children())
        async with driver() as playwright:
            (node,) = set(psutil.Process().children()) - before
            node.kill()
            with pytest.raises(PlaywrightError):
                await playwright.request.new_context()

    await asyncio.create_task(lose_the_driver())  # in a task of its own: nothing keeps what it held
    gc.collect()
    assert complaints == []


async def test_how_a_browser_goes_that_is_ended_breaks_no_run(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise OSError(22, "Invalid argument")

    process = await asyncio.create_subprocess_exec("sleep", "600")
    monkeypatch.setattr(psutil, "wait_procs", interrupted)
    await asyncio.to_thread(kill, psutil.Process(process.pid))
    assert await process.wait() == -9


async def test_half_a_character_is_told_as_a_sign_in_its_place() -> None:
    choice = await choose_browser()
    async with driver() as playwright:
        launched = await launch(playwright, choice)
        page = await launched.browser.new_page()
        logged: list[str] = []
        page.on("console", lambda message: logged.append(message.text))
        asked: list[str] = []

        async def answer(dialog: Dialog) -> None:
            asked.append(dialog.message)
            await dialog.accept()

        page.on("dialog", answer)
        await page.evaluate("""() => { document.title = "a \\ud83d"; console.log("b \\ud83d"); alert("c \\ud83d") }""")
        assert [await page.title(), *logged, *asked] == ["a \ufffd", "b \ufffd", "c \ufffd"]
        assert await page.evaluate("'whole \U0001f600'") == "whole \U0001f600"
        await launched.browser.close()
