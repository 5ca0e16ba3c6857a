"""Calls of the browser's driver that are no actions of the test. Knows Playwright's own switches for its own calls.

Whatever goes through Playwright while a trace is recorded becomes an entry with snapshots of the whole page before and
after, which costs many times the call itself; Playwright spares its own inner calls that, and so do we ours.
"""

from __future__ import annotations

from collections.abc import Awaitable
from typing import TypeVar

from playwright._impl.channel_owner import ApiZone
from playwright._impl.utils.zones import current_zone
from playwright.async_api import BrowserContext

T = TypeVar("T")


async def untraced(call: Awaitable[T]) -> T:
    """The answer of the call, which leaves nothing in the trace."""
    return await _within(ApiZone(api_name="", frames=[], title=None, internal=True), call)


async def traced_as(title: str, call: Awaitable[T]) -> T:
    """The answer of the call, which stands in the trace under that title."""
    return await _within(ApiZone(api_name="", frames=[], title=title, internal=False), call)


def keep_no_stacks(context: BrowserContext) -> None:
    """For its trace just begun: the driver is no longer told with every call where in our code it was made."""
    context.tracing._impl_obj._reset_stack_counter()


async def _within(zone: ApiZone, call: Awaitable[T]) -> T:
    # a coroutine runs when it is awaited, and so inside
    return await current_zone().with_("apiZone", zone).run_async(lambda: call)
