"""An OpenAI-compatible endpoint that says what a test tells it to, over real HTTP."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from qa_appliance.model.endpoint import Endpoint
from qa_appliance.settings.base import Secret


@dataclass
class Asked:
    """One request. `system` and `user` are the texts of its first two messages."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]

    @property
    def system(self) -> str:
        return str(self.body["messages"][0]["content"])

    @property
    def user(self) -> str:
        return str(self.body["messages"][1]["content"])


@dataclass
class Raw:
    """Bytes as they are; `cut` closes the connection in the middle of them."""

    body: str = ""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    cut: bool = False


class Hang:
    """Never answers."""


class Endless:
    """Answers without end."""


Reply = str | dict[str, Any] | Raw | Hang | Endless
Script = list[Reply] | Callable[[Asked], Reply]


def completion(text: str, tokens: tuple[int, int] = (100, 10), **message: Any) -> Raw:
    """What an endpoint says when the model's answer is this text."""
    choice = {"index": 0, "message": {"role": "assistant", "content": text, **message}, "finish_reason": "stop"}
    usage = {"prompt_tokens": tokens[0], "completion_tokens": tokens[1], "total_tokens": sum(tokens)}
    body = {"id": "c", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice], "usage": usage}
    return Raw(json.dumps(body))


class Scripted:
    """`script` is what it says in turn, the last again and again, or a function of what is asked."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.asked: list[Asked] = []
        self.address = ""

    def endpoint(self, *, key: str = "sk-test-0123456789", timeout: float = 20.0) -> Endpoint:
        return Endpoint(f"{self.address}/v1", "test-model", Secret(key), timeout)

    def _next(self, asked: Asked) -> Raw | Hang | Endless:
        script = self.script
        reply = script(asked) if callable(script) else script[min(len(self.asked), len(script)) - 1]
        if isinstance(reply, dict):
            reply = json.dumps(reply)
        return completion(reply) if isinstance(reply, str) else reply

    async def talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:] if line)}
        body = await reader.readexactly(int(headers.get("content-length", 0)))
        path = head[0].split(" ")[1]
        if path.endswith("/models"):
            reply: Raw | Hang | Endless = Raw(json.dumps({"data": [{"id": "test-model", "max_model_len": 8192}]}))
        else:
            self.asked.append(Asked(path, headers, json.loads(body)))
            reply = self._next(self.asked[-1])
        if isinstance(reply, Hang):
            await asyncio.Event().wait()
        elif isinstance(reply, Endless):
            writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n")
            while True:
                writer.write(b" " * 65_536)
                await writer.drain()
        elif isinstance(reply, Raw):
            data = reply.body.encode()
            lines = [f"HTTP/1.1 {reply.status} Reply", "content-type: application/json", "connection: close"]
            lines += [f"content-length: {len(data)}", *(f"{name}: {value}" for name, value in reply.headers.items())]
            writer.write("\r\n".join([*lines, "", ""]).encode() + (data[: len(data) // 2] if reply.cut else data))
            await writer.drain()


@asynccontextmanager
async def scripted(script: Script) -> AsyncIterator[Scripted]:
    endpoint = Scripted(script)
    talks: set[asyncio.Task[None]] = set()

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        talks.add(task)
        try:
            await endpoint.talk(reader, writer)
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        finally:
            talks.discard(task)
            writer.close()

    server = await asyncio.start_server(talk, "127.0.0.1", 0)
    endpoint.address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield endpoint
    finally:
        server.close()
        for task in list(talks):
            task.cancel()
        await asyncio.gather(*talks, return_exceptions=True)
