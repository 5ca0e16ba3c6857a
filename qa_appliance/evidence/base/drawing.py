"""Draws on pictures: the outline of a target, covers over secrets. Pure and blocking; call it in a thread."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Literal

from PIL import Image, ImageDraw

Box = tuple[float, float, float, float]  # x, y, width, height in CSS pixels
Form = Literal["JPEG", "PNG"]

_OUTLINE = (255, 45, 85)
_COVER = (40, 40, 40)
_AROUND = 3  # pixels between the element and its outline


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
        drawn = image.convert("RGB")
    scale = width / css_width if css_width else 1.0
    draw = ImageDraw.Draw(drawn)
    for cover in covers:
        draw.rectangle(_corners(cover, scale, 1), fill=_COVER)
    if outline is not None:
        draw.rectangle(_corners(outline, scale, _AROUND), outline=_OUTLINE, width=3)
    out = io.BytesIO()
    drawn.save(out, form, quality=quality, compress_level=1)
    return out.getvalue(), width, height


def _corners(box: Box, scale: float, around: int) -> tuple[float, float, float, float]:
    x, y, width, height = (side * scale for side in box)
    return x - around, y - around, x + max(width, 1) + around, y + max(height, 1) + around
