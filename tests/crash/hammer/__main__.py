"""Many clients at once against one real server that is killed in between: nothing may be lost, stuck or slow.

    python -m tests.crash.hammer --minutes 10

Clients of one tenant trigger, cancel, sign in, plan tangled texts, watch live, list, change the project, and vanish in
the middle of a request; they send certificates, patterns and mails that take long to read, and have webhooks that say
nothing. A second tenant looks, runs and is told. Both write on the live page. Each kind comes from loopback addresses
of its own, and the clock jumps where a C compiler is there. What is wrong: any 500, any other answer that no contract
names, a server that says ready and cannot write, a request without an answer, a run accepted with 202 that is lost or
not ended, a damaged database, and a request over 2 s that no browser has a part in. Exits with 1 for what is wrong.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
from pathlib import Path

from tests.crash.hammer.play import CLOCK_JUMPS, hammer_on
from tests.crash.hammer.seen import report


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--restart-seconds", type=float, default=60, help="between two ends of the server, about")
    parser.add_argument("--crowd", type=float, default=1, help="clients of each kind, as a part of the most there are")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if not CLOCK_JUMPS:
        print("the clock does not jump: that needs Linux and a C compiler")
    with tempfile.TemporaryDirectory() as folder:
        work = hammer_on(Path(folder), options.minutes * 60, options.restart_seconds, options.seed, options.crowd)
        hammer, statuses = asyncio.run(work)
    print(report(hammer, statuses))
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    return 1 if hammer.faults or hammer.too_slow() else 0


if __name__ == "__main__":
    sys.exit(main())
