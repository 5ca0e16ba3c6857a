"""Comparing pictures: smoothing does not count, real changes do, masks hide, identical costs nothing."""

from __future__ import annotations

import io

import av
import pytest
from PIL import Image, ImageDraw
from playwright.async_api import Page

from qa_appliance.evidence.pictures.visual import compare
from tests.conftest import given
from tests.evidence.conftest import Record, picture_of, pixel


def png(image: Image.Image) -> bytes:
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def paper(size: tuple[int, int] = (200, 120)) -> Image.Image:
    return Image.new("RGB", size, "white")


def disc(shift: float = 0.0) -> Image.Image:
    """Drawn large and made small, so that its edge is smooth."""
    large = Image.new("RGB", (1600, 960), "white")
    ImageDraw.Draw(large).ellipse((400 + 8 * shift, 200, 1000 + 8 * shift, 800), fill="black")
    return large.resize((200, 120), Image.Resampling.BOX)


@pytest.mark.parametrize(("baseline", "actual"), [(b"no picture", png(paper())), (png(paper()), b"")])
def test_what_is_no_picture_is_refused(baseline: bytes, actual: bytes) -> None:
    with pytest.raises(ValueError, match="is not a picture that can be read"):
        compare(baseline, actual)


def test_identical_bytes_are_not_even_read() -> None:
    assert compare(b"no picture", b"no picture").pixels == 0


def test_the_same_pixels_in_another_encoding_are_equal() -> None:
    out = io.BytesIO()
    disc().save(out, "BMP")
    found = compare(png(disc()), out.getvalue())
    assert (found.pixels, found.picture) == (0, None)


def test_a_colour_that_nobody_can_tell_apart_is_the_same() -> None:
    assert (
        compare(
            png(Image.new("RGB", (50, 50), (100, 100, 100))), png(Image.new("RGB", (50, 50), (104, 103, 102)))
        ).pixels
        == 0
    )


def test_an_edge_smoothed_differently_does_not_count_but_a_moved_one_does() -> None:
    smoothed, moved = compare(png(disc()), png(disc(0.3))), compare(png(disc()), png(disc(4)))
    assert smoothed.picture is not None
    assert smoothed.pixels < 20
    assert moved.pixels > 250


def test_a_changed_box_counts_by_the_pixel_and_is_shown_red() -> None:
    changed = paper()
    ImageDraw.Draw(changed).rectangle((20, 30, 59, 49), fill="black")
    found = compare(png(paper()), png(changed))
    assert found.pixels == 40 * 20
    assert found.percent == pytest.approx(100 * 800 / (200 * 120))
    shown = Image.open(io.BytesIO(given(found.picture))).convert("RGB")
    assert (shown.getpixel((40, 40)), shown.getpixel((100, 100))) == ((230, 0, 40), (255, 255, 255))


def test_two_dots_far_apart_on_a_tall_page_are_both_found() -> None:
    changed = paper((1280, 4000))
    changed.putpixel((3, 3), (255, 0, 0))
    changed.putpixel((1270, 3990), (255, 0, 0))
    assert compare(png(paper((1280, 4000))), png(changed)).pixels == 2


def test_masked_areas_are_not_looked_at() -> None:
    changed = paper()
    ImageDraw.Draw(changed).rectangle((20, 30, 59, 49), fill="black")
    assert compare(png(paper()), png(changed), masks=[(15, 25, 50, 30)]).pixels == 0


def test_what_only_one_of_them_has_differs() -> None:
    found = compare(png(paper((100, 100))), png(paper((100, 150))))
    assert found.pixels == 100 * 50
    assert found.percent == pytest.approx(100 / 3)
    assert Image.open(io.BytesIO(given(found.picture))).size == (100, 150)


async def test_a_page_is_compared_and_listed(page: Page, record: Record) -> None:
    await page.set_content("<body style='margin:0'><div style='width:200px;height:100px;background:red'></div>")
    async with record(visual=True) as run:
        await run.recorder.step_begins(2, "The page looks like the baseline.")
        assert await run.recorder.compare_visual(page, baseline=None) is None
        [key] = run.files
        same = given(await run.recorder.compare_visual(page, baseline=run.files[key]))
        await page.evaluate("document.querySelector('div').style.background = 'blue'")
        other = given(await run.recorder.compare_visual(page, baseline=run.files[key], threshold=1))
        home = await run.recorder.finish(page)
    assert (same.passed, same.diff_store_key, same.diff_pixel_count) == (True, None, 0)
    assert (other.passed, other.diff_pixel_count, other.threshold) == (False, 200 * 100, 1)
    assert home.visual == [same, other]
    assert (other.step_index, other.diff_percent) == (2, 2.1701)
    assert same.baseline_store_key == same.actual_store_key  # no second file of the same bytes
    assert run.files[given(other.baseline_store_key)] == run.files[key]  # the baseline may be replaced one day
    assert {same.actual_store_key, other.actual_store_key, other.diff_store_key} < set(run.files)


async def test_a_part_of_the_page_is_compared_alone(page: Page, record: Record) -> None:
    await page.set_content("<body style='margin:0'><div style='width:200px;height:100px;background:red'></div>")
    async with record(visual=True) as run:
        await run.recorder.compare_visual(page, baseline=None, box=(0, 0, 200, 100))
        [key] = run.files
        await page.evaluate("document.body.style.background = 'blue'")
        found = given(await run.recorder.compare_visual(page, baseline=run.files[key], box=(0, 0, 200, 100)))
    assert Image.open(io.BytesIO(run.files[key])).size == (200, 100)
    assert found.passed


async def test_the_whole_page_is_compared_and_no_frame_of_the_film_is_that_picture(page: Page, record: Record) -> None:
    tall = "<body style='margin:0'><div style='width:200px;height:4000px;background:red'></div>"
    async with record(visual=True, video=True) as run:
        await page.set_content(tall)
        await page.evaluate("scrollTo(0, 900)")
        await run.recorder.compare_visual(page, baseline=None)
        [key] = run.files
        assert Image.open(io.BytesIO(run.files[key])).size == (1280, 4000)
        await page.evaluate(
            "document.body.insertAdjacentHTML('beforeend', '<hr style=\"position:absolute;top:3990px\">')"
        )
        below = given(await run.recorder.compare_visual(page, baseline=run.files[key]))
        masked = given(await run.recorder.compare_visual(page, baseline=run.files[key], masks=[(0, 3980, 1280, 20)]))
        assert await page.evaluate("scrollY") == 900
        home = await run.recorder.finish(page)
    assert below.diff_pixel_count > 0
    assert (masked.diff_pixel_count, masked.passed) == (0, True)
    with av.open(io.BytesIO(run.files[given(home.video)]), "r") as video:
        frames = [picture_of(frame) for frame in video.decode(video=0)]
    assert all(frame.size == (1280, 720) for frame in frames)
    dark = (32, 32, 32)  # what a frame of another shape would be bordered with
    assert not any(near(pixel(frame, (1270, 360)), dark) for frame in frames)


def near(pixel: tuple[int, ...], wanted: tuple[int, ...]) -> bool:
    return all(abs(a - b) < 16 for a, b in zip(pixel, wanted, strict=True))
