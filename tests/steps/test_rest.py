"""Files, data, places, structure, requests."""

# ruff: noqa: E501 - a page under test stands in one line

from __future__ import annotations

import msgspec
import pytest
from playwright.async_api import Page

from qa_appliance.core import checks as c
from qa_appliance.core import steps as s
from qa_appliance.core.plan import Plan
from qa_appliance.english.compile import plan_english
from qa_appliance.steps.base.stage import Stage
from qa_appliance.steps.checks.vacuous import held_before_deed
from tests.conftest import Request, Response, Serve, given
from tests.steps.conftest import Do, Show, the


async def test_upload(show: Show, do: Do, page: Page) -> None:
    await show(
        "<label>CV <input id=f type=file></label><button onclick='g.click()'>Attach</button><input id=g type=file hidden>"
    )
    record = await do(s.Upload(target=the("CV"), files=("cv.pdf",)))
    assert record.error is None
    assert (record.note or "").startswith("No file is stored with this project: a small sample named “cv.pdf”")
    assert await page.evaluate("[f.files[0].name, f.files[0].type]") == ["cv.pdf", "application/pdf"]
    assert (await do(s.Upload(target=the("Attach"), files=("a.png",), size_bytes=2_000_000))).error is None
    assert await page.evaluate("g.files[0].size") == 2_000_000
    record = await do(s.Upload(target=the("CV"), files=("a.txt", "b.txt")))
    assert "takes one file" in (record.error or "")


async def test_download(serve: Serve, stage: Stage, do: Do) -> None:
    origin = await serve({
        "/": "<a href=/report.csv download>Report</a>",
        "/report.csv": Response("id,name\n123,Ada Lovelace\n2,14,50 €\n", headers={"Content-Disposition": "attachment; filename=report.csv"}),
    })  # fmt: skip
    await stage.page.goto(origin)
    assert (await do(s.Download(target=the("Report")))).error is None
    assert (await do(s.Assert(check=c.Downloaded(name="report.csv", contains="Ada")))).error is None
    wrong = ("12", "4,50", "50 €", "da Love")  # a part of a number is not in the file, a part of a word is
    held = [(await do(s.Assert(check=c.Downloaded(contains=text)))).result for text in wrong]
    assert held == ["failed", "failed", "failed", "passed"]
    denied = [(await do(s.Assert(check=c.Downloaded(contains=text, negated=True)))).result for text in (*wrong, "Ada")]
    assert denied == ["passed", "passed", "passed", "failed", "failed"]
    named, read = (s.Assert(check=c.Downloaded(name="report.csv", contains=text)) for text in ("", "Ada"))
    assert await held_before_deed(Plan(steps=(s.Click(target=the("Report")), named, read)), stage, 0) == {2}
    record = await do(s.Assert(check=c.Downloaded(name="other.csv")))
    assert "report.csv" in (record.error or "")
    assert (await do(s.Assert(check=c.Downloaded()))).error is None
    record = await do(s.Assert(check=c.Downloaded(negated=True)))
    assert record.error == "The download is report.csv, expected no download."


GIVES = """<button onclick="give()">Export</button><button onclick="o.textContent = 'later'">Later</button>
<label>Name <input></label><p id=o></p><script>function give() { const a = document.createElement('a');
a.href = URL.createObjectURL(new Blob(['Ann'])); a.download = 'a.csv'; document.body.append(a); a.click() }</script>"""


@pytest.mark.parametrize(
    ("between", "result"),
    [
        ((), "passed"),
        ((s.WaitTime(seconds=0.1),), "passed"),
        ((s.Fill(target=the("Name"), value=s.Value("Ann")),), "passed"),
        ((s.Click(target=the("Later")),), "failed"),
        ((s.WaitTime(seconds=0.1), s.Click(target=the("Later"))), "failed"),
        ((s.Click(target=the("Later")), s.Click(target=the("Export"))), "passed"),
    ],
)
async def test_what_is_downloaded_came_since_the_last_deed(
    show: Show, do: Do, between: tuple[s.Step, ...], result: str
) -> None:
    await show(GIVES)
    first = s.Click(target=the("Export")), s.Assert(check=c.Downloaded(name="a.csv"))
    record = await do(*first, *between, s.Assert(check=c.Downloaded(name="a.csv")))
    assert record.result == result, record.error
    assert ("a.csv came earlier" in (record.error or "")) == (result == "failed")


TABLE = "name;no\nSKU-1;7\nAnn, 5;SKU-300;11\n"
FILES = [("", c.Downloaded(), "empty"), ("", c.Downloaded(name="a.csv"), "empty"), (TABLE, c.Downloaded(contains="SKU-30"), "without"),
    (TABLE, c.Downloaded(contains="SKU-300"), ""), (TABLE.replace(";", ","), c.Downloaded(contains="SKU-300"), ""),
    (TABLE.replace(";", ","), c.Downloaded(contains="SKU-300,11"), "")]  # fmt: skip


@pytest.mark.parametrize(("content", "check", "error"), FILES)
async def test_what_a_download_holds(
    serve: Serve, stage: Stage, do: Do, content: str, check: c.Downloaded, error: str
) -> None:
    headers = {"Content-Disposition": "attachment; filename=a.csv"}
    origin = await serve({"/": "<a href=/a.csv download>Get</a>", "/a.csv": Response(content, headers=headers)})
    await stage.page.goto(origin)
    record = await do(s.Download(target=the("Get")), s.Assert(check=check))
    assert (error in record.error) if record.error else not error


async def test_remembered_and_made_texts_fill_placeholders(show: Show, do: Do, stage: Stage, page: Page) -> None:
    await show("<p>Order number: <b>A-17</b></p><label>Ref <input id=f></label><label>Mail <input id=m></label>")
    record = await do(
        s.Remember(target=the("Order number"), name="order"),
        s.Fill(target=the("Ref"), value=s.Value("no. {order} {unknown}")),
        s.Fill(target=the("Mail"), value=s.Value("{unique email as email}")),
    )
    assert record.error is None
    assert await page.evaluate("f.value") == "no. A-17 {unknown}"
    assert await page.evaluate("m.value") == stage.variables["email"]


async def test_copy_and_paste(show: Show, do: Do, page: Page) -> None:
    await show("<p>Take <b>this text</b></p><label>To <input id=f></label>")
    assert (await do(s.Clipboard(move="copy", target=the("this text")))).error is None
    assert (await do(s.Clipboard(move="paste", target=the("To")))).error is None
    assert await page.evaluate("f.value") == "this text"


DIALOGS = "<button onclick=\"r.textContent = confirm('Sure?') ? 'yes' : 'no'\">Delete</button><p id=r></p>"


async def test_dialogs_are_answered_as_the_step_after_says(show: Show, do: Do, stage: Stage, page: Page) -> None:
    await show(DIALOGS)
    stage.steps = (
        s.Click(target=the("Delete")),
        s.Dialog(accept=True),
        s.Click(target=the("Delete")),
        s.Dialog(accept=False),
    )
    record = await do(*stage.steps[:2])
    assert record.error is None
    assert record.note == "confirm: “Sure?”"
    assert await page.inner_text("#r") == "yes"
    await do(*stage.steps)
    assert await page.inner_text("#r") == "no"


async def test_a_dialog_may_be_announced_before_it_comes(show: Show, do: Do, stage: Stage, page: Page) -> None:
    await show(DIALOGS + "<button>Other</button>")
    stage.steps = (s.Dialog(accept=True), s.Click(target=the("Delete")))
    assert (await do(*stage.steps)).error is None
    assert await page.inner_text("#r") == "yes"
    stage.steps = (s.Dialog(accept=True), s.Click(target=the("Other")))
    assert "did not come" in ((await do(*stage.steps)).error or "")


async def test_no_dialog_came(show: Show, do: Do, stage: Stage) -> None:
    await show("<button>Delete</button>")
    stage.steps = (s.Click(target=the("Delete")), s.Dialog(accept=True))
    record = await do(*stage.steps)
    assert record.failure is not None
    assert record.failure.kind == "not_found"


async def test_tabs(serve: Serve, stage: Stage, do: Do) -> None:
    origin = await serve({"/": "<title>One</title><a href=/two target=_blank>Two</a>", "/two": "<title>Second</title>"})
    await stage.page.goto(origin)
    assert "a new tab opened" in ((await do(s.Click(target=the("Two")))).note or "")
    assert (
        await do(s.Tab(move="switch"), s.Assert(check=c.TitleIs(comparison="equals", value="Second")))
    ).error is None
    assert (await do(s.Tab(move="close"), s.Assert(check=c.TitleIs(comparison="equals", value="One")))).error is None
    assert "only" not in ((await do(s.Tab(move="switch", name="Nowhere"))).error or "")
    assert (await do(s.Tab(move="close"))).failure is not None


async def test_as_another_user(serve: Serve, stage: Stage, do: Do) -> None:
    def home(request: Request) -> Response:
        return Response(f"<h1>{request.headers.get('cookie', 'nobody')}</h1>", headers={"Set-Cookie": "user=one"})

    stage.site = msgspec.structs.replace(stage.site, base_url=await serve({"/": home}))
    await stage.page.goto(stage.site.base_url)
    assert (await do(s.History(move="reload"), s.Assert(check=c.TextShown(text="user=one")))).error is None
    record = await do(s.Person(name="a second user"), s.Assert(check=c.TextShown(text="nobody")))
    assert record.error is None
    assert (await do(s.Person(name="first user"), s.Assert(check=c.TextShown(text="user=one")))).error is None


async def test_as_on_a_phone(show: Show, do: Do, page: Page) -> None:
    await show("<meta name=viewport content='width=device-width'><p>x</p>")
    assert (await do(s.Device(preset="phone"))).error is None
    assert await page.evaluate("[innerWidth, 'ontouchstart' in window || navigator.maxTouchPoints > 0]") == [390, True]
    assert (await do(s.Device(preset="800x600"))).error is None
    assert await page.evaluate("innerWidth") == 800
    assert "no known device" in ((await do(s.Device(preset="toaster"))).error or "")


async def test_when_repeat_and_for_each(show: Show, do: Do, page: Page) -> None:
    await show("""<p id=n>0</p><button onclick="n.textContent++">Add</button>
        <ul><li>A <button onclick="this.remove()">Drop</button><li>B <button onclick="this.remove()">Drop</button></ul>""")
    add = s.Click(target=the("Add"), sentence="click Add")
    assert (await do(s.Repeat(steps=(add,), times=3))).error is None
    assert await page.inner_text("#n") == "3"
    until = s.Repeat(steps=(add,), until=c.TextIs(target=the("n"), comparison="at_least", value="5"))
    record = await do(until)
    assert record.error is None
    assert await page.inner_text("#n") == "5"
    assert (await do(s.When(check=c.TextShown(text="Zzz"), steps=(add,)))).note is not None
    assert (await do(s.When(check=c.TextShown(text="Add"), steps=(add,)))).error is None
    assert await page.inner_text("#n") == "6"
    record = await do(s.ForEach(target=the(kind="item"), steps=(s.Click(target=the("Drop")),)))
    assert record.error is None
    assert len(record.details.steps) == 2
    assert await page.locator("li button").count() == 0
    record = await do(s.Repeat(steps=(s.Click(target=the("Nope"), sentence="click Nope"),), times=2))
    assert "“click Nope” (round 1)" in (record.error or "")


@pytest.mark.parametrize("check", ['"Old" is shown in it', 'it does not contain "Ann"', 'the item shows "Old"'])
async def test_what_is_said_of_it_is_said_of_the_element_at_hand(show: Show, do: Do, check: str) -> None:
    await show("<ul><li>Bob Old<li>Ada Old<li>Ann</ul>")
    record = await do(*plan_english(f"for each item: check that {check}").steps)
    assert "(the 3rd item): " in (record.error or "")


async def test_http(serve: Serve, stage: Stage, do: Do) -> None:
    origin = await serve({"/api": lambda r: Response(f'{{"got": "{r.method}"}}', 201)})
    stage.site = msgspec.structs.replace(stage.site, base_url=origin)
    record = await do(s.Http(method="POST", url="/api", body='{"a": 1}', status=201))
    assert record.error is None
    assert given(record.details.response).body == '{"got": "POST"}'
    record = await do(s.Http(method="GET", url="/nope"))
    assert "answered 404, expected below 400" in (record.error or "")


async def test_drag_scroll_and_select(show: Show, do: Do, page: Page) -> None:
    await show("""<div id=a draggable=true>Task 1</div><div id=b style='padding:20px'>Done</div>
        <div style='height:3000px'></div><footer id=f>Foot</footer>
        <script>b.ondragover = e => e.preventDefault(); b.ondrop = e => { b.append(a) }</script>""")
    assert (await do(s.Drag(target=the("Task 1"), to=the("Done")))).error is None
    assert await page.evaluate("b.contains(a)")
    assert (await do(s.Scroll(direction="to", target=the("Foot")))).error is None
    assert await page.evaluate("scrollY > 1000")
    await do(s.Scroll(direction="top"))
    assert await page.evaluate("scrollY") == 0
    assert (await do(s.SelectText(target=the("Foot")))).error is None
    assert await page.evaluate("getSelection().toString()") == "Foot"
