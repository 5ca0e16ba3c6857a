"""What waits to be sent to a session's tab: messages in their order, and of the pictures only the newest."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator

from qa_appliance.studio.messages import Tell

_MOST = 200  # messages a tab may lag behind


class Outbox:
    def __init__(self) -> None:
        self._messages: deque[Tell] = deque(maxlen=_MOST)
        self._picture: bytes | None = None
        self._news = asyncio.Event()
        self._over = False

    def put(self, message: Tell) -> None:
        self._messages.append(message)
        self._news.set()

    def show(self, jpeg: bytes) -> None:
        self._picture = jpeg
        self._news.set()

    def end(self) -> None:
        """What waits is sent still."""
        self._over = True
        self._news.set()

    async def waiting(self) -> AsyncIterator[Tell | bytes]:
        while True:
            await self._news.wait()
            self._news.clear()
            while self._messages:
                yield self._messages.popleft()
            picture, self._picture = self._picture, None
            if picture is not None:
                yield picture
            if self._over and not self._messages:
                return
