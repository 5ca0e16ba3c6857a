"""How often a replay of twenty steps speaks to the browser's driver, and how many frames it films.

Run it: `python -m tests.benchmarks.driver_calls [rounds]`. Counts do not depend on how busy the machine is, but for the
frames of what moves. Prints the messages of the last round by step, without the answers to frames and the groups of the
trace, which nobody waits for; and the frames of every round, beside those of a hand-written script with evidence.
"""

from __future__ import annotations

import asyncio
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright._impl.channel_owner import ChannelOwner
from playwright._impl.connection import Connection

from qa_appliance.browser.process.choice import choose_browser
from qa_appliance.browser.process.pool import Pool
from qa_appliance.core.events import Event, StepBegan
from qa_appliance.demo.serving import serving
from qa_appliance.demo.shop import create_shop
from tests.benchmarks.felt import Scripts
from tests.benchmarks.replay_overhead import Replays, saved, script

_UNAWAITED = frozenset({"screencastFrameAck", "tracingGroup", "tracingGroupEnd"})
FRAME = "screencastFrameAck"
OPENING = "before the first step"
Answer = asyncio.Future[Any]


class Calls:
    """Messages to the driver, by what the replay is at."""

    def __init__(self) -> None:
        self.sent: dict[str, Counter[str]] = {}
        self.at = OPENING

    def hear(self, event: Event) -> None:
        if isinstance(event, StepBegan):
            self.at = event.sentence

    @property
    def frames(self) -> int:
        return sum(sent[FRAME] for sent in self.sent.values())

    def lines(self) -> Iterator[str]:
        for at, sent in self.sent.items():
            awaited = {method: count for method, count in sent.items() if method not in _UNAWAITED}
            listed = ", ".join(method if count == 1 else f"{method} {count}" for method, count in awaited.items())
            yield f"{sum(awaited.values()):4}  {at}: {listed}"
        yield f"{sum(n for sent in self.sent.values() for m, n in sent.items() if m not in _UNAWAITED):4}  all"


@contextmanager
def counted(calls: Calls) -> Iterator[None]:
    """While the block lasts, every message of this process to a driver is counted."""
    send = Connection.send_message_to_server

    def counting(
        connection: Connection, owner: ChannelOwner, method: str, params: Any, options: dict[str, Any]
    ) -> Answer:
        calls.sent.setdefault(calls.at, Counter())[method] += 1
        return send(connection, owner, method, params, options)

    Connection.send_message_to_server = counting  # type: ignore[assignment, method-assign]
    try:
        yield
    finally:
        Connection.send_message_to_server = send  # type: ignore[method-assign]


async def main(rounds: int) -> None:
    folder = Path(tempfile.mkdtemp())
    frames: tuple[list[int], list[int]] = ([], [])
    async with (
        serving(create_shop()) as origin,
        Pool.open(await choose_browser(), slots=1, data_dir=folder) as pool,
    ):
        replays, scripts = Replays(pool, origin, folder), Scripts(pool, origin)
        procedure = saved((await replays.run(None))[0])
        for _ in range(rounds):
            calls, by_hand = Calls(), Calls()
            with counted(calls):
                await replays.run(procedure, calls.hear)
            with counted(by_hand):
                await scripts.run(script, evident=True)
            frames[0].append(calls.frames)
            frames[1].append(by_hand.frames)
    shutil.rmtree(folder, ignore_errors=True)
    print("\n".join(calls.lines()))
    print(f"frames: {frames[0]}, of the script: {frames[1]}")


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 5))
