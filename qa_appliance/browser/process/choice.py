"""Which browser the appliance drives, and why.

Only looks for it; starting it is launch.py. Never downloads one.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from qa_appliance.browser.process.carried import carried_browser
from qa_appliance.browser.process.embedded import packed_browser, unpack
from qa_appliance.core.errors import Invalid, Unavailable

Origin = Literal["explicit", "carried", "embedded", "playwright", "system"]

SYSTEM_NAMES = (
    "google-chrome-stable",
    "google-chrome",
    "chromium",
    "chromium-browser",
    "microsoft-edge-stable",
    "microsoft-edge",
)
SYSTEM_PATHS = {
    "darwin": (
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        "/Applications/Chromium.app/Contents/MacOS/Chromium",
        "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    ),
    "win32": (
        r"C:\Program Files\Google\Chrome\Application\chrome.exe",
        r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
    ),
}
PLAYWRIGHT_EXECUTABLES = (
    "chromium_headless_shell-*/chrome-headless-shell-*/chrome-headless-shell*",
    "chromium_headless_shell-*/chrome-*/headless_shell*",
    "chromium-*/chrome-*/chrome",
    "chromium-*/chrome-*/chrome.exe",
    "chromium-*/chrome-*/Chromium.app/Contents/MacOS/Chromium",
)
VERSION_SECONDS = 20
_SCREENS = ("DISPLAY", "WAYLAND_DISPLAY")


class BrowserChoice(Struct, frozen=True):
    """The browser to start: `env` is added to its environment, `args` to its command line."""

    path: Path
    origin: Origin
    version: str
    reason: str
    env: dict[str, str] = {}
    args: tuple[str, ...] = ()
    headed: bool = False

    @property
    def counts_as_chromium(self) -> bool:
        """Whether its version is one of Chromium's: Edge has build numbers of its own."""
        return "edge" not in self.path.name.casefold()


async def choose_browser(
    explicit: Path | None = None, cache: Path | None = None, *, headed: bool = False
) -> BrowserChoice:
    """The explicit path, else the one carried in, else the embedded one, else Playwright's, else the system's Chrome,
    Chromium or Edge.

    An explicit path that does not work is refused, never replaced. `cache` is where the embedded browser is unpacked.
    `headed`: one with a window, which the embedded one has not. Raises Invalid (explicit path) or Unavailable (none
    found, no screen), each with what to do.
    """
    if headed:
        return replace(await asyncio.to_thread(_with_a_window, explicit), headed=True)
    return await asyncio.to_thread(_choose, explicit, cache)


def _with_a_window(explicit: Path | None) -> BrowserChoice:
    if sys.platform not in ("darwin", "win32") and not any(os.environ.get(name) for name in _SCREENS):
        raise Unavailable(f"There is no screen to show a browser on: neither {' nor '.join(_SCREENS)} is set.")
    if explicit is not None:
        return _explicit(explicit)
    return _first_of(
        [each for each in _installed() if "headless" not in each[0].name], ["The one inside has no window."]
    )


def _choose(explicit: Path | None, cache: Path | None) -> BrowserChoice:
    if explicit is not None:
        return _explicit(explicit)
    passed_over: list[str] = []
    try:
        carried = carried_browser()
        if carried is not None:
            version = read_version(carried.executable, carried.env)
            return BrowserChoice(carried.executable, "carried", version, "It was carried in.", carried.env)
    except Unavailable as error:
        passed_over.append(error.message)
    packed = packed_browser()
    if packed is not None:
        try:
            ready = unpack(packed, cache)
            version = read_version(ready.executable, ready.env)
            reason = " ".join(["It ships inside the appliance.", *passed_over])
            return BrowserChoice(ready.executable, "embedded", version, reason, ready.env)
        except Unavailable as error:
            passed_over.append(error.message)
    else:
        passed_over.append("No browser ships inside this installation for this machine.")
    return _first_of(_installed(), passed_over)


def _installed() -> list[tuple[Path, Origin, str]]:
    return [
        *((path, "playwright", "It was installed by Playwright.") for path in _playwright_browsers()),
        *((path, "system", "It is installed on this machine.") for path in _system_browsers()),
    ]


def _first_of(candidates: Sequence[tuple[Path, Origin, str]], passed_over: list[str]) -> BrowserChoice:
    """The first that starts; `passed_over`: why not what comes before them."""
    for path, origin, reason in candidates:
        try:
            return BrowserChoice(path, origin, read_version(path), " ".join([reason, *passed_over]))
        except Unavailable as error:
            passed_over.append(error.message)
    raise Unavailable(
        " ".join(["No browser can be started.", *passed_over])
        + " Run `qa-appliance install-browser`, install Chrome, Chromium or Edge, or name one with --browser-path."
    )


def _explicit(path: Path) -> BrowserChoice:
    if not path.is_file():
        raise Invalid(f"There is no browser at {path}. Correct --browser-path or leave it out.")
    if not os.access(path, os.X_OK):
        raise Invalid(f"{path} is not an executable file. Correct --browser-path or leave it out.")
    try:
        return BrowserChoice(path, "explicit", read_version(path), "It was named with --browser-path.")
    except Unavailable as error:
        raise Invalid(f"{error.message} Correct --browser-path or leave it out.") from error


def read_version(path: Path, env: dict[str, str] | None = None) -> str:
    """What `PATH --version` says, the number alone. Raises Unavailable when it says none."""
    try:
        done = subprocess.run(
            [path, "--version"],
            env={**os.environ, **(env or {})},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=VERSION_SECONDS,
        )
    except subprocess.TimeoutExpired as error:
        raise Unavailable(f"{path} did not answer `--version` within {VERSION_SECONDS} seconds.") from error
    except OSError as error:
        raise Unavailable(f"{path} cannot be started: {error.strerror or error}.") from error
    found = re.search(r"(?:Chrom|Edge).*?(\d+(?:\.\d+)+)", done.stdout)
    if done.returncode or found is None:
        lines = (done.stderr or done.stdout).strip().splitlines() or ["nothing"]
        raise Unavailable(f"{path} is no usable Chromium: asked for its version it said “{lines[-1][:200]}”.")
    return found.group(1)


def _playwright_browsers() -> list[Path]:
    """Newest first, the headless shell before the whole browser."""
    named = os.environ.get("PLAYWRIGHT_BROWSERS_PATH", "")
    home = {
        "darwin": Path.home() / "Library" / "Caches",
        "win32": Path.home() / "AppData" / "Local",
    }.get(sys.platform, Path.home() / ".cache")
    folder = Path(named) if named not in ("", "0") else home / "ms-playwright"
    found = [(pattern, path) for pattern in PLAYWRIGHT_EXECUTABLES for path in folder.glob(pattern) if path.is_file()]
    return [path for _, path in sorted(found, key=lambda item: (-_revision(item[1], folder), item[0]))]


def _revision(path: Path, folder: Path) -> int:
    number = path.relative_to(folder).parts[0].rpartition("-")[2]
    return int(number) if number.isdigit() else 0


def _system_browsers() -> list[Path]:
    on_path = [Path(found) for name in SYSTEM_NAMES if (found := shutil.which(name))]
    return [*on_path, *(path for name in SYSTEM_PATHS.get(sys.platform, ()) if (path := Path(name)).is_file())]
