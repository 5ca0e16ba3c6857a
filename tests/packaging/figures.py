"""Measures the single file: `python tests/packaging/figures.py [EXECUTABLE]`. Prints medians; asserts nothing."""

from __future__ import annotations

import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import psutil

TIMES = 5


def median(measure: Callable[[], float], times: int = TIMES) -> float:
    return statistics.median(measure() for _ in range(times))


def main() -> None:
    file = Path(sys.argv[1] if len(sys.argv) > 1 else "dist/qa-appliance").absolute()
    with tempfile.TemporaryDirectory() as work:
        caches = iter(range(100))

        def version(cache: str) -> float:
            began = time.perf_counter()
            environment = {**os.environ, "XDG_CACHE_HOME": f"{work}/{cache}"}
            subprocess.run([file, "version"], check=True, env=environment, stdout=subprocess.DEVNULL)
            return time.perf_counter() - began

        print(f"size             {file.stat().st_size / 1e6:6.1f} MB")
        print(f"first start      {median(lambda: version(f'new-{next(caches)}'), 3):6.2f} s")
        print(f"version          {median(lambda: version('new-0')):6.2f} s")
        serve(file, Path(work))  # unpacks the browser
        found = [serve(file, Path(work)) for _ in range(TIMES)]
        for place, name in enumerate(("serve answers", "serve, browser", "idle memory PSS")):
            unit = "MB" if "memory" in name else "s"
            print(f"{name:16} {statistics.median(each[place] for each in found):6.2f} {unit}")


def serve(file: Path, work: Path) -> tuple[float, float, float]:
    """Seconds until it answers, seconds until its browser is ready too, megabytes of the whole process tree then."""
    environment = {**os.environ, "XDG_CACHE_HOME": f"{work}/new-0"}
    began = time.perf_counter()
    server = subprocess.Popen(
        [file, "serve", "--port", "0", "--data-dir", work / "data"], env=environment, stderr=subprocess.PIPE, text=True
    )
    assert server.stderr is not None
    address = next(line.split(" is at ")[1].strip() for line in server.stderr if " is at " in line)
    answers = wait(f"{address}/healthz") - began
    ready = wait(f"{address}/readyz") - began
    time.sleep(3)  # idle is what it comes to rest at
    tree = [psutil.Process(server.pid), *psutil.Process(server.pid).children(recursive=True)]
    memory = sum(process.memory_full_info().pss for process in tree) / 1e6
    server.send_signal(signal.SIGTERM)
    server.stderr.read()
    server.wait()
    return answers, ready, memory


def wait(url: str) -> float:
    while True:
        try:
            if httpx.get(url, trust_env=False).status_code == httpx.codes.OK:
                return time.perf_counter()
        except httpx.TransportError:
            pass
        time.sleep(0.02)


if __name__ == "__main__":
    main()
