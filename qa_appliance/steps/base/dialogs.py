"""The page's alerts, confirms and prompts: answered at once, their texts kept. Decides nothing about a step."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from msgspec import Struct
from playwright.async_api import BrowserContext, Dialog
from playwright.async_api import Error as PlaywrightError

from qa_appliance.core import steps
from qa_appliance.core.steps import Step


class Spoken(Struct, frozen=True):
    """A dialog that came: `kind` is alert, confirm, prompt or beforeunload; `number` counts them from 0."""

    kind: str
    text: str
    number: int
    accepted: bool
    asked: bool = False  # a step, or a person, had said how it is to be answered
    given: str = ""  # to a prompt


class Answer(Struct, frozen=True):
    accept: bool
    text: str = ""


_NO_DEED = steps.Assert | steps.WaitFor | steps.WaitTime | steps.WaitLoad | steps.Remember | steps.RememberAnswer
"""What may stand between a dialog and the step that answers it: it asks of the dialog, or of the page behind it."""


def answer_foreseen(following: Sequence[Step]) -> Answer | None:
    """How a dialog is answered that a step, or a wait before it, brings: as the next step says that is no check."""
    return answer_by(next((step for step in following if not isinstance(step, _NO_DEED)), None))


def answer_by(step: Step | None) -> Answer | None:
    """How a step answers the dialog that the deed before it brings; None of a step that answers none."""
    match step:
        case steps.Dialog():
            return Answer(step.accept, step.text)
        case steps.Click(confirms=True):
            return Answer(accept=True)
        case _:
            return None


Asks = Callable[[str, str, str], Awaitable[Answer]]
"""Puts a dialog of that kind to a person: what it says, and what a prompt holds already."""


class Dialogs:
    """A dialog stops its page until it is answered, so each is answered as it comes.

    `expect` says how the next one is to be answered; without it alerts are confirmed, and so is the question
    whether to leave; other questions are declined, for declining changes least. Where a person is at the page, they
    are asked (`asks`).
    """

    def __init__(self) -> None:
        self.spoken: list[Spoken] = []
        self.promised = False  # a step has said how the next dialog is to be answered
        self.asks: Asks | None = None
        self._next_answer: Answer | None = None
        self._claimed = 0
        self._recent = 0
        self._arrived = asyncio.Event()

    def listen(self, context: BrowserContext) -> None:
        context.on("dialog", self._answer)

    def expect(self, answer: Answer | None) -> None:
        self._next_answer = answer

    def unclaimed(self) -> Spoken | None:
        """The oldest dialog no step has spoken of yet."""
        return self.spoken[self._claimed] if len(self.spoken) > self._claimed else None

    def claim(self, spoken: Spoken) -> None:
        self._claimed = spoken.number + 1

    def is_answered(self, spoken: Spoken) -> bool:
        """Whether a step has spoken of how it was answered: it is over."""
        return spoken.number < self._claimed

    def claim_all(self) -> None:
        """What has come so far no later step can answer; a check may still ask what it said."""
        self._claimed = len(self.spoken)

    def forget(self) -> None:
        """As a deed begins: what has come so far no later step can answer or ask about."""
        self._recent = self._claimed = len(self.spoken)

    def last_spoken(self) -> Spoken | None:
        """The latest dialog that came with the last deed."""
        return self.spoken[-1] if len(self.spoken) > self._recent else None

    async def wait_for_another(self, patience: float) -> bool:
        """Until there is one no step has spoken of."""
        try:
            async with asyncio.timeout(patience):
                while self.unclaimed() is None:
                    self._arrived.clear()
                    await self._arrived.wait()
        except TimeoutError:
            return False
        return True

    async def _answer(self, dialog: Dialog) -> None:
        answer = self._next_answer
        self._next_answer, self.promised = None, False
        if answer is None and self.asks is not None:
            answer = await self.asks(dialog.type, dialog.message, dialog.default_value)
        accept = dialog.type in ("alert", "beforeunload") if answer is None else answer.accept
        given = answer.text if answer is not None and accept and dialog.type == "prompt" else ""
        self.spoken.append(Spoken(dialog.type, dialog.message, len(self.spoken), accept, answer is not None, given))
        try:
            if accept:
                await dialog.accept(given if answer and dialog.type == "prompt" else dialog.default_value)
            else:
                await dialog.dismiss()
        except PlaywrightError:
            pass  # the page left before it was answered
        self._arrived.set()
