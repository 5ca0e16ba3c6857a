"""One test as several runs, begun in the dashboard, on sites with the fault each kind is meant to find and without."""

from __future__ import annotations

import asyncio
import re
from typing import Any
from urllib.parse import parse_qs

from playwright.async_api import Page, expect

from tests.conftest import Request, Response, Serve
from tests.web.conftest import UNFILMED, Dashboard, Open

SAVE = "<h1>Notes</h1><button onclick='said.textContent=\"Saved\"'>Save</button><p id=said></p>"
BROKEN = "<h1>Notes</h1><button>Save</button><p id=said></p>"
SAVES = 'Click Save. Check that the page shows "Saved".'
GREET = "<h1>Greeting</h1><form action=/hello><label>Name <input name=name></label><button>Greet</button></form>"
NOBODY = "<p role=alert class=error>Tell us your name</p>"
GREETS = 'Enter "Ada" into Name. Click Greet.'
ENTERS = 'Go to /admin. Check that the page shows "All accounts".'


async def site(dashboard: Dashboard, address: str) -> str:
    body = {"name": f"Site {address}", "baseUrl": address, "evidence": UNFILMED}
    return str((await dashboard.http.post("/api/projects", json=body)).json()["project"]["id"])


async def batch(dashboard: Dashboard, project: str, **body: Any) -> dict[str, Any]:
    """Started over HTTP and awaited to its end."""
    started = await dashboard.http.post(f"/api/projects/{project}/batches", json=body)
    assert started.status_code == 202, started.text
    while True:
        answer = await dashboard.http.get(f"/api/batches/{started.json()['batchId']}")
        found: dict[str, Any] = answer.json()["batch"]
        if found["status"] not in ("pending", "running"):
            return found
        await asyncio.sleep(0.25)


async def test_attempts_that_differ_are_flaky(visit: Open, dashboard: Dashboard, serve: Serve) -> None:
    opened = 0

    def every_second(request: Request) -> str:
        nonlocal opened
        opened += 1
        return BROKEN if opened % 2 == 0 else SAVE

    project = await site(dashboard, await serve({"/": every_second}))
    first = await dashboard.run(project, SAVES)
    opened = 0
    seen = await visit()
    page = seen.page
    await page.goto(f"{dashboard.address}/runs/{first['id']}")
    keys = page.keyboard  # by keys alone
    await page.get_by_role("button", name="Several runs").focus()
    await keys.press("Enter")
    dialog = page.get_by_role("dialog", name="Run it several times")
    await expect(dialog).to_contain_text("does it always come out the same way?")
    await expect(dialog.get_by_label("What for")).to_be_focused()
    await keys.press("Tab")
    await expect(dialog.get_by_label("How often")).to_be_focused()
    await keys.press("Control+A")
    await keys.type("3")
    await keys.press("Enter")
    await expect(page.get_by_role("heading", level=1)).to_have_text("Flaky", timeout=60_000)
    await expect(page.get_by_text(re.compile(r"^\d (passed|failed).* in \d"))).to_be_visible()
    found = page.locator(".findings li")
    await expect(found).to_have_count(1)
    await expect(found).to_contain_text("It passed in attempt 1 and attempt 3.")
    await expect(page.get_by_role("row", name="attempt 2")).to_contain_text("Failed")
    await expect(page.get_by_role("img", name="The last page of attempt")).to_have_count(3)
    await page.get_by_text("The test's words").press("Enter")
    await expect(page.locator("details.words pre")).to_contain_text("Click Save")
    await keys.press("Tab")
    await expect(found.get_by_role("link", name="attempt 2")).to_be_focused()
    await keys.press("Enter")
    await page.get_by_role("link", name="One of several runs").click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("Flaky")
    assert seen.wrong == []


async def test_a_list_is_given_what_it_does_not_offer(dashboard: Dashboard, serve: Serve) -> None:
    sizes = ("", "s", "m")

    def ordered(request: Request) -> Response | str:
        [size] = parse_qs(request.query, keep_blank_values=True)["size"]
        if size in sizes:
            return f"<h1>Ordered {size}</h1>" if size else "<p role=alert class=error>Choose a size</p>"
        return Response("<h1>KeyError</h1>", status=500) if careless else Response("<h1>No such size</h1>", status=422)

    options = "".join(f"<option value='{size}'>{size.upper() or 'Choose…'}</option>" for size in sizes)
    form = f"<form action=/order><label>Size <select name=size>{options}</select></label><button>Order</button></form>"
    project = await site(dashboard, await serve({"/": form, "/order": ordered}))
    asked = {"kind": "fuzz", "description": 'Choose "S" from Size. Click Order.', "inputs": ["m"], "generated": 4}
    careless = True
    found = await batch(dashboard, project, **asked)
    assert [(each["text"], bool(each["found"])) for each in found["answers"]] == [
        ("m", False), ("", False), ("s", False), ("m", False), ("x", True),
    ]  # fmt: skip
    assert (found["verdict"], found["findings"][0]["kind"]) == ("failed", "server_error")
    assert found["answers"][1]["messages"] == ["Choose a size"]
    careless = False
    sound = await batch(dashboard, project, **asked | {"inputs": ["xl"], "generated": 0})
    assert (sound["verdict"], sound["findings"], sound["answers"][0]["text"]) == ("passed", [], "xl")


async def test_roles_are_a_matrix_of_what_is_expected_and_what_happened(
    visit: Open, dashboard: Dashboard, serve: Serve
) -> None:
    def guarded(request: Request) -> Response | str:
        role = request.headers.get("x-role", "")
        if role == "expired":
            return Response("<h1>Who?</h1>", status=401)
        return "<h1>All accounts</h1>" if role == "admin" else Response("<h1>Not allowed</h1>", status=403)

    async def probe(pages: Any, *more: dict[str, str]) -> dict[str, Any]:
        address = await serve({"/": "<h1>Start</h1>", "/admin": pages})
        project = await site(dashboard, address)
        known = {}
        for name in ("admin", "expired"):
            environment = {"name": name, "baseUrl": address, "extraHeaders": {"X-Role": name}}
            made = await dashboard.http.post(f"/api/projects/{project}/environments", json=environment)
            known[name] = made.json()["environment"]["id"]
        roles = [{"name": "admin", "environmentId": known["admin"]}, {"name": "guest", "expect": "refused"}, *more]
        roles = [role | {"environmentId": known[role["name"]]} if role["name"] in known else role for role in roles]
        return await batch(dashboard, project, kind="role_probe", description=ENTERS, roles=roles)

    sound = await probe(guarded, {"name": "expired", "expect": "fail"})
    assert [(cell["role"], cell["expected"], cell["happened"], cell["verdict"]) for cell in sound["matrix"]] == [
        ("admin", "allowed", "allowed", "passed"),
        ("guest", "refused", "refused", "passed"),
        ("expired", "refused", "cannot_tell", "failed"),
    ]
    assert sound["verdict"] == "failed"
    faulty = await probe("<h1>All accounts</h1>")
    assert (faulty["verdict"], faulty["matrix"][1]["happened"]) == ("failed", "allowed")
    assert [(finding["kind"], finding["label"]) for finding in faulty["findings"]] == [("let_through", "guest")]

    seen = await visit()
    await seen.page.goto(f"{dashboard.address}/batches/{sound['id']}")
    matrix = seen.page.get_by_role("region", name="Who may do it")
    await expect(matrix.get_by_role("row")).to_have_count(4)
    rows = [(await row.inner_text()).split("	") for row in (await matrix.get_by_role("row").all())[1:]]
    assert [[cell.strip() for cell in row[:4]] for row in rows] == [
        ["admin", "Allowed", "Could do it", "As expected"],
        ["guest", "Refused", "Was refused", "As expected"],
        ["expired", "Refused", "Cannot tell", "Not as expected"],
    ]
    assert "was not taken any more" in rows[2][4]
    assert seen.wrong == []


async def test_a_role_that_cannot_sign_in_has_shown_nothing(dashboard: Dashboard, serve: Serve) -> None:
    """Else its own wrong password would be taken for what it was to be refused."""
    form = """<h1>Sign in</h1><form action=/in><label>Name <input name=name></label><button>Sign in</button></form>"""

    def answered(request: Request) -> Response | str:
        known = "name=guest" in request.query
        welcome = Response("<h1>Welcome</h1>", headers={"set-cookie": "who=guest"})
        return welcome if known else f"{form}<p role=alert>Wrong name</p>"

    def home(request: Request) -> str:
        return "<h1>Welcome back</h1>" if "who=" in request.headers.get("cookie", "") else form

    refused = Response("<h1>Not allowed</h1>", status=403)
    known_by_link = Response("<h1>Welcome</h1>", headers={"set-cookie": "who=ann"})
    pages: dict[str, Any] = {"/": home, "/in": answered, "/link": known_by_link, "/admin": refused}
    project = await site(dashboard, await serve(pages))
    roles = [
        {"name": name, "expect": "fail", "signIn": f'Enter "{name}" into Name. Click Sign in.'}
        for name in ("nobody", "guest")
    ]
    roles += [
        {"name": "idle", "expect": "fail", "signIn": "Go to /in."},
        {"name": "by link", "expect": "fail", "signIn": "Go to /link."},
    ]
    found = await batch(dashboard, project, kind="role_probe", description=ENTERS, roles=roles)
    assert [(run["label"], run["overallStatus"]) for run in found["runs"]] == [
        ("nobody", "failed"),
        ("guest", "passed"),
        ("idle", "failed"),
        ("by link", "passed"),
    ]
    finding, idle = found["findings"]
    assert (found["verdict"], finding["kind"], finding["label"]) == ("failed", "broke_off", "nobody")
    assert "Wrong name" in finding["text"]
    assert (idle["kind"], idle["label"]) == ("broke_off", "idle")


async def test_inputs_that_break_a_site_are_found(visit: Open, dashboard: Dashboard, serve: Serve) -> None:
    def careless(request: Request) -> Response | str:
        name = parse_qs(request.query, keep_blank_values=True)["name"][0]
        if len(name) >= 60 and "<" not in name:
            return Response("Oops", status=500)
        return f"<script>console.error('Odd')</script><p>Hello {name}</p>" if name else NOBODY

    limited = GREET.replace("name=name", "name=name maxlength=60")
    project = await site(dashboard, await serve({"/": limited, "/hello": careless}))
    inputs = ["Bob", "", "<script>console.error('qa-fuzz-executed')</script>", "{today}"]
    asked = {"kind": "fuzz", "description": GREETS, "inputs": inputs, "generated": 2, "seed": 7}
    found = await batch(dashboard, project, **asked)
    assert (found["verdict"], found["field"], found["seed"]) == ("failed", "Name", 7)
    assert [(finding["kind"], finding["label"]) for finding in found["findings"]] == [
        ("script_executed", "input 3"), ("server_error", "generated 1"), ("server_error", "generated 2"),
    ]  # fmt: skip
    answers = found["answers"]
    assert [(each["text"], each["found"]) for each in answers[3:]] == [
        ("{today}", []), ("Ad" + "a" * 58, ["server_error"]), ("Ad" + "a" * 59, ["server_error"]),
    ]  # fmt: skip
    assert answers[5]["messages"][0].startswith("the field made “Ada")
    assert [each["messages"] for each in answers[:2]] == [[], ["Tell us your name"]]
    assert answers[0]["consoleErrors"] == ["Odd"]

    careful = await site(dashboard, await serve({"/": GREET, "/hello": "<p>Hello</p>"}))
    clean = await batch(dashboard, careful, kind="fuzz", description=GREETS, inputs=inputs)
    assert (clean["verdict"], clean["findings"], clean["seed"]) == ("passed", [], None)

    seen = await visit(width=360)
    await seen.page.goto(f"{dashboard.address}/batches/{found['id']}")
    await expect(seen.page.get_by_text("Seed 7")).to_be_visible()
    row = seen.page.get_by_role("region", name="What the page answered").get_by_role("row")
    await expect(row.filter(has_text="generated 1: as long as allowed (60)")).to_contain_text("Server error")
    await expect(row.filter(has_text="input 2")).to_contain_text("Tell us your name")
    await _no_sideways(seen.page)
    assert seen.wrong == []


async def test_what_is_refused_is_told_at_the_field(visit: Open, dashboard: Dashboard) -> None:
    seen = await visit(width=360)
    page = seen.page
    await page.goto(f"{dashboard.address}/procedures/{dashboard.procedure}")
    await page.get_by_role("button", name="Several runs").click()
    dialog = page.get_by_role("dialog", name="Run it several times")
    await dialog.get_by_label("What for").select_option("With odd inputs")
    await dialog.get_by_role("button", name="Start the runs").click()
    await expect(dialog).to_contain_text("types into no field that has a name")
    await dialog.get_by_label("What for").select_option("On several screens")
    await dialog.get_by_label("Phone").uncheck()
    await expect(dialog).to_contain_text("Choose at least two screens.")
    await dialog.get_by_label("What for").select_option("As several people")
    await expect(dialog.get_by_role("group", name="Person 2")).to_be_visible()
    await dialog.get_by_role("button", name="Remove person 2").click()
    await expect(dialog.get_by_role("group")).to_have_count(1)
    await dialog.get_by_label("Is signed in").select_option("By sentences before the test")
    await expect(dialog.get_by_label("Sentences that sign in")).to_be_visible()
    await _no_sideways(page)


async def _no_sideways(page: Page) -> None:
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
