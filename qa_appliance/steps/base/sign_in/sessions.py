"""Who is signed in, kept for the tests of a suite while it runs: in memory only, and never for longer than `AGE`."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from qa_appliance.core.run import RunRequest
from qa_appliance.core.test_data.project import Account

AGE = 30 * 60.0  # seconds after which somebody signs in anew
_MOST = 200  # sessions; the oldest make room


@dataclass
class SignedIn:
    """What the browser kept right after the sign-in, and where that led; `lock` is held by who signs in or asks."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    state: dict[str, object] | None = None
    address: str = ""
    at: float = 0.0


Suite = tuple[str, str, str, str]
"""Of an organization and project: the suite's batch and the site."""


class SuiteSignIns:
    """Of one suite that runs, on one site."""

    def __init__(self, sign_ins: SignIns, suite: Suite) -> None:
        self._sign_ins, self._suite = sign_ins, suite

    def of(self, account: Account) -> SignedIn:
        """Of that very account: with another password it is another one."""
        return self._sign_ins.entry(self._suite, account)

    def keep(self, signed_in: SignedIn, state: dict[str, object] | None, address: str) -> None:
        signed_in.state, signed_in.address, signed_in.at = state, address, self._sign_ins.now()


class SignIns:
    """`drop` when a suite has ended."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self.now = now
        self._kept: dict[tuple[Suite, Account], SignedIn] = {}

    def of(self, request: RunRequest) -> SuiteSignIns | None:
        """None for a run that is no test of a suite."""
        if not request.suite:
            return None
        return SuiteSignIns(self, (request.org_id, request.project_id, request.suite, request.site.base_url))

    def entry(self, suite: Suite, account: Account) -> SignedIn:
        for key, known in list(self._kept.items()):
            if known.state is not None and self.now() - known.at > AGE:
                del self._kept[key]
        while len(self._kept) >= _MOST:
            del self._kept[next(iter(self._kept))]
        return self._kept.setdefault((suite, account), SignedIn())

    def drop(self, batch_id: str) -> None:
        for key in [key for key in self._kept if key[0][2] == batch_id]:
            del self._kept[key]
