"""What has come since the deed that a check follows (decision 48). Knows no checks, and does not say what a message is.

A deed is what asks for something, with the filling in before it: of “enter …, click Save” both. What only moves about
(a scroll, a pointer, a key that changes nothing) belongs to the deed before it, and so does the answer to its dialog.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page

from qa_appliance.browser.look.news import came, deed_begins
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.core.refusal import moves_only
from qa_appliance.core.steps import Assert, Click, Dialog, ForEach, Press, Repeat, Step, WaitFor, When

_OF_OTHERS = Dialog | When | Repeat | ForEach
"""What answers the deed before it, or is made of deeds of its own."""


class Deed(Struct, frozen=True):
    """One that asked for something: its number, the page's address before it, and how many requests had been made."""

    number: int
    address: str
    requests: int


class News:
    """Numbers the deeds of a run. `since`: the one that the next check follows, 0 as long as there was none; `form`:
    the same, though what was filled in has been checked meanwhile; `sentence`: the words it begins with."""

    def __init__(self) -> None:
        self.number = 0
        self.since = 0
        self.form = 0
        self.sentence = ""
        self.asking: Deed | None = None  # whose answer is to be seen
        self.fresh: set[int] = set()  # the places of the checks that hold by what has come
        self._begun: Deed | None = None
        self._filling = False
        self._checked = False
        self._deeds: dict[int, tuple[type[Step], object]] = {}

    async def begins(self, step: Step, page: Page, requests: Callable[[], int]) -> None:
        """Right before a step; to what only looks, nothing is an answer. `requests`: how many have been made so far."""
        if isinstance(step, Assert | WaitFor):
            self._checked = True
        if not step.traits.performs or isinstance(step, _OF_OTHERS):
            return
        self.number += 1
        for each in page.context.pages:
            await deed_begins(each, self.number)
        if _moves(step):
            return
        self._deeds[self.number] = (type(step), getattr(step, "target", None))
        self.form = self.form if self._filling else self.number
        if not self._filling or self._checked:
            self.since, self.sentence, self._checked = self.number, step.sentence, False
            self._begun = Deed(self.number, page.url, requests())
        self._filling = False

    def done(self, step: Step, asked: str) -> None:
        """Once it is done; `asked`: the words of the deed whose answer is to be seen from here on."""
        if not step.traits.performs or isinstance(step, _OF_OTHERS) or _moves(step):
            return
        self.asking = self._begun if asked else None
        into_field = isinstance(step, Click) and not asked
        self._filling = into_field or (step.traits.stays and step.traits.request == "grants")

    async def came(self, look: Look, nodes: list[Node]) -> dict[int, int]:
        """By index, the number of the deed since which each has stood there; above all of what no deed has met. Of the
        last look only; empty where the page is another one by now."""
        try:
            return await came(look, nodes) if nodes and self.since else {}
        except PlaywrightError:
            return {}

    def same_before(self) -> frozenset[int]:
        """The numbers of the earlier deeds that were the same as the last one."""
        last = self._deeds.get(self.number)
        return frozenset(
            at for at, deed in self._deeds.items() if at < self.number and last is not None and deed == last
        )


def _moves(step: Step) -> bool:
    """Whether it only moves about: a scroll, a pointer, a key."""
    if isinstance(step, Press):
        return moves_only(step)
    return step.traits.stays and step.traits.request == "other"
