"""The rate limits of contract section 8: sliding windows, in memory. Never touches a plan's quotas."""

from __future__ import annotations

import asyncio
import contextlib
import math
import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator

from limits import RateLimitItem, RateLimitItemPerMinute
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import MovingWindowRateLimiter

from qa_appliance.api.http.about import UserLimit
from qa_appliance.api.http.peer import network
from qa_appliance.core.errors import TooMany
from qa_appliance.settings import Limits

_MOST_HOMES = 10_000
_STEP_SECONDS = 1  # what two clocks differ by that was no setting
_UNDER_WAY_SECONDS = 2  # after which it is known whether the passwords looked at now were right


class _Steady(MemoryStorage):
    """The library goes by a clock that may be set; what it holds is set with it, so that no window grows or ends."""

    def __init__(self) -> None:
        super().__init__()
        self._ahead = time.time() - time.monotonic()

    async def acquire_entry(self, key: str, limit: int, expiry: int, amount: int = 1) -> bool:
        self._follow()
        return await super().acquire_entry(key, limit, expiry, amount)

    async def get_moving_window(self, key: str, limit: int, expiry: int) -> tuple[float, int]:
        self._follow()
        return await super().get_moving_window(key, limit, expiry)

    def _follow(self) -> None:
        ahead = time.time() - time.monotonic()
        step = ahead - self._ahead
        if abs(step) < _STEP_SECONDS:
            return
        self._ahead = ahead
        for entry in {id(each): each for entries in self.events.values() for each in entries}.values():
            entry.atime += step
            entry.expiry += step


class Guess:
    """One password that is looked at; `right` stays None where it could not be."""

    right: bool | None = None


class Limiter:
    """Each method counts one request and raises `TooMany` with the seconds to wait (decision 23).

    Addresses are counted as networks: whoever has one address of IPv6 has 2 to the power of 64 of them.
    """

    def __init__(self, limits: Limits) -> None:
        self._windows = MovingWindowRateLimiter(_Steady())
        self._api_global = RateLimitItemPerMinute(limits.api_global_per_minute, namespace="api:global")
        self._of_user: dict[UserLimit, tuple[RateLimitItem, str]] = {
            "trigger": (
                RateLimitItemPerMinute(limits.trigger_per_minute, namespace="procedure:minute"),
                "Too many runs were started in the last minute.",
            ),
            "active": (
                RateLimitItemPerMinute(limits.active_per_minute, namespace="api:read"),
                "Too many requests in the last minute.",
            ),
            "plan": (
                RateLimitItemPerMinute(limits.plan_per_minute, namespace="plan"),
                "Too many texts were given to be read in the last minute.",
            ),
            "alert": (
                RateLimitItemPerMinute(limits.trigger_per_minute, namespace="alert"),
                "Too many alerts were tried in the last minute.",
            ),
            "issue": (
                RateLimitItemPerMinute(limits.trigger_per_minute, namespace="issue"),
                "Too many issues were filed in the last minute.",
            ),
        }
        failures = limits.auth_failures_per_15_minutes
        self._auth_strict = RateLimitItemPerMinute(failures, 15, namespace="auth:strict")
        self._sign_in = RateLimitItemPerMinute(failures, 15, namespace="sign-in")
        self._account = RateLimitItemPerMinute(failures, 15, namespace="account")
        self._reserving = asyncio.Lock()
        self._under_way: Counter[tuple[RateLimitItem, str]] = Counter()  # passwords looked at now
        self._homes: OrderedDict[tuple[str, str], None] = OrderedDict()  # account, network it was signed in to from

    async def any_request(self, address: str) -> None:
        await self._hit(self._api_global, network(address), "Too many requests from this address.")

    async def of_user(self, limit: UserLimit, user_id: str) -> None:
        item, message = self._of_user[limit]
        await self._hit(item, user_id, message)

    async def refused_credential(self, address: str) -> None:
        """Counts a credential that was presented and refused (decision 20)."""
        await self._hit(self._auth_strict, network(address), "Too many failed credential checks.")

    @contextlib.asynccontextmanager
    async def guess(self, address: str, account: str = "") -> AsyncIterator[Guess]:
        """A place among the passwords that may be tried, taken before one is looked at; a wrong one keeps it taken.

        Passwords can be guessed, keys cannot: after too many wrong ones not even the right one is looked at. They are
        counted for the address and for the account; the latter not where the account was signed in to before, for
        else anybody could keep its owner out.
        """
        home = (account, network(address))
        places = [(self._sign_in, home[1])]
        if account and home not in self._homes:
            places.append((self._account, account))
        async with self._reserving:
            for item, identity in places:
                left = (await self._windows.get_window_stats(item, identity)).remaining
                if left <= self._under_way[item, identity]:
                    message = "Too many failed attempts to sign in."
                    raise await self._too_many(item, identity, message, _UNDER_WAY_SECONDS if left else None)
            self._under_way.update(places)
        guess = Guess()
        try:
            yield guess
        finally:
            if guess.right is False:
                for item, identity in places:
                    await self._windows.hit(item, identity)
            self._under_way -= Counter(places)
            if guess.right and account:
                self._homes[home] = None
                while len(self._homes) > _MOST_HOMES:
                    self._homes.popitem(last=False)

    async def _hit(self, item: RateLimitItem, identity: str, message: str) -> None:
        if not await self._windows.hit(item, identity):
            raise await self._too_many(item, identity, message)

    async def _too_many(self, item: RateLimitItem, identity: str, message: str, seconds: int | None = None) -> TooMany:
        if seconds is None:
            reset = (await self._windows.get_window_stats(item, identity)).reset_time
            seconds = max(1, math.ceil(reset - time.time()))
        return TooMany(f"{message} Try again in {seconds} s.", retry_after=seconds)
