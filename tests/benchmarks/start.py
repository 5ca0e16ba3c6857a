"""How long `serve` takes until it answers and until it is ready, against launching the same browser by hand.

Run it: `python -m tests.benchmarks.start [rounds]`. Both take turns, each a process of its own with its code compiled
already, as an installation has it: with PYTHONDONTWRITEBYTECODE set, some 670 files are compiled at every start, which
takes twice the time. Prints medians of wall and of processor seconds, and the median ratio with its quartiles.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections import defaultdict
from pathlib import Path

import psutil

from qa_appliance.browser.process.choice import choose_browser
from tests.benchmarks.felt import machine

_BY_HAND = """
import sys
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path=sys.argv[1])
    browser.new_context().new_page()
    print("ready", flush=True)
    sys.stdin.read()
    browser.close()
"""
_PAUSE, _PATIENCE = 0.01, 60.0
Moment = tuple[float, float]
"""Seconds since the process was begun, and processor seconds it has taken since, its children left out."""


def by_hand(browser: str, environment: dict[str, str]) -> Moment:
    command = [sys.executable, "-c", _BY_HAND, browser]
    with subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        began = time.perf_counter()
        assert process.stdout is not None
        process.stdout.readline()
        moment = time.perf_counter() - began, _worked(process)
        process.communicate()
    return moment


def serve(data: Path, environment: dict[str, str]) -> dict[str, Moment]:
    command = [sys.executable, "-m", "qa_appliance", "serve", "--data-dir", str(data), "--port", "0"]
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True) as process:
        began = time.perf_counter()
        assert process.stderr is not None
        address = next(line.split()[-1] for line in process.stderr if "QA Appliance is at" in line)
        moments = {}
        for path in ("healthz", "readyz"):
            while not _answers(f"{address}/{path}"):
                if time.perf_counter() - began > _PATIENCE:
                    raise SystemExit(f"/{path} did not answer.")
                time.sleep(_PAUSE)
            moments[path] = time.perf_counter() - began, _worked(process)
        process.terminate()
        process.communicate()
    return moments


def _answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=5) as answer:
            return int(answer.status) == 200
    except urllib.error.URLError:
        return False


def _worked(process: subprocess.Popen[str] | subprocess.Popen[bytes]) -> float:
    times = psutil.Process(process.pid).cpu_times()
    return times.user + times.system


def main(rounds: int) -> None:
    browser = str(asyncio.run(choose_browser()).path)
    moments: dict[str, list[Moment]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        environment["PYTHONPYCACHEPREFIX"] = str(Path(folder, "compiled"))
        for turn in range(rounds + 1):  # the first compiles, and is not counted
            for name, moment in {
                "by hand": by_hand(browser, environment),
                **serve(Path(folder, "data"), environment),
            }.items():
                moments[name] += [moment] if turn else []
    for name, each in moments.items():
        ratios = [one[0] / hand[0] for one, hand in zip(each, moments["by hand"], strict=True)]
        low, middle, high = statistics.quantiles(ratios, n=4) if rounds > 1 else ratios * 3
        wall, worked = (statistics.median(part) for part in zip(*each, strict=True))
        print(f"{name:8} {wall:5.2f} s, {worked:5.2f} of the processor, {middle:.2f} ({low:.2f}–{high:.2f})")
    print(f"{rounds} rounds in turn. {machine()}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
