"""Pictures: before an action with the target outlined, when a step fails, and the whole final page."""

from __future__ import annotations

import io

from PIL import Image
from playwright.async_api import Page

from qa_appliance.core.evidence.pictures import Picture
from tests.conftest import given
from tests.evidence.conftest import Record, Run, pixel

RED = (255, 45, 85)


def picture(run: Run, key: str) -> Image.Image:
    image = Image.open(io.BytesIO(run.files[key]))
    assert image.format == "JPEG"
    return image.convert("RGB")


def near(seen: tuple[int, ...], wanted: tuple[int, ...]) -> bool:
    return all(abs(a - b) < 60 for a, b in zip(seen, wanted, strict=True))


async def test_switched_off_nothing_is_filed(page: Page, record: Record) -> None:
    async with record() as run:
        await run.recorder.step_begins(0, "Click.")
        await run.recorder.before_action(page, (0, 0, 10, 10))
        step = await run.step(0, result="failed")
        home = await run.recorder.finish(page)
    assert (run.files, step.screenshots, home.screenshots, home.final_screenshot) == ({}, {}, None, None)


async def test_a_page_that_is_gone_is_a_note_and_breaks_nothing(page: Page, record: Record) -> None:
    gone = await page.context.new_page()
    await gone.close()  # before it was filmed: a frame of it would be its picture
    async with record(screenshots=True) as run:
        run.page = gone
        await run.recorder.step_begins(0, "Click.")
        await run.recorder.before_action(gone, None)
        step = await run.step(0, result="failed")
        home = await run.recorder.finish(gone)
    assert step.screenshots == {}
    assert home.final_screenshot is None
    assert [note.split(" could not")[0] for note in home.notes] == [
        "The screenshot before an action", "The screenshot of the failed step 1", "The final screenshot",
    ]  # fmt: skip


async def test_the_target_is_outlined_and_the_page_knows_nothing_of_it(page: Page, record: Record) -> None:
    await page.set_content(
        "<button style='position:absolute; left:100px; top:200px; width:80px; height:30px'>Save</button>"
        "<script>changes = 0; new MutationObserver(() => changes++)"
        ".observe(document, {subtree: true, childList: true, attributes: true})</script>"
    )
    async with record(screenshots=True) as run:
        await run.recorder.step_begins(3, "Click Save.")
        await run.recorder.before_action(page, (100, 200, 80, 30))
        step = await run.step(3)
        assert await page.evaluate("changes") == 0
        home = await run.recorder.finish(page)
    [before, _] = given(home.screenshots)
    assert before == Picture(3, "before", step.screenshots["before"], (100, 200, 80, 30), 1280, 720)
    image = picture(run, before.store_key)
    assert image.size == (1280, 720)
    assert near(pixel(image, (140, 198)), RED)
    assert near(pixel(image, (300, 300)), (255, 255, 255))


async def test_light_colours_stay_as_they_are(page: Page, record: Record) -> None:
    await page.set_content("<body style='background:rgb(250,245,238)'><button>Save</button>")
    async with record(screenshots=True) as run:
        await run.recorder.step_begins(0, "Click Save.")
        await run.recorder.before_action(page, (10, 10, 80, 30))
        step = await run.step(0)
        await run.recorder.finish(page)
    seen = pixel(picture(run, step.screenshots["before"]), (900, 500))
    assert all(abs(a - b) <= 2 for a, b in zip(seen, (250, 245, 238), strict=True)), seen


async def test_a_failed_step_is_pictured(page: Page, record: Record) -> None:
    await page.set_content("<body style='background:rgb(0,200,0)'>")
    async with record(screenshots=True) as run:
        await run.recorder.step_begins(0, "Click Save.")
        step = await run.step(0, result="failed")
    assert near(pixel(picture(run, step.screenshots["failure"]), (600, 600)), (0, 200, 0))


async def test_the_final_picture_is_of_the_whole_page_up_to_the_cap(page: Page, record: Record) -> None:
    await page.set_content("<body style='margin:0'><div style='height:5000px'></div>")
    async with record(screenshots=True, full_page_height=3000) as run:
        home = await run.recorder.finish(page)
    assert picture(run, given(home.final_screenshot)).size == (1280, 3000)
    assert given(home.screenshots)[0].kind == "final"


async def test_the_final_picture_begins_at_the_top_wherever_the_page_was_scrolled_to(
    page: Page, record: Record
) -> None:
    await page.set_content(
        "<body style='margin:0'><div style='height:400px; background:rgb(0,200,0)'></div><div style='height:5000px'>"
    )
    await page.evaluate("scrollTo(0, 2000)")
    async with record(screenshots=True) as run:
        home = await run.recorder.finish(page)
        assert await page.evaluate("scrollY") == 2000
    image = picture(run, given(home.final_screenshot))
    assert image.size == (1280, 5400)
    assert near(pixel(image, (600, 200)), (0, 200, 0))


async def test_a_document_that_is_no_html_is_pictured_too(page: Page, record: Record) -> None:
    svg = "<svg xmlns='http://www.w3.org/2000/svg'><rect width='100%25' height='100%25' fill='rgb(0,200,0)'/></svg>"
    await page.goto(f"data:image/svg+xml,{svg}")
    async with record(screenshots=True) as run:
        view = await run.recorder._camera.screenshots.whole(page, 1000)  # or else the film's last frame is the picture
    assert near(pixel(Image.open(io.BytesIO(view.picture)), (600, 600)), (0, 200, 0))


async def test_not_more_step_pictures_than_the_cap(page: Page, record: Record) -> None:
    async with record(screenshots=True, step_screenshots=2) as run:
        for index in range(4):
            await run.recorder.step_begins(index, "Click.")
            await run.recorder.before_action(page, None)
            await run.step(index)
        home = await run.recorder.finish(page)
    assert [entry.kind for entry in given(home.screenshots)] == ["before", "before", "final"]


async def test_a_page_wider_than_any_picture_is_pictured_as_far_as_it_goes(page: Page, record: Record) -> None:
    async with record(screenshots=True) as run:
        await page.set_content("<h1>Hi</h1><p>" + "W" * 10_000)
        home = await run.recorder.finish(page)
    assert home.notes == []
    assert picture(run, given(home.final_screenshot)).width == 16_000
