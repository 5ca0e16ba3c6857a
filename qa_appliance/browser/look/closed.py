"""Enters shadow roots that their page keeps closed, by the browser's own protocol. A look at them is taken by take.py.

The page is left as it is: what is found is handed to the look's own world (hosts.js), which no page reaches.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from playwright.async_api import CDPSession, Frame, Page
from playwright.async_api import Error as PlaywrightError

_ENTER = "function (host) { qaEnter(host, this); }"
_MOST_MS = 5_000  # for all of it: a browser that does not answer is not waited for


async def enter(page: Page, frames: Iterable[Frame]) -> bool:
    """Whether a closed root was entered in these frames, so that another look sees more.

    Raises Playwright's error where the browser does not tell.
    """
    entered = 0
    async with asyncio.timeout(_MOST_MS / 1000):
        for session in await _sessions(page, frames):
            try:
                entered += await _enter_all(session)
            finally:
                await session.detach()
    return entered > 0


async def _sessions(page: Page, frames: Iterable[Frame]) -> list[CDPSession]:
    """The page's own, and one for each frame that lives in a process of its own."""
    sessions = [await page.context.new_cdp_session(page)]
    for frame in frames:
        if frame is not page.main_frame:
            try:
                sessions.append(await page.context.new_cdp_session(frame))
            except PlaywrightError:
                continue  # it is a part of the page's
    return sessions


async def _enter_all(session: CDPSession) -> int:
    contexts: list[int] = []
    session.on("Runtime.executionContextCreated", lambda answer: contexts.append(answer["context"]["id"]))
    await session.send("Runtime.enable")  # answers when all there are have been told
    return sum(await asyncio.gather(*(_enter_in(session, context) for context in contexts)))


async def _enter_in(session: CDPSession, context: int) -> int:
    """In one world; a page's own knows no hosts."""
    try:
        hosts = await _hosts(session, context)
        return sum(await asyncio.gather(*(_enter_one(session, context, host) for host in hosts)))
    except PlaywrightError:
        return 0  # the world is gone with its document: the next look is of another


async def _hosts(session: CDPSession, context: int) -> list[str]:
    asked = "typeof qaHosts === 'function' ? qaHosts() : []"
    found = await session.send("Runtime.evaluate", {"expression": asked, "contextId": context})
    listed = await session.send(
        "Runtime.getProperties", {"objectId": found["result"]["objectId"], "ownProperties": True}
    )
    values = (each["value"] for each in listed["result"] if each["name"].isdecimal())
    return [value["objectId"] for value in values]


async def _enter_one(session: CDPSession, context: int, host: str) -> int:
    described = await session.send("DOM.describeNode", {"objectId": host, "depth": 0, "pierce": True})
    roots = described["node"].get("shadowRoots", [])
    closed = next((root for root in roots if root.get("shadowRootType") == "closed"), None)
    if closed is None:
        return 0
    made = await session.send(
        "DOM.resolveNode", {"backendNodeId": closed["backendNodeId"], "executionContextId": context}
    )
    await session.send(
        "Runtime.callFunctionOn",
        {"functionDeclaration": _ENTER, "objectId": made["object"]["objectId"], "arguments": [{"objectId": host}]},
    )
    return 1
