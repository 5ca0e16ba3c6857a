"""The page's alerts, confirms and prompts: answered at once, their texts kept. Decides nothing about a step."""

from __future__ import annotations

import asyncio

from msgspec import Struct
from playwright.async_api import BrowserContext, Dialog
from playwright.async_api import Error as PlaywrightError


class Spoken(Struct, frozen=True):
    """A dialog that came: `kind` is alert, confirm, prompt or beforeunload; `number` counts them from 0."""

    kind: str
    text: str
    number: int
    accepted: bool


class Answer(Struct, frozen=True):
    accept: bool
    text: str = ""


class Dialogs:
    """A dialog stops its page until it is answered, so each is answered as it comes.

    `expect` says how the next one is to be answered; without it alerts are confirmed, and so is the question
    whether to leave; other questions are declined, for declining changes least.
    """

    def __init__(self) -> None:
        self.spoken: list[Spoken] = []
        self.next_answer: Answer | None = None
        self._arrived = asyncio.Event()

    def listen(self, context: BrowserContext) -> None:
        context.on("dialog", self._answer)

    def expect(self, answer: Answer | None) -> None:
        self.next_answer = answer

    async def wait_for_more_than(self, count: int, patience: float) -> bool:
        """Until more than `count` dialogs have come."""
        try:
            async with asyncio.timeout(patience):
                while len(self.spoken) <= count:
                    self._arrived.clear()
                    await self._arrived.wait()
        except TimeoutError:
            return False
        return True

    async def _answer(self, dialog: Dialog) -> None:
        answer = self.next_answer
        self.next_answer = None
        accept = dialog.type in ("alert", "beforeunload") if answer is None else answer.accept
        self.spoken.append(Spoken(dialog.type, dialog.message, len(self.spoken), accept))
        try:
            if accept:
                await dialog.accept(answer.text if answer and dialog.type == "prompt" else dialog.default_value)
            else:
                await dialog.dismiss()
        except PlaywrightError:
            pass  # the page left before it was answered
        self._arrived.set()
