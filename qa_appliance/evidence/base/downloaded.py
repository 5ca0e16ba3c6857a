"""A downloaded file on this machine, wherever the browser is. Keeps nothing."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from playwright.async_api import Download
from playwright.async_api import Error as PlaywrightError

from qa_appliance.awaiting import temporary_folder


@asynccontextmanager
async def downloaded(download: Download) -> AsyncIterator[Path]:
    """Waits for its end; the path is good for the block. Raises Playwright's error for a download that failed."""
    try:
        path = Path(await download.path())
    except PlaywrightError:  # it lies on the browser's machine; one that failed fails again
        async with temporary_folder("qa-download-") as folder:
            path = folder / "file"
            await download.save_as(path)
            yield path
    else:
        yield path
