"""A page's dialogs are put to the person at the page, and their answers become sentences.

The page stands still while one is open: it is answered beside the line of what is asked, and the time a person takes
is none of the page's.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from qa_appliance.english.compile import plan_english
from qa_appliance.language.values import is_secret
from qa_appliance.language.write import quote
from qa_appliance.steps.base.dialogs import Answer, Dialogs, Spoken
from qa_appliance.studio import messages as m

_NOUNS = {"confirm": "confirmation", "prompt": "prompt"}
_UNRECORDED = "No sentence gives a dialog a password and keeps it secret: how this one was answered is not in the test."
_NONE = ("beforeunload",)  # the question whether to leave, which a run answers by itself


class Questions:
    """Of one session; `open` is the one that waits for an answer."""

    def __init__(self, tell: Callable[[m.Tell], None], hide: Callable[[str], None]) -> None:
        self.open: m.Question | None = None
        self._tell, self._hide = tell, hide
        self._answer: asyncio.Future[Answer] | None = None
        self._limit: asyncio.Timeout | None = None
        self._left: float | None = None  # seconds of the limit when it was stopped

    @contextmanager
    def not_counted(self, limit: asyncio.Timeout) -> Iterator[None]:
        """While the block lasts this limit stands still as long as a question is open."""
        self._limit = limit
        if self.open is not None:
            self._stop()
        try:
            yield
        finally:
            self._limit = None

    async def none_open(self) -> None:
        while self._answer is not None and not self._answer.done():
            await asyncio.wait({self._answer})

    async def ask(self, kind: str, text: str, value: str) -> Answer:
        """As `Dialogs.asks` has it."""
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        secret = kind == "prompt" and is_secret(text)
        self._answer, self.open = answer, m.Question(_kind(kind), text, value, secret)
        self._tell(self.open)
        self._stop()
        given = await answer
        if secret:
            self._hide(given.text)
            self._tell(m.Unsaid(_UNRECORDED))
        self.open = None
        if self._left is not None:
            self._limit_at(asyncio.get_running_loop().time() + self._left)
        return given

    def answer(self, given: m.Answer) -> None:
        if self._answer is not None and not self._answer.done():
            self._answer.set_result(Answer(given.accept, given.text))

    def end(self) -> None:
        self.answer(m.Answer(False))

    def _stop(self) -> None:
        ends = self._limit.when() if self._limit is not None else None
        self._left = ends - asyncio.get_running_loop().time() if ends is not None else None
        self._limit_at(None)

    def _limit_at(self, when: float | None) -> None:
        if self._limit is not None and not self._limit.expired():
            self._limit.reschedule(when)


def sentences_of(dialogs: Dialogs) -> tuple[list[str], list[str]]:
    """How those no sentence has spoken of were answered, and the checks of what they said. They are spoken of then."""
    deeds, checks = [], []
    while (spoken := dialogs.unclaimed()) is not None:
        dialogs.claim(spoken)
        if (spoken.kind in _NONE and spoken.accepted) or (spoken.given and is_secret(spoken.text)):
            continue
        deeds.append(_deed(spoken))
        if words := quote(spoken.text):
            checks.append(f"check that the alert says {words}")
    return [deed for deed in deeds if _read(deed)], [check for check in checks if _read(check)]


def _deed(spoken: Spoken) -> str:
    noun = _NOUNS.get(spoken.kind, "alert")
    if spoken.accepted and spoken.given and (words := quote(spoken.given)):
        return f"answer the {noun} with {words}"
    return f"{'accept' if spoken.accepted else 'dismiss'} the {noun}"


def _read(sentence: str) -> bool:
    plan = plan_english(sentence)
    return not plan.gaps and len(plan.steps) == 1


def _kind(kind: str) -> m.DialogKind:
    match kind:
        case "alert" | "prompt" | "beforeunload":
            return kind
    return "confirm"
