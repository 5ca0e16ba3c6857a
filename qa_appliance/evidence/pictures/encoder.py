"""Frames into a WebM file: VP8 with cues and key frames, only the frames that differ. Blocking; knows no run."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
from av.video.reformatter import ColorRange
from PIL import Image, ImageOps

from qa_appliance.evidence.base.drawing import paint
from qa_appliance.evidence.pictures.screencast import Shot

_KEY_SPACING_MS = 2000  # between two key frames, which cost four others: so much is decoded for a seek at most
_SPACING_MS = 100  # a frame shorter on show than this is left out if it comes as soon after the one before
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
_FINE = _ENCODER | {"qmax": "30", "b": "2000000"}  # takes as long, and the file is half as large again
_MUXER = {"fflags": "+bitexact"}  # the same frames make the same bytes, whenever they are asked for


def on_show(shots: list[Shot], shown_ms: float = -math.inf) -> Iterator[Shot]:
    """Those that a film needs: not what is there for a moment soon after the one before, shown since `shown_ms`."""
    for shot, until in zip(shots, [*(later.at_ms for later in shots), math.inf][1:], strict=True):
        if until - shot.at_ms >= _SPACING_MS or shot.at_ms - shown_ms >= _SPACING_MS:
            shown_ms = shot.at_ms
            yield shot


def covered(shot: Shot) -> bytes:
    """The frame as JPEG, what is secret on it covered."""
    return paint(shot.jpeg, shot.css_width, covers=shot.covers, quality=80)[0] if shot.covers else shot.jpeg


class Encoder:
    """Blocking; used by one thread at a time. Times are milliseconds since the first frame unless they say epoch."""

    def __init__(self, path: Path, most_bytes: float, *, fine: bool = False) -> None:
        """`fine`: with more bits, for a film that is short."""
        self.path = path
        self.full = False
        self._begun = 0.0  # epoch
        self._most_bytes = most_bytes
        self._options = _FINE if fine else _ENCODER
        self._file: Any = None
        self._stream: Any = None
        self._decoder: Any = av.CodecContext.create("mjpeg", "r")
        self._last: tuple[Any, int] | None = None  # the frame on show, and since when
        self._chapters = 0  # begun by the last key frame
        self._last_key = 0.0  # epoch
        self._shown = -math.inf  # since when the frame on show is there, epoch
        self._bytes = 0

    def encode(self, shots: list[Shot], chapters: list[float]) -> None:
        """`chapters`: when they began (epoch); each begins with a key frame, or soon after one."""
        for shot in on_show(shots, self._shown):
            if self.full:
                return
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
        until = max(since + 1, round(now - self._begun))
        if not self.full:
            self._write(frame, until, key=False)
        for packet in self._stream.encode(None):
            self._file.mux(packet)
        self._file.close()
        self._file = self._stream = self._decoder = self._last = None  # some 40 MB, which nobody else may wait for
        return float(until)

    def _show(self, shot: Shot, *, key: bool) -> None:
        self._shown = shot.at_ms
        if self._file is None:
            self._begun = shot.at_ms
        at = round(shot.at_ms - self._begun)
        if self._last is not None:
            at = max(at, self._last[1] + 1)
        if self._bytes > self._most_bytes:
            self.full = True
            return
        frame = self._decoded(covered(shot))
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
        self._file = av.open(str(self.path), "w", format="webm", options=_MUXER)
        self._stream = self._file.add_stream("libvpx", rate=10, options=self._options)
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
