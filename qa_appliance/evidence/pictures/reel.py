"""A reel: the frames of a short film, which is made of them when it is first asked for. Knows no run and no store."""

from __future__ import annotations

import math
from pathlib import Path
from types import MappingProxyType

import av.error
import msgspec
from msgspec import Struct, msgpack

from qa_appliance.evidence.pictures.encoder import Encoder, covered, on_show
from qa_appliance.evidence.pictures.screencast import Shot

REEL, FILM = ".reel", ".webm"


class _Reel(Struct, array_like=True):
    """JPEGs with when each came; when the chapters began, and when the film ended. Milliseconds since the epoch."""

    frames: list[tuple[float, bytes]]
    chapters: list[float]
    ended: float


def write_reel(to: Path, shots: list[Shot], chapters: list[float], ended: float) -> None:
    """Files the frames, what is secret on them covered. Blocking. Raises `OSError`."""
    frames = [(shot.at_ms, covered(shot)) for shot in on_show(shots)]
    to.write_bytes(msgpack.encode(_Reel(frames, chapters, ended)))


def film(reel: Path, to: Path) -> None:
    """Makes the WebM file of a reel. Blocking. Raises `OSError`, and `ValueError` when it is none."""
    try:
        kept = msgpack.decode(reel.read_bytes(), type=_Reel)
        encoder = Encoder(to, math.inf, fine=True)
        encoder.encode([Shot(jpeg, at, 0, []) for at, jpeg in kept.frames], kept.chapters)
        encoder.close(kept.ended)
    except (av.error.FFmpegError, msgspec.DecodeError) as error:
        raise ValueError(f"No film can be made of {reel.name}: {error}") from error


def film_of(key: str) -> str:
    """The store key of the film that is made of a reel; a film's own."""
    return key.removesuffix(REEL) + FILM if key.endswith(REEL) else key


MAKERS = MappingProxyType({FILM: (REEL, film)})  # as Artifacts takes them
