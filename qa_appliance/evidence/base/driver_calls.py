"""Calls of the browser's driver that are no actions of the test. Knows Playwright's own switches for its own calls.

Whatever goes through Playwright while a trace is recorded becomes an entry with snapshots of the whole page before and
after, which costs many times the call itself; Playwright spares its own inner calls that, and so do we ours.
"""

from __future__ import annotations

import asyncio
import shutil
import zipfile
from collections.abc import Awaitable, Mapping
from pathlib import Path
from typing import TypeVar

from playwright._impl.channel_owner import ApiZone
from playwright._impl.utils.zones import current_zone
from playwright.async_api import BrowserContext, Error

T = TypeVar("T")


async def untraced(call: Awaitable[T]) -> T:
    """The answer of the call, which leaves nothing in the trace."""
    return await _within(ApiZone(api_name="", frames=[], title=None, internal=True), call)


async def traced_as(title: str, call: Awaitable[T]) -> T:
    """The answer of the call, which stands in the trace under that title."""
    return await _within(ApiZone(api_name="", frames=[], title=title, internal=False), call)


def keep_no_stacks(context: BrowserContext) -> None:
    """For its trace just begun: the driver is no longer told with every call where in our code it was made."""
    context.tracing._impl_obj._reset_stack_counter()


async def end_trace(context: BrowserContext, folder: Path) -> None:
    """Ends its trace and brings what it holds into the folder, as files: it is cleaned and packed afterwards.

    The driver would pack it first, which takes it longer than all else at the end of a run.
    """
    tracing = context.tracing._impl_obj
    if tracing._connection.is_remote():  # whose files are on another machine
        packed = folder / "packed.zip"
        await context.tracing.stop(path=packed)
        await asyncio.to_thread(unpack, packed, folder)
        return
    try:
        entries = (await tracing._channel.tracingStopChunk(mode="entries", timeout=0)).get("entries")
        if not entries:
            raise Error("the browser was gone before it ended")
        await asyncio.to_thread(_bring, {entry["name"]: Path(entry["value"]) for entry in entries}, folder)
    finally:
        await context.tracing.stop()  # after it the driver drops its files


def unpack(packed: Path, folder: Path) -> None:
    """Brings an archive's files into the folder, and deletes the archive. Blocking."""
    with zipfile.ZipFile(packed) as archive:
        archive.extractall(folder)
    packed.unlink()


def _bring(files: Mapping[str, Path], folder: Path) -> None:
    for name, source in files.items():
        target = folder / name
        if not source.is_file():  # of what it could not keep the driver knows the name only
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        try:
            target.hardlink_to(source)
        except OSError:  # on another disk
            shutil.copyfile(source, target)


async def _within(zone: ApiZone, call: Awaitable[T]) -> T:
    # a coroutine runs when it is awaited, and so inside
    return await current_zone().with_("apiZone", zone).run_async(lambda: call)
