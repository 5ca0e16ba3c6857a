"""Files: given to the page, and taken from it. Makes none and keeps none itself."""

from __future__ import annotations

import asyncio
from base64 import b64encode
from pathlib import Path

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Locator
from playwright.async_api import TimeoutError as PlaywrightTimeout

from qa_appliance.browser.failure import Failed, fail, translated
from qa_appliance.browser.find.locate import Located
from qa_appliance.core.steps import Download, Upload
from qa_appliance.core.stored import plain_name, sample_made
from qa_appliance.core.target import Target
from qa_appliance.steps.base.kind import Kind
from qa_appliance.steps.base.stage import Doing, Stage
from qa_appliance.steps.making.samples import sample

DOWNLOAD_SECONDS = 30.0
_CARRIED = 3.0  # milliseconds a kilobyte may take to a browser elsewhere; one on this machine reads the file itself
_FILE_FIELD = Target(words="the file field", kind="file")


async def upload(step: Upload, stage: Stage, doing: Doing) -> None:
    names = [plain_name(name) for name in step.files or ("file.bin",)]
    paths = await stage.uploads.lay_out(names, step.size_bytes, sample)
    for name in names if not step.size_bytes and not stage.uploads.stored else ():
        doing.note(sample_made(name))
    carried = sum(path.stat().st_size for path in paths) / 1000 * _CARRIED

    async def give(located: Located, locator: Locator, ms: float) -> None:
        if located.node.type == "file":
            await _fits(located, paths)
            await locator.set_input_files(paths, timeout=ms + carried)
            return
        inner = locator.locator("input[type=file]")
        if await inner.count() == 1:
            await inner.set_input_files(paths, timeout=ms + carried)
            return
        if not (located.node.role or located.node.click) and await _is_dropped(locator, paths):
            return
        async with stage.page.expect_file_chooser(timeout=ms) as chooser:
            await locator.click(timeout=ms)
        await (await chooser.value).set_files(paths, timeout=ms + carried)

    await stage.act(step.target or _FILE_FIELD, "upload", doing, "give a file to", give)


async def _is_dropped(locator: Locator, paths: list[Path]) -> bool:
    """Whether a place that is no control took them, as where one drops them by hand."""
    if sum(path.stat().st_size for path in paths) > _LARGEST_DROPPED:
        return False
    files = [(path.name, b64encode(await asyncio.to_thread(path.read_bytes)).decode()) for path in paths]
    accepted: bool = await locator.evaluate(_DROPPED, files)
    return accepted


_LARGEST_DROPPED = 5_000_000  # bytes
_DROPPED = """(zone, files) => {
    const carried = new DataTransfer();
    for (const [name, data] of files)
        carried.items.add(new File([Uint8Array.from(atob(data), c => c.charCodeAt(0))], name));
    const tell = kind => zone.dispatchEvent(
        new DragEvent(kind, { bubbles: true, cancelable: true, composed: true, dataTransfer: carried }));
    tell("dragenter");
    const taken = !tell("dragover");
    if (taken) tell("drop");
    return taken;
}"""


async def download(step: Download, stage: Stage, doing: Doing) -> None:
    """Clicks and waits until the file is there; its name is kept for the checks that follow."""
    located = await stage.find(step.target, "click", doing)
    try:
        async with stage.page.expect_download(timeout=DOWNLOAD_SECONDS * 1000) as coming:
            await stage.act_on(located, "click", lambda _, locator, ms: locator.click(timeout=ms))
        file = await coming.value
        async with asyncio.timeout(DOWNLOAD_SECONDS):
            failure = await file.failure()
    except (PlaywrightTimeout, TimeoutError) as error:
        raise fail("timeout", f"The {located.called} started no download in {DOWNLOAD_SECONDS:g} seconds.") from error
    except PlaywrightError as error:
        raise Failed(translated(error, f"download from the {located.called}")) from error
    if failure and stage.recorder.stopped_download(file.suggested_filename):
        doing.note("it was stopped at the size that is kept")
    elif failure:
        raise fail("assertion", f"The download of “{file.suggested_filename}” broke off: {failure}.", seen=failure)
    doing.details.download = file.suggested_filename
    doing.note(f"downloaded {file.suggested_filename}")


async def _fits(located: Located, paths: list[Path]) -> None:
    if len(paths) > 1 and "multiple" not in located.node.states:
        raise fail("not_actionable", f"The {located.called} takes one file, not {len(paths)}.", cause="one_file")


def _names(step: Upload) -> str | None:
    return ", ".join(step.files) or (f"{step.size_bytes} bytes" if step.size_bytes else None)


KINDS = (
    Kind(Upload, perform=upload, value=_names),
    Kind(Download, perform=download),
)
