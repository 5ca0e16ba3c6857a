"""Files: given to the page, and taken from it. Makes none and keeps none itself."""

from __future__ import annotations

import asyncio
from base64 import b64encode
from pathlib import Path

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import FileChooser, Locator
from playwright.async_api import TimeoutError as PlaywrightTimeout

from qa_appliance.browser.failure import Failed, fail, translated
from qa_appliance.browser.find.locate import Located
from qa_appliance.core.steps import Download, Upload
from qa_appliance.core.stored import plain_name, sample_made
from qa_appliance.core.target import Target
from qa_appliance.evidence.base.driver_calls import untraced
from qa_appliance.making.samples import first_accepted, fitting_name, made_file, sample, takes
from qa_appliance.making.wanted import CannotMake
from qa_appliance.steps.base.kind import Kind
from qa_appliance.steps.base.stage import Doing, Stage

DOWNLOAD_SECONDS = 30.0
_CARRIED = 3.0  # milliseconds a kilobyte may take to a browser elsewhere; one on this machine reads the file itself
_FILE_FIELD = Target(words="the file field", kind="file")


async def upload(step: Upload, stage: Stage, doing: Doing) -> None:
    if step.made and not step.size_bytes:
        await _upload_made(step, stage, doing)
        return
    names = [plain_name(name) for name in step.files or ("file.bin",)]
    paths = await stage.uploads.lay_out(names, step.size_bytes, sample)
    for name in names if not (step.size_bytes or stage.uploads.stored) else ():
        doing.note(sample_made(name))

    async def give(located: Located, locator: Locator, ms: float) -> None:
        await give_files(located, locator, paths, stage, ms)

    await stage.act(step.target or _FILE_FIELD, "upload", doing, "give a file to", give)


async def _upload_made(step: Upload, stage: Stage, doing: Doing) -> None:
    """Of the kind that was said, in a format that the field takes, where it takes any of that kind."""

    async def give(located: Located, locator: Locator, ms: float) -> None:
        accept = await accepted(locator)
        names = [name_for(accept) if name == _ANY else fitting_name(name, accept) for name in step.files]
        paths = [await made_path(name, stage, step.pages, step.rows) for name in names]
        await give_files(located, locator, paths, stage, ms)
        doing.value = ", ".join(names)
        other = "; the field asks for " + accept if not all(takes(accept, name) for name in names) else ""
        doing.note(f"made {doing.value}{other}")

    await stage.act(step.target or _FILE_FIELD, "upload", doing, "give a file to", give)


def name_for(accept: str) -> str:
    """Of a file of the first kind that a field takes. Raises Failed."""
    try:
        return first_accepted(accept)
    except CannotMake as problem:
        raise fail("unsupported", f"There is no way to make a file for the field: {problem}.") from problem


async def made_path(name: str, stage: Stage, pages: int = 0, rows: int = 0) -> Path:
    """A file made for the run, laid out. Raises Failed where none of its kind is."""
    if max(pages, rows) > _MOST_PARTS:
        raise fail("unsupported", f"A file is made with {_MOST_PARTS} pages or rows at most.")
    try:
        data = await asyncio.to_thread(made_file, name, pages, rows)
    except CannotMake as problem:
        raise fail("unsupported", f"There is no way to make “{name}”: {problem}.") from problem
    return await stage.uploads.lay_out_made(name, data)


async def accepted(locator: Locator) -> str:
    """What the field says it takes: ".pdf,image/*"."""
    script = "given => ((given.matches('input') ? given : given.querySelector('input[type=file]')) || {}).accept || ''"
    found: str = await untraced(locator.evaluate(script))
    return found[:1_000]


_ANY = "file.bin"  # what "a file" is called
_MOST_PARTS = 10_000  # pages or rows


async def give_files(located: Located, locator: Locator, paths: list[Path], stage: Stage, ms: float) -> None:
    """An action (`Stage.act`): to a field, to what opens the choice of one, or dropped where files are dropped."""
    carried = sum(path.stat().st_size for path in paths) / 1000 * _CARRIED
    if located.node.type == "file":
        await _fits(located, paths)
        await stage.sending.by(locator.set_input_files(paths, timeout=ms + carried))
        return
    inner = locator.locator("input[type=file]")
    if await inner.count() == 1:
        await stage.sending.by(inner.set_input_files(paths, timeout=ms + carried))
        return
    if not (located.node.role or located.node.click) and await _is_dropped(locator, paths):
        return
    chooser = await _chooser(located, locator, stage, ms)
    try:
        await chooser.set_files(paths, timeout=ms + carried)
    except PlaywrightError as error:
        raise Failed(translated(error, f"give a file to the {located.called}")) from error


async def _chooser(located: Located, locator: Locator, stage: Stage, ms: float) -> FileChooser:
    """What the browser asks for a file with, once the element was clicked. Raises Failed where it asks for none."""
    try:
        async with stage.page.expect_file_chooser(timeout=ms) as coming:
            await stage.sending.by(locator.click(timeout=ms))
        return await coming.value
    except PlaywrightTimeout as error:
        if not stage.sending.done:
            raise
        raise fail("not_actionable", f"The {located.called} was clicked and asked for no file.") from error


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
