"""Pictures, video and live view cover what shows a registered secret, wherever in the page it stands."""

from __future__ import annotations

import io

import av
import pytest
from PIL import Image
from playwright.async_api import Page

from qa_appliance.core.events import Frame
from qa_appliance.evidence.pictures import camera
from tests.conftest import given
from tests.evidence.conftest import Record, filmed, picture_of, pixel

COVER = (40, 40, 40)
FIELD = (
    "position:absolute;left:100px;top:100px;width:300px;height:40px;"
    "font:30px sans-serif;border:0;margin:0;padding:0;background:#fff"
)
PLACE, BESIDE = (390, 120), (500, 120)

SHOWS = {
    "a field": f"<input style='{FIELD}' value='open sesame'>",
    "a text area": f"<textarea style='{FIELD}'>it is open sesame</textarea>",
    "a choice": f"<select style='{FIELD}'><option>no<option selected>open sesame</select>",
    "a text": f"<div style='{FIELD};overflow:hidden;white-space:nowrap'>oooooooooooo open sesame oooooo</div>",
    "a shadow root": f"<p id=host></p><script>host.attachShadow({{mode: 'open'}}).innerHTML = "
    f"\"<input style='{FIELD}' value='open sesame'>\"</script>",
    "a frame": "<iframe style='position:absolute;left:60px;top:70px;width:600px;height:300px;border:0' "
    "srcdoc=\"<input style='position:absolute;left:40px;top:30px;width:300px;height:40px' value='open sesame'>\">"
    "</iframe>",
}  # fmt: skip


def near(image: Image.Image, place: tuple[int, int], wanted: tuple[int, ...]) -> bool:
    return all(abs(a - b) < 30 for a, b in zip(pixel(image, place), wanted, strict=True))


@pytest.mark.parametrize("where", SHOWS)
async def test_covered_in_every_picture(page: Page, record: Record, where: str) -> None:
    async with record(screenshots=True) as run:
        run.recorder.hide("open sesame")
        await page.set_content(SHOWS[where])
        await run.recorder.step_begins(0, "Look.")
        await run.recorder.before_action(page, None)
        await run.step(0, result="failed")
        home = await run.recorder.finish(page)
    assert home.notes == []
    assert len(given(home.screenshots)) == 3
    for entry in given(home.screenshots):
        image = Image.open(io.BytesIO(run.files[entry.store_key]))
        assert near(image, PLACE, COVER), entry.kind
        assert near(image, (700, 500), (255, 255, 255)), entry.kind


@pytest.mark.parametrize("filmed", [True, False])
async def test_a_secret_that_moves_while_it_is_pictured_is_on_no_picture(
    page: Page, record: Record, monkeypatch: pytest.MonkeyPatch, filmed: bool
) -> None:
    """The page says where it shows it, moves it, and is pictured only then."""
    field = "<input style='position:absolute;top:100px;left:100px;width:300px;height:40px;background:#ff0'>"

    async def asked(*_: object) -> list[tuple[float, float, float, float]]:
        left = await page.evaluate("document.querySelector('input').offsetLeft")
        await page.evaluate("document.querySelector('input').style.left = '700px'")
        for _frame in range(3):
            await page.evaluate("new Promise(done => requestAnimationFrame(done))")
        return [(left - 5, 95, 320, 60)]

    async with record(screenshots=True) as run:
        await page.set_content(field)
        await run.recorder.step_begins(0, "Look.")
        if filmed:  # a frame of the page is there already
            await run.recorder.before_action(page, None)
        run.recorder.hide("open sesame")
        monkeypatch.setattr(camera, "find_covers", asked)
        await run.recorder.before_action(page, None)
        await run.step(0)
        home = await run.recorder.finish(page)
    pictures = [entry for entry in given(home.screenshots) if entry.kind == "before"]
    assert len(pictures) == 1 + filmed
    image = Image.open(io.BytesIO(run.files[pictures[-1].store_key]))
    assert not any(near(image, place, (255, 255, 0)) for place in ((250, 120), (850, 120)))


async def test_nothing_is_covered_without_a_secret_and_password_fields_cover_themselves(
    page: Page, record: Record
) -> None:
    async with record(screenshots=True) as run:
        run.recorder.hide("another")
        await page.set_content(SHOWS["a field"] + "<input type=password value=another>")
        home = await run.recorder.finish(page)
    assert near(Image.open(io.BytesIO(run.files[given(home.final_screenshot)])), PLACE, (255, 255, 255))


async def test_a_scrolled_page_is_covered_at_the_right_place_of_the_whole_picture(page: Page, record: Record) -> None:
    async with record(screenshots=True) as run:
        run.recorder.hide("open sesame")
        await page.set_content(f"<div style='height:4000px'></div>{SHOWS['a field'].replace('100px', '2100px', 2)}")
        await page.evaluate("document.querySelector('input').style.left = '100px'; scrollTo(0, 2000)")
        home = await run.recorder.finish(page)
    image = Image.open(io.BytesIO(run.files[given(home.final_screenshot)]))
    assert near(image, (390, 2120), COVER)
    assert near(image, PLACE, (255, 255, 255))


async def test_no_frame_of_the_video_or_the_live_view_shows_it(page: Page, record: Record) -> None:
    async with record(video=True, live=lambda: True) as run:
        await page.set_content(f"<style>input {{ {FIELD.replace('#fff', '#ff0')} }}</style><input>")
        run.recorder.hide("open sesame")
        await page.fill("input", "open sesame")
        await page.evaluate("document.body.style.background = 'rgb(0,0,200)'")
        await filmed(run, (0, 0, 200))
        home = await run.recorder.finish(page)
    with av.open(io.BytesIO(run.files[given(home.video)]), "r") as video:
        frames = [picture_of(frame) for frame in video.decode(video=0)]
    frames += [Image.open(io.BytesIO(event.jpeg)) for event in run.events if isinstance(event, Frame)]
    shown = [frame for frame in frames if near(frame, (700, 500), (0, 0, 200))]
    assert shown
    assert all(near(frame, PLACE, COVER) for frame in shown)


async def test_the_page_cannot_catch_the_secret_while_it_is_looked_for(page: Page, record: Record) -> None:
    async with record(screenshots=True) as run:
        await page.set_content(
            "<input value='open sesame'><script>caught = [];"
            "for (const name of ['test', 'exec']) RegExp.prototype[name] = function () { caught.push(this.source) };"
            "window.RegExp = function (source) { caught.push(source) }</script>"
        )
        run.recorder.hide("open sesame")
        await run.recorder.before_action(page, None)
        assert await page.evaluate("caught") == []
