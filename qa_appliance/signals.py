"""Signals as calls in the event loop, also where a loop takes none itself."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def on_signals(call: Callable[[int], object], *numbers: int) -> Iterator[None]:
    """While open, `call` is made in the running event loop for each of these signals, instead of what they do.

    Afterwards they do what they did before: a loop that gives a signal back would leave it to the interpreter.
    """
    loop = asyncio.get_running_loop()
    before = {number: signal.getsignal(number) for number in numbers}
    for number in numbers:
        try:
            loop.add_signal_handler(number, call, number)
        except NotImplementedError:  # a loop that takes none: the interpreter does
            signal.signal(number, lambda given, _: loop.call_soon_threadsafe(call, given) and None)
    try:
        yield
    finally:
        for number in numbers:
            with contextlib.suppress(NotImplementedError):
                loop.remove_signal_handler(number)
            signal.signal(number, before[number])
