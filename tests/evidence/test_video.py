"""The video: WebM that seeks, made of the changed frames only, with a chapter per step; and the live view."""

from __future__ import annotations

import asyncio
import io
import time
from pathlib import Path

import av
import pytest
from PIL import Image
from playwright.async_api import Page

from qa_appliance.core.events import Event, Frame
from qa_appliance.evidence.pictures.live import Live
from qa_appliance.evidence.pictures.screencast import Shot
from qa_appliance.evidence.pictures.video import Video, write_chapters
from tests.conftest import given
from tests.evidence.conftest import Record, filmed, picture_of, pixel, projected

CUES = b"\x1c\x53\xbb\x6b"
Colour = tuple[int, ...]

BLUE, GREEN, RED = (0, 0, 200), (0, 200, 0), (200, 0, 0)


def near(seen: Colour, wanted: Colour) -> bool:
    return all(abs(a - b) < 40 for a, b in zip(seen, wanted, strict=True))


def pictures(data: bytes) -> list[tuple[float, Image.Image]]:
    with av.open(io.BytesIO(data), "r") as video:
        return [(frame.time, picture_of(frame)) for frame in video.decode(video=0)]


def plain(colour: Colour, at_ms: float, size: tuple[int, int] = (320, 200)) -> Shot:
    out = io.BytesIO()
    Image.new("RGB", size, colour).save(out, "JPEG")
    return Shot(out.getvalue(), at_ms, size[0], [])


async def painted(page: Page, colour: Colour) -> None:
    """Shows the colour, and waits until it has been on the screen."""
    await page.evaluate("colour => { document.body.style.background = `rgb(${colour})` }", list(colour))
    await page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


async def test_switched_off_there_is_none(page: Page, record: Record) -> None:
    async with record() as run:
        await painted(page, BLUE)
        home = await run.recorder.finish(page)
    assert (home.video, home.chapters, run.files) == (None, None, {})


async def test_what_was_on_the_page_is_in_the_video_and_it_seeks(page: Page, record: Record) -> None:
    await page.set_content("<body>")
    async with record(video=True) as run:
        for index, colour in enumerate([BLUE, GREEN, RED]):
            await run.recorder.step_begins(index, f"Paint it {colour}.")
            await painted(page, colour)
            await filmed(run, colour)
            await asyncio.sleep(0.15)  # what is on show for a shorter time may be left out
            await run.step(index)
        home = await run.recorder.finish(page)
    assert home.notes == []
    data = run.files[given(home.video)]
    assert CUES in data
    with av.open(io.BytesIO(data), "r") as video:
        assert (video.streams.video[0].codec_context.name, video.streams.video[0].width) in [("vp8", 1280)]
        duration = given(video.duration)
        assert duration > 300_000
        video.seek(duration)
        last = [picture_of(frame) for frame in video.decode(video=0)][-1]
    assert near(pixel(last, (600, 500)), RED)
    seen = [pixel(image, (600, 500)) for _, image in pictures(data)]
    assert any(near(colour, BLUE) for colour in seen)
    assert any(near(colour, GREEN) for colour in seen)
    chapters = run.files[given(home.chapters)].decode()
    assert chapters.startswith("WEBVTT\n\n00:00:0")
    assert [line for line in chapters.splitlines() if "Paint" in line] == [
        "1. Paint it (0, 0, 200).", "2. Paint it (0, 200, 0).", "3. Paint it (200, 0, 0).",
    ]  # fmt: skip


async def test_it_ends_with_what_the_page_turned_to_just_then(page: Page, record: Record) -> None:
    await page.set_content("<body>")
    async with record(video=True) as run:
        await run.recorder.step_begins(0, "Paint it.")
        await painted(page, BLUE)
        await filmed(run, BLUE)
        await page.evaluate("colour => { document.body.style.background = `rgb(${colour})` }", list(RED))
        home = await run.recorder.finish(page)
    assert near(pixel(pictures(run.files[given(home.video)])[-1][1], (600, 500)), RED)


async def test_a_page_that_stands_still_costs_no_frames(page: Page, record: Record) -> None:
    await page.set_content("<h1>Hello</h1>")
    async with record(video=True) as run:
        await painted(page, BLUE)
        await filmed(run, BLUE)
        await asyncio.sleep(0.5)
        home = await run.recorder.finish(page)
    assert len(pictures(run.files[given(home.video)])) <= 6


async def test_the_film_follows_to_a_new_tab(page: Page, record: Record) -> None:
    await page.set_content("<body>")
    async with record(video=True) as run:
        await painted(page, BLUE)
        tab = await page.context.new_page()
        await tab.set_content("<body>")
        await run.recorder.before_action(tab, None)
        run.page = tab
        await painted(tab, RED)
        await filmed(run, RED)
        home = await run.recorder.finish(tab)
    assert near(pixel(pictures(run.files[given(home.video)])[-1][1], (600, 500)), RED)


@pytest.mark.parametrize(("caps", "length"), [({"most_seconds": 2, "most_bytes": 10**9}, 2.0)])
async def test_it_is_cut_at_the_cap(tmp_path: Path, caps: dict[str, int], length: float) -> None:
    video = Video(tmp_path, **caps)
    for second in range(10):
        video.add(plain(BLUE, 1000.0 * second))
        await asyncio.sleep(0)
    path, _ = given(await video.finish())
    assert video.cut
    assert pictures(projected(path))[-1][0] <= length


@pytest.mark.parametrize(("most_bytes", "suffix"), [(1_000, ".webm"), (10**9, ".reel")], ids=["film", "reel"])
async def test_a_film_that_is_made_later_is_the_one_made_at_once(tmp_path: Path, most_bytes: int, suffix: str) -> None:
    video = Video(tmp_path, most_seconds=60, most_bytes=most_bytes)
    begun = time.time() * 1000 - 900
    for colour, at in [(BLUE, 0), (GREEN, 20), (RED, 40), (GREEN, 300), (BLUE, 450)]:
        video.chapter(str(colour))
        video.add(plain(colour, begun + at))
    path, chapters = given(await video.finish())
    assert path.suffix == suffix
    shown = pictures(projected(path))
    assert [round(at, 2) for at, _ in shown[:-1]] == [0, 0.04, 0.3, 0.45]
    assert shown[-1][0] >= 0.9
    for (_, image), colour in zip(shown, [BLUE, RED, GREEN, BLUE, BLUE], strict=True):
        assert near(pixel(image, (100, 100)), colour)
    assert chapters.count(" --> ") == 5
    assert projected(path) == projected(path), "the same bytes whenever it is made"


async def test_what_is_secret_is_on_no_frame_of_a_reel(tmp_path: Path) -> None:
    video = Video(tmp_path, most_seconds=60, most_bytes=10**9)
    shot = plain(BLUE, 1000)
    video.add(Shot(shot.jpeg, shot.at_ms, shot.css_width, [(0, 0, 320, 100)]))
    path, _ = given(await video.finish())
    assert shot.jpeg not in path.read_bytes()
    [(_, image), *_] = pictures(projected(path))
    assert not near(pixel(image, (100, 50)), BLUE)
    assert near(pixel(image, (100, 150)), BLUE)


async def test_it_is_cut_at_its_size(tmp_path: Path) -> None:
    video = Video(tmp_path, most_seconds=3600, most_bytes=1)
    video.add(plain(BLUE, 0))
    video.add(plain(RED, 60_000))
    assert await video.finish() is not None
    assert video.cut


async def test_without_a_frame_there_is_no_file(tmp_path: Path) -> None:
    assert await Video(tmp_path, most_seconds=1, most_bytes=1).finish() is None


async def test_another_shape_is_shown_whole_with_borders(tmp_path: Path) -> None:
    video = Video(tmp_path, most_seconds=3600, most_bytes=10**9)
    video.add(plain(BLUE, 0))
    video.add(plain(RED, 1000, size=(100, 200)))
    path, _ = given(await video.finish())
    shown = pictures(projected(path))
    assert {image.size for _, image in shown} == {(320, 200)}
    assert near(pixel(shown[1][1], (160, 100)), RED)
    assert near(pixel(shown[1][1], (10, 100)), (32, 32, 32))


def test_chapters_are_valid_webvtt() -> None:
    written = write_chapters([(-5, "Open <b> & go\n--> on"), (1500, "Click")], 3_723_004)
    assert written == (
        "WEBVTT\n\n00:00:00.000 --> 00:00:01.500\nOpen &lt;b&gt; &amp; go --&gt; on\n\n"
        "00:00:01.500 --> 01:02:03.004\nClick\n"
    )


async def test_frames_are_sent_only_while_somebody_watches(page: Page, record: Record) -> None:
    watching = False
    await page.set_content("<body>")
    async with record(video=True, live=lambda: watching) as run:
        await painted(page, BLUE)
        await filmed(run, BLUE)
        assert run.events == []
        watching = True
        await painted(page, RED)
        await filmed(run, RED)
        await run.recorder.finish(page)
    frames = [event for event in run.events if isinstance(event, Frame)]
    assert frames
    assert frames[-1].run_id == "run"
    assert near(pixel(Image.open(io.BytesIO(frames[-1].jpeg)), (600, 500)), RED)


async def test_who_comes_to_a_page_that_stands_still_sees_it_too() -> None:
    frames, came, watching = [], asyncio.Event(), False

    def emit(event: Event) -> None:
        frames.append(event)
        came.set()

    live = Live("run", lambda: watching, 0.1, emit)
    live.add(Shot(b"earlier", 1, 1280, []))
    live.add(Shot(b"now", 2, 1280, []))
    await asyncio.sleep(0)
    assert frames == []
    watching = True
    await came.wait()
    await live.stop()
    assert frames == [Frame("run", b"now")]


@pytest.mark.parametrize("colour", [(250, 245, 238), (12, 12, 12), (128, 128, 128), (200, 30, 40)])
@pytest.mark.parametrize("size", [(320, 200), (200, 320)], ids=["as the film", "of another shape"])
async def test_the_colours_are_those_of_the_page(tmp_path: Path, colour: Colour, size: tuple[int, int]) -> None:
    video = Video(tmp_path, most_seconds=60, most_bytes=10_000_000)
    video.add(plain(colour, 1_000))
    video.add(plain(colour, 1_500, size))
    path, _ = given(await video.finish())
    for _, picture in pictures(projected(path)):
        seen = pixel(picture, (160, 100))
        assert all(abs(a - b) < 6 for a, b in zip(seen, colour, strict=True)), seen
