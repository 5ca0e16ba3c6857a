"""A downloaded file on this machine, wherever the browser is. Keeps nothing."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from playwright.async_api import Download, Page
from playwright.async_api import Error as PlaywrightError

from qa_appliance.awaiting import temporary_folder

PIECE_BYTES = 3_000_000
_FIELD = "<input type=file>"
_SIZE = "() => document.querySelector('input').files[0].size"
_PIECE = """([from, to]) => new Promise((resolve, reject) => {
  const reader = new FileReader();
  reader.onload = () => resolve(reader.result.slice(reader.result.indexOf(',') + 1));
  reader.onerror = () => reject(reader.error);
  reader.readAsDataURL(document.querySelector('input').files[0].slice(from, to));
})"""


@asynccontextmanager
async def downloaded(download: Download) -> AsyncIterator[Path]:
    """Waits for its end; the path is good for the block. Raises Playwright's error for a download that failed."""
    try:
        path = Path(await download.path())
    except PlaywrightError:  # a Playwright there has it; one that failed fails again
        async with temporary_folder("qa-download-") as folder:
            await download.save_as(folder / "file")
            yield folder / "file"
        return
    if await asyncio.to_thread(is_here, path):
        yield path
        return
    async with temporary_folder("qa-download-") as folder:
        await _fetched(download, path, folder / "file")
        yield folder / "file"


def is_here(path: Path) -> bool:
    return path.is_file()


async def _fetched(download: Download, there: Path, here: Path) -> None:
    """By Chrome's protocol alone the path is one of the browser's machine, and nobody there hands the file over: a page
    of its own is given it as an upload, and reads it."""
    browser = download.page.context.browser
    if browser is None:
        raise PlaywrightError("The downloaded file is on the browser's machine, and the browser is gone.")
    context = await browser.new_context()
    try:
        page = await context.new_page()
        await page.set_content(_FIELD)
        await _give(page, there)
        size: int = await page.evaluate(_SIZE)
        await asyncio.to_thread(here.touch)
        for start in range(0, size, PIECE_BYTES):
            piece: str = await page.evaluate(_PIECE, [start, start + PIECE_BYTES])
            await asyncio.to_thread(_append, here, piece)
    finally:
        await context.close()


async def _give(page: Page, there: Path) -> None:
    speaking = await page.context.new_cdp_session(page)
    document = await speaking.send("DOM.getDocument")
    field = await speaking.send("DOM.querySelector", {"nodeId": document["root"]["nodeId"], "selector": "input"})
    await speaking.send("DOM.setFileInputFiles", {"files": [str(there)], "nodeId": field["nodeId"]})


def _append(file: Path, piece: str) -> None:
    with file.open("ab") as out:
        out.write(base64.b64decode(piece))
