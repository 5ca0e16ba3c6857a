"""The rate limits of contract section 8: sliding windows, in memory. Never touches a plan's quotas."""

from __future__ import annotations

import math
import time

from limits import RateLimitItem, RateLimitItemPerMinute
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import MovingWindowRateLimiter

from qa_appliance.core.errors import TooMany
from qa_appliance.settings import Limits


class Limiter:
    """Each method counts one request and raises `TooMany` with the seconds to wait (decision 23)."""

    def __init__(self, limits: Limits) -> None:
        self._windows = MovingWindowRateLimiter(MemoryStorage())
        self._api_global = RateLimitItemPerMinute(limits.api_global_per_minute, namespace="api:global")
        self._trigger = RateLimitItemPerMinute(limits.trigger_per_minute, namespace="procedure:minute")
        self._active = RateLimitItemPerMinute(limits.active_per_minute, namespace="api:read")
        failures = limits.auth_failures_per_15_minutes
        self._auth_strict = RateLimitItemPerMinute(failures, 15, namespace="auth:strict")
        self._sign_in = RateLimitItemPerMinute(failures, 15, namespace="sign-in")

    async def any_request(self, address: str) -> None:
        await self._hit(self._api_global, address, "Too many requests from this address.")

    async def trigger(self, user_id: str) -> None:
        await self._hit(self._trigger, user_id, "Too many runs were started in the last minute.")

    async def active(self, user_id: str) -> None:
        await self._hit(self._active, user_id, "Too many requests in the last minute.")

    async def refused_credential(self, address: str) -> None:
        """Counts a credential that was presented and refused (decision 20)."""
        await self._hit(self._auth_strict, address, "Too many failed credential checks.")

    async def refused_password(self, address: str) -> None:
        """A wrong password counts as any refused credential, and closes sign-in for the address when there are many."""
        await self._windows.hit(self._sign_in, address)
        await self.refused_credential(address)

    async def check_sign_in(self, address: str) -> None:
        """Passwords can be guessed, keys cannot: after too many wrong ones not even the right one is looked at."""
        if not await self._windows.test(self._sign_in, address):
            raise await self._too_many(self._sign_in, address, "Too many failed attempts to sign in.")

    async def _hit(self, item: RateLimitItem, identity: str, message: str) -> None:
        if not await self._windows.hit(item, identity):
            raise await self._too_many(item, identity, message)

    async def _too_many(self, item: RateLimitItem, identity: str, message: str) -> TooMany:
        reset = (await self._windows.get_window_stats(item, identity)).reset_time
        seconds = max(1, math.ceil(reset - time.time()))
        return TooMany(f"{message} Try again in {seconds} s.", retry_after=seconds)
