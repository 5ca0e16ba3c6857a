"""Where the processor seconds of a short test go: by process, and with kinds of evidence left out in turn.

`python -m tests.benchmarks.kinds [rounds [tests]]`: 3 rounds of a folder of 8 tests unless given. Each way is an
appliance of its own with two slots; they take turns, and with them a script with Playwright's own trace and screencast,
and a bare one. Prints a table of medians. A busy machine makes all of them larger: compare within one table only.
"""

from __future__ import annotations

import asyncio
import shutil
import statistics
import sys
import tempfile
from collections import defaultdict
from contextlib import AsyncExitStack
from pathlib import Path

from qa_appliance.browser.process.choice import choose_browser
from qa_appliance.browser.process.pool import Pool
from qa_appliance.core.evidence.kinds import OF_OPERATORS
from qa_appliance.demo.serving import serving
from qa_appliance.demo.shop import create_shop
from tests.benchmarks.felt import SHORT, SLOTS, Scripts, Way, machine, processor_seconds
from tests.benchmarks.ways import Runs, appliance

LEFT_OUT: dict[str, tuple[str, ...]] = {
    "everything": (),
    "without the film": ("video",),
    "without film, trace and pictures": ("video", "trace", "screenshots"),
    "without the accessibility scan": ("accessibility",),
    "nothing": tuple(kind.name for kind in OF_OPERATORS),
}


def taking(runs: Runs, tests: int) -> Way:
    return lambda: runs.take(SHORT, tests)


async def main(rounds: int, tests: int) -> str:
    folder, ways = Path(tempfile.mkdtemp()), dict[str, Way]()
    spent: dict[str, list[dict[str, float]]] = defaultdict(list)
    async with AsyncExitStack() as stack:
        origin = await stack.enter_async_context(serving(create_shop()))
        browser = Pool.open(await choose_browser(), slots=SLOTS, data_dir=folder / "scripts")
        scripts = Scripts(await stack.enter_async_context(browser), origin)
        for number, (name, without) in enumerate(LEFT_OUT.items()):
            opening = appliance(origin, folder / str(number), SLOTS, without=without)
            ways[name] = taking(await stack.enter_async_context(opening), tests)
        ways["a script with evidence"] = lambda: scripts.folder(tests, evident=True)
        ways["a bare script"] = lambda: scripts.folder(tests, evident=False)
        for turn in range(-1, rounds):  # what is loaded once is loaded in the first, which is not counted
            for name, way in ways.items():
                before = processor_seconds()
                await way()
                after = processor_seconds()
                if turn >= 0:
                    spent[name].append({kind: (after[kind] - before[kind]) / tests for kind in after})
    shutil.rmtree(folder, ignore_errors=True)
    kinds = [*processor_seconds()]
    lines = [f"| ms of the processor a test | {' | '.join(kinds)} | all |", f"|---|{'---|' * (len(kinds) + 1)}"]
    for name, each in spent.items():
        medians = [statistics.median(one[kind] for one in each) * 1000 for kind in kinds]
        lines.append(f"| {name} | {' | '.join(f'{one:,.0f}' for one in [*medians, sum(medians)])} |")
    return "\n".join([*lines, "", f"{rounds} rounds in turn. {machine()}"])


if __name__ == "__main__":
    given = [int(text) for text in sys.argv[1:]]
    print(asyncio.run(main(*(given + [3, 8][len(given) :]))))
