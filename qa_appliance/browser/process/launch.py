"""Starts the chosen browser: its switches, its environment, its sandbox.

Never decides which browser (choice.py) nor what it may reach (egress/guard.py, egress/proxy.py).
"""

from __future__ import annotations

import asyncio
import os
import shutil
import tempfile
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import cast

from msgspec import Struct
from platformdirs import user_cache_path
from playwright._impl.transport import ParsedMessagePayload, Transport
from playwright.async_api import Browser, Playwright, async_playwright
from playwright.async_api import Error as PlaywrightError

from qa_appliance.browser.look.take import install
from qa_appliance.browser.process.choice import BrowserChoice
from qa_appliance.browser.process.fonts import with_fonts
from qa_appliance.core.errors import Unavailable, is_full
from qa_appliance.core.texts import valid
from qa_appliance.unpacking import private

LAUNCH_MS = 30_000
_ROOM_BYTES = 5_000_000  # with less a browser does not start
_NODE = "NODE_OPTIONS"
_LITTLE_MEMORY = "--max-semi-space-size=1"  # MB; the driver takes no longer, and does with some 12 MB less
_COMPILED = "NODE_COMPILE_CACHE"
_AUTHORITIES = "NODE_EXTRA_CA_CERTS"

# Playwright's own switches already silence background networking, component updates, first-run pages and the crash
# reporter, and let WebGL draw in software. These are what it leaves open. Forcing all drawing through SwiftShader
# (--use-angle) hangs the browser as soon as it shows the message of a form's own validation.
QUIET = (
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",  # a WebRTC page goes round a proxy without both of these
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--disable-quic",  # UDP goes round a proxy
    "--disable-domain-reliability",
    "--disable-client-side-phishing-detection",
    "--no-pings",
)
# What one page has selected, a middle click would paste into that of another tenant. Of several such switches a browser
# obeys the last: Playwright's own four stand here too.
NO_SELECTION_PASTED = (
    "--blink-settings=middleClickPasteAllowed=false,"
    "primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4"
)
# the proxy resolves names; the browser asks no name server, not even to guess what a link will need
NO_NAMES = "--host-resolver-rules=MAP * ~NOTFOUND"
SWITCHES = (
    *QUIET,
    NO_SELECTION_PASTED,
    f"{NO_NAMES}, EXCLUDE 127.0.0.1, EXCLUDE ::1, EXCLUDE localhost, EXCLUDE *.localhost",
    # One process less, 10 MB; of several such switches a browser obeys the last, so Playwright's two stand here too.
    "--enable-features=CDPScreenshotNewSurface,SkipListAccountsWithoutGaiaCookies,NetworkServiceInProcess2",
)

# What a browser needs of its surroundings; the server's own environment holds secrets and stays outside.
ENVIRONMENT = frozenset({
    "APPDATA", "DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "HOME", "LANG", "LANGUAGE", "LD_LIBRARY_PATH", "LOCALAPPDATA",
    "LOGNAME", "PATH", "PROGRAMDATA", "PROGRAMFILES", "SSL_CERT_DIR", "SSL_CERT_FILE", "SYSTEMROOT", "TEMP", "TMP",
    "TMPDIR", "TZ", "USER", "USERPROFILE", "WAYLAND_DISPLAY", "WINDIR", "XAUTHORITY",
})  # fmt: skip


@asynccontextmanager
async def driver(authority: str = "") -> AsyncIterator[Playwright]:
    """The process that speaks to browsers for us, while the block lasts; what an operator gave Node.js holds too.

    It sends requests beside a page: `authority` (PEM) is one more whose certificates it takes.
    """
    with tempfile.TemporaryDirectory(prefix="qa-appliance-") as folder:
        trusted = {}
        if authority:
            file = Path(folder, "authority.pem")
            await asyncio.to_thread(_write_authorities, file, authority)
            trusted[_AUTHORITIES] = str(file)
        async with _driver(trusted) as playwright:
            yield playwright


@asynccontextmanager
async def naming_want_of_room() -> AsyncIterator[None]:
    """What fails in the block for want of room where temporary files are says so: driver and browser keep theirs there.

    A browser itself only ends. Raises Unavailable.
    """
    try:
        yield
    except (OSError, Unavailable) as problem:
        folder = tempfile.gettempdir()
        full = is_full(problem) if isinstance(problem, OSError) else await asyncio.to_thread(_is_short, folder)
        if not full:
            raise
        raise Unavailable(
            f"No browser could be started: the disk of {folder} is full. Free some space there."
        ) from problem


def _is_short(folder: str) -> bool:
    try:
        return shutil.disk_usage(folder).free < _ROOM_BYTES
    except OSError:
        return False


def authorities_of_node() -> str:
    """What an operator gave Node.js to trust; the driver does. Blocking."""
    given = Path(os.environ.get(_AUTHORITIES, ""))
    return given.read_text(encoding="ascii", errors="replace") if given.is_file() else ""


def _write_authorities(file: Path, authority: str) -> None:
    file.write_text(f"{authorities_of_node()}\n{authority}", encoding="ascii", errors="replace")


@asynccontextmanager
async def _driver(trusted: Mapping[str, str]) -> AsyncIterator[Playwright]:
    wanted = {_NODE: f"{_LITTLE_MEMORY} {os.environ.get(_NODE, '')}".strip(), **trusted}
    compiled = await asyncio.to_thread(_compiled_folder)
    if compiled is not None:
        wanted[_COMPILED] = os.environ.get(_COMPILED, str(compiled))
    starting = async_playwright()
    given = {name: os.environ.get(name) for name in wanted}
    os.environ |= wanted  # it is given this process's environment
    try:
        playwright = await starting.start()
    finally:
        for name, before in given.items():
            if before is None:
                del os.environ[name]
            else:
                os.environ[name] = before
    if starting._client is not None:  # nobody else asks why a driver ended that was killed, and asyncio would print it
        starting._client._transport.on_error_future.add_done_callback(_asked)
        _hear_valid_texts(starting._client._transport)
    try:
        yield playwright
    finally:
        await playwright.stop()


def _compiled_folder() -> Path | None:
    """Where the driver keeps its code compiled, which makes its start a quarter shorter; None where others may write.

    What lies there is run. Blocks.
    """
    folder = user_cache_path("qa-appliance") / "driver"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return folder if private(folder.stat()) and private(folder.parent.stat()) else None
    except OSError:
        return None


def _hear_valid_texts(transport: Transport) -> None:
    """Whatever a page says comes through here: its title, what it logs, asks and throws. Half a character, which its
    scripts may cut from an emoji, comes as an escape, and no text that is whole does."""
    read = transport.deserialize_message

    def read_valid(data: str | bytes) -> ParsedMessagePayload:
        report = read(data)
        escaped = "\\ud" in data if isinstance(data, str) else b"\\ud" in data
        return cast(ParsedMessagePayload, valid(report)) if escaped else report

    transport.deserialize_message = read_valid  # type: ignore[method-assign]


def _asked(why: asyncio.Future[None]) -> None:
    if not why.cancelled():
        why.exception()


class SandboxState(Struct, frozen=True):
    """Whether Chromium's own sandbox is on, and why not where it is off: a sentence for an operator."""

    on: bool
    reason: str


class Launched(Struct, frozen=True):
    browser: Browser
    sandbox: SandboxState


def environment(choice: BrowserChoice) -> dict[str, str]:
    return with_fonts({**_surroundings(), **choice.env})


def language() -> str:
    """What pages are told where this machine tells no language: a browser would say "en-US@posix", at which scripts
    that write dates and numbers break. "" where it tells one.
    """
    kept = _surroundings()
    locale = kept.get("LC_ALL") or kept.get("LC_MESSAGES") or kept.get("LANG", "")
    return "en-US" if locale.partition(".")[0].upper() in ("", "C", "POSIX") else ""


def _surroundings() -> dict[str, str]:
    kept = {
        name: value
        for name, value in os.environ.items()
        if name.upper() in ENVIRONMENT or name.startswith(("LC_", "XDG_"))
    }
    letters = kept.get("LC_ALL") or kept.get("LC_CTYPE") or kept.get("LANG", "")
    if "utf" not in letters.lower():
        kept["LC_ALL"] = "C.UTF-8"  # else a download whose name is not ASCII loses it
    return kept


async def launch(
    playwright: Playwright, choice: BrowserChoice, *, args: tuple[str, ...] = (), traces: Path | None = None
) -> Launched:
    """Starts a browser, with the sandbox where this machine lets it, else without and saying why.

    `traces` is where the driver puts what it makes traces of. The caller closes the browser. Raises Unavailable with
    the browser's own last words when it starts neither way.
    """
    await install(playwright)
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        state = SandboxState(False, "Chromium's sandbox cannot be used by root. Run the appliance as another user.")
        return Launched(await _start(playwright, choice, args, traces, sandbox=False), state)
    try:
        browser = await _start(playwright, choice, args, traces, sandbox=True)
        return Launched(browser, SandboxState(True, "It works here."))
    except Unavailable as refused:
        browser = await _start(playwright, choice, args, traces, sandbox=False)
        reason = f"This machine does not let Chromium use its sandbox ({refused.message})."
        return Launched(browser, SandboxState(False, reason))


async def _start(
    playwright: Playwright, choice: BrowserChoice, args: tuple[str, ...], traces: Path | None, *, sandbox: bool
) -> Browser:
    try:
        return await playwright.chromium.launch(
            executable_path=choice.path,
            args=[*SWITCHES, *args, *choice.args],
            env=dict(environment(choice)),
            chromium_sandbox=sandbox,
            traces_dir=traces,
            headless=not choice.headed,
            timeout=LAUNCH_MS,
            # the server decides when a browser ends, not a signal that reaches the driver first
            handle_sigint=False,
            handle_sigterm=False,
            handle_sighup=False,
        )
    except PlaywrightError as error:
        raise Unavailable(f"The browser {choice.path} did not start: {_last_words(error.message)}") from error


def _last_words(message: str) -> str:
    lines = [line.strip() for line in message.splitlines() if line.strip()]
    telling = [
        line for line in lines if "FATAL" in line or "error while loading" in line or "No usable sandbox" in line
    ]
    return (telling or lines or ["it said nothing"])[0][:400]
