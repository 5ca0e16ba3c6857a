"""Files: given to the page, and taken from it. Gives made files only: reads nothing from this machine."""

from __future__ import annotations

import asyncio
import mimetypes

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import FilePayload, Locator
from playwright.async_api import TimeoutError as PlaywrightTimeout

from qa_appliance.browser.failed import Failed, fail, translated
from qa_appliance.browser.locate import Located
from qa_appliance.core.steps import Download, Upload
from qa_appliance.core.target import Target
from qa_appliance.steps.samples import sample
from qa_appliance.steps.stage import Doing, Stage

LARGEST_MADE = 45_000_000  # bytes; what Playwright hands over in memory
DOWNLOAD_SECONDS = 30.0
_FILE_FIELD = Target(words="the file field", kind="file")


async def upload(step: Upload, stage: Stage, doing: Doing) -> None:
    if step.size_bytes > LARGEST_MADE:
        raise fail("unsupported", f"Made files are at most {LARGEST_MADE // 1_000_000} MB.")
    payloads = [await _payload(name, step.size_bytes, doing) for name in step.files or ("file.bin",)]

    async def give(located: Located, locator: Locator, ms: float) -> None:
        if located.node.type == "file":
            await _fits(located, payloads)
            await locator.set_input_files(payloads, timeout=ms)
            return
        inner = locator.locator("input[type=file]")
        if await inner.count() == 1:
            await inner.set_input_files(payloads, timeout=ms)
            return
        async with stage.page.expect_file_chooser(timeout=ms) as chooser:
            await locator.click(timeout=ms)
        await (await chooser.value).set_files(payloads)

    await stage.act(step.target or _FILE_FIELD, "upload", doing, "give a file to", give)


async def download(step: Download, stage: Stage, doing: Doing) -> None:
    """Clicks and waits until the file is there; its name is kept for the checks that follow."""
    located = await stage.find(step.target, "click", doing)
    try:
        async with stage.page.expect_download(timeout=DOWNLOAD_SECONDS * 1000) as coming:
            await stage.act_on(located, "click", lambda _, locator, ms: locator.click(timeout=ms))
        taken = await coming.value
        async with asyncio.timeout(DOWNLOAD_SECONDS):
            failure = await taken.failure()
    except (PlaywrightTimeout, TimeoutError) as error:
        raise fail("timeout", f"The {located.called} started no download in {DOWNLOAD_SECONDS:g} seconds.") from error
    except PlaywrightError as error:
        raise Failed(translated(error, f"download from the {located.called}")) from error
    if failure and stage.recorder.stopped_download(taken.suggested_filename):
        doing.note("it was stopped at the size that is kept")
    elif failure:
        raise fail("assertion", f"The download of “{taken.suggested_filename}” broke off: {failure}.", seen=failure)
    doing.details["download"] = taken.suggested_filename
    doing.note(f"downloaded {taken.suggested_filename}")


async def _payload(name: str, size: int, doing: Doing) -> FilePayload:
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    plain = name.replace("\\", "/").rsplit("/", 1)[-1]
    if not size:
        doing.note(f"“{plain}” is a small sample file made for this step")
    return {"name": plain, "mimeType": kind, "buffer": await asyncio.to_thread(sample, plain, size)}


async def _fits(located: Located, payloads: list[FilePayload]) -> None:
    if len(payloads) > 1 and "multiple" not in located.node.states:
        raise fail("not_actionable", f"The {located.called} takes one file, not {len(payloads)}.")
