"""Signals as calls in the event loop, also where a loop takes none itself."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def on_signals(call: Callable[[int], object], *numbers: int) -> Iterator[None]:
    """While open, `call` is made in the running event loop for each of these signals, instead of what they do."""
    loop = asyncio.get_running_loop()
    before: dict[int, object] = {}
    for number in numbers:
        try:
            loop.add_signal_handler(number, call, number)
        except NotImplementedError:  # a loop that takes none: the interpreter does
            before[number] = signal.signal(number, lambda given, _: loop.call_soon_threadsafe(call, given) and None)
    try:
        yield
    finally:
        for number in numbers:
            if number in before:
                signal.signal(number, before[number])  # type: ignore[arg-type]
            else:
                loop.remove_signal_handler(number)
