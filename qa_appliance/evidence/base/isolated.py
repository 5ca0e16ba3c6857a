"""Scripts beside the page: they see its document, the page can neither see nor disturb them, nor does the trace.

They run in an isolated world of the browser, so what they are given (a secret, say) never reaches the page's code.
"""

from __future__ import annotations

import asyncio
from typing import Any

from playwright.async_api import CDPSession, Page

WORLD = "qa_appliance"


class ScriptFailed(Exception):
    """The script threw; the message is the browser's."""


class World:
    """One frame's document. It ends when the frame navigates."""

    def __init__(self, session: CDPSession, frame: str, context: int) -> None:
        self.frame = frame
        self._session = session
        self._context = context
        self._defined: set[str] = set()

    async def call(self, function: str, *arguments: object) -> Any:
        """What the JavaScript function answers (awaited), as plain data."""
        return (await self._call(function, arguments, by_value=True)).get("value")

    async def define(self, script: str) -> None:
        """Runs a script for what it leaves behind in the world, which it does once."""
        if script in self._defined:
            return
        done = await self._session.send("Runtime.evaluate", {"expression": script, "contextId": self._context})
        _raise(done)
        self._defined.add(script)

    async def frame_of(self, function: str, *arguments: object) -> str | None:
        """The id of the frame inside the element that the function answers."""
        element = await self._call(function, arguments, by_value=False)
        if "objectId" not in element:
            return None
        node = await self._session.send("DOM.describeNode", {"objectId": element["objectId"]})
        frame = node["node"].get("frameId")
        return None if frame is None else str(frame)

    async def _call(self, function: str, arguments: tuple[object, ...], *, by_value: bool) -> dict[str, Any]:
        done = await self._session.send(
            "Runtime.callFunctionOn",
            {
                "functionDeclaration": function,
                "executionContextId": self._context,
                "arguments": [{"value": argument} for argument in arguments],
                "returnByValue": by_value,
                "awaitPromise": True,
            },
        )
        _raise(done)
        result: dict[str, Any] = done["result"]
        return result


class Isolated:
    """One connection to each page's browser side, opened when first needed.

    Of a page that is `followed` the world of its main document is made once for each document.
    """

    def __init__(self) -> None:
        self._sessions: dict[Page, CDPSession] = {}
        self._opening = asyncio.Lock()
        self._worlds: dict[Page, World] = {}
        self._changes: dict[Page, int] = {}  # of the documents of followed pages, as they were told

    async def session(self, page: Page) -> CDPSession:
        async with self._opening:
            if page not in self._sessions:
                self._sessions[page] = await page.context.new_cdp_session(page)
                page.once("close", self._forget)
            return self._sessions[page]

    def _forget(self, page: Page) -> None:
        for known in (self._sessions, self._worlds, self._changes):
            known.pop(page, None)

    def follow(self, page: Page, session: CDPSession) -> None:
        """Needs the domains Page and Runtime enabled in the page's session: the browser tells of documents then."""

        def changed(_: object) -> None:
            self._changes[page] = self._changes.get(page, 0) + 1
            self._worlds.pop(page, None)

        for event in ("Runtime.executionContextDestroyed", "Runtime.executionContextsCleared", "Page.frameNavigated"):
            session.on(event, changed)
        changed(None)

    async def world(self, page: Page, frame: str | None = None) -> World:
        """The world of the page's main document, or of one of its frames."""
        session = await self.session(page)
        if frame is not None:
            return await self._made(session, frame)
        known, before = self._worlds.get(page), self._changes.get(page)
        if known is not None:
            return known
        tree = await session.send("Page.getFrameTree")
        world = await self._made(session, str(tree["frameTree"]["frame"]["id"]))
        if before is not None and before == self._changes.get(page):
            self._worlds[page] = world
        return world

    async def _made(self, session: CDPSession, frame: str) -> World:
        made = await session.send(
            "Page.createIsolatedWorld", {"frameId": frame, "worldName": WORLD, "grantUniveralAccess": True}
        )
        return World(session, frame, made["executionContextId"])


def _raise(done: dict[str, Any]) -> None:
    details = done.get("exceptionDetails")
    if details is not None:
        raise ScriptFailed(details.get("exception", {}).get("description") or details.get("text", "The script failed."))
