"""A person writes a test by using the site in the dashboard's picture, and what they wrote is a test that holds."""

from __future__ import annotations

import asyncio
import json
import re

from playwright.async_api import Locator, Page, WebSocketRoute, expect

from qa_appliance.demo.serving import serving
from qa_appliance.demo.shop import create_shop
from tests.conftest import Request, Serve
from tests.web.conftest import Dashboard, Open
from tests.web.test_pages import violations

PASSWORD = "oak-and-lumen"


class Picture:
    """The live page in the dashboard: what stands where is asked of the shop itself, in a page of the same size."""

    def __init__(self, page: Page, shop: Page) -> None:
        self.page, self.shop = page, shop
        self.surface = page.get_by_role("application")

    async def click(self, what: Locator) -> None:
        await self.over(what)
        await self.page.mouse.down()
        await self.page.mouse.up()

    async def over(self, what: Locator) -> None:
        there, here = await what.bounding_box(), await self.surface.bounding_box()
        assert there is not None
        assert here is not None
        scale = here["width"] / 1280
        x, y = there["x"] + there["width"] / 2, there["y"] + there["height"] / 2
        await self.page.mouse.move(here["x"] + x * scale, here["y"] + y * scale)

    async def wrote(self, *sentences: str) -> None:
        await expect(self.page.locator(".studio-line .mono")).to_have_text(list(sentences))


async def opened(page: Page, dashboard: Dashboard) -> tuple[Picture, str]:
    base = str((await dashboard.http.get(f"/api/projects/{dashboard.project}")).json()["project"]["baseUrl"])
    await page.goto(f"{dashboard.address}/projects/{dashboard.project}/studio")
    await page.get_by_role("button", name="Open the browser").click()
    await expect(page.get_by_label("Address")).to_have_value(re.compile(re.escape(base)))
    shop = await page.context.new_page()
    await shop.set_viewport_size({"width": 1280, "height": 720})
    await page.bring_to_front()
    return Picture(page, shop), base


async def test_a_session_by_the_keyboard_alone_is_gone_on_with(visit: Open, dashboard: Dashboard) -> None:
    page = (await visit()).page
    picture, _ = await opened(page, dashboard)
    offers, sentence = page.locator("summary", has_text="What the page offers"), page.get_by_label("A sentence")
    await offers.focus()
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("button", name='click "Catalogue"', exact=True)).to_be_visible()
    await page.keyboard.press("Tab")
    await page.keyboard.type("catal")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await expect(sentence).to_have_value('click "Catalogue"')
    await expect(sentence).to_be_focused()
    await page.keyboard.press("Enter")
    await picture.wrote('click "Catalogue"')
    field = page.get_by_role("button", name='enter "…" into "Search"')  # of the page that came
    await page.get_by_label("Search what the page offers").fill("search")
    await field.focus()
    await page.keyboard.press("Enter")
    await expect(sentence).to_be_focused()
    await page.keyboard.type("lamp")
    await expect(sentence).to_have_value('enter "lamp" into "Search"')
    await page.keyboard.press("Enter")
    written = ('click "Catalogue"', 'enter "lamp" into "Search"')
    await picture.wrote(*written)
    await page.get_by_role("button", name="Close the session").focus()
    await page.keyboard.press("Enter")
    ended = page.url
    again = page.get_by_role("button", name="Go on in another browser")
    await again.focus()
    for gone in (sentence, offers, page.get_by_role("button", name="Take the last one back")):
        await expect(gone).to_have_count(0)  # nothing is left that would do nothing
    await page.keyboard.press("Enter")
    await page.wait_for_url(lambda url: "session=" in url and url != ended)
    await picture.wrote(*written)
    await expect(again).to_have_count(0)


async def test_what_a_sentence_would_do_is_not_shown_any_more_once_it_is_done(
    visit: Open, dashboard: Dashboard
) -> None:
    page = (await visit()).page
    late: list[str | bytes] = []
    tried, held = asyncio.Event(), "tried"

    def between(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def on_answer(answer: str | bytes) -> None:  # of a slow page it comes after it was done
            kind = json.loads(answer)["type"] if isinstance(answer, str) else ""
            if kind == held:
                late.append(answer)
                tried.set()
                return
            socket.send(answer)
            while kind == "done" and late:
                socket.send(late.pop(0))

        server.on_message(on_answer)

    await page.route_web_socket(re.compile("/studio"), between)
    picture, base = await opened(page, dashboard)
    await page.get_by_label("A sentence").fill('check that "Catalogue" is shown')
    await tried.wait()
    await page.keyboard.press("Enter")
    await picture.wrote('check that "Catalogue" is shown')
    await picture.shop.goto(base)
    await picture.over(picture.shop.get_by_role("link", name="Catalogue").first)
    await expect(page.locator(".live-frame.named")).to_have_count(1)
    assert late == []


TASKS = """<!doctype html><html lang=en><title>Tasks</title><form method=post action=/tasks>
<button style="position:absolute;left:200px;top:600px;width:120px;height:40px">Add task</button></form>
<button style="position:absolute;left:200px;top:100px;width:120px;height:40px"
onclick="this.textContent = 'Greeted'">Greet</button>"""


async def test_nothing_is_lost_or_sent_twice_without_a_yes(visit: Open, dashboard: Dashboard, serve: Serve) -> None:
    posts: list[str] = []

    def tasks(request: Request) -> str:
        posts.extend(["sent"] if request.method == "POST" else [])
        return TASKS

    made = {"name": "Tasks", "baseUrl": await serve({"/": TASKS, "/tasks": tasks})}
    project = (await dashboard.http.post("/api/projects", json=made)).json()["project"]["id"]
    visited = await visit(width=1440)
    page = visited.page
    await page.goto(f"{dashboard.address}/projects/{project}/studio")
    await page.get_by_role("button", name="Open the browser").click()
    surface, picture = page.get_by_role("application"), Picture(page, page)
    await expect(page.get_by_label("Address")).to_have_value(re.compile("http"))
    await page.get_by_label("Address").fill(f"{made['baseUrl'].rstrip('/')}/tasks")  # of this site: no other's
    await page.keyboard.press("Enter")
    await picture.wrote("open /tasks")

    await page.get_by_role("button", name="Point", exact=True).click()
    box = await surface.bounding_box()
    assert box is not None
    await page.mouse.click(box["x"] + 260 * box["width"] / 1280, box["y"] + 620 * box["width"] / 1280)
    menu = page.get_by_role("group", name="button “Add task”")
    there = await menu.bounding_box()
    assert there is not None
    assert there["y"] + there["height"] < box["y"] + 620 * box["width"] / 1280  # over what it is about, in the picture
    await menu.get_by_role("button", name='Do click "Add task"').click()
    written = ["open /tasks", 'click "Add task"']
    await picture.wrote(*written)
    await page.get_by_label("A sentence").fill('click "Greet"')
    await page.keyboard.press("Enter")
    await picture.wrote(*written, 'click "Greet"')
    assert await violations(page) == []
    assert not await page.evaluate("document.documentElement.scrollWidth > innerWidth")

    await page.get_by_role("button", name="Take the last one back").click()
    await picture.wrote(*written)
    await page.get_by_role("button", name="Perform it anew").click()
    await expect(page.get_by_text("sends again what was sent to the site: POST /tasks.")).to_be_visible()
    assert posts == ["sent"]
    await page.get_by_role("button", name='Write anew: click "Add task"').click()
    await page.get_by_label("The sentence").fill('click "Greet"')
    await page.keyboard.press("Enter")
    await picture.wrote("open /tasks", 'click "Greet"')
    await page.get_by_role("button", name='Move up: click "Greet"').click()
    await picture.wrote('click "Greet"', "open /tasks")
    await page.get_by_role("button", name='Leave out: click "Greet"').click()
    await page.get_by_label("A sentence").fill('click "Add task"')
    await page.keyboard.press("Enter")
    await picture.wrote(*written)

    await page.get_by_role("button", name="Close the session").click()
    await page.get_by_role("button", name="Open another session").click()
    await page.get_by_role("dialog").get_by_role("button", name="Keep it").click()
    await page.get_by_role("button", name="Go on in another browser").click()
    await expect(page.get_by_text("sends again what it sent to the site: POST /tasks.")).to_be_visible()
    assert posts == ["sent", "sent"]
    assert await violations(page) == []
    await page.get_by_role("button", name="Go on from the first page").click()
    await expect(page.get_by_role("button", name="Do the next one")).to_be_visible()
    await picture.wrote(*written)  # of them none is done
    await page.get_by_role("button", name="Close the session").click()
    await page.get_by_role("button", name="Go on in the editor").click()
    await expect(page.get_by_label("Test in plain English")).to_have_value('open /tasks\nclick "Add task"\n')
    assert posts == ["sent", "sent"]
    assert [each for each in visited.wrong if "409" not in each] == []


async def test_a_test_written_by_the_mouse(visit: Open, dashboard: Dashboard) -> None:
    visited = await visit()
    page, not_found = visited.page, list[str]()
    page.on("response", lambda answer: not_found.append(answer.url) if answer.status == 404 else None)
    picture, base = await opened(page, dashboard)
    shop = picture.shop
    await shop.goto(f"{base}/sign-in")
    await page.get_by_label("A sentence").fill("open /sign-in")
    await page.keyboard.press("Enter")
    await picture.wrote("open /sign-in")
    await picture.click(shop.get_by_label("E-mail"))
    await page.keyboard.type("ada@example.test")
    await picture.click(shop.get_by_label("Password"))
    await page.keyboard.type("x")
    await expect(page.locator(".studio-told")).to_contain_text("A password is being typed: •")
    await page.keyboard.press("Control+Backspace")
    await expect(page.locator(".studio-told")).to_contain_text("taken out of the field")
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press("Enter")
    await expect(page.locator(".studio-told .notice")).to_have_count(0)
    signed_in = [
        "open /sign-in",
        'enter "ada@example.test" into "E-mail"',
        'enter "••••" into "Password"',
        "press Enter",
    ]
    await picture.wrote(*signed_in)

    await page.get_by_label("A sentence").fill('click "Buy a castle"')
    await page.keyboard.press("Enter")
    await expect(page.locator(".studio-told .notice")).to_contain_text("Buy a castle")
    await page.get_by_label("A sentence").fill("open /catalogue")
    await expect(page.locator(".studio-told .notice")).to_have_count(0)  # that was another sentence
    await page.keyboard.press("Enter")
    await picture.wrote(*signed_in, "open /catalogue")
    await shop.goto(f"{base}/catalogue")
    await picture.click(shop.get_by_label("Search", exact=True))
    await page.keyboard.type("LAMP")
    await page.keyboard.press("Enter")
    searched = [*signed_in, "open /catalogue", 'enter "LAMP" into "Search"', "press Enter"]
    await picture.wrote(*searched)
    await shop.goto(f"{base}/catalogue?search=LAMP")
    await picture.click(shop.get_by_role("button", name="Add to cart").first)
    await picture.wrote(*searched, 'click "Add to cart" in the row "Desk lamp"')
    await page.get_by_role("group", name="What changed").get_by_role("button").first.click()
    added = 'check that "Desk lamp was added to the cart." is shown'
    await picture.wrote(*searched, 'click "Add to cart" in the row "Desk lamp"', added)

    await page.get_by_label("Name of the test").fill("Add a lamp")
    await page.get_by_role("button", name="Save, proven").click()
    await page.wait_for_url("**/procedures/*", timeout=120_000)
    assert (visited.wrong, not_found) == ([], [])
    procedure = page.url.rpartition("/")[2]
    stored = await dashboard.http.get(f"/api/procedures/{procedure}")
    assert PASSWORD not in stored.text
    async with serving(create_shop(["case_sensitive_search"])) as broken:
        run = await dashboard.run(dashboard.project, None, procedureId=procedure, baseUrl=broken)
    assert run["overallStatus"] == "failed"
