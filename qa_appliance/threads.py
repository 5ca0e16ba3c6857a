"""Threads of their own for one kind of heavy work, with a bound on what waits for them.

What is given to one takes no thread from the others, nor from anything else that uses threads, and never keeps the
process from ending: the threads are daemons, and end by themselves when there is nothing to do.
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import gc
import logging
import os
import queue
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

from qa_appliance.core.errors import TooMany, Unavailable

P = ParamSpec("P")
R = TypeVar("R")

_RETRY_SECONDS = 2
_IDLE_SECONDS = 30.0
_SWITCH_SECONDS = 0.001  # after which a thread at work in Python lets the loop go on
_MMAP_THRESHOLD, _LARGE = -3, 256 * 1024  # of glibc's malloc.h; bytes


class Threads:
    """`at_once` works are done at the same time; `waiting` more may wait, None for any number.

    `each` bounds those of one owner, waiting or not, so that nobody has all of them.
    """

    def __init__(self, name: str, *, at_once: int, waiting: int | None = None, each: int | None = None) -> None:
        self._name, self._at_once, self._each = name, at_once, each
        self._most = None if waiting is None else at_once + waiting
        self._line: queue.SimpleQueue[tuple[Future[Any], Callable[[], Any]]] = queue.SimpleQueue()
        self._started = 0
        self._owners: Counter[str] = Counter()  # of the works that are not done; "" for those of nobody
        self._lock = threading.Lock()

    async def do(self, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """The result of the work. Raises `Unavailable` when too much waits already."""
        return await self.do_for("", work, *args, **kwargs)

    async def do_for(self, owner: str, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """As `do`; raises `TooMany` when too much of the owner's is not done yet."""
        future: Future[R] = Future()
        with self._lock:
            if owner and self._each is not None and self._owners[owner] >= self._each:
                raise TooMany("Too much that you asked for is still being worked on.", retry_after=_RETRY_SECONDS)
            if self._most is not None and self._owners.total() >= self._most:
                message = "The appliance has too much to do at this moment. Try again in a few seconds."
                raise Unavailable(message, code="service_busy", retry_after=_RETRY_SECONDS)
            self._owners[owner] += 1
            if self._started < self._at_once:
                self._started += 1
                threading.Thread(target=self._work, name=f"{self._name} {self._started}", daemon=True).start()
            self._line.put((future, lambda: work(*args, **kwargs)))
        future.add_done_callback(lambda _: self._done(owner))
        return await asyncio.wrap_future(future)

    def _done(self, owner: str) -> None:
        """Also for work that nobody waits for any more: until it is done, it takes its thread."""
        with self._lock:
            self._owners[owner] -= 1
            if not self._owners[owner]:
                del self._owners[owner]

    def _work(self) -> None:
        while True:
            try:
                future, work = self._line.get(timeout=_IDLE_SECONDS)
            except queue.Empty:
                with self._lock:
                    if not self._line.empty():
                        continue
                    self._started -= 1
                    return
            if future.set_running_or_notify_cancel():
                try:
                    future.set_result(work())
                except BaseException as error:  # noqa: BLE001 (it is the waiting task's to handle)
                    future.set_exception(error)
            del future, work  # nothing is kept while there is nothing to do


def spare_the_loop() -> None:
    """Keeps other threads, and the search for garbage, from stopping the event loop for long."""
    sys.setswitchinterval(_SWITCH_SECONDS)
    gc.collect()
    gc.freeze()  # what was loaded for good is searched no more: with it, one search takes 0.1 s


class Spare(ThreadPoolExecutor):
    """Threads for whatever takes none of its own. Nobody waits for them once the loop has ended: see `leave`."""

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        super().shutdown(wait=False, cancel_futures=True)


def leave(code: int, *, seconds: float = 5.0) -> None:
    """Ends the process with this code if, after a while, a thread still computes what nobody waits for any more.

    The interpreter would wait for it at its end, however long it takes.
    """
    ends = time.monotonic() + seconds
    for thread in threading.enumerate():
        if thread is not threading.current_thread() and not thread.daemon:
            thread.join(max(0.0, ends - time.monotonic()))
            if thread.is_alive():
                logging.shutdown()
                os._exit(code)


def give_memory_back() -> None:
    """From now on large pieces of memory go back to the system as soon as they are free.

    A run takes 40 MB for a moment, in other threads each time, and of all that glibc would keep whatever it saw freed
    before. Does nothing where another C library is used.
    """
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).mallopt(_MMAP_THRESHOLD, _LARGE)
