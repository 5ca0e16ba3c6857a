"""What the soak measures: memory by part of the process tree, handles, files, the disk, how soon it answers."""

from __future__ import annotations

import contextlib
import csv
import os
import statistics
import time
from collections import Counter
from pathlib import Path
from typing import Any

import psutil

PARTS = ("appliance", "driver", "browser", "pages", "others")
FIELDS = (
    "minute", *(f"{part} MB" for part in PARTS), "processes", "handles", "appliance handles", "threads", "database MB",
    "WAL MB", "artifacts MB", "artifact files", "other MB", "temporary MB", "answer ms", "slowest ms", "ended", "open",
    "load",
)  # fmt: skip

Row = dict[str, float]


def part_of(process: psutil.Process, own: int) -> str:
    words = process.cmdline()
    if process.pid == own:
        return "appliance"
    if any("run-driver" in word for word in words):
        return "driver"
    if any(word.startswith("--type=renderer") for word in words):
        return "pages"
    return "browser" if any("chrom" in word or "headless" in word for word in words[:1]) else "others"


def tree(own: int) -> list[psutil.Process]:
    with contextlib.suppress(psutil.Error):
        root = psutil.Process(own)
        return [root, *root.children(recursive=True)]
    return []


def processes(own: int) -> Row:
    """Megabytes by part, each shared page counted once (PSS), and what is open."""
    memory: Counter[str] = Counter()
    handles, threads, count, of_appliance = 0, 0, 0, 0
    for process in tree(own):
        with contextlib.suppress(psutil.Error):
            open_here = process.num_fds()
            memory[part_of(process, own)] += process.memory_full_info().pss
            handles, threads, count = handles + open_here, threads + process.num_threads(), count + 1
            of_appliance = open_here if process.pid == own else of_appliance
    found: Row = {f"{part} MB": memory[part] / 1e6 for part in PARTS}
    return found | {
        "processes": count, "handles": handles, "appliance handles": of_appliance, "threads": threads,
    }  # fmt: skip


def disk(data_dir: Path) -> Row:
    """The data directory by what lies in it; `work` is where the server and its browsers keep what is temporary."""
    sizes: Counter[str] = Counter()
    files = 0
    for folder, _, names in os.walk(data_dir):
        inside = (*Path(folder).relative_to(data_dir).parts[:1], "")[0]
        for name in names:
            kind = {"appliance.sqlite3": "database", "appliance.sqlite3-wal": "WAL"}.get(name, "other")
            kind = {"artifacts": "artifacts", "work": "temporary"}.get(inside, kind)
            with contextlib.suppress(OSError):
                sizes[kind] += (Path(folder) / name).lstat().st_size
                files += kind == "artifacts"
    found: Row = {f"{kind} MB": sizes[kind] / 1e6 for kind in ("database", "WAL", "artifacts", "temporary", "other")}
    return found | {"artifact files": files}


class Measured:
    """Rows, each also written to `file` as it comes, so that a soak that is broken off has its figures."""

    def __init__(self, file: Path) -> None:
        self.rows: list[Row] = []
        self._file, self._began = file, time.monotonic()
        self._answers: list[float] = []
        with file.open("w", newline="") as out:
            csv.writer(out).writerow(FIELDS)

    def answered(self, seconds: float) -> None:
        self._answers.append(seconds * 1000)

    def take(self, own: int, data_dir: Path, **more: float) -> Row:
        answers, self._answers = self._answers, []
        row: Row = {"minute": (time.monotonic() - self._began) / 60, "load": os.getloadavg()[0]}
        row |= processes(own) | disk(data_dir) | more
        row |= {"answer ms": statistics.median(answers or [0]), "slowest ms": max(answers, default=0)}
        self.rows.append(row)
        with self._file.open("a", newline="") as out:
            csv.writer(out).writerow([round(row.get(name, 0), 2) for name in FIELDS])
        return row


def read(file: Path) -> list[Row]:
    with file.open(newline="") as lines:
        return [{name: float(value) for name, value in row.items()} for row in csv.DictReader(lines)]


def thirds(rows: list[Row], name: str) -> tuple[float, float, float]:
    """Medians of the first, the second and the last third, the first tenth left out: a start is no leak."""
    settled = [row[name] for row in rows[len(rows) // 10 :]]
    size = max(1, len(settled) // 3)
    parts: list[Any] = [settled[:size], settled[size : 2 * size], settled[2 * size :]]
    low, middle, high = (statistics.median(part or settled or [0.0]) for part in parts)
    return low, middle, high


WATCHED = (
    ("appliance MB", 0.15, 30), ("driver MB", 0.2, 40), ("browser MB", 0.25, 60), ("processes", 0.3, 4),
    ("handles", 0.15, 60), ("appliance handles", 0.15, 15), ("threads", 0.2, 20), ("database MB", 0.3, 5),
    ("WAL MB", 0.5, 10), ("artifacts MB", 0.3, 30), ("temporary MB", 0.5, 30), ("answer ms", 1.0, 50),
)  # fmt: skip
"""What has to stay flat: how much more its last third may have than its second, as a share and at least so much."""


def grown(rows: list[Row]) -> list[str]:
    """What did not stay flat; nothing can be said of fewer than an hour's third of samples."""
    if len(rows) < 60:
        return []
    found = []
    for name, share, least in WATCHED:
        _, middle, high = thirds(rows, name)
        if high - middle > max(least, share * middle):
            found.append(f"{name} grew from {middle:.0f} to {high:.0f} between the second and the last third")
    return found


def table(rows: list[Row]) -> list[str]:
    """Medians of the thirds and the most there was, as lines of Markdown."""
    lines = ["| | first third | second | last | most |", "|---|---|---|---|---|"]
    for name in FIELDS[1:]:
        if name not in ("ended", "open"):
            values = [*thirds(rows, name), max((row[name] for row in rows), default=0)]
            lines.append(f"| {name} | {' | '.join(f'{value:,.0f}' for value in values)} |")
    return lines
