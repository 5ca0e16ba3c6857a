"""What a project's tests take for granted, in a run: variables, secrets, pages by name, values by their seed."""

from __future__ import annotations

import dataclasses
import re
from typing import Any

import msgspec
import pytest

from qa_appliance.core.checks import TextShown
from qa_appliance.core.evidence.kinds import BY_DEFAULT
from qa_appliance.core.outcome import Outcome
from qa_appliance.core.plan import Plan
from qa_appliance.core.steps import Assert, Fill, Go, Http, SignIn, Step, Value
from qa_appliance.core.target import Target
from qa_appliance.core.test_data.made import Made
from qa_appliance.core.test_data.project import Account, ProjectData
from qa_appliance.evidence.base.options import EvidenceOptions
from qa_appliance.steps.base.sign_in.sessions import SignIns
from tests.conftest import Pages, Request, Response, Serve
from tests.run_test.conftest import Stand

SECRET = "tulip-4711"
PAGE = """<h1>Hello</h1><label>Key <input oninput="seen.textContent = this.value"></label><p id=seen></p>
    <label>Email <input type=email id=mail></label><a href=/other>Settings</a>"""
SITE: Pages = {"/": PAGE, "/prefs": "<h1>Preferences</h1>", "/other": "<h1>Another</h1>"}


async def performed(stand: Stand, url: str, *steps: Step, **changes: Any) -> Outcome:
    plan = Plan(steps=tuple(msgspec.structs.replace(step, sentence=f"step {at}") for at, step in enumerate(steps)))
    return await stand.run(url, "", procedure=plan, procedure_id="p", **changes)


async def test_a_secret_variable_is_typed_and_in_nothing_that_is_kept(stand: Stand, serve: Serve) -> None:
    options = EvidenceOptions(kinds=BY_DEFAULT | {"trace", "texts"})
    stand.means = dataclasses.replace(stand.means, evidence=options)
    data = ProjectData(variables={"key": SECRET, "greeting": "Hello"}, secrets=frozenset({"key"}))
    steps = (
        Fill(target=Target(words="Key", name="Key"), value=Value("{key}")),
        Assert(check=TextShown(text="{key}")),
        Assert(check=TextShown(text="{greeting}")),
    )
    outcome = await performed(stand, await serve(SITE), *steps, project_data=data)
    assert outcome.overall_status == "passed", outcome.report_markdown
    assert outcome.steps[0].value == "••••"
    kept = "".join(p.read_bytes().decode("latin-1") for p in stand.folder.rglob("*") if p.is_file())
    assert SECRET not in repr((outcome.steps, outcome.measurements, outcome.report_markdown, stand.events))
    assert SECRET not in kept


async def test_a_secret_variable_is_typed_on_no_foreign_host(stand: Stand, serve: Serve) -> None:
    url = (await serve(SITE)).replace("127.0.0.1", "localhost")
    data = ProjectData(variables={"key": SECRET}, secrets=frozenset({"key"}))
    step = Fill(target=Target(words="Key", name="Key"), value=Value("x {key}"))
    outcome = await performed(stand, url, step, project_data=data)
    assert outcome.steps[0].failure is not None
    assert outcome.steps[0].failure.kind == "secret_host"
    assert SECRET not in repr(outcome.steps)


@pytest.mark.parametrize(
    "step",
    [
        Go(url="http://elsewhere.example/?key={key}"),
        Go(url="http://elsewhere.example/{key}/x"),
        Http(method="POST", url="http://elsewhere.example/", body='{"key": "{key}"}'),
    ],
)
async def test_a_secret_variable_goes_to_no_foreign_host(stand: Stand, serve: Serve, step: Step) -> None:
    data = ProjectData(variables={"key": f"{SECRET} &"}, secrets=frozenset({"key"}))
    outcome = await performed(stand, await serve(SITE), step, project_data=data)
    assert outcome.steps[0].failure is not None
    assert outcome.steps[0].failure.kind == "secret_host"
    assert "elsewhere.example, which is not the project's own" in outcome.steps[0].failure.message
    assert SECRET not in repr(outcome.steps)


async def test_a_secret_variable_goes_to_the_projects_own_host(stand: Stand, serve: Serve) -> None:
    data = ProjectData(variables={"key": "prefs"}, secrets=frozenset({"key"}))
    steps = (Go(url="/{key}"), Assert(check=TextShown(text="Preferences")))
    outcome = await performed(stand, await serve(SITE), *steps, project_data=data)
    assert outcome.overall_status == "passed", outcome.report_markdown


async def test_a_variable_in_an_address(stand: Stand, serve: Serve) -> None:
    data = ProjectData(variables={"where": "prefs"})
    outcome = await performed(
        stand, await serve(SITE), Go(url="/{where}"), Assert(check=TextShown(text="Preferences")), project_data=data
    )
    assert outcome.overall_status == "passed", outcome.report_markdown


@pytest.mark.parametrize("words", ["the Settings page", "settings", "Settings"])
async def test_a_page_that_the_project_knows_comes_before_links(stand: Stand, serve: Serve, words: str) -> None:
    data = ProjectData(pages={"settings": "/prefs"})
    outcome = await performed(stand, await serve(SITE), Go(page=words), project_data=data)
    assert outcome.steps[0].error is None
    assert outcome.steps[0].note == "opened /prefs, which the project knows as the settings page"
    assert (outcome.final_url or "").endswith("/prefs")


async def test_a_page_that_it_does_not_know_is_found_by_its_link(stand: Stand, serve: Serve) -> None:
    data = ProjectData(pages={"reports": "/prefs"})
    outcome = await performed(stand, await serve(SITE), Go(page="the Settings page"), project_data=data)
    assert (outcome.final_url or "").endswith("/other")


@pytest.mark.parametrize(("own", "shown"), [({}, r"seed \d{1,6}\)"), ({"seed": "4711"}, r"seed 4711\)")])
async def test_the_seed_is_the_runs_or_its_own(stand: Stand, serve: Serve, own: dict[str, str], shown: str) -> None:
    step = Fill(target=Target(words="Email", name="Email"), value=Value("", made=Made("email")))
    url = await serve(SITE)
    notes = [(await performed(stand, url, step, project_data=ProjectData(variables=own))).steps[0].note for _ in "ab"]
    assert notes[0] == notes[1]
    assert re.search(shown, notes[0] or "")


async def test_two_tests_of_a_suite_sign_in_once(stand: Stand, serve: Serve) -> None:
    form = "<form method=post><label>Email <input name=u></label><label>Password <input type=password name=p></label>"
    asked = 0

    def start(request: Request) -> Response:
        nonlocal asked
        if request.method == "POST":
            asked += 1
            return Response("", 303, headers={"Location": "/", "Set-Cookie": "who=ada; Path=/"})
        return Response(
            "<h1>In</h1>" if "who=ada" in request.headers.get("cookie", "") else f"{form}<button>Log in</button>"
        )

    stand.means = dataclasses.replace(stand.means, sign_ins=SignIns())
    data = ProjectData((Account("admin", "ada@example.com", "lovelace-1815"),))
    url = await serve({"/": start})
    steps = (SignIn(account="admin"), Assert(check=TextShown(text="In")))
    first, second = [await performed(stand, url, *steps, project_data=data, suite="s") for _ in "ab"]
    assert (first.overall_status, second.overall_status, asked) == ("passed", "passed", 1)
    assert second.steps[0].note == "signed in as “ada@example.com” by the session of this suite"
