"""The browser's trace, a group per step named by its sentence, cleaned of secrets before it is filed.

Never keeps where the appliance's own code lies: the trace carries no sources and no stacks.
"""

from __future__ import annotations

import asyncio
import re
import shutil
import time
import zipfile
from collections.abc import Coroutine, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from playwright.async_api import BrowserContext, Page

from qa_appliance.evidence.base.drawing import Box, paint
from qa_appliance.evidence.base.driver_calls import end_trace, keep_no_stacks, traced_as
from qa_appliance.evidence.base.redact import Redactor

_DROPPED = ("trace.stacks",)
_LINES = (".trace", ".network")
_PACKED = (".jpeg", ".jpg", ".png", ".webp", ".gif", ".avif", ".woff", ".woff2", ".mp4", ".webm", ".zip", ".gz")
_HINTS = (b"eyJ", b"tst_live_", b"earer ", b"sk_live_", b"ghp_", b"github_pat_")  # of what always is a credential
_TYPED = re.compile(r'\["INPUT",\{(?:[^{}"]|"(?:[^"\\]|\\.)*")*\}')  # an input of a snapshot with its attributes
_COOKIES = re.compile(r'"cookies":\[(?:\{(?:[^{}"]|"(?:[^"\\]|\\.)*")*\},?)*\]')
_FRAME = b'{"type":"screencast-frame"'
_VALUE = "__playwright_value_"
_FILM = 0.5  # of the size that is kept, for the film; the rest is for what the pages hold
_ROOM = 0.9  # of the size that is kept, for an archive whose film is thinned out: packing it anew is not exact
_LEVEL = 3  # of packing: quick
_FRAME_SPACING_MS = 200  # between the frames a trace keeps of a page that moves without end,
_BUSY_SPACING_MS, _BUSY_MS = 35, 1000  # and while a step is at work

Covered = Mapping[float, Sequence[Box]]
"""What was covered on each frame of the screencast, by the frame's time (ms since the epoch)."""


class TooLarge(Exception):
    """The trace is above the cap."""


class Trace:
    """Recorded by the browser's driver into a folder of its own; `stop` answers where in `folder` its files are.

    It ends by itself when the film in it is as large as it may be: a page that moves without end would fill the disk.
    """

    _context: BrowserContext  # from the start on

    def __init__(self, folder: Path, *, most_bytes: int) -> None:
        self.running = False
        self._folder = folder
        self._film_left = most_bytes * _FILM
        self._last_frame_ms = self._group_ms = 0.0
        self._in_group = False
        self._telling: list[asyncio.Task[object]] = []
        self._cut: asyncio.Task[Path] | None = None

    @property
    def cut(self) -> bool:
        """Whether it ended before the run did."""
        return self._cut is not None

    async def start(self, context: BrowserContext) -> None:
        self._context = context
        await self._context.tracing.start(screenshots=True, snapshots=True, sources=False)
        keep_no_stacks(context)
        self.running = True

    async def group(self, number: int, sentence: str) -> None:
        """What follows belongs to the step; ends the group of the step before. The driver's answer is not awaited."""
        self._end_group()
        self._group_ms = time.time() * 1000
        self._tell(self._context.tracing.group(sentence, location={"file": "test", "line": number}))
        self._in_group = True
        await asyncio.sleep(0)  # what is told goes out before anything that comes after

    async def snapshot(self, page: Page) -> None:
        """Keeps what the page is now: a check acts on nothing that the trace would show. Not awaited either."""
        if self.running:
            self._tell(traced_as("Look at the page", page.locator("html").count()))
            await asyncio.sleep(0)

    def filmed(self, size: int, at_ms: float) -> None:
        """A frame of the film, of which the trace holds a print now and then."""
        spacing = _BUSY_SPACING_MS if at_ms - self._group_ms < _BUSY_MS else _FRAME_SPACING_MS
        if not self.running or at_ms - self._last_frame_ms < spacing:
            return
        self._last_frame_ms, self._film_left = at_ms, self._film_left - size
        if self._film_left < 0:
            self.running = False
            self._cut = asyncio.create_task(self._write())

    async def stop(self) -> Path | None:
        """Ends the recording; the files still hold secrets. None when nothing was recorded."""
        if self._cut is not None:
            return await self._cut
        if not self.running:
            return None
        self.running = False
        return await self._write()

    async def discard(self) -> None:
        """Ends a recording nobody will see; does nothing when there is none."""
        if self._cut is not None:
            await self._cut
        elif self.running:
            self.running = False
            await self._settle()
            await self._context.tracing.stop()

    async def _write(self) -> Path:
        self._end_group()
        await self._settle()
        raw = self._folder / "trace-raw"
        raw.mkdir()
        await end_trace(self._context, raw)
        return raw

    def _end_group(self) -> None:
        if self._in_group:
            self._in_group = False
            self._tell(self._context.tracing.group_end())

    def _tell(self, call: Coroutine[Any, Any, object]) -> None:
        self._telling.append(asyncio.create_task(call))

    async def _settle(self) -> None:
        """What could not be told is missing in the trace, and no more than that."""
        telling, self._telling = self._telling, []
        await asyncio.gather(*telling, return_exceptions=True)


def clean_archive(raw: Path, redactor: Redactor, covered: Covered, *, most_bytes: int) -> Path:
    """Packs the files of the folder without secrets in any text or film frame of them, and deletes it. Blocking.

    Above the cap every second, third, … frame of the film is kept, as many as fit. Raises `TooLarge` when what the
    pages hold is above the cap by itself.

    What was typed into password fields counts as a secret too. With secrets registered, frames of which it is not
    known where they show them are left out. Other pictures, which the page itself loaded, are copied as they are.
    """
    cleaned = raw.parent / "trace.zip"
    try:
        cleaning = _Cleaning(raw, redactor, covered)
        cleaning.pack(cleaned)
        if cleaned.stat().st_size > most_bytes:
            cleaning.thin_out(cleaned.stat().st_size - int(most_bytes * _ROOM))
            cleaning.pack(cleaned)
        if cleaned.stat().st_size > most_bytes:
            raise TooLarge(f"it has {cleaned.stat().st_size:,} bytes, and {most_bytes:,} are kept")
        return cleaned
    except BaseException:
        cleaned.unlink(missing_ok=True)
        raise
    finally:
        shutil.rmtree(raw, ignore_errors=True)


class _Cleaning:
    def __init__(self, raw: Path, redactor: Redactor, covered: Covered) -> None:
        self._files = {path.relative_to(raw).as_posix(): path for path in sorted(raw.rglob("*")) if path.is_file()}
        self._covered = covered
        self._hiding = bool(redactor.secrets)
        self._passwords: set[str] = set()
        self._frames: dict[str, Any] = {}  # file → its event
        self._thinned: set[str] = set()  # the files of the film that are left out for its size
        for name, path in self._files.items():
            if name.endswith(".trace"):
                with path.open("rb") as lines:
                    for line in lines:
                        self._learn(line)
        self._redactor = Redactor(redactor)
        for secret in self._passwords:
            self._redactor.hide(secret)
        self._forms = [form.encode() for form in self._redactor.forms]

    def thin_out(self, too_much: int) -> None:
        """Leaves out frames, evenly over the film, until there are `too_much` bytes less; all of them at most."""
        film = [name for name in self._frames if name in self._files]
        sizes = [self._files[name].stat().st_size for name in film]
        every = 2
        while every <= len(film) and sum(sizes[::every]) > sum(sizes) - too_much:
            every += 1
        kept = set(film[::every]) if every <= len(film) else set()
        self._thinned = self._frames.keys() - kept

    def pack(self, to: Path) -> None:
        with zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED, compresslevel=_LEVEL) as out:
            self._copy(out)

    def _copy(self, out: zipfile.ZipFile) -> None:
        for name, path in self._files.items():
            if name in _DROPPED or self._left_out(name):
                continue
            if name.endswith(_LINES):
                with path.open("rb") as lines, out.open(name, "w") as cleaned:
                    for line in lines:
                        if not self._of_left_out(line):
                            text = _COOKIES.sub('"cookies":[]', line.decode())
                            cleaned.write(self._redactor.clean(text).encode())
            elif name.endswith(_PACKED):
                out.writestr(zipfile.ZipInfo(name), self._frame(name, path.read_bytes()))
            else:
                out.writestr(name, _clean_resource(path.read_bytes(), self._forms, self._redactor))

    def _learn(self, line: bytes) -> None:
        """Values that password fields show in a snapshot, and the frames of the film."""
        if line.startswith(_FRAME):
            event = msgspec.json.decode(line)
            self._frames[event["file"]] = event
        elif b'"password"' in line:
            for tag in _TYPED.findall(line.decode()):
                attributes = msgspec.json.decode(tag[len('["INPUT",') :])
                if str(attributes.get("type", "")).lower() == "password":
                    self._passwords.add(str(attributes.get(_VALUE, "")))

    def _left_out(self, name: str) -> bool:
        """Frames too many, and with secrets those of which it is not known where they show them."""
        frame = self._frames.get(name)
        if frame is None:
            return False
        return name in self._thinned or (self._hiding and frame.get("frameSwapWallTime") not in self._covered)

    def _of_left_out(self, line: bytes) -> bool:
        return line.startswith(_FRAME) and self._left_out(msgspec.json.decode(line)["file"])

    def _frame(self, name: str, data: bytes) -> bytes:
        event = self._frames.get(name)
        covers = self._covered.get(event["frameSwapWallTime"], []) if event else []
        return paint(data, event["width"], covers=covers)[0] if event and covers else data


def _clean_resource(data: bytes, forms: list[bytes], redactor: Redactor) -> bytes:
    """A body the browser received or sent. Only touched where something is found: most are large and innocent."""
    if not any(form in data for form in (*forms, *_HINTS)):
        return data
    try:
        return redactor.clean(data.decode()).encode()
    except UnicodeDecodeError:
        for form in forms:
            data = data.replace(form, b"*" * len(form))
        return data
