"""Draws on pictures: the outline of a target, covers over secrets. Pure and blocking; call it in a thread."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Literal

from PIL import Image, ImageDraw

Box = tuple[float, float, float, float]  # x, y, width, height in CSS pixels
WHOLE: list[Box] = [(0.0, 0.0, 100_000.0, 100_000.0)]  # of any picture
Form = Literal["JPEG", "PNG"]

_OUTLINE = (255, 45, 85)
_COVER = (40, 40, 40)
_AROUND = 3  # pixels between the element and its outline
_SIZED = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})  # the segments of a JPEG that begin a frame


def paint(
    picture: bytes,
    css_width: float,
    *,
    outline: Box | None = None,
    covers: Sequence[Box] = (),
    quality: int = 60,
    form: Form = "JPEG",
) -> tuple[bytes, int, int]:
    """Answers the picture with what was drawn, and its size in pixels. `css_width` is the width the boxes refer to.

    With nothing to draw and nothing to convert, the very bytes come back. `quality` is for JPEG.
    """
    with Image.open(io.BytesIO(picture)) as image:
        width, height = image.size
        if outline is None and not covers and image.format == form:
            return picture, width, height
        image.load()
        drawn = image if image.mode == "RGB" else image.convert("RGB")
    scale = width / css_width if css_width else 1.0
    draw = ImageDraw.Draw(drawn)
    for cover in covers:
        draw.rectangle(_corners(cover, scale, 1), fill=_COVER)
    if outline is not None:
        draw.rectangle(_corners(outline, scale, _AROUND), outline=_OUTLINE, width=3)
    out = io.BytesIO()
    drawn.save(out, form, quality=quality, compress_level=1)
    return out.getvalue(), width, height


def size_of(jpeg: bytes) -> tuple[int, int]:
    """Width and height in pixels, from its header alone. Raises ValueError for what is no JPEG."""
    at = 2
    while at + 9 <= len(jpeg) and jpeg[at] == 0xFF:
        kind, length = jpeg[at + 1], int.from_bytes(jpeg[at + 2 : at + 4], "big")
        if kind in _SIZED:
            height, width = int.from_bytes(jpeg[at + 5 : at + 7], "big"), int.from_bytes(jpeg[at + 7 : at + 9], "big")
            return width, height
        at += 2 + length
    raise ValueError("A picture without a size.")


def _corners(box: Box, scale: float, around: int) -> tuple[float, float, float, float]:
    x, y, width, height = (side * scale for side in box)
    return x - around, y - around, x + max(width, 1) + around, y + max(height, 1) + around
