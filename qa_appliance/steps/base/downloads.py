"""The downloads of a run, and which of them have come since the last deed that may have brought one."""

from __future__ import annotations

from playwright.async_api import Download

from qa_appliance.core.steps import Dialog, Step, Tab


class Downloads(list[Download]):
    """All there are; `new` are those since that deed."""

    def __init__(self) -> None:
        super().__init__()
        self._before = 0

    @property
    def new(self) -> list[Download]:
        return self[self._before :]

    def begins(self, step: Step) -> None:
        if may_bring_one(step):
            self._before = len(self)


def may_bring_one(step: Step) -> bool:
    """Not what only looks, waits or fills in, nor what answers a dialog or turns to a tab that the deed before it
    brought: the download may have come with that."""
    traits = step.traits
    return traits.performs and not (traits.passes or traits.stays or isinstance(step, Dialog | Tab))
