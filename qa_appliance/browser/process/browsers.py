"""Where runs get their browser from: what the pool of this machine and the endpoints elsewhere have in common."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from typing import Protocol

from qa_appliance.browser.egress.intercept import Seal
from qa_appliance.browser.egress.proxy import Listen
from qa_appliance.browser.process.session import Session
from qa_appliance.core.run import Site


class Browsers(Protocol):
    def egress(self, site: Site) -> AbstractAsyncContextManager[Listen]:
        """Where the egress proxy of a run has to listen for these browsers to reach it, until the end of the block."""
        ...

    @property
    def seal(self) -> Seal | None:
        """What these browsers take for any site's certificate; None: there is no way to have them do so."""
        ...

    def session(self, site: Site, proxy: str | None = None) -> AbstractAsyncContextManager[Session]:
        """A fresh context for one run, closed on the way out; waits for a free slot. Raises Unavailable."""
        ...
