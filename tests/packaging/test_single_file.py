"""The head of the single file and its unpacking: refusals in sentences, once for all, whole or not at all."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from .conftest import PROGRAM, Make, Start

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the single file is Linux's")


def _folders(tmp_path: Path) -> list[str]:
    """What a cache of programs holds, hidden things too."""
    return sorted(path.name for path in (tmp_path / "cache" / "qa-appliance" / "program").glob("*"))


@pytest.mark.parametrize(
    ("environment", "message"),
    [
        ({"XDG_CACHE_HOME": ""}, "Set HOME, or XDG_CACHE_HOME"),
        ({"XDG_CACHE_HOME": "/dev/null/cache"}, "Nothing can be written to /dev/null/cache/qa-appliance/program"),
        ({"XDG_CACHE_HOME": "/proc/1"}, "Nothing can be written to /proc/1/qa-appliance/program"),
    ],
)
def test_without_a_place_for_the_cache(make: Make, start: Start, environment: dict[str, str], message: str) -> None:
    done = start(make(), **environment)
    assert (done.returncode, done.stdout) == (3, "")
    assert message in done.stderr


def test_a_disk_too_small_is_told(make: Make, start: Start, tmp_path: Path) -> None:
    done = start(make(needed_bytes=10**18))
    assert done.returncode == 3
    assert "not enough space to unpack the program" in done.stderr
    assert "XDG_CACHE_HOME" in done.stderr
    assert set(_folders(tmp_path)) <= {".lock"}


@pytest.mark.parametrize("harm", ["other bytes", "cut short"])
def test_a_damaged_file_is_told_and_leaves_nothing(make: Make, start: Start, tmp_path: Path, harm: str) -> None:
    file = make()
    whole = file.read_bytes()
    file.write_bytes(whole.replace(b"hello", b"jello") if harm == "other bytes" else whole[:-20])
    done = start(file)
    assert done.returncode == 3
    assert f"{file} is damaged. Copy it again" in done.stderr
    assert set(_folders(tmp_path)) <= {".lock"}


def test_arguments_and_exit_code_pass_through(make: Make, start: Start, tmp_path: Path) -> None:
    done = start(make(), "say", "two words")
    assert (done.returncode, done.stdout) == (0, "qa-appliance say two words hello\n")
    assert start(make(), "fail").returncode == 7
    assert start(make(), XDG_CACHE_HOME="", HOME=str(tmp_path / "home dir")).stdout.endswith("hello\n")


def test_it_is_unpacked_once(make: Make, start: Start, tmp_path: Path) -> None:
    file = make()
    start(file)
    lock, program = _folders(tmp_path)
    place = tmp_path / "cache" / "qa-appliance" / "program" / program
    assert lock == ".lock"
    before = place.stat().st_ino
    assert start(file).returncode == 0
    assert place.stat().st_ino == before


@pytest.mark.parametrize("harm", ["cut short", "removed", "record cut short", "record removed"])
def test_what_is_not_whole_in_the_cache_is_unpacked_again(make: Make, start: Start, tmp_path: Path, harm: str) -> None:
    file = make()
    start(file)
    place = tmp_path / "cache" / "qa-appliance" / "program" / _folders(tmp_path)[1]
    victim = place / (".unpacked" if "record" in harm else "_internal/greeting")
    if "removed" in harm:
        victim.unlink()
    else:
        victim.write_bytes(victim.read_bytes()[:2])
    assert start(file).stdout.strip() == "qa-appliance  hello"


def _planted(path: Path, hands: str) -> None:
    if hands == "another user's":
        os.chown(path, 65533, 65533)
    else:
        path.chmod(0o777 if hands == "open to all" else 0o775)


HANDS = [
    pytest.param("another user's", marks=pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")),
    "open to all",
    "open to its group",
]


@pytest.mark.parametrize("hands", HANDS)
@pytest.mark.parametrize("what", [".", "qa-appliance"])
def test_what_others_may_have_written_is_unpacked_again(
    make: Make, start: Start, tmp_path: Path, hands: str, what: str
) -> None:
    file = make()
    start(file)
    place = tmp_path / "cache" / "qa-appliance" / "program" / _folders(tmp_path)[1]
    (place / "qa-appliance").write_text(PROGRAM.replace("echo", "true"))  # of the same size
    _planted(place / what, hands)
    assert start(file).stdout == "qa-appliance  hello\n"


@pytest.mark.parametrize("hands", HANDS)
def test_a_cache_in_other_hands_is_closed_or_refused(make: Make, start: Start, tmp_path: Path, hands: str) -> None:
    cache = tmp_path / "cache" / "qa-appliance" / "program"
    cache.mkdir(parents=True)
    _planted(cache, hands)
    done = start(make())
    if hands == "another user's":
        assert (done.returncode, done.stdout) == (3, "")
        assert "belongs to another user" in done.stderr
        assert "XDG_CACHE_HOME to a folder of your own" in done.stderr
        assert _folders(tmp_path) == []
    else:
        assert done.stdout == "qa-appliance  hello\n"
        assert cache.stat().st_mode & 0o022 == 0


def test_twenty_at_once_on_an_empty_cache(make: Make, start: Start, tmp_path: Path) -> None:
    file = make()
    with ThreadPoolExecutor(20) as threads:
        done = list(threads.map(lambda number: start(file, str(number)), range(20)))
    assert [each.stdout for each in done] == [f"qa-appliance {number} hello\n" for number in range(20)]
    assert len(_folders(tmp_path)) == 2


def test_what_a_killed_start_left_behind_disturbs_nobody(make: Make, start: Start, tmp_path: Path) -> None:
    """Killed at every point of its way, the next start works, and half-written folders are gone."""
    file = make()
    surroundings = {"PATH": "/usr/bin:/bin", "XDG_CACHE_HOME": str(tmp_path / "cache")}
    for seconds in (0.02, 0.05, 0.1, 0.2, 0.3):
        killed = subprocess.Popen([file], env=surroundings, stdout=subprocess.DEVNULL, start_new_session=True)
        try:
            killed.wait(seconds)
        except subprocess.TimeoutExpired:
            os.killpg(killed.pid, signal.SIGKILL)  # never the kill program: some take "-9 -123" for "everybody"
            killed.wait()
    (tmp_path / "cache" / "qa-appliance" / "program" / ".unpacking-left").mkdir(parents=True)
    for program in (tmp_path / "cache" / "qa-appliance" / "program").glob("program-*"):
        (program / ".unpacked").unlink()
    assert start(file).stdout.endswith("hello\n")
    assert not any(name.startswith(".unpacking-") for name in _folders(tmp_path))


def test_another_version_takes_the_place_of_the_old_one(make: Make, start: Start, tmp_path: Path) -> None:
    start(make("1.0"))
    assert start(make("2.0", greeting="welcome")).stdout.endswith("welcome\n")
    assert [name[:12] for name in _folders(tmp_path)] == [".lock", "program-2.0-"]
