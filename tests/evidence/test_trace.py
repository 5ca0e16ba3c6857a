"""The trace: an archive the viewer opens, a group per step, and no secret in any of its files."""

from __future__ import annotations

import asyncio
import io
import json
import zipfile
from pathlib import Path

import pytest
from PIL import Image
from playwright.async_api import Page, Route

from qa_appliance.core.run import Site
from qa_appliance.evidence.base.driver_calls import unpack, untraced
from qa_appliance.evidence.base.redact import Redactor
from qa_appliance.evidence.observed.trace import clean_archive
from tests.conftest import Serve, given
from tests.evidence.conftest import Record, Run, filmed, pixel

SECRET = "open sesame"
MOVING = """<canvas id=c width=1280 height=700></canvas><script>(function draw() { const g = c.getContext('2d');
    for (let n = 0; n < 300; n++) { g.fillStyle = `hsl(${Math.random() * 360},80%,50%)`;
    g.fillRect(Math.random() * 1280, Math.random() * 700, 60, 40) } requestAnimationFrame(draw) })()</script>"""


def archive(run: Run, key: str) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(run.files[key])) as opened:
        assert opened.testzip() is None
        return {name: opened.read(name) for name in opened.namelist()}


DRAWN_WITH_BORDER = """width => new Promise(done => {
  document.body.style.borderTop = `${width}px solid #000`;
  requestAnimationFrame(() => requestAnimationFrame(done));
})"""


async def test_switched_off_there_is_none(page: Page, record: Record) -> None:
    async with record() as run:
        await run.recorder.step_begins(0, "Click.")
        assert (await run.recorder.finish(page)).trace is None


async def test_too_large_a_trace_is_a_note(page: Page, record: Record) -> None:
    async with record(trace=True, trace_bytes=10) as run:
        await page.set_content("<h1>Hello</h1>")
        home = await run.recorder.finish(page)
    assert home.trace is None
    assert home.notes[-1].startswith("The trace could not be taken: it has ")
    assert run.files == {}


async def test_a_run_that_never_finishes_leaves_the_context_free_for_another_trace(page: Page, record: Record) -> None:
    async with record(trace=True) as run:
        await run.recorder.step_begins(0, "Click.")
    async with record(trace=True) as run:
        assert (await run.recorder.finish(page)).trace is not None


async def test_each_step_is_a_group_with_its_actions(page: Page, record: Record) -> None:
    await page.set_content("<button>Save</button>")
    async with record(trace=True) as run:
        for index, sentence in enumerate(["Click Save.", "Click Save again."]):
            await run.recorder.step_begins(index, sentence)
            await page.click("button")
            await run.step(index)
        files = archive(run, given((await run.recorder.finish(page)).trace))
    events = [json.loads(line) for line in files["trace.trace"].splitlines()]
    began = [event for event in events if event["type"] == "before"]
    groups = {event["callId"]: event["title"] for event in began if event["method"] == "tracingGroup"}
    assert list(groups.values()) == ["Click Save.", "Click Save again."]
    assert [groups[event["parentId"]] for event in began if event["method"] == "click"] == list(groups.values())
    assert any(name.startswith("screencast/") for name in files)
    assert any(event["type"] == "frame-snapshot" for event in events)
    assert "trace.stacks" not in files
    assert b"/evidence/" not in files["trace.trace"]


async def test_a_secret_is_in_no_file_of_it(page: Page, serve: Serve, record: Record) -> None:
    origin = await serve(
        {
            "/": f"<p id=said></p><form action=/in method=post><input name=user><input name=code type=password>"
            f"<textarea></textarea><button>Go</button></form><script>word = '{SECRET}'</script>",
            "/in": lambda request: f"<p>You sent {request.body.decode()}</p>",
        }
    )
    async with record(trace=True) as run:
        run.recorder.hide(SECRET)
        await run.recorder.step_begins(0, f"Type {SECRET} into user.")
        await page.goto(f"{origin}/?q={SECRET}")
        await page.fill("[name=user]", SECRET)
        await page.fill("textarea", f"it is {SECRET}!")
        await page.fill("[name=code]", "never registered")
        await page.evaluate("code => said.textContent = code", SECRET)
        await page.click("button")
        files = archive(run, given((await run.recorder.finish(page)).trace))
    text = {name: data for name, data in files.items() if not name.endswith(".jpeg")}
    assert {"trace.trace", "trace.network"} < set(text)
    for name, data in text.items():
        for form in (b"open sesame", b"open+sesame", b"open%20sesame", b"never registered", b"never+registered"):
            assert form not in data, f"{form!r} in {name}: {data[:500]!r}"
        if name.endswith((".trace", ".network")):
            assert [json.loads(line) for line in data.splitlines()]
    assert "••••".encode() in files["trace.trace"]


async def test_cookies_and_authorization_are_never_in_it(page: Page, serve: Serve, record: Record) -> None:
    origin = await serve({"/": "<script>document.cookie = 'sid=s3cr3t-sid'; fetch('/me')</script>", "/me": "hello"})
    await page.context.set_extra_http_headers({"Authorization": "Bearer b3arer-value"})
    async with record(trace=True) as run:
        async with page.expect_event("requestfinished", lambda request: request.url.endswith("/me")):
            await page.goto(origin)
        files = archive(run, given((await run.recorder.finish(page)).trace))
    assert b"b3arer-value" not in files["trace.network"]
    assert b"s3cr3t-sid" not in files["trace.network"]


@pytest.mark.parametrize("name", ["X-Tenant", "X-Env-Token"])
async def test_what_the_site_is_opened_with_is_in_no_file_of_any_evidence(
    page: Page, serve: Serve, record: Record, name: str
) -> None:
    site = Site(
        "http://shop.example", extra_headers={name: "sent-al0ng"}, cookies=({"name": "sid", "value": "c00kie-value"},)
    )
    origin = await serve({"/": "<h1>Shop</h1>"})

    async def with_header(route: Route) -> None:
        await route.continue_(headers={**route.request.headers, name: "sent-al0ng"})

    await page.context.route("**", with_header)
    await page.context.add_cookies([{"name": "sid", "value": "c00kie-value", "url": origin}])
    async with record(trace=True, har=True, network=True) as run:
        run.recorder.hide_sent(site)
        await page.goto(origin)
        home = await run.recorder.finish(page)
    assert home.har
    har = json.loads(run.files[home.har])["log"]["entries"][0]["request"]["headers"]
    assert {each["value"] for each in har if each["name"].lower() == name.lower()} == {"••••"}
    for file, content in {**archive(run, given(home.trace)), **run.files}.items():
        if not file.endswith(".zip"):
            assert b"sent-al0ng" not in content, file
            assert b"c00kie-value" not in content, file


async def test_the_frames_in_it_are_covered_like_the_video(page: Page, record: Record) -> None:
    field = "position:absolute;left:100px;top:100px;width:300px;height:40px;border:0;background:#ff0"
    async with record(trace=True) as run:
        run.recorder.hide(SECRET)
        await page.set_content(f"<input style='{field}'>")
        await page.fill("input", SECRET)
        await page.evaluate("document.body.style.background = 'rgb(0,0,200)'")
        await filmed(run, (0, 0, 200))
        for width in range(1, 13):  # of one frame neither the film nor the trace may have got a print
            await page.evaluate(DRAWN_WITH_BORDER, width)
        files = archive(run, given((await run.recorder.finish(page)).trace))
    frames = {event["file"] for event in map(json.loads, files["trace.trace"].splitlines()) if "file" in event}
    assert frames == {name for name in files if name.startswith("screencast/")}
    filled = []
    for name in frames:
        image = Image.open(io.BytesIO(files[name])).convert("RGB")
        if pixel(image, (700, 500))[2] > 150 and pixel(image, (700, 500))[0] < 60:
            filled.append(pixel(image, (390, 120)))
    assert filled
    assert all(max(abs(a - 40) for a in seen) < 30 for seen in filled)


async def test_a_page_that_moves_without_end_has_its_trace_cut_at_the_cap(page: Page, record: Record) -> None:
    """Its beginning is kept, and the disk is not filled meanwhile."""
    most = 3_000_000
    async with record(trace=True, trace_bytes=most, live=lambda: True) as run:
        await page.set_content(MOVING)
        await run.recorder.step_begins(0, "Look at it.")
        async with asyncio.timeout(180):
            while not run.recorder._archives._trace.cut:
                await asyncio.sleep(0.05)  # any question to the page would have the trace take more frames
        await run.recorder.step_begins(1, "After the end.")
        home = await run.recorder.finish(page)
    assert home.notes == ["The trace ends before the run does: it reached the size that is kept."]
    assert home.trace is not None
    assert len(run.files[home.trace]) < most
    with zipfile.ZipFile(io.BytesIO(run.files[home.trace])) as archive:
        text = archive.read("trace.trace").decode()
    assert "Look at it." in text
    assert "After the end." not in text


async def test_a_film_above_the_cap_is_thinned_out_and_everything_else_kept(page: Page, tmp_path: Path) -> None:
    raw = tmp_path / "raw.zip"
    await page.context.tracing.start(screenshots=True, snapshots=True)
    await page.set_content(MOVING)
    for _ in range(40):
        await page.evaluate("new Promise(done => requestAnimationFrame(done))")
    await page.context.tracing.stop(path=raw)
    before, size = film_of(raw), raw.stat().st_size
    assert len(before) >= 4
    files = tmp_path / "files"
    files.mkdir()
    unpack(raw, files)
    cleaned = await asyncio.to_thread(clean_archive, files, Redactor(), {}, most_bytes=size * 3 // 4)
    assert cleaned.stat().st_size <= size * 3 // 4
    assert not files.exists()
    kept = film_of(cleaned)
    assert 2 <= len(kept) < len(before)
    assert kept[0] == before[0]
    assert set(kept) == {name for name in names_in(cleaned) if name.startswith("screencast/")}


def names_in(path: Path) -> list[str]:
    with zipfile.ZipFile(path) as archive:
        return archive.namelist()


def film_of(path: Path) -> list[str]:
    with zipfile.ZipFile(path) as archive:
        events = map(json.loads, archive.read("trace.trace").splitlines())
        return [event["file"] for event in events if event["type"] == "screencast-frame"]


async def test_what_is_no_action_of_the_test_is_not_in_it(page: Page, record: Record) -> None:
    await page.set_content("<h1>Hello</h1>")
    async with record(trace=True) as run:
        await run.recorder.step_begins(0, "Check that Hello is shown.")
        await untraced(page.locator("h1").text_content())
        await run.recorder.checked(page, None)
        await run.step(0)
        files = archive(run, given((await run.recorder.finish(page)).trace))
    events = [json.loads(line) for line in files["trace.trace"].splitlines()]
    began = [(event["method"], event["title"]) for event in events if event["type"] == "before"]
    assert began == [("tracingGroup", "Check that Hello is shown."), ("queryCount", "Look at the page")]
    assert any(event["type"] == "frame-snapshot" for event in events)
