"""A run that had something of a (scripted) model: what it asked, and its words put so that it needs none."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import httpx
import pytest
from playwright.async_api import Browser, Page, expect

from qa_appliance.app import open_appliance
from qa_appliance.demo.serving import serving
from qa_appliance.demo.shop import create_shop
from qa_appliance.settings import Llm, Settings, Steps
from tests.model.scripted import Asked, Reply, Scripted, scripted
from tests.model.sentences import answer
from tests.web.conftest import EMAIL, PASSWORD, Dashboard, sign_in
from tests.web.test_pages import violations
from tests.web.test_write import FIELD

WORDS = 'Go to /catalogue. Pick any lamp you like. Check that the page shows "Desk lamp".'
PLAIN = 'Go to /catalogue. Click the "Desk lamp" link. Check that the page shows "Desk lamp".'
SECRET = 'Go to /sign-in. Get in somehow with the password "hunter22secret". Check that the page shows "Sign in".'


def sensible(asked: Asked) -> Reply:
    secret = "password" in asked.user.split("<<<page")[0]
    return answer('enter "{secret_1}" into the "Password" field' if secret else 'click the "Desk lamp" link')


@pytest.fixture(scope="module")
async def lab(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[tuple[Dashboard, Scripted]]:
    async with AsyncExitStack() as stack:
        model = await stack.enter_async_context(scripted(sensible))
        settings = Settings(
            port=0,
            data_dir=tmp_path_factory.mktemp("lab") / "data",
            browsers=1,
            allow=("loopback",),
            steps=Steps(patience_seconds=20),
            llm=Llm(base_url=(f"{model.address}/v1",), model=("small",)),
        )
        shop = await stack.enter_async_context(serving(create_shop()))
        appliance = await stack.enter_async_context(open_appliance(settings))
        await stack.enter_async_context(appliance.working())
        address = await stack.enter_async_context(appliance.serving())
        http = await stack.enter_async_context(httpx.AsyncClient(base_url=address, timeout=60, trust_env=False))
        owner = {"email": EMAIL, "password": PASSWORD, "name": "Ada", "organizationName": "Lumen"}
        http.headers["Authorization"] = f"Bearer {(await http.post('/api/setup', json=owner)).json()['token']}"
        created = await http.post("/api/projects", json={"name": "Shop", "baseUrl": shop})
        yield Dashboard(address, settings.data_dir, http, created.json()["project"]["id"], "", "", "", "", ""), model


@pytest.fixture
async def visited(browser: Browser, lab: tuple[Dashboard, Scripted]) -> AsyncIterator[Page]:
    context = await browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    page = await context.new_page()
    await page.goto(lab[0].address)
    await sign_in(page)
    yield page
    await context.close()


async def test_a_test_that_needed_a_model_is_put_so_that_it_needs_none(
    lab: tuple[Dashboard, Scripted], visited: Page
) -> None:
    appliance, model = lab
    run = await appliance.run(appliance.project, WORDS)
    assert run["overallStatus"] == "passed", run["reportMarkdown"]
    calls = len(model.asked)
    await visited.goto(f"{appliance.address}/runs/{run['id']}?tab=model")
    reworded = visited.get_by_role("region", name="Words that need no model")
    await expect(reworded).to_contain_text("Pick any lamp you like")
    await expect(reworded).to_contain_text('Click the "Desk lamp" link')
    panel = visited.get_by_role("region", name="Evidence")
    await panel.get_by_text("plan “Pick any lamp you like”").click()
    await expect(panel.get_by_text("You translate a clause of a browser test")).to_be_visible()
    async with visited.expect_download() as download:
        await panel.get_by_role("link", name="All of it").click()
    assert (await download.value).suggested_filename == "model.json"
    assert await violations(visited) == []
    await reworded.get_by_role("button", name="Say it so").click()
    await expect(visited.get_by_label(FIELD)).to_have_value(PLAIN)
    await expect(visited.get_by_text("Everything", exact=True)).to_be_visible()
    await visited.get_by_role("button", name="Run test").click()
    await expect(visited.get_by_role("region", name="Verdict").get_by_text("Passed", exact=True)).to_be_visible(
        timeout=60_000
    )
    await expect(visited.get_by_role("link", name="Model")).to_have_count(0)
    assert len(model.asked) == calls


async def test_what_is_saved_of_such_a_run_has_words_that_need_no_model(lab: tuple[Dashboard, Scripted]) -> None:
    appliance, model = lab
    run = await appliance.run(appliance.project, WORDS)
    address, calls = f"/api/projects/{appliance.project}/procedures", len(model.asked)
    answer = await appliance.http.post(address, json={"name": "Lamp", "runId": run["id"]})
    saved = answer.json()["procedure"]
    assert saved["description"] == PLAIN
    again = await appliance.run(appliance.project, None, procedureId=saved["id"])
    assert (again["overallStatus"], len(model.asked)) == ("passed", calls)


async def test_the_words_of_a_procedure_are_put_anew_where_they_stand(lab: tuple[Dashboard, Scripted]) -> None:
    appliance, model = lab
    address = f"/api/projects/{appliance.project}/procedures"
    saved = (await appliance.http.post(address, json={"name": "Lamp", "description": WORDS})).json()["procedure"]
    run = await appliance.run(appliance.project, None, procedureId=saved["id"])
    assert run["overallStatus"] == "passed", run["reportMarkdown"]
    answer = (await appliance.http.get(f"/api/runs/{run['id']}/rewording")).json()
    assert (answer["words"], answer["procedureId"]) == (PLAIN, saved["id"])
    await appliance.http.patch(f"/api/procedures/{saved['id']}", json={"description": answer["words"]})
    calls = len(model.asked)
    again = await appliance.run(appliance.project, None, procedureId=saved["id"])
    assert (again["overallStatus"], len(model.asked)) == ("passed", calls)


async def test_words_with_a_secret_are_put_anew_for_who_may_see_them(lab: tuple[Dashboard, Scripted]) -> None:
    appliance, _ = lab
    run = await appliance.run(appliance.project, SECRET)
    assert run["overallStatus"] == "passed", run["reportMarkdown"]
    address = f"/api/runs/{run['id']}/rewording"
    words = (await appliance.http.get(address)).json()["words"]
    assert words == SECRET.replace(
        'Get in somehow with the password "hunter22secret"', 'Enter "hunter22secret" into the "Password" field'
    )
    invited = await appliance.http.post("/api/members", json={"email": "bob@example.test", "role": "member"})
    accepted = {"name": "Bob", "password": PASSWORD}
    token = invited.json()["invitation"]["token"]
    session = await appliance.http.post(f"/api/invitations/{token}", json=accepted)
    bob = {"Authorization": f"Bearer {session.json()['token']}"}
    assert (await appliance.http.get(address, headers=bob)).json() == {
        "words": None,
        "clauses": [],
        "procedureId": None,
    }


async def test_the_editor_offers_words_that_need_no_model_before_a_run(
    lab: tuple[Dashboard, Scripted], visited: Page
) -> None:
    appliance, model = lab
    run = await appliance.run(appliance.project, 'Go to /catalogue. Check that the page shows "Desk lamp".')
    assert run["overallStatus"] == "passed", run["reportMarkdown"]
    await visited.goto(f"{appliance.address}/projects/{appliance.project}")
    field = visited.get_by_label(FIELD)
    await field.fill(WORDS)
    await visited.get_by_role("button", name="Say it so").click()
    await expect(visited.get_by_text("The first is the model's, for /catalogue as it was last seen.")).to_be_visible()
    calls = len(model.asked)
    assert await violations(visited) == []
    await visited.get_by_role("button", name='Click the "Desk lamp" link').click()
    await expect(field).to_have_value(PLAIN)
    await expect(visited.get_by_text("Everything", exact=True)).to_be_visible()
    await expect(visited.get_by_role("button", name="Say it so")).to_have_count(0)
    assert len(model.asked) == calls


async def test_the_same_test_is_planned_without_asking_again(lab: tuple[Dashboard, Scripted]) -> None:
    appliance, model = lab
    words = WORDS.replace("Pick any lamp", "Take any lamp")
    first = await appliance.run(appliance.project, words)
    assert (first["overallStatus"], first["llmTokensUsed"]) == ("passed", 110), first["reportMarkdown"]
    calls = len(model.asked)
    again = await appliance.run(appliance.project, words)
    assert (again["overallStatus"], again["llmTokensUsed"], len(model.asked)) == ("passed", 0, calls)
    assert "planned before by a model, from the cache" in again["reportMarkdown"]
