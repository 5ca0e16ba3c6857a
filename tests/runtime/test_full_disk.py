"""A disk that is full for everything of the appliance, its database included: told, survived, and good again later.

Needs a small file system of its own, which only root may mount.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import Request, Serve
from tests.runtime.test_app import running

MEGABYTES = 48


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    disk = tmp_path / "disk"
    disk.mkdir()
    wanted = ["mount", "-t", "tmpfs", "-o", f"size={MEGABYTES}m", "tmpfs", str(disk)]
    if sys.platform != "linux" or os.geteuid() or subprocess.run(wanted, capture_output=True).returncode:
        pytest.skip("no file system can be mounted here")
    yield disk
    subprocess.run(["umount", "--lazy", str(disk)], check=True)


def fill(disk: Path) -> None:
    """Not a byte is left afterwards."""
    with (disk / "ballast").open("ab", buffering=0) as file:
        while shutil.disk_usage(disk).free:  # others may free some meanwhile
            for size in (1_000_000, 4096, 1):
                with contextlib.suppress(OSError):
                    while True:
                        file.write(b"x" * size)


@pytest.mark.slow
async def test_a_full_disk_ends_the_run_and_not_the_server(serve: Serve, small_disk: Path) -> None:
    def next_page(_: Request) -> str:
        fill(small_disk)
        return "<h1>Still here</h1>"

    site = await serve({"/": "<a href=/next>Next</a>", "/next": next_page})
    async with running(small_disk / "data") as here:
        run = await here.run(site, 'click "Next" and check that "Still here" is shown')
        assert run["status"] in ("completed", "failed")
        # what is met first differs: no room for the evidence, for the verdict, or for the browser's own files
        reasons = ("disk of the appliance's data was full", "No space left", "could not be taken", "crashed")
        assert any(reason in run["reportMarkdown"] for reason in reasons), run["reportMarkdown"]
        assert (await here.http.get("/healthz")).status_code == 200
        assert (await here.http.get("/readyz")).json()["checks"]["disk"].endswith("free on the disk of the data.")
        (small_disk / "ballast").unlink()
        again = await here.run(site, 'check that "Next" is shown')
        assert (again["status"], again["overallStatus"]) == ("completed", "passed"), again["reportMarkdown"]
        assert again["videoUrl"]
