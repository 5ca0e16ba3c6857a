"""`doctor`: what this machine offers for browser tests, and what to do about what is amiss.

Never repairs anything; the browser it starts ends with it.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import socket
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Literal

import click
from msgspec import Struct

from qa_appliance.browser.choice import choose_browser
from qa_appliance.browser.pool import Pool
from qa_appliance.cli.exits import IMPOSSIBLE, PASSED
from qa_appliance.cli.options import settings_options
from qa_appliance.cli.table import print_json
from qa_appliance.core.errors import Problem
from qa_appliance.core.run import Site
from qa_appliance.settings import Settings
from qa_appliance.store.engine import sqlite_version

LOW_BYTES, TOO_LOW_BYTES = 2_000_000_000, 200_000_000
SAFE_SQLITE = (3, 51, 3)

# a script is missing where its letter is drawn as the box that stands for a character no font has
LETTERS = {"Latin": "g", "Greek": "Ω", "Cyrillic": "Ж", "Hebrew": "ש", "Arabic": "ع", "Thai": "ก", "Devanagari": "क",
           "Chinese": "漢", "Japanese": "あ", "Korean": "한", "emoji": "😀"}  # fmt: skip
DRAW = """letters => {
  const draw = text => {
    const canvas = Object.assign(document.createElement('canvas'), {width: 48, height: 48});
    const pen = canvas.getContext('2d');
    pen.font = '32px sans-serif';
    pen.fillText(text, 4, 36);
    return canvas.toDataURL();
  };
  const box = draw('\\u{10FFFF}');
  return Object.keys(letters).filter(name => draw(letters[name]) === box);
}"""
WEBGL = "() => !!document.createElement('canvas').getContext('webgl2')"


class Finding(Struct, frozen=True, omit_defaults=True):
    """`advice` is what to do, where there is something to do."""

    subject: str
    state: Literal["good", "weak", "bad"]
    found: str
    advice: str = ""


@click.command(name="doctor")
@settings_options("host", "port", "data_dir", "browser_path")
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
def command(settings: Settings, as_json: bool) -> int:
    """Check browser, sandbox, fonts, database, disk and port. Exit code 0 if tests can run here, 3 if not."""
    findings = asyncio.run(_examine(settings))
    able = all(finding.state != "bad" for finding in findings)
    if as_json:
        print_json({"ok": able, "findings": findings})
    else:
        for finding in findings:
            click.echo(f"{finding.state:5} {finding.subject}: {finding.found}")
            if finding.advice:
                click.echo(f"      → {finding.advice}")
    return PASSED if able else IMPOSSIBLE


async def _examine(settings: Settings) -> list[Finding]:
    return [
        *[finding async for finding in _browser(settings)],
        _sqlite(),
        _data_dir(settings.data_dir),
        _disk(settings.data_dir),
        _port(settings.host, settings.port),
    ]


async def _browser(settings: Settings) -> AsyncIterator[Finding]:
    try:
        choice = await choose_browser(settings.browser_path)
        yield Finding("browser", "good", f"{choice.version} at {choice.path} ({choice.origin}). {choice.reason}")
        async with (
            Pool.open(choice, slots=1, data_dir=settings.data_dir) as pool,
            pool.session(Site("about:blank")) as session,
        ):
            missing: list[str] = await session.page.evaluate(DRAW, LETTERS)
            webgl: bool = await session.page.evaluate(WEBGL)
            sandbox = pool.sandbox
    except Problem as problem:
        yield Finding("browser", "bad", problem.message)
        return
    yield Finding("start", "good", "The browser starts and shows a page.")
    if sandbox.on:
        yield Finding("sandbox", "good", "Chromium's own sandbox is on.")
    else:
        advice = "Tests run all the same; do not browse untrusted sites without the sandbox."
        yield Finding("sandbox", "weak", sandbox.reason, advice)
    if webgl:
        yield Finding("WebGL", "good", "Pages can draw with WebGL, in software.")
    else:
        yield Finding(
            "WebGL", "weak", "Pages cannot draw with WebGL.", "Use the browser that ships with the appliance."
        )
    if missing:
        advice = "Install fonts for the scripts you test, for instance: apt install fonts-noto fonts-noto-cjk"
        yield Finding("fonts", "weak", f"Nothing can be drawn in: {', '.join(missing)}.", advice)
    else:
        yield Finding("fonts", "good", f"There are letters for {', '.join(LETTERS)}.")


def _sqlite() -> Finding:
    version = sqlite_version()
    if tuple(int(part) for part in version.split(".")) >= SAFE_SQLITE:
        return Finding("SQLite", "good", version)
    safe = ".".join(str(part) for part in SAFE_SQLITE)
    return Finding(
        "SQLite", "good", f"{version}; a fault fixed in {safe} is kept away by writing on one connection only"
    )


def _data_dir(path: Path) -> Finding:
    existing = _existing(path)
    if not existing.is_dir():
        return Finding("data directory", "bad", f"{existing} is no directory.", "Choose another one with --data-dir.")
    if not os.access(existing, os.W_OK | os.X_OK):
        advice = "Make it writable, or choose another one with --data-dir."
        return Finding("data directory", "bad", f"{existing} cannot be written to.", advice)
    return Finding("data directory", "good", f"{path}" if existing == path else f"{path} (will be made)")


def _disk(path: Path) -> Finding:
    free = shutil.disk_usage(_existing(path)).free
    found = f"{free / 1e9:.1f} GB free"
    if free >= LOW_BYTES:
        return Finding("disk", "good", found)
    advice = "Free some space, or choose another disk with --data-dir."
    return Finding("disk", "bad" if free < TOO_LOW_BYTES else "weak", found, advice)


def _existing(path: Path) -> Path:
    """The path, or the nearest folder above it that is there."""
    return next(candidate for candidate in (path, *path.absolute().parents) if candidate.exists())


def _port(host: str, port: int) -> Finding:
    subject = f"port {port}"
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        advice = "An appliance may be running already; otherwise choose another one with --port or --host."
        return Finding(subject, "weak", f"{host} cannot be listened on: {error.strerror or error}.", advice)
    return Finding(subject, "good", f"free on {host}")
