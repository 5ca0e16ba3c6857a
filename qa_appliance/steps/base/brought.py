"""What a run brings beside its page, and what of it has come since the last deed that may have brought it."""

from __future__ import annotations

from typing import TypeVar

from playwright.async_api import BrowserContext, Download, Page

from qa_appliance.core.steps import Dialog, Step, Tab

Thing = TypeVar("Thing")


class SinceDeed(list[Thing]):
    """All there are, in the order in which they came; `new` are those since that deed."""

    def __init__(self) -> None:
        super().__init__()
        self._before = 0

    @property
    def new(self) -> list[Thing]:
        return self[self._before :]

    def begins(self) -> None:
        self._before = len(self)


class Brought:
    """The downloads and the further tabs of a run."""

    def __init__(self) -> None:
        self.downloads = SinceDeed[Download]()
        self.tabs = SinceDeed[Page]()

    def listen(self, context: BrowserContext) -> None:
        context.on("download", lambda download: self.downloads.append(download))
        context.on("page", lambda page: self.tabs.append(page))

    def begins(self, step: Step) -> None:
        if may_bring_one(step):
            self.downloads.begins()
            self.tabs.begins()


def may_bring_one(step: Step) -> bool:
    """Not what only looks, waits or fills in, nor what answers a dialog or turns to a tab that the deed before it
    brought: a download may have come with that."""
    traits = step.traits
    opens = isinstance(step, Tab) and step.move == "new"
    return traits.performs and not (traits.passes or traits.stays or (isinstance(step, Dialog | Tab) and not opens))
