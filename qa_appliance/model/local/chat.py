"""Asks a model file as an endpoint is asked. Loaded with the first question."""

from __future__ import annotations

from qa_appliance.model.chat import Chat, Format, Messages
from qa_appliance.model.endpoint import Completion, Endpoint
from qa_appliance.model.local.keeper import Keeper


class FileChat:
    """`complete` may be called by several runs at once; llama.cpp takes one after another."""

    def __init__(self, endpoint: Endpoint) -> None:
        self.keeper = Keeper(endpoint)
        self._chat: Chat | None = None

    @property
    def format(self) -> Format:
        return self._chat.format if self._chat is not None else "schema"

    @property
    def takes_pictures(self) -> bool:
        return False

    async def close(self) -> None:
        if self._chat is not None:
            await self._chat.close()
        await self.keeper.close()

    async def complete(
        self, messages: Messages, schema: dict[str, object], most_tokens: int, picture: bytes | None = None
    ) -> Completion:
        """Held to the schema by a grammar. Raises ModelFailed."""
        async with self.keeper.reached() as endpoint:
            return await (await self._at(endpoint)).complete(messages, schema, most_tokens)

    async def context_size(self) -> int | None:
        async with self.keeper.reached() as endpoint:
            return await (await self._at(endpoint)).context_size()

    async def _at(self, endpoint: Endpoint) -> Chat:
        if self._chat is None or self._chat.endpoint != endpoint:
            before, self._chat = self._chat, Chat(endpoint)
            if before is not None:
                await before.close()
        return self._chat
