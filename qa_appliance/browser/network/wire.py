"""What a test has done to the network and to what surrounds the page so far, for all of its users."""

from __future__ import annotations

from qa_appliance.browser.network.line import Line
from qa_appliance.browser.network.looked import Looked
from qa_appliance.browser.network.permitted import Permitted, Shown
from qa_appliance.browser.network.replacing import Replacing, Tell


class Wire:
    """`answer`: the one that checks and steps look at."""

    def __init__(self, tell: Tell) -> None:
        self.answer: Looked | None = None
        self.replacing = Replacing(tell)
        self.line = Line()
        self.shown = Shown()
        self.permitted = Permitted()

    async def close(self) -> None:
        """Whatever is held back is let go."""
        await self.replacing.close()
        await self.permitted.close()
