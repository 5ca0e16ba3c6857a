"""Files: given to the page, and taken from it. Reads nothing from this machine but what is stored with the project."""

from __future__ import annotations

import asyncio
import mimetypes
from pathlib import Path

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import FilePayload, Locator
from playwright.async_api import TimeoutError as PlaywrightTimeout

from qa_appliance.browser.failed import Failed, fail, translated
from qa_appliance.browser.locate import Located
from qa_appliance.core.steps import Download, Upload
from qa_appliance.core.stored import not_stored, plain_name, sample_made
from qa_appliance.core.target import Target
from qa_appliance.steps.samples import sample
from qa_appliance.steps.stage import Doing, Stage

LARGEST = 45_000_000  # bytes of all files of a step; what Playwright hands over in memory
DOWNLOAD_SECONDS = 30.0
_FILE_FIELD = Target(words="the file field", kind="file")


async def upload(step: Upload, stage: Stage, doing: Doing) -> None:
    names = [plain_name(name) for name in step.files or ("file.bin",)]
    if _size(names, step, stage) > LARGEST:
        raise fail("unsupported", f"The files of one step are at most {LARGEST // 1_000_000} MB together.")
    payloads = [await _payload(name, step.size_bytes, stage, doing) for name in names]

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


def _size(names: list[str], step: Upload, stage: Stage) -> int:
    if step.size_bytes:
        return step.size_bytes * len(names)
    return sum(stage.files[name].bytes for name in names if name in stage.files)


async def _payload(name: str, size: int, stage: Stage, doing: Doing) -> FilePayload:
    """A made file of that size, else the one stored with the project, else where none are stored a small sample."""
    if not size and stage.files:
        return await _stored(name, stage)
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    if not size:
        doing.note(sample_made(name))
    return {"name": name, "mimeType": kind, "buffer": await asyncio.to_thread(sample, name, size)}


async def _stored(name: str, stage: Stage) -> FilePayload:
    file = stage.files.get(name)
    if file is None:
        message = f"{not_stored(name, list(stage.files))} Store it there, or have one made: upload a 2 MB PDF."
        raise fail("unsupported", message, expected=name)
    try:
        if file.path is None:
            raise FileNotFoundError
        content = await asyncio.to_thread(Path(file.path).read_bytes)
    except OSError as error:
        message = (
            f"The file “{name}” is no longer there: it was replaced or removed. Run the test again, or store it anew."
        )
        raise fail("unsupported", message, expected=name) from error
    return {"name": file.name, "mimeType": file.content_type, "buffer": content}


async def _fits(located: Located, payloads: list[FilePayload]) -> None:
    if len(payloads) > 1 and "multiple" not in located.node.states:
        raise fail("not_actionable", f"The {located.called} takes one file, not {len(payloads)}.")
