"""Compares two pictures of a page as a person would: edges smoothed differently do not count. Pure and blocking.

The rule is pixelmatch's (perceived colour distance; anti-aliased pixels are left out), worked on whole planes at once.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

from msgspec import Struct
from PIL import Image, ImageChops, ImageDraw, UnidentifiedImageError

from qa_appliance.evidence.base.drawing import Box

_SAME_COLOUR = 0.1  # of the largest perceived distance, 0..1
_LARGEST_DISTANCE = 35_215.0  # of two colours, squared, in the weights below
_WEIGHTS = (0.5053, 0.299, 0.1957)  # of brightness and the two colour axes (YIQ)
_BRIGHTNESS = (0.2989, 0.587, 0.1141, 0)
_FIRST_AXIS = (0.5, -0.23, -0.27, 127.5)  # the axes are scaled into a byte; _SCALES undoes it
_SECOND_AXIS = (0.2023, -0.5, 0.2977, 127.5)
_TO_YIQ = _BRIGHTNESS + _FIRST_AXIS + _SECOND_AXIS
_SCALES = (1.0, 0.596 / 0.5, 0.523 / 0.5)
_MARGIN = 2  # pixels around a difference that its judging looks at
_STRIP = 200  # rows judged together
_YELLOW, _RED = 254, 255  # of the palette, whose first 128 are pale greys
_PALETTE = [204 + index * 51 // 127 for index in range(128) for _ in range(3)]
_PALETTE += [0] * (3 * _YELLOW - len(_PALETTE)) + [255, 200, 0, 230, 0, 40]


def _yes_where(holds: Callable[[int], bool]) -> list[int]:
    return [255 if holds(value) else 0 for value in range(256)]


def _apart(weight: float, scale: float) -> list[int]:
    """What a difference of one band adds; 128 stands for the limit, so that the sum of three stays in a byte."""
    factor = 128 * weight * scale * scale / (_LARGEST_DISTANCE * _SAME_COLOUR**2)
    return [min(255, round(factor * value * value)) for value in range(256)]


# for every value of a byte: made once, for they are looked up hundreds of times a comparison
_PALE = [value // 2 for value in range(256)]
_ONE_IF_YES = [value // 255 for value in range(256)]
_NONE, _SOME = _yes_where(lambda value: value == 0), _yes_where(lambda value: value > 0)
_THREE_OR_MORE, _TWO_OR_FEWER = _yes_where(lambda n: n >= 3), _yes_where(lambda n: n <= 2)
_OVER_THE_LIMIT = _yes_where(lambda value: value > 128)
_APART = [_apart(weight, scale) for weight, scale in zip(_WEIGHTS, _SCALES, strict=True)]


class Comparison(Struct, frozen=True):
    """`percent` of the whole area. `picture` (PNG) shows the actual page pale, differences red, smoothing yellow; it
    is None when not a single colour differs.
    """

    pixels: int
    percent: float
    picture: bytes | None = None


def compare(baseline: bytes, actual: bytes, *, masks: Sequence[Box] = ()) -> Comparison:
    """Two encoded pictures. Where only one of them has pixels, all of these differ.

    `masks`: areas in pixels that are not looked at. Raises ValueError when one of the two is no picture.
    """
    if baseline == actual:
        return Comparison(0, 0.0)
    with ThreadPoolExecutor(1) as beside:  # decoding is half the work and leaves the interpreter alone
        opening = beside.submit(_opened, baseline, "baseline", masks)
        new = _opened(actual, "actual", masks)
        old = opening.result()
    whole = (max(old.width, new.width), max(old.height, new.height))
    shared = (min(old.width, new.width), min(old.height, new.height))
    pixels = whole[0] * whole[1] - shared[0] * shared[1]
    areas = list(_differing(_cut(old, shared), _cut(new, shared)))
    if not areas and not pixels:
        return Comparison(0, 0.0)
    shown = Image.new("L", whole, _RED)
    shown.paste(_cut(new, shared).convert("L").point(_PALE))
    for area in areas:
        real, smooth = _judged(old, new, area, shared)
        shown.paste(_YELLOW, area, smooth)
        shown.paste(_RED, area, real)
        pixels += real.histogram()[255]
    shown.putpalette(_PALETTE)
    out = io.BytesIO()
    shown.save(out, "PNG", compress_level=1)
    return Comparison(pixels, 100 * pixels / (whole[0] * whole[1]), out.getvalue())


def _opened(picture: bytes, name: str, masks: Sequence[Box]) -> Image.Image:
    try:
        with Image.open(io.BytesIO(picture)) as opened:
            image = opened.convert("RGB")
    except (UnidentifiedImageError, OSError) as error:
        raise ValueError(f"The {name} is not a picture that can be read.") from error
    for x, y, width, height in masks:
        ImageDraw.Draw(image).rectangle((x, y, x + width, y + height), fill="black")
    return image


def _cut(image: Image.Image, size: tuple[int, int]) -> Image.Image:
    return image if image.size == size else image.crop((0, 0, *size))


Area = tuple[int, int, int, int]
Plane = Image.Image  # mode L; as a truth value 255 is yes and 0 is no


def _differing(old: Image.Image, new: Image.Image) -> Iterator[Area]:
    """Boxes around all differing pixels, one per strip: two far-apart ones must not have the whole page judged."""
    for top in range(0, old.height, _STRIP):
        strip = (0, top, old.width, min(top + _STRIP, old.height))
        box = ImageChops.difference(old.crop(strip), new.crop(strip)).getbbox()
        if box is not None:
            yield box[0], top + box[1], box[2], top + box[3]


def _judged(old: Image.Image, new: Image.Image, area: Area, size: tuple[int, int]) -> tuple[Plane, Plane]:
    """Which pixels of the area really differ, and which are only smoothed differently."""
    wide = _widened(area, size)
    inner = (area[0] - wide[0], area[1] - wide[1], area[2] - wide[0], area[3] - wide[1])
    differs = _far_apart(old.crop(area), new.crop(area))
    if differs.getbbox() is None:
        return differs, differs
    before, after = old.crop(wide).convert("L"), new.crop(wide).convert("L")
    equal_before, equal_after = _equal_neighbours(before), _equal_neighbours(after)
    flat = _and(equal_before.point(_THREE_OR_MORE), equal_after.point(_THREE_OR_MORE))
    smoothed = _or(_smoothed(before, equal_before, flat), _smoothed(after, equal_after, flat)).crop(inner)
    return _and(differs, ImageChops.invert(smoothed)), _and(differs, smoothed)


def _far_apart(old: Image.Image, new: Image.Image) -> Plane:
    total: Plane | None = None
    bands = zip(old.convert("RGB", _TO_YIQ).split(), new.convert("RGB", _TO_YIQ).split(), strict=True)
    for (before, after), table in zip(bands, _APART, strict=True):
        apart = ImageChops.difference(before, after).point(table)
        total = apart if total is None else ImageChops.add(total, apart)
    assert total is not None
    return total.point(_OVER_THE_LIMIT)


def _smoothed(plane: Plane, equal: Plane, flat: Plane) -> Plane:
    """Pixels between a darker and a brighter neighbour of which one lies in a flat area of both pictures."""
    lowest, highest = _over_neighbours(plane, ImageChops.darker), _over_neighbours(plane, ImageChops.lighter)
    lowest_flat = _over_neighbours(_or(plane, ImageChops.invert(flat)), ImageChops.darker)
    highest_flat = _over_neighbours(_and(plane, flat), ImageChops.lighter)
    between = _and(_above(plane, lowest), _above(highest, plane))
    beside_flat = _or(_same(lowest, lowest_flat), _same(highest, highest_flat))
    return _and(_and(between, beside_flat), equal.point(_TWO_OR_FEWER))


def _equal_neighbours(plane: Plane) -> Plane:
    """How many of the eight pixels around are exactly as bright."""
    count = Image.new("L", plane.size, 0)
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
        same = _same(plane, ImageChops.offset(plane, dx, dy)).point(_ONE_IF_YES)
        count = ImageChops.add(ImageChops.add(count, same), ImageChops.offset(same, -dx, -dy))
    return count


def _over_neighbours(plane: Plane, choose: Callable[[Plane, Plane], Plane]) -> Plane:
    """The darkest or lightest of the nine pixels in and around each place."""
    row = choose(choose(plane, ImageChops.offset(plane, 1, 0)), ImageChops.offset(plane, -1, 0))
    chosen: Plane = choose(choose(row, ImageChops.offset(row, 0, 1)), ImageChops.offset(row, 0, -1))
    return chosen


def _same(one: Plane, other: Plane) -> Plane:
    return ImageChops.difference(one, other).point(_NONE)


def _above(one: Plane, other: Plane) -> Plane:
    return ImageChops.subtract(one, other).point(_SOME)


def _and(one: Plane, other: Plane) -> Plane:
    return ImageChops.darker(one, other)


def _or(one: Plane, other: Plane) -> Plane:
    return ImageChops.lighter(one, other)


def _widened(area: Area, size: tuple[int, int]) -> Area:
    left, top, right, bottom = area
    return (
        max(0, left - _MARGIN),
        max(0, top - _MARGIN),
        min(size[0], right + _MARGIN),
        min(size[1], bottom + _MARGIN),
    )
