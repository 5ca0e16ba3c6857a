"""Evidence that could not be taken becomes a sentence; it never becomes an error of the run."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from qa_appliance.evidence.base.redact import Redactor

_MOST = 20


class Notes:
    """`sentences` in the order they came up, each once."""

    def __init__(self, redactor: Redactor, *, part_seconds: float) -> None:
        self.sentences: list[str] = []
        self._redactor = redactor
        self._part_seconds = part_seconds

    @asynccontextmanager
    async def part(self, what: str) -> AsyncIterator[None]:
        """Whatever goes wrong inside, or takes too long, becomes a note about `what`."""
        try:
            async with asyncio.timeout(self._part_seconds):
                yield
        except TimeoutError:
            self.add(f"{what} was given up after {self._part_seconds:g} seconds.")
        except Exception as error:  # noqa: BLE001  evidence never breaks a run
            reason = (str(error).strip() or type(error).__name__).splitlines()[0]
            self.add(f"{what} could not be taken: {reason}")

    def add(self, sentence: str) -> None:
        sentence = self._redactor.clean(sentence)
        if sentence not in self.sentences and len(self.sentences) < _MOST:
            self.sentences.append(sentence)
