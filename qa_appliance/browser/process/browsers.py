"""Where runs get their browser from: what the pool of this machine and the endpoints elsewhere have in common."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from typing import Protocol

from qa_appliance.browser.egress.proxy import Listen
from qa_appliance.browser.process.session import Session
from qa_appliance.core.run import Site


class Browsers(Protocol):
    @property
    def egress(self) -> Listen:
        """Where the egress proxy of a run has to listen for these browsers to reach it."""
        ...

    def session(self, site: Site, proxy: str | None = None) -> AbstractAsyncContextManager[Session]:
        """A fresh context for one run, closed on the way out; waits for a free slot. Raises Unavailable."""
        ...
