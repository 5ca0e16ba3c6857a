"""The video of a run, made from the screencast's frames, with a chapter for each of its steps.

Most films are never looked at, and encoding one takes as long as some steps: a short one is left as its frames, a reel,
of which it is made when it is first asked for. Those of a longer one are encoded as they come, in a thread, many at
once, for a step and the encoder would make one another slow. Never films: screencast.py does.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
import time
from pathlib import Path

import av.error

from qa_appliance.evidence.base.drawing import WHOLE
from qa_appliance.evidence.pictures.encoder import Encoder
from qa_appliance.evidence.pictures.reel import FILM, REEL, write_reel
from qa_appliance.evidence.pictures.screencast import Shot

_REEL_BYTES = 8_000_000  # of frames; above, they are encoded as they come
_BATCH_SECONDS = 4.0
_BATCH_FRAMES = 50  # some 3 MB


class Video:
    """`add` and `chapter` only take note; `finish` answers the film, or the reel of one, and its chapters.

    `cut`: a cap was reached, and the rest was left out. `withdrawn`: nobody is to see it.
    """

    def __init__(self, folder: Path, *, most_seconds: float, most_bytes: int) -> None:
        self._folder = folder
        self._most_ms, self._most_bytes = most_seconds * 1000, most_bytes
        self._reel_left = min(_REEL_BYTES, most_bytes)
        self._encoder: Encoder | None = None
        self._queue: list[Shot] = []
        self._begun = math.inf  # epoch
        self._chapters: list[tuple[float, str]] = []
        self._encoding: asyncio.Task[None] | None = None
        self._closing: asyncio.Task[tuple[Path, float] | None] | None = None
        self._ending = False
        self._due = asyncio.Event()
        self._broken: Exception | None = None
        self.cut = self.withdrawn = False

    def add(self, shot: Shot) -> None:
        if self._broken or self.cut:
            return
        self._begun = min(self._begun, shot.at_ms)
        self.cut = shot.at_ms - self._begun >= self._most_ms
        if self.cut:
            return
        self._queue.append(shot)
        self._reel_left -= len(shot.jpeg)
        if self._reel_left < 0:
            self._encode_soon()

    def withdraw(self) -> None:
        """What was added until now is covered as a whole; what is encoded already cannot be."""
        self.withdrawn = self.withdrawn or self._encoder is not None
        self._queue = [Shot(shot.jpeg, shot.at_ms, shot.css_width, WHOLE) for shot in self._queue]

    def catch_up(self) -> None:
        """Encodes what is there: the end is near."""
        self._due.set()

    def chapter(self, title: str) -> None:
        """A chapter begins now."""
        self._chapters.append((time.time() * 1000, title))

    async def finish(self) -> tuple[Path, str] | None:
        """The file and its chapters as WebVTT; None when there was no frame. Raises what stopped the encoder."""
        self._ending = True
        self._due.set()
        if self._encoding is not None:  # a cancel breaks neither off: the encoder is used by one thread at a time
            await asyncio.shield(self._encoding)
        if self._broken:
            raise self._broken
        if self._closing is None:
            self._closing = asyncio.create_task(asyncio.to_thread(self._close, time.time() * 1000))
        closed = await asyncio.shield(self._closing)
        if closed is None:
            return None
        path, length = closed
        return path, write_chapters([(at - self._begun, title) for at, title in self._chapters], length)

    async def drop(self) -> None:
        """Closes the file without what is not encoded yet."""
        self._queue.clear()
        await self.finish()

    def _close(self, now: float) -> tuple[Path, float] | None:
        """Ends the film now (epoch): the file and its length in milliseconds. Blocking."""
        ended = min(now, self._begun + self._most_ms)
        if self._encoder is not None:
            length = self._encoder.close(ended)
            return None if length is None else (self._encoder.path, length)
        if not self._queue:
            return None
        path = self._folder / f"video{REEL}"
        write_reel(path, self._queue, [at for at, _ in self._chapters], ended)
        return path, ended - self._begun

    def _encode_soon(self) -> None:
        if self._encoder is None:
            self._encoder = Encoder(self._folder / f"video{FILM}", self._most_bytes)
        if len(self._queue) >= _BATCH_FRAMES:
            self._due.set()
        if self._encoding is None or self._encoding.done():
            self._encoding = asyncio.create_task(self._encode(self._encoder))

    async def _encode(self, encoder: Encoder) -> None:
        try:
            while self._queue:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._due.wait(), _BATCH_SECONDS)
                if not self._ending:
                    self._due.clear()
                shots, self._queue = self._queue, []
                await asyncio.to_thread(encoder.encode, shots, [at for at, _ in self._chapters])
                self.cut = self.cut or encoder.full
        except (av.error.FFmpegError, OSError, ValueError) as error:
            self._broken = error


def write_chapters(chapters: list[tuple[float, str]], length: float) -> str:
    """WebVTT of kind "chapters"; each lasts until the next. Times in milliseconds."""
    lines = ["WEBVTT", ""]
    begins = [min(max(at, 0.0), length) for at, _ in chapters]
    for begin, end, (_, title) in zip(begins, [*begins, length][1:], chapters, strict=True):
        text = " ".join(title.split()).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        lines += [f"{_clock(begin)} --> {_clock(max(end, begin + 1))}", text, ""]
    return "\n".join(lines)


def _clock(milliseconds: float) -> str:
    seconds, rest = divmod(round(milliseconds), 1000)
    minutes, seconds = divmod(seconds, 60)
    return f"{minutes // 60:02d}:{minutes % 60:02d}:{seconds:02d}.{rest:03d}"
