"""What the chaos calls wrong, and that its disk and its clock are off as it says."""

from __future__ import annotations

import asyncio
import errno
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.crash.chaos import clock, disk
from tests.crash.chaos.__main__ import judged
from tests.crash.chaos.faults import BY_NAME, FAULTS, have
from tests.crash.chaos.scene import Scene
from tests.crash.chaos.site import NAME, Names, Site

FULL = "# Failed\n\nThe disk of the appliance's data was full."
VERDICTS: tuple[tuple[str, str, str, str, bool], ...] = (
    ("passed", "failed", "during", "# Passed", True),  # a false pass is one whatever happened
    ("failed", "passed", "during", "# Failed\n\n“Saved” was not seen.", True),  # blamed on the page
    ("failed", "passed", "after", FULL, True),  # the fault is over
    ("failed", "passed", "during", FULL, False),
    ("failed", "failed", "during", "# Failed\n\n“Goodbye” was not seen.", False),
    ("passed", "passed", "after", "# Passed", False),
)


@pytest.mark.parametrize(("ended", "due", "when", "report", "wrong"), VERDICTS)
def test_a_run_may_fail_only_where_its_page_or_the_fault_does(
    tmp_path: Path, ended: str, due: str, when: str, report: str, wrong: bool
) -> None:
    here = Scene(tmp_path, Site(), Names(), "")
    run: dict[str, Any] = {"status": "completed", "overallStatus": ended, "reportMarkdown": report}
    judged(here, BY_NAME["full"], run, due, when)
    assert bool(here.faults) is wrong


def test_each_fault_says_what_it_needs() -> None:
    assert len(BY_NAME) == len(FAULTS)
    assert [need for fault in FAULTS for need in fault.requirements if have(need) not in (True, False)] == []


WRITING = """
import os, sys
handle = os.open(sys.argv[1] + "/a", os.O_RDWR | os.O_CREAT)
for word in sys.stdin:
    try:
        os.write(handle, b"x"), os.fsync(handle), os.open(sys.argv[1] + "/b", os.O_WRONLY | os.O_CREAT)
        print("well", flush=True)
    except OSError as error:
        print(error.errno, flush=True)
"""


def writing(folder: Path, environment: dict[str, str]) -> subprocess.Popen[str]:
    """Writes each time it is asked to, and says how that went."""
    command = [sys.executable, "-c", WRITING, str(folder)]
    return subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


@pytest.mark.skipif(not have("a compiler") or sys.platform != "linux", reason="the disk is built by a compiler")
def test_the_disk_is_at_fault_for_as_long_as_it_is_told_so(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    environment = os.environ | disk.preloaded(tmp_path)
    seen = []
    with writing(tmp_path / "data", environment) as at, writing(tmp_path, environment) as beside:
        for error in (0, errno.EROFS, 0):
            disk.set_state(tmp_path, error, 0)
            for process in (at, beside):
                assert process.stdin is not None
                assert process.stdout is not None
                process.stdin.write("now\n")
                process.stdin.flush()
                seen.append(process.stdout.readline().strip())
    assert seen == ["well", "well", str(errno.EROFS), "well", "well", "well"]


LOOKING = """
import datetime, sys, time
began = time.monotonic()
for word in sys.stdin:
    print(int(time.time()), int(datetime.datetime.now().timestamp()), time.monotonic() - began < 3600, flush=True)
"""


@pytest.mark.skipif(not have("a compiler") or sys.platform != "linux", reason="the clock is built by a compiler")
def test_the_clock_is_off_for_as_long_as_it_is_set_so_and_time_goes_on_passing(tmp_path: Path) -> None:
    command, seen = [sys.executable, "-c", LOOKING], []
    environment = os.environ | clock.preloaded(tmp_path)
    with subprocess.Popen(
        command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for off in (0, 86400, -86400, 0):
            clock.set_off(tmp_path, off)
            process.stdin.write("now\n")
            process.stdin.flush()
            shown, by_date, steady = process.stdout.readline().split()
            assert abs(int(shown) - time.time() - off) < 3600
            seen.append((int(by_date) - int(shown) < 2, steady))
        process.stdin.close()
    assert seen == [(True, "True")] * 4


async def test_the_server_of_names_knows_one_name_and_can_be_gone() -> None:
    names, answers, loop = Names(), asyncio.Queue[bytes](), asyncio.get_running_loop()

    class Asking(asyncio.DatagramProtocol):
        def datagram_received(self, data: bytes, _: tuple[str, int]) -> None:
            answers.put_nowait(data)

    known, other = (b"\x04" + each.encode() + b"\x04test\0\0\1\0\1" for each in (NAME.split(".")[0], "else"))
    async with names.open(0) as port, asyncio.timeout(60):
        asking, _ = await loop.create_datagram_endpoint(Asking, remote_addr=("127.0.0.1", port))
        for question, gone, code, count in ((known, "", 0, 1), (other, "", 0, 0), (known, "failing", 2, 0)):
            names.gone = gone
            asking.sendto(b"\x12\x34\1\0\0\1\0\0\0\0\0\0" + question)
            answer = await answers.get()
            assert (answer[:2], answer[3] & 15, answer[7]) == (b"\x12\x34", code, count)
        asking.close()
