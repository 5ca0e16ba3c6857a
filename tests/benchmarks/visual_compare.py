"""What comparing a picture of a whole page (1280 × 4000) with its baseline costs.

Run it: `python -m tests.benchmarks.visual_compare [times]`. Prints one JSON object: the median milliseconds by a clock
and of the processor for each kind of change, and the share of pixels found to differ.
"""

from __future__ import annotations

import io
import json
import random
import statistics
import sys
import time
from collections.abc import Callable

from PIL import Image, ImageDraw

from qa_appliance.evidence.pictures.visual import compare

SIZE = (1280, 4000)


def page(background: str = "white", shift: int = 0) -> Image.Image:
    """A page full of text."""
    image, dice = Image.new("RGB", SIZE, background), random.Random(1)
    draw = ImageDraw.Draw(image)
    for y in range(20, SIZE[1], 24):
        x = 40
        while x < 1200:
            wide = dice.randint(10, 60)
            draw.text((x + shift, y), "word" * (wide // 20 + 1), fill="black")
            x += wide + 12
    return image


def with_a_box(image: Image.Image) -> Image.Image:
    ImageDraw.Draw(image).rectangle((100, 1000, 600, 1400), fill="red")
    return image


def encoded(image: Image.Image) -> bytes:
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


CHANGES: dict[str, Callable[[], Image.Image]] = {
    "nothing": page,
    "a box": lambda: with_a_box(page()),
    "the background, by a shade nobody sees": lambda: page("#fffdfd"),
    "all text moved by three pixels": lambda: page(shift=3),
}


def measure(baseline: bytes, actual: bytes, times: int) -> dict[str, float]:
    clock, processor = [], []
    for _ in range(times):
        began, worked = time.perf_counter(), time.process_time()
        found = compare(baseline, actual)
        clock.append((time.perf_counter() - began) * 1000)
        processor.append((time.process_time() - worked) * 1000)
    return {
        "clock ms": round(statistics.median(clock), 1),
        "processor ms": round(statistics.median(processor), 1),
        "percent": round(found.percent, 3),
    }


def main(times: int) -> None:
    baseline = encoded(page())
    print(json.dumps({name: measure(baseline, encoded(made()), times) for name, made in CHANGES.items()}, indent=1))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 9)
