"""A browser that was carried in: unpacked from an archive, tried, and from then on used instead of the one that ships.

It is this user's, for every appliance this user starts. Nothing is changed before it has been seen to work, and the one
before it stays until another comes: a server at work may still start it.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from platformdirs import user_data_path

from qa_appliance.browser.process.archives import Archive, opened
from qa_appliance.browser.process.embedded import Packed, packed_browser, unpack, unpack_into
from qa_appliance.core.errors import Invalid, Unavailable
from qa_appliance.unpacking import clear_others, is_whole, unpack_once

PROGRAMS = (
    "chrome-headless-shell",
    "headless_shell",
    "chrome",
    "chromium",
    "chrome-headless-shell.exe",
    "chrome.exe",
    "Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing",
    "Chromium.app/Contents/MacOS/Chromium",
)
"""What a browser's executable is called, the ones without a window first."""
WANTED = (
    "Give a .zip or .tar archive of a folder with Chrome or Chromium in it, as “Chrome for Testing” is published, or"
    " the npm package @sparticuz/chromium as `npm pack` writes it."
)
_PACKED = "package/bin/chromium.br"
_POINTER = "current.json"
_MACHINES = {62: "x86_64", 183: "aarch64", 3: "i386", 40: "arm"}
"""Of ELF."""


class Carried(Struct, frozen=True):
    """`program` is where the executable lies in `folder`; `libraries`: it needs those that ship with the appliance."""

    folder: str
    program: str
    libraries: bool = False
    before: str = ""  # the folder of the one before it


class Found(Struct, frozen=True):
    executable: Path
    env: dict[str, str]


def carried_folder() -> Path:
    return user_data_path("qa-appliance-browsers")  # beside the data directory, which is closed to all else


def carried_browser(folder: Path | None = None) -> Found | None:
    """None where none was carried in. Raises Unavailable where it is not whole any more. Blocks."""
    place = folder or carried_folder()
    try:
        carried = msgspec.json.decode((place / _POINTER).read_bytes(), type=Carried)
    except FileNotFoundError:
        return None
    except (OSError, msgspec.DecodeError) as error:
        raise Unavailable(f"{place / _POINTER} cannot be read ({error}). Run install-browser again.") from error
    if not is_whole(place / carried.folder):
        raise Unavailable(
            f"The browser that was carried in is not whole any more ({place / carried.folder}), or others may write"
            " there. Run install-browser with its archive again, or with --back."
        )
    return _found(place, carried)


def carry_in(archive: Path, tried: Callable[[Found], object], *, sha256: str = "", folder: Path | None = None) -> Found:
    """Unpacks the archive and has its browser `tried`; then it is the one that is used. `tried` raises Unavailable.

    Blocks for seconds. `sha256`: what the archive's sum has to be. Raises Invalid for what is no browser for this
    machine or does not work, Unavailable where there is no room for it; then all is as it was.
    """
    place = folder or carried_folder()
    digest = _digest(archive)
    if sha256 and digest != sha256.lower():
        raise Invalid(f"{archive} is another file, or damaged: its SHA-256 sum is {digest}, not {sha256}.")
    name = f"browser-{digest[:20]}"
    with opened(archive, WANTED) as content:
        packed = _PACKED in content.names
        unpack_once(
            place / name,
            lambda fresh: _packed(content, fresh, place / name) if packed else content.extract(fresh),
            needed_bytes=content.size * (5 if packed else 1) + 50_000_000,
            what="The browser",
            clear=False,
            home="XDG_DATA_HOME",
        )
    try:
        program = _program(place / name, archive)
        now = _current(place)
        carried = Carried(name, program, packed, _before(now, name))
        found = _working(place, carried, tried)
    except BaseException:
        if not _in_use(place, name):
            shutil.rmtree(place / name, ignore_errors=True)
        raise
    _point(place, found[1])
    clear_others(place / name, keep=(carried.before,))
    return found[0]


def go_back(folder: Path | None = None) -> bool:
    """From now on the one that ships is used; False where it was before. The other's folder stays for who runs it."""
    place = folder or carried_folder()
    there = (place / _POINTER).exists()
    (place / _POINTER).unlink(missing_ok=True)
    return there


def _working(place: Path, carried: Carried, tried: Callable[[Found], object]) -> tuple[Found, Carried]:
    """With the system's libraries, else with those that ship: some of the system's may be missing."""
    ways = [carried] if carried.libraries or packed_browser() is None else [carried, replace(carried, libraries=True)]
    problems: list[Unavailable] = []
    for way in ways:
        found = _found(place, way)
        try:
            tried(found)
        except Unavailable as problem:
            problems.append(problem)
        else:
            return found, way
    raise Invalid(f"The browser in the archive does not work here: {problems[0].message}") from problems[0]


def _found(place: Path, carried: Carried) -> Found:
    """With the letters of the one that ships, so that pages look as they did; its own libraries where it has some."""
    executable = place / carried.folder / carried.program
    own = place / carried.folder / "lib"
    packed = packed_browser()
    env: dict[str, str] = {}
    if (place / carried.folder / "fonts.conf").is_file():
        env["FONTCONFIG_FILE"] = str(place / carried.folder / "fonts.conf")
    elif packed is not None:
        env["FONTCONFIG_FILE"] = unpack(packed).env["FONTCONFIG_FILE"]
    if carried.libraries:
        env["LD_LIBRARY_PATH"] = str(own) if own.is_dir() or packed is None else unpack(packed).env["LD_LIBRARY_PATH"]
    return Found(executable, env)


def _packed(content: Archive, fresh: Path, final: Path) -> None:
    """The npm package of another version than the one that ships."""
    with tempfile.TemporaryDirectory(prefix="qa-appliance-") as work:
        content.extract(Path(work), only="package/bin/")
        files = {path.name: _digest(path) for path in sorted(Path(work, "package", "bin").glob("*.br"))}
        try:
            unpack_into(Packed(Path(work, "package", "bin"), "", files), fresh, final)
        except Unavailable as error:
            raise Invalid(f"What is in the archive is damaged. {WANTED}") from error


def _program(folder: Path, archive: Path) -> str:
    """The executable nearest to the top. Raises Invalid where there is none, or none for this machine."""
    found = [
        (len(path.parts), number, path)
        for number, name in enumerate(PROGRAMS)
        for path in folder.rglob(Path(name).name)
        if path.is_file() and path.as_posix().endswith(f"/{name}")
    ]
    if not found:
        raise Invalid(f"{archive} holds no browser. {WANTED}")
    path = min(found)[2]
    with path.open("rb") as file:
        _refuse_other_machines(file.read(20), archive)
    if os.name == "posix":
        path.chmod(path.stat().st_mode | 0o100)
    return path.relative_to(folder).as_posix()


def _refuse_other_machines(head: bytes, archive: Path) -> None:
    """`head` of the executable."""
    kind = "elf" if head.startswith(b"\x7fELF") else "win32" if head.startswith(b"MZ") else ""
    kind = "darwin" if head[:4] in (b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe") else kind
    machine = _MACHINES.get(int.from_bytes(head[18:20], "little"), "another") if kind == "elf" else ""
    ours = "elf" if sys.platform == "linux" else sys.platform
    if (kind and kind != ours) or (machine and machine not in (platform.machine(), "another")):
        named = {"elf": "Linux", "win32": "Windows", "darwin": "macOS"}[kind]
        raise Invalid(
            f"{archive} holds a browser for {named}{f' on {machine}' if machine else ''}; this machine is"
            f" {platform.system()} on {platform.machine()}."
        )


def _before(now: Carried | None, name: str) -> str:
    """The folder of the one before: the same archive again changes nothing."""
    if now is None:
        return ""
    return now.before if now.folder == name else now.folder


def _in_use(place: Path, name: str) -> bool:
    now = _current(place)
    return now is not None and name in (now.folder, now.before)


def _current(place: Path) -> Carried | None:
    try:
        return msgspec.json.decode((place / _POINTER).read_bytes(), type=Carried)
    except (OSError, msgspec.DecodeError):
        return None


def _point(place: Path, carried: Carried) -> None:
    fresh = place / f"{_POINTER}.new"
    fresh.write_bytes(msgspec.json.encode(carried))
    fresh.replace(place / _POINTER)


def _digest(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise Invalid(f"{path} cannot be read: {error.strerror or error}. {WANTED}") from error
