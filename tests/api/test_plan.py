"""`POST /api/plan`: what a description would do, with its gaps, known ambiguities and notes, without a browser."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

from qa_appliance.browser.look.node import Look, Node
from qa_appliance.browser.look.saved import pack
from qa_appliance.english.compile import plan_english
from qa_appliance.store.tables.pages import looks
from tests.api.conftest import SITE, Person, Served, person, serve

MASK = "••••"


@pytest.fixture(scope="module")
async def reading(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Served]:
    """An appliance that really reads English."""
    async with serve(tmp_path_factory.mktemp("reading"), plan=plan_english) as running:
        yield running


@pytest.fixture
async def bob(reading: Served) -> Person:
    """Somebody whose project has a page with two “Save” and two password fields."""
    made = await person(reading)
    nodes = [Node(tag="button", role="button", name="Save", shown=True, click=True) for _ in range(2)]
    nodes += [Node(tag="input", role="textbox", type="password", label="Password", shown=True) for _ in range(2)]
    for index, node in enumerate(nodes):
        node.index = node.ref = index
    page = pack(Look(url=SITE, title="", text="", nodes=nodes), str)
    await looks.put(reading.db, made.project_id, {SITE.removeprefix("http://"): page}, reading.services.clock())
    return made


async def planned(reading: Served, who: Person, description: str) -> dict[str, Any]:
    asked = {"projectId": who.project_id, "description": description}
    answer = await reading.client.post("/api/plan", json=asked, headers=who.api)
    assert answer.status_code == 200
    body: dict[str, Any] = answer.json()
    return body


async def test_a_sign_in_as_somebody_unknown_is_a_gap_that_offers_whom_there_is(reading: Served) -> None:
    ada = await person(reading)
    unknown = (await planned(reading, ada, 'log in with the "admin" account'))["gaps"]
    assert [gap["needs"] for gap in unknown] == ["account"]
    path, account = f"/api/projects/{ada.project_id}/accounts", {"name": "clerk", "user": "bob", "password": "planted"}
    assert (await reading.client.post(path, json=account, headers=ada.session)).status_code == 201
    (gap,) = (await planned(reading, ada, 'log in with the "admin" account'))["gaps"]
    assert any("clerk" in sentence for sentence in gap["nearest"])
    found = await planned(reading, ada, 'log in with the "clerk" account')
    assert ([step["action"] for step in found["steps"]], found["gaps"]) == (["sign_in"], [])
    assert "planted" not in str(found)


async def test_known_ambiguities_are_told_with_what_ends_them(reading: Served, bob: Person) -> None:
    (ambiguities,) = (await planned(reading, bob, 'Click "Save"'))["ambiguities"]
    assert ambiguities == {
        "sentence": 'Click "Save"',
        "target": '"Save"',
        "start": 6,
        "candidates": [
            {"described": "button “Save”", "words": "the 1st “Save”", "sentence": "Click the 1st “Save”"},
            {"described": "button “Save”", "words": "the 2nd “Save”", "sentence": "Click the 2nd “Save”"},
        ],
    }
    assert (await planned(reading, bob, "Click the 1st “Save”"))["ambiguities"] == []


@pytest.mark.parametrize(
    ("description", "target", "at"),
    [
        ("Click Save", "Save", [6]),
        ("Go to /a. Please click Save, then press Enter.", "Save", [23]),
        ("Click Save. Click Save.", "Save", [6, 18]),  # each at its own place
        ("Click “🛒”. Click Save.", "Save", [17]),  # code points
        ("If “Save” is shown, click Save.", "Save", [26]),
    ],
)
async def test_what_ends_an_ambiguity_is_a_whole_sentence_and_stands_where_it_belongs(
    reading: Served, bob: Person, description: str, target: str, at: list[int]
) -> None:
    ambiguities = (await planned(reading, bob, description))["ambiguities"]
    assert [(each["target"], each["start"]) for each in ambiguities] == [(target, start) for start in at]
    for each in ambiguities:
        for candidate in each["candidates"]:
            assert candidate["sentence"] == each["sentence"].replace(target, candidate["words"])
            start, end = each["start"], each["start"] + len(target)
            ended = await planned(reading, bob, description[:start] + candidate["words"] + description[end:])
            assert ended["gaps"] == []
            assert len(ended["ambiguities"]) == len(ambiguities) - 1


async def test_what_the_words_do_not_name_themselves_is_not_replaced(reading: Served, bob: Person) -> None:
    ambiguities = (await planned(reading, bob, "Check that the Save button is shown. Click it."))["ambiguities"]
    assert [(each["sentence"], each["start"]) for each in ambiguities] == [("Click it", None)]
    assert {candidate["sentence"] for candidate in ambiguities[0]["candidates"]} == {""}


async def test_an_element_that_no_look_has_seen_is_told(reading: Served, bob: Person) -> None:
    body = await planned(reading, bob, "Click the 1st Save. Make sure the basket feels right.")
    assert body["unseen"] == [
        {"sentence": "Make sure the basket feels right", "target": "the basket feels right", "start": 30}
    ]
    stranger = await person(reading)
    assert (await planned(reading, stranger, "Make sure the basket feels right."))["unseen"] == []


async def test_another_project_knows_nothing_of_it(reading: Served, bob: Person) -> None:
    stranger = await person(reading)
    assert (await planned(reading, stranger, 'Click "Save"'))["ambiguities"] == []


async def test_a_secret_in_the_sentence_is_masked(reading: Served, bob: Person) -> None:
    (ambiguity,) = (await planned(reading, bob, 'enter "hunter2!" into Password'))["ambiguities"]
    assert ambiguity["sentence"] == f'enter "{MASK}" into Password'


async def test_a_test_that_cannot_fail_is_told(reading: Served, bob: Person) -> None:
    assert (await planned(reading, bob, 'Click "Other"'))["notes"] == [
        "Nothing is checked in this test: it passes whatever the page answers."
    ]


async def test_pages_not_seen_for_long_are_forgotten(reading: Served, bob: Person) -> None:
    db, now = reading.db, reading.services.clock()
    for number in range(looks.MOST_PAGES + 5):
        await looks.put(db, bob.project_id, {f"site/{number}": b"x"}, now)
    kept = await looks.of_project(db, bob.project_id)
    assert next(iter(kept)) == f"site/{looks.MOST_PAGES + 4}"
    assert len(kept) == looks.MOST_PAGES


async def test_an_archived_project_keeps_no_pages(reading: Served, bob: Person) -> None:
    await reading.client.delete(f"/api/projects/{bob.project_id}", headers=bob.session)
    assert await looks.of_project(reading.db, bob.project_id) == {}


async def test_without_a_model_nothing_is_offered(reading: Served, bob: Person) -> None:
    asked = {"projectId": bob.project_id, "description": "Frobnicate it"}
    answer = await reading.client.post("/api/plan/offers", json=asked, headers=bob.api)
    assert (answer.status_code, "--llm-base-url" in answer.json()["error"]) == (409, True)
    stranger = await person(reading)
    assert (await reading.client.post("/api/plan/offers", json=asked, headers=stranger.api)).status_code == 404


async def test_each_step_tells_the_sentence_it_is_read_as(reading: Served, bob: Person) -> None:
    """Also those within others; a secret is masked in it, and a step that no sentence says has none."""
    words = """Hit the 'Save' button, then type "s3cret" into the password box.
If "More" pops up, press the 'More' button. Click File > Export."""
    steps = (await planned(reading, bob, words))["steps"]
    shown = [step.get("readsAs", "") for step in steps]
    assert shown == [
        'click the "Save" button',
        f'enter "{MASK}" into the password field',
        'if "More" is shown, click the "More" button',
        "",
        "click Export",
    ]
    assert steps[2]["steps"][0]["readsAs"] == 'click the "More" button'
