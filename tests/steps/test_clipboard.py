"""A clipboard is that of one run: what another has copied in the same browser is pasted nowhere, whoever pastes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Browser, Page

from qa_appliance.browser.look.clipboard import copies, pastes
from qa_appliance.browser.process.session import Session, open_session
from qa_appliance.core import steps as s
from qa_appliance.core.run import Site
from qa_appliance.core.target import Target
from qa_appliance.steps.base.stage import Stage
from tests.conftest import Serve
from tests.steps.conftest import Do, Show

SECRET = "Tenant-A-secret-4711"
FORM = """<label>Own <input id=own value="own text"></label><label>Pasted <textarea id=f></textarea></label>
<button id=tries>Try</button><p id=got></p>
<script>
  f.addEventListener("paste", event => { got.textContent += event.clipboardData.getData("text/plain"); });
  tries.onclick = async () => {
    f.focus();
    document.execCommand("paste");
    got.textContent += await navigator.clipboard?.readText().catch(() => "") ?? "";
    got.dataset.tried = "yes";
  };
</script>"""


async def _stays() -> None:
    """The browser is that of all tests."""


@pytest.fixture
async def stranger(browser: Browser) -> AsyncIterator[Session]:
    """Another tenant's session in the same browser, in which a secret was copied."""
    session = await open_session(browser, Site(base_url="http://127.0.0.1/"), None, _stays)
    await session.page.set_content(f"<input id=secret value={SECRET}>")
    await session.page.locator("#secret").select_text()
    assert await session.clipboard.copy(session.page, "Control+C")
    yield session
    await session.close()


async def _until_reported(stage: Stage) -> None:
    """A page tells it behind its own listeners."""
    async with asyncio.timeout(60):
        while stage.session.clipboard.is_empty:
            await asyncio.sleep(0.05)


async def _shown(page: Page) -> str:
    return str(await page.evaluate("f.value + got.textContent"))


async def test_what_another_run_has_copied_is_no_step_s_to_paste(
    stranger: Session, show: Show, do: Do, page: Page
) -> None:
    await show(FORM)
    record = await do(s.Clipboard(move="paste", target=Target(words="Pasted", name="Pasted")))
    assert record.error == "Nothing was copied in this run before, so there is nothing to paste."
    assert await _shown(page) == ""


@pytest.mark.parametrize("key", ["Control+V", "ctrl+shift+v", "Shift+Insert", "Meta+v", "ControlOrMeta+V"])
async def test_nor_do_the_keys_paste_it(stranger: Session, show: Show, do: Do, page: Page, key: str) -> None:
    await show(FORM)
    await page.focus("#f")
    assert (await do(s.Press(keys=(key,)))).error is None
    assert await _shown(page) == ""


async def test_nor_does_a_page_get_it_by_itself(stranger: Session, serve: Serve, do: Do, page: Page) -> None:
    await page.goto(await serve({"/": FORM}) + "/")
    await page.click("#tries")
    await page.wait_for_selector("#got[data-tried]", state="attached")
    await page.click("#f", button="middle")
    assert await _shown(page) == ""


async def test_a_text_of_the_step_is_pasted_with_its_event(show: Show, do: Do, page: Page) -> None:
    await show(FORM)
    pasted = s.Clipboard(move="paste", target=Target(words="Pasted", name="Pasted"), text=s.Value("AB-12"))
    assert (await do(pasted)).error is None
    assert await _shown(page) == "AB-12AB-12"


async def test_what_is_pasted_is_there_right_behind_the_event(show: Show, do: Do, page: Page) -> None:
    await show('<input id=f aria-label=Pasted onpaste="setTimeout(() => got.textContent = f.value)"><p id=got></p>')
    pasted = s.Clipboard(move="paste", target=Target(words="Pasted", name="Pasted"), text=s.Value("AB-12"))
    assert (await do(pasted)).error is None
    assert await _shown(page) == "AB-12AB-12"


async def test_a_secret_is_pasted_into_no_page_of_others(show: Show, do: Do, page: Page) -> None:
    await show(FORM)
    secret = s.Value("hunter-2", secret=True)
    record = await do(s.Clipboard(move="paste", target=Target(words="Pasted", name="Pasted"), text=secret))
    assert record.failure is not None
    assert record.failure.kind == "secret_host"
    assert await _shown(page) == ""


async def test_what_another_has_selected_is_pasted_by_no_middle_click(
    stranger: Session, show: Show, page: Page
) -> None:
    await stranger.page.focus("#secret")
    await stranger.page.keyboard.press("Control+A")
    await show(FORM)
    await page.click("#f", button="middle")
    assert await _shown(page) == ""


async def test_a_text_that_was_pasted_is_not_what_the_run_has_copied(show: Show, do: Do, page: Page) -> None:
    await show(FORM)
    into = Target(words="Pasted", name="Pasted")
    assert (await do(s.Clipboard(move="paste", target=into, text=s.Value("AB-12")))).error is None
    record = await do(s.Clipboard(move="paste", target=into))
    assert record.error == "Nothing was copied in this run before, so there is nothing to paste."
    await page.focus("#f")
    assert (await do(s.Clipboard(move="paste", text=s.Value("!")))).error is None
    assert await page.evaluate("f.value") == "AB-12!"


async def test_what_a_run_has_copied_stays_what_another_copies_meanwhile(
    stranger: Session, show: Show, do: Do, page: Page
) -> None:
    await show(FORM)
    assert (await do(s.Clipboard(move="copy", target=Target(words="Own", name="Own", kind="field")))).error is None
    await stranger.page.locator("#secret").select_text()
    assert await stranger.clipboard.copy(stranger.page, "Control+C")
    assert (await do(s.Clipboard(move="paste", target=Target(words="Pasted", name="Pasted")))).error is None
    assert await _shown(page) == "own textown text"


COPIED = {
    "by a command": "<textarea id=c>of the page</textarea>"
    "<script>copy = () => { c.select(); document.execCommand('copy'); }",
    "by writing": "<script>copy = () => navigator.clipboard.writeText('of the page')",
    "by its own event": "<script>addEventListener('copy', e => { e.clipboardData.setData('text/plain', 'of the page');"
    " e.preventDefault(); e.stopPropagation(); }); copy = () => document.execCommand('copy')",
}


@pytest.mark.parametrize("way", COPIED)
async def test_what_a_page_copies_is_pasted(serve: Serve, do: Do, stage: Stage, page: Page, way: str) -> None:
    await page.goto(await serve({"/": f"{COPIED[way]}</script><button onclick=copy()>Copy</button>{FORM}"}) + "/")
    await page.get_by_role("button", name="Copy").click()
    await _until_reported(stage)
    assert (await do(s.Clipboard(move="paste", target=Target(words="Pasted", name="Pasted")))).error is None
    assert await _shown(page) == "of the pageof the page"


async def test_what_is_cut_by_keys_is_pasted_into_a_frame_and_into_another_person_s_page(
    serve: Serve, do: Do, stage: Stage, page: Page
) -> None:
    inner = "<div id=e contenteditable>before:</div>"
    site = await serve({"/": f"{FORM}<iframe src=/inner></iframe>", "/inner": inner})
    await page.goto(f"{site}/")
    await page.locator("#own").select_text()
    assert (await do(s.Press(keys=("Control+X",)))).error is None
    assert await page.evaluate("own.value") == ""
    editor = page.frames[1].locator("#e")
    await editor.click()
    await page.keyboard.press("End")
    assert (await do(s.Press(keys=("Control+V",)))).error is None
    assert await editor.inner_text() == "before:own text"
    other = await stage.session.another()
    await other.page.set_content("<input id=o autofocus>")
    await other.page.focus("#o")
    await other.clipboard.paste(other.page)
    assert await other.page.evaluate("o.value") == "own text"


async def test_a_password_is_not_copied_and_what_selects_nothing_copies_nothing(
    show: Show, do: Do, stage: Stage, page: Page
) -> None:
    await show("<label>Password <input type=password value=secret-77></label><p>Text</p>")
    await do(s.Clipboard(move="copy", target=Target(words="Password", name="Password")))
    assert stage.session.clipboard.is_empty
    await page.evaluate("getSelection().removeAllRanges()")
    await do(s.Clipboard(move="copy"))
    assert stage.session.clipboard.is_empty


@pytest.mark.parametrize(
    "key", ["V", "Alt+V", "Control+Alt+V", "Control+B", "Insert", "Control+Shift+Insert", "+", "Control"]
)
def test_other_keys_neither_copy_nor_paste(key: str) -> None:
    assert not pastes(key)
    assert not copies(key) or "Insert" in key
