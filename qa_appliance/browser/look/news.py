"""Since which deed the elements of a look have stood there (news.js). Chooses nothing: what is new is the caller's."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import msgspec
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Frame, Page

from qa_appliance.browser.look.node import Look, Node
from qa_appliance.browser.look.take import CHANGES_MS, ENGINE, FRAME_LOOK_MS, MOST_FRAMES
from qa_appliance.evidence.base.driver_calls import untraced


async def deed_begins(page: Page, number: int) -> None:
    """Tells every document of the page that the deed of that number is about to be done; `number` counts from 1."""
    await untraced(_tell_all(page, number))


async def _tell_all(page: Page, number: int) -> None:
    await asyncio.gather(*(_tell(frame, number) for frame in page.frames[:MOST_FRAMES]))


async def _tell(frame: Frame, number: int) -> None:
    with suppress(PlaywrightError):  # between two documents: what comes is new anyway
        await frame.locator(f"{ENGINE}=deed:{number}").text_content(timeout=CHANGES_MS)


async def came(look: Look, nodes: list[Node]) -> dict[int, int]:
    """By index, the deed during which each of these came, changed or was told again; -1 for one that is gone.

    0 and less: it was there before any deed. What no deed has met yet has a number above all. Only of the last look.
    Raises Playwright's error.
    """
    found: dict[int, int] = {}
    for number in {node.frame for node in nodes}:
        ours = [node for node in nodes if node.frame == number]
        frame: Frame = look.frames[number].handle
        asked = msgspec.json.encode([node.ref for node in ours]).decode()
        answer = await untraced(frame.locator(f"{ENGINE}=came:{asked}").text_content(timeout=FRAME_LOOK_MS))
        deeds = msgspec.json.decode(answer or "[]", type=list[int])
        found |= {node.index: deed for node, deed in zip(ours, deeds, strict=True)}
    return found
