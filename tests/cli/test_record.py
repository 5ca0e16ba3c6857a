"""`record` as a process of its own: a person at the address it opens writes a test, and the file holds it."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, expect

from qa_appliance.testfiles.read import read_tests

from .conftest import Cli, Done
from .test_serve import PATIENCE

SECRET = "winter-oak-77"
PAGE = """<!doctype html><title>Sign in</title><h1>Sign in</h1>
<label>Password <input type=password></label>
<button onclick="h.textContent = 'Hello Ada'">Sign in</button><p id=h></p>"""

Serve = Callable[..., Awaitable[str]]


@asynccontextmanager
async def recording(*arguments: str, **environment: str) -> AsyncIterator[asyncio.subprocess.Process]:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "qa_appliance", "record", *arguments, env=os.environ | environment,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.communicate()


async def ended(process: asyncio.subprocess.Process) -> Done:
    async with asyncio.timeout(PATIENCE):
        out, err = await process.communicate()
    assert process.returncode is not None
    return Done(process.returncode, out.decode(), err.decode())


async def address(process: asyncio.subprocess.Process, words: str) -> str:
    """What stands behind these words, as soon as they are printed."""
    assert process.stderr is not None
    async with asyncio.timeout(PATIENCE):
        while line := (await process.stderr.readline()).decode():
            if words in line:
                return line.split()[-1]
    raise AssertionError(words)


REFUSED = [
    (["shop.example"], "“shop.example” is not the address of a site"),
    (["https://ada:oak@shop.example"], "which would stand in the file"),
    (["https://shop.example", "there.md"], "There is a file there.md already."),
    (["https://shop.example", "a.md", "--output", "b.md"], "give one of them"),
    (["https://shop.example", "none/a.md"], "There is no folder none"),
    (["https://shop.example", "--viewport", "watch"], "'watch' is not one of"),
]


@pytest.mark.parametrize(("arguments", "words"), REFUSED, ids=[words for _, words in REFUSED])
async def test_what_could_not_be_kept(
    cli: Cli, arguments: list[str], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "there.md").write_text("mine")
    done = await cli("record", *arguments)
    assert (done.code, done.out) == (2, ""), done.err
    assert words in done.err
    assert (tmp_path / "there.md").read_text() == "mine"


async def test_a_site_that_may_not_be_opened(serve: Serve, tmp_path: Path) -> None:
    async with recording(await serve({"/": PAGE}), str(tmp_path / "a.md"), "--no-open") as process:
        done = await ended(process)
    assert (done.code, "--allow" in done.err) == (2, True), done.err
    assert not (tmp_path / "a.md").exists()


async def says(page: Page, sentence: str) -> None:
    field = page.get_by_label("A sentence")
    await field.fill(sentence, timeout=PATIENCE * 1000)
    await page.keyboard.press("Enter")
    await expect(field).to_have_value("", timeout=PATIENCE * 1000)


async def test_a_proven_test_is_a_file_without_its_password(serve: Serve, browser: Browser, tmp_path: Path) -> None:
    opened, opener, file = tmp_path / "opened", tmp_path / "open.sh", tmp_path / "sign_in.md"
    opener.write_text(f'#!/bin/sh\necho "$1" > {opened}.part && mv {opened}.part {opened}\n')
    opener.chmod(0o700)
    site = await serve({"/": PAGE})
    async with recording(site, str(file), "--allow", "loopback", BROWSER=str(opener)) as process:
        here = await address(process, "Write the test here")
        page = await browser.new_page()
        await page.goto(here)
        await says(page, f'enter "{SECRET}" into "Password"')
        await expect(page.locator(".studio-line .mono")).to_have_text(
            'enter "••••" into "Password"', timeout=PATIENCE * 1000
        )
        assert "enter=" not in page.url
        await page.reload()
        await says(page, 'click the button "Sign in"')
        await says(page, 'check that "Hello Ada" is shown')
        await page.get_by_label("Name of the test").fill("Sign in")
        await page.get_by_role("button", name="Save, proven").click()
        done = await ended(process)
        assert opened.read_text().strip() == here
        await page.close()
    assert (done.code, done.out) == (0, ""), done.err
    assert "3 sentences. It passed in a fresh browser." in done.err
    assert "sets PASSWORD in the environment" in done.err
    assert SECRET not in file.read_text() + done.err
    [test] = read_tests([str(file)], str, {"PASSWORD": SECRET})
    assert (test.name, test.url, test.allows_loopback) == ("Sign in", site, True)
    assert test.description.splitlines()[0] == f'- enter "{SECRET}" into "Password"'


async def test_an_interrupt_keeps_what_was_written(serve: Serve, browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "a.md"
    file.write_text("of yesterday")
    arguments = ("--output", str(file), "--overwrite", "--allow", "loopback", "--no-open", "--viewport", "phone")
    async with recording(await serve({"/": PAGE}), *arguments) as process:
        page, late = await browser.new_page(), await browser.new_page()
        here = await address(process, "Write the test here")
        await page.goto(here)
        await says(page, 'click the button "Sign in"')
        await late.goto(here)  # it has opened once
        await expect(late.get_by_text("was used before")).to_be_visible(timeout=PATIENCE * 1000)
        await page.get_by_role("button", name="Close the session").click()
        await page.goto(await address(process, "The session has ended"))
        await expect(page.locator(".studio-line .mono")).to_have_text(
            'click the button "Sign in"', timeout=PATIENCE * 1000
        )
        process.send_signal(signal.SIGINT)
        done = await ended(process)
        await page.close()
        await late.close()
    assert (done.code, done.out) == (130, ""), done.err
    assert "1 sentence. Written, but not seen to pass yet." in done.err
    assert "checked" in done.err  # it would pass whatever the site shows
    text = file.read_text()
    assert "viewport: phone" in text
    assert '- click the button "Sign in"\n\n<!-- Written, but not seen to pass yet. -->' in text
