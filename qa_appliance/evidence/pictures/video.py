"""The video of a run: VP8 in WebM made from the screencast's frames, with cues and key frames for its steps.

Only changed frames cost anything. They are encoded in a thread, many at once or when the run is over, for a step and
the encoder would make one another slow. Never films: screencast.py does.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import av.error
from av.video.reformatter import ColorRange
from PIL import Image, ImageOps

from qa_appliance.evidence.base.drawing import paint
from qa_appliance.evidence.pictures.screencast import Shot

_KEY_SPACING_MS = 2000  # between two key frames, which cost four others: so much is decoded for a seek at most
_SPACING_MS = 100  # a frame shorter on show than this is left out if it comes as soon after the one before
_BATCH_SECONDS = 4.0
_BATCH_FRAMES = 50  # some 3 MB
_MILLISECOND = Fraction(1, 1000)
_ENCODER = {
    "deadline": "realtime",
    "cpu-used": "-16",  # this fast from the first frame on; without the sign it would only come to it
    "lag-in-frames": "0",
    "auto-alt-ref": "0",
    "static-thresh": "100",
    "qmin": "4",
    "qmax": "44",
    "b": "800000",  # bits per second
    "g": "60",  # a key frame at least so often, in frames: what a seek has to decode
}


class Video:
    """`add` and `chapter` only take note; `finish` answers the file and its chapters."""

    def __init__(self, path: Path, *, most_seconds: float, most_bytes: int) -> None:
        self._encoder = _Encoder(path, most_seconds * 1000, most_bytes)
        self._queue: list[Shot] = []
        self._chapters: list[tuple[float, str]] = []
        self._encoding: asyncio.Task[None] | None = None
        self._closing: asyncio.Task[float | None] | None = None
        self._ending = False
        self._due = asyncio.Event()
        self._broken: Exception | None = None

    def add(self, shot: Shot) -> None:
        if self._broken or self.cut:
            return
        self._queue.append(shot)
        if len(self._queue) >= _BATCH_FRAMES:
            self._due.set()
        if self._encoding is None or self._encoding.done():
            self._encoding = asyncio.create_task(self._encode())

    def catch_up(self) -> None:
        """Encodes what is there: the end is near."""
        self._due.set()

    def chapter(self, title: str) -> None:
        """A chapter begins now."""
        self._chapters.append((time.time() * 1000, title))

    @property
    def cut(self) -> bool:
        """Whether a cap was reached and the rest was left out."""
        return self._encoder.full

    async def finish(self) -> tuple[Path, str] | None:
        """The WebM file and its chapters as WebVTT; None when there was no frame. Raises what stopped the encoder."""
        self._ending = True
        self._due.set()
        if self._encoding is not None:  # a cancel breaks neither off: the encoder is used by one thread at a time
            await asyncio.shield(self._encoding)
        if self._broken:
            raise self._broken
        if self._closing is None:
            self._closing = asyncio.create_task(asyncio.to_thread(self._encoder.close, time.time() * 1000))
        length = await asyncio.shield(self._closing)
        if length is None:
            return None
        begun = self._encoder.begun
        return self._encoder.path, write_chapters([(at - begun, title) for at, title in self._chapters], length)

    async def drop(self) -> None:
        """Closes the file without what is not encoded yet."""
        self._queue.clear()
        await self.finish()

    async def _encode(self) -> None:
        try:
            while self._queue:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._due.wait(), _BATCH_SECONDS)
                if not self._ending:
                    self._due.clear()
                shots, self._queue = self._queue, []
                await asyncio.to_thread(self._encoder.encode, shots, [at for at, _ in self._chapters])
        except (av.error.FFmpegError, OSError, ValueError) as error:
            self._broken = error


class _Encoder:
    """Blocking; used by one thread at a time. Times are milliseconds since the first frame unless they say epoch."""

    def __init__(self, path: Path, most_ms: float, most_bytes: int) -> None:
        self.path = path
        self.begun = 0.0  # epoch
        self.full = False
        self._most_ms = most_ms
        self._most_bytes = most_bytes
        self._file: Any = None
        self._stream: Any = None
        self._decoder: Any = av.CodecContext.create("mjpeg", "r")
        self._last: tuple[Any, int] | None = None  # the frame on show, and since when
        self._chapters = 0  # begun by the last key frame
        self._last_key = 0.0  # epoch
        self._bytes = 0

    def encode(self, shots: list[Shot], chapters: list[float]) -> None:
        """`chapters`: when they began (epoch); each begins with a key frame, or soon after one."""
        for shot, until in zip(shots, [*(later.at_ms for later in shots), float("inf")][1:], strict=True):
            brief = until - shot.at_ms < _SPACING_MS and shot.at_ms - self.begun < self._next_at()
            if self.full or brief:
                continue
            begun = sum(at <= shot.at_ms for at in chapters)
            key = begun != self._chapters and shot.at_ms - self._last_key >= _KEY_SPACING_MS
            if key:
                self._chapters, self._last_key = begun, shot.at_ms
            self._show(shot, key=key)

    def close(self, now: float) -> float | None:
        """Ends the file at the moment given (epoch) and answers its length; None when nothing was shown."""
        if self._file is None or self._last is None:
            return None
        frame, since = self._last
        until = max(since + 1, min(round(now - self.begun), round(self._most_ms)))
        if not self.full:
            self._write(frame, until, key=False)
        for packet in self._stream.encode(None):
            self._file.mux(packet)
        self._file.close()
        self._file = self._stream = self._decoder = self._last = None  # some 40 MB, which nobody else may wait for
        return float(until)

    def _next_at(self) -> float:
        return self._last[1] + _SPACING_MS if self._last else 0

    def _show(self, shot: Shot, *, key: bool) -> None:
        if self._file is None:
            self.begun = shot.at_ms
        at = round(shot.at_ms - self.begun)
        if self._last is not None:
            at = max(at, self._last[1] + 1)
        if at > self._most_ms or self._bytes > self._most_bytes:
            self.full = True
            return
        jpeg = paint(shot.jpeg, shot.css_width, covers=shot.covers, quality=80)[0] if shot.covers else shot.jpeg
        frame = self._decoded(jpeg)
        self._last = (frame, at)
        self._write(frame, at, key=key)

    def _decoded(self, jpeg: bytes) -> Any:
        frame = self._decoder.decode(av.Packet(jpeg))[0]
        if self._file is None:
            self._open(frame.width, frame.height)
        wide, high = self._stream.width, self._stream.height
        if abs(frame.width / frame.height - wide / high) > 0.02:  # another shape: as large as fits, with borders
            with Image.open(io.BytesIO(jpeg)) as image:
                padded = ImageOps.pad(image, (wide, high), color=(32, 32, 32))
            frame = av.VideoFrame.from_image(padded)  # type: ignore[no-untyped-call]
        # a JPEG uses the whole range of a byte, VP8 a part of it: left as it is, all that is bright would be white
        ranges = {"src_color_range": ColorRange.JPEG, "dst_color_range": ColorRange.MPEG}
        return frame.reformat(width=wide, height=high, format="yuv420p", **ranges)

    def _open(self, width: int, height: int) -> None:
        self._file = av.open(str(self.path), "w", format="webm")
        self._stream = self._file.add_stream("libvpx", rate=10, options=_ENCODER)
        self._stream.width, self._stream.height = width & ~1, height & ~1
        self._stream.pix_fmt = "yuv420p"
        self._stream.thread_count = 1
        self._stream.codec_context.time_base = _MILLISECOND

    def _write(self, frame: Any, at: int, *, key: bool) -> None:
        frame.pts, frame.time_base = at, _MILLISECOND
        frame.pict_type = av.video.frame.PictureType.I if key else av.video.frame.PictureType.NONE
        for packet in self._stream.encode(frame):
            self._bytes += packet.size
            self._file.mux(packet)


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
