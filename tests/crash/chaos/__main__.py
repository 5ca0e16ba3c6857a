"""Faults of a machine played to a real server, one after the other, and what its users saw of each.

    python -m tests.crash.chaos                    all of them, as a table; or the names of some: full slow handles

Each finds runs ended, one at work, a suite and a batch begun; while it lasts the API is asked and more is begun. It is
wrong if a request is answered otherwise than with a sentence, a run ends with a verdict its page does not deserve and
not for the fault's sake, one is lost or does not end, what had been kept is not the same, or the appliance is not well
again by itself when the fault is over. What needs root or a tool that is not there is left out and named. Exits with 1
for what is wrong.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import psutil

from tests.crash.appliance import EMAIL, PASSWORD, intact
from tests.crash.chaos.faults import BY_NAME, FAULTS, Fault, have
from tests.crash.chaos.scene import Accepted, Json, Scene, scene
from tests.crash.chaos.site import BAD, GOOD
from tests.soak.measuring import tree

SCHEDULED = 2  # runs that an hourly schedule may begin meanwhile: one as the clock is off, one when it is right


async def meanwhile(here: Scene, fault: Fault) -> None:
    """What users do as long as the fault lasts."""
    until, begun, unready = time.monotonic() + fault.seconds, 0, Counter[str]()
    may = fault.refuses or fault.silent
    while time.monotonic() < until:
        await here.ask("GET", "/healthz", refusals=fault.silent)
        unready[await here.readiness()] += 1
        await here.ask("GET", "/api/runs?limit=20", refusals=fault.silent)
        await here.run(here.accepted[0].run_id, refusals=fault.silent)
        if begun < 2:
            description, due = ((GOOD, "passed"), (BAD, "failed"))[begun]
            await here.trigger(description, due, "during", refusals=may)
            begun += 1
        await here.ask("PATCH", f"/api/projects/{here.project}", {"name": f"Site {begun}"}, refusals=may)
        await here.ask("POST", "/api/session", {"email": EMAIL, "password": PASSWORD}, refusals=may)
        await asyncio.sleep(2)
    for words, times in unready.items():
        print(f"  readyz, {times} times: {words}", flush=True)


def judged(here: Scene, fault: Fault, run: Json, due: str, when: str) -> str:
    """What became of a run, in a word; what must not be is wrong."""
    ended = run.get("overallStatus") or run.get("status", "lost")
    words = " ".join(str(run.get("reportMarkdown")).split())
    if ended == due:
        if when == "in the middle" and due == "failed":
            print(f"  {words[:300]}", flush=True)
        return f"{due}, as due"
    excused = ended in ("failed", "cancelled") and when != "after" and re.search(fault.excuses, words, re.IGNORECASE)
    if not excused:
        here.wrong(f"a run begun {when}: {ended} where {due} was due: {words[:400]}")
    print(f"  begun {when}, {ended}: {words[:300]}", flush=True)
    return f"{ended}, and says why"


async def play(fault: Fault) -> tuple[list[str], str]:
    """What was wrong, and a row of the table."""
    print(f"\n{fault.name}: {fault.what} (load {os.getloadavg()[0]:.1f})", flush=True)
    with tempfile.TemporaryDirectory(prefix="chaos-") as folder:
        async with scene(Path(folder), fault.more(Path(folder)), named="own names" in fault.requirements) as here:
            ends, seconds = await played(here, fault)
            known = tree(here.pid)
        await after(here, known, fault)
        if "root" in fault.requirements:
            await (await asyncio.create_subprocess_exec("umount", "--lazy", str(here.data))).wait()
    refused = sum(times for what, times in here.answers.items() if not what.endswith(("200", "201", "202")))
    for words in here.sentences:
        print(f"  told: {words}", flush=True)
    print(f"  answers: {dict(here.answers)}", flush=True)
    became = "; ".join(f"{what}: {times}" for what, times in ends.items())
    return (
        here.faults,
        f"| {fault.what} | {became} | {refused} of {here.answers.total()} | {here.slowest:.1f} | {seconds:.0f} |",
    )


async def played(here: Scene, fault: Fault) -> tuple[Counter[str], float]:
    """How the runs ended, and after how many seconds the appliance was ready again."""
    await here.prepare()
    here.answers.clear()
    at_work = await here.trigger(fault.deed, fault.due, "in the middle")
    assert at_work is not None
    async with asyncio.timeout(180):
        while not (here.site.asked["/held"] or here.site.asked["/greedy"]):
            await asyncio.sleep(0.05)
    await here.begin_together()
    async with fault.happens(here):
        here.site.go_on.set()
        if fault.breaks:
            await asyncio.sleep(fault.seconds)
        else:
            await meanwhile(here, fault)
    seconds = await here.ready()
    await here.trigger(GOOD, "passed", "after")
    await here.trigger(BAD, "failed", "after")
    ends = Counter[str]()
    for each in here.accepted:
        if each.when != "before":
            ends[judged(here, fault, await here.end_of(each), each.due, each.when)] += 1
    for batch_id in here.batches:
        batch = await here.verdict_of(batch_id)
        print(
            f"  {batch['kind']}: {batch['verdict']} {[run['overallStatus'] or run['status'] for run in batch['runs']]}"
        )
        dues = ["passed", "failed"] if batch["kind"] == "suite" else ["passed"] * 3
        for run, due in zip(batch["runs"], dues, strict=False):
            whole = await here.end_of(Accepted(run["id"], due, "together"))
            ends[judged(here, fault, whole, due, "together")] += 1
    if (by_clock := await here.runs_of_the_schedule()) > SCHEDULED:
        here.wrong(f"the schedule began {by_clock} runs")
    if here.kept != (kept := await here.fingerprints()):
        here.wrong(f"what had been kept is not the same: {set(here.kept.items()) ^ set(kept.items())}")
    return ends, seconds


async def after(here: Scene, known: list[psutil.Process], fault: Fault) -> None:
    """The server has been told to end: it leaves nothing behind. Its log is kept for whoever looks into a fault."""
    assert here.server is not None
    if here.server.process.returncode != 0:
        here.wrong(f"the server ended with {here.server.process.returncode}: {here.logs[-1][-500:]}")
    _, alive = await asyncio.to_thread(psutil.wait_procs, known, 30)
    for process in alive:
        here.wrong(f"a process outlived the server: {process}")
    if not intact(here.data):
        here.wrong("the database is damaged")
    if (here.data / "work").exists():
        here.wrong("temporary files are left")
    kept = Path(tempfile.gettempdir()) / f"chaos-{fault.name}-{os.getpid()}.log"
    kept.write_text("\n\n".join(here.logs))
    if traces := sum(log.count("Traceback") for log in here.logs):
        print(f"  the log has {traces} stack traces: {kept}", flush=True)


async def main(names: list[str]) -> int:
    rows, wrong = [], 0
    for fault in [BY_NAME[name] for name in names] or FAULTS:
        if missing := [need for need in fault.requirements if not have(need)]:
            print(f"\n{fault.name} is left out: it needs {' and '.join(missing)}", flush=True)
            continue
        faults, row = await play(fault)
        rows.append(row)
        wrong += len(faults)
    print(
        "\n| fault | how the runs ended | refused | slowest answer, s | ready again after, s |\n|---|---|---|---|---|"
    )
    print("\n".join(rows))
    print(f"{wrong} wrong")
    return 1 if wrong else 0


def inside() -> None:
    """Goes on in mounts and a network of its own, where names are asked of this program, if that may be."""
    if os.environ.get("CHAOS_INSIDE") or sys.platform != "linux" or os.geteuid():
        return
    resolv = tempfile.NamedTemporaryFile("w", prefix="chaos-names-", delete=False)  # noqa: SIM115
    with resolv:
        resolv.write("nameserver 127.0.0.1\n")
    os.chmod(resolv.name, 0o644)
    then = f'ip link set lo up && mount --bind {resolv.name} /etc/resolv.conf && rm {resolv.name}; exec "$@"'
    command = ["unshare", "--mount", "--net", "sh", "-c", then, "sh", sys.executable, "-m", "tests.crash.chaos"]
    os.environ["CHAOS_INSIDE"] = "1"
    os.execvp(command[0], [*command, *sys.argv[1:]])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(BY_NAME))
    asked = parser.parse_args()
    inside()
    sys.exit(asyncio.run(main(asked.names)))
