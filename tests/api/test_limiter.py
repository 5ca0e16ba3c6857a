"""The windows of the limits, on clocks that are set while they run."""

from __future__ import annotations

import time

import pytest

from qa_appliance.api.http.limiter import Limiter
from qa_appliance.core.errors import TooMany
from qa_appliance.settings import Limits

HOUR = 3600.0
REAL = time.time


@pytest.mark.parametrize("step", [-HOUR, HOUR], ids=["set back", "set ahead"])
async def test_a_clock_that_is_set_changes_no_window(monkeypatch: pytest.MonkeyPatch, step: float) -> None:
    limiter = Limiter(Limits(trigger_per_minute=2, auth_failures_per_15_minutes=1))
    await limiter.of_user("trigger", "ada")
    await limiter.of_user("trigger", "ada")
    async with limiter.guess("1.1.1.1", "ada") as guess:
        guess.right = False
    monkeypatch.setattr(time, "time", lambda: REAL() + step)
    for _ in range(2):
        with pytest.raises(TooMany) as refused:
            await limiter.of_user("trigger", "ada")
        assert 0 < (refused.value.retry_after or 0) <= 61
        with pytest.raises(TooMany) as kept_out:
            async with limiter.guess("1.1.1.1", "ada"):
                pass
        assert 0 < (kept_out.value.retry_after or 0) <= 15 * 60 + 1


@pytest.mark.parametrize("step", [-HOUR, HOUR], ids=["set back", "set ahead"])
async def test_a_window_ends_in_its_own_time(monkeypatch: pytest.MonkeyPatch, step: float) -> None:
    limiter, real = Limiter(Limits(trigger_per_minute=1)), time.monotonic
    await limiter.of_user("trigger", "ada")
    monkeypatch.setattr(time, "monotonic", lambda: real() + 62)
    monkeypatch.setattr(time, "time", lambda: REAL() + 62 + step)
    await limiter.of_user("trigger", "ada")
    with pytest.raises(TooMany):
        await limiter.of_user("trigger", "ada")
