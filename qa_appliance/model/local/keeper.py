"""Keeps the process of a model file: started with the first question, let go after a while in which nobody asked."""

from __future__ import annotations

import asyncio
import importlib.util
import secrets
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import msgspec
import psutil

from qa_appliance.awaiting import to_its_end
from qa_appliance.model.endpoint import Endpoint, ModelFailed
from qa_appliance.model.local.serving import ARGUMENT, PACKAGE, Stands, Wanted
from qa_appliance.settings.base import Secret

IDLE_SECONDS = 600.0
_START_SECONDS = 180.0
_END_SECONDS = 5.0
NOT_INSTALLED = (
    "What serves a model file is not installed: pip install 'qa-appliance[model]' brings it (llama.cpp in the package"
    " xllamacpp). The one-file executable does not carry it: install by pip, or name a server with --llm-base-url."
)


def _is_alive(process: asyncio.subprocess.Process) -> bool:
    """Asked of the system: the loop hears of an end only later."""
    try:
        return process.returncode is None and psutil.Process(process.pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def is_installed() -> bool:
    return importlib.util.find_spec(PACKAGE) is not None


class Keeper:
    """Of one file. Several may ask at once: there is one process."""

    def __init__(self, endpoint: Endpoint, *, idle_seconds: float = IDLE_SECONDS) -> None:
        self._endpoint, self._idle_seconds = endpoint, idle_seconds
        self._process: asyncio.subprocess.Process | None = None
        self._reached: Endpoint | None = None
        self._lock = asyncio.Lock()
        self._asking = 0
        self._letting_go: asyncio.TimerHandle | None = None
        self._going: asyncio.Task[None] | None = None

    @property
    def pid(self) -> int | None:
        """Of the process, while there is one."""
        return self._process.pid if self._process is not None else None

    @asynccontextmanager
    async def reached(self) -> AsyncIterator[Endpoint]:
        """Where the file answers, as long as the block lasts. Raises ModelFailed."""
        if self._letting_go is not None:
            self._letting_go.cancel()
        self._asking += 1
        try:
            async with self._lock:
                endpoint = await self._started()
            yield endpoint
        finally:
            self._asking -= 1
            if not self._asking:
                loop = asyncio.get_running_loop()
                self._letting_go = loop.call_later(self._idle_seconds, self._let_go)

    async def close(self) -> None:
        if self._letting_go is not None:
            self._letting_go.cancel()
        await to_its_end(self._end())

    def _let_go(self) -> None:
        if not self._asking:
            self._going = asyncio.create_task(self.close())

    async def _started(self) -> Endpoint:
        if self._process is not None and _is_alive(self._process) and self._reached is not None:
            return self._reached
        await self._end()
        if not is_installed():
            raise ModelFailed("refused", NOT_INSTALLED)
        assert self._endpoint.file is not None
        key = secrets.token_urlsafe(24)
        program = [sys.executable] if getattr(sys, "frozen", False) else [sys.executable, "-m", "qa_appliance"]
        self._process = process = await asyncio.create_subprocess_exec(
            *program,
            ARGUMENT,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            start_new_session=True,
        )
        wanted = Wanted(str(self._endpoint.file), self._endpoint.model, key, self._endpoint.megabytes)
        stands = await self._stands(process, wanted)
        if not stands.address:
            await self._end()
            raise self._failed(stands.problem or "its process ended")
        self._reached = msgspec.structs.replace(
            self._endpoint, base_url=f"{stands.address}/v1", key=Secret(key), file=None, authorities=""
        )
        return self._reached

    async def _stands(self, process: asyncio.subprocess.Process, wanted: Wanted) -> Stands:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(msgspec.json.encode(wanted) + b"\n")
            await process.stdin.drain()
            async with asyncio.timeout(_START_SECONDS):
                return msgspec.json.decode(await process.stdout.readline(), type=Stands)
        except TimeoutError:
            await self._end()
            raise self._failed(f"it was not ready within {_START_SECONDS:g} s") from None
        except (ConnectionError, msgspec.DecodeError):
            return Stands()
        except asyncio.CancelledError:
            await to_its_end(self._end())
            raise

    def _failed(self, why: str) -> ModelFailed:
        file = self._endpoint.file or Path()
        return ModelFailed("refused", f"The model file {file.name} cannot be served: {why}.")

    async def _end(self) -> None:
        process, self._process, self._reached = self._process, None, None
        if process is None:
            return
        with suppress(ProcessLookupError):
            if process.stdin is not None:
                process.stdin.close()
            try:
                async with asyncio.timeout(_END_SECONDS):
                    await process.wait()
            except TimeoutError:
                process.kill()
                await process.wait()
