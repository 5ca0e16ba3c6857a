"""Which tab a person sees: one that their mouse or a key has opened, once, however late it comes."""

from __future__ import annotations

from collections.abc import Callable

from playwright.async_api import Page

from qa_appliance.steps.base.stage import Stage


class Tabs:
    """Of one stage. `wake` is called when a tab opens or closes; `by_hand`: the last deed was a click or a key."""

    def __init__(self, stage: Stage, wake: Callable[[], None]) -> None:
        self._stage = stage
        self._known: set[Page] = set()
        self.by_hand = False
        self._wake = wake
        for page in stage.session.context.pages:
            self._listen(page)
        stage.session.context.on("page", self._came)

    def _came(self, page: Page) -> None:
        self._listen(page)
        self._wake()

    def _listen(self, page: Page) -> None:
        page.on("close", lambda _: self._wake())

    @property
    def opened(self) -> bool:
        """A tab is there to be gone to: a new one, or any where the present one is closed."""
        pages = self._stage.session.context.pages
        return bool(pages) and (pages[-1] not in self._known or self._stage.page.is_closed())

    @property
    def waits(self) -> bool:
        return self.by_hand and self.opened

    def known(self) -> None:
        """All there are now were there, or were gone to, before the next deed."""
        self._known = set(self._stage.session.context.pages)
