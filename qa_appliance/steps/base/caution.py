"""What keeps a step that no person wrote from what it may not do."""

from __future__ import annotations

from typing import Protocol

from qa_appliance.browser.find.locate import Located


class Caution(Protocol):
    """What a step is kept from that no person wrote: a sentence why, "" where there is nothing against it."""

    def refuses_page(self, address: str) -> str: ...

    def refuses(self, located: Located) -> str: ...
