"""Badges: a picture by a signed link, for nobody in particular, of a name and a verdict alone."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from typing import Literal
from urllib.parse import urlsplit

import httpx

from qa_appliance.core.batches.suites import Rules
from qa_appliance.core.clock import iso, new_id
from qa_appliance.store.tables import suite_runs
from tests.api.conftest import Person, Served, person
from tests.api.test_insights import procedure, ran

SVG = "{http://www.w3.org/2000/svg}"


async def badge(served: Served, who: Person, path: str) -> str:
    answer = await served.client.get(f"{path}/badge", headers=who.api)
    assert answer.status_code == 200, answer.text
    assert answer.json()["markdown"].endswith(f"({answer.json()['url']})")
    return str(urlsplit(answer.json()["url"]).path)


async def shown(served: Served, path: str) -> httpx.Response:
    return await served.client.get(path)  # as nobody


async def test_only_its_own_people_get_the_link_and_only_the_whole_link_shows_it(served: Served, ada: Person) -> None:
    stranger = await person(served)
    buy, other = await procedure(served, ada, "Buy"), await procedure(served, stranger, "Other")
    path = f"/api/procedures/{buy}/badge"
    assert (await served.client.get(path)).status_code == 401
    assert (await served.client.get(path, headers=stranger.api)).status_code == 404
    link = await badge(served, ada, f"/api/procedures/{buy}")
    theirs = await badge(served, stranger, f"/api/procedures/{other}")
    mac = theirs.rpartition("-")[2]
    for wrong in (
        link.replace(buy, other), link.replace(buy, new_id()), link.replace("procedure-", "suite-"), link[:-8],
        f"{link.rpartition('-')[0]}-{mac}", "/api/badges/x", "/api/badges/suite--", "/api/badges/é-é-é.svg",
    ):  # fmt: skip
        assert (await shown(served, wrong)).status_code == 404, wrong


async def test_it_shows_the_newest_verdict_of_a_name_that_is_text(served: Served, ada: Person) -> None:
    name = '<script>alert("x")</script> & more'
    buy = await procedure(served, ada, name)
    link = await badge(served, ada, f"/api/procedures/{buy}")
    for verdict, says in ((None, "not run yet"), ("failed", "failing"), ("passed", "passing")):
        await ran(served, ada, buy, (verdict, 9))
        answer = await shown(served, link)
        assert (answer.status_code, answer.headers["content-type"].split(";")[0]) == (200, "image/svg+xml")
        assert "no-cache" in answer.headers["cache-control"]
        assert "sandbox" in answer.headers["content-security-policy"]
        drawn = ElementTree.fromstring(answer.text)
        assert [text.text for text in drawn.iter(f"{SVG}text")] == [name, says]
        assert list(drawn.iter(f"{SVG}script")) == []
    await served.client.delete(f"/api/procedures/{buy}", headers=ada.session)
    assert (await shown(served, link)).status_code == 404


async def test_odd_inputs_and_other_places_say_nothing_of_how_it_stands(served: Served, ada: Person) -> None:
    buy, project = await procedure(served, ada, "Buy"), f"/api/projects/{ada.project_id}"
    home = (await served.client.get(project, headers=ada.api)).json()["project"]["baseUrl"]
    link = await badge(served, ada, f"/api/procedures/{buy}")
    await ran(served, ada, buy, ("passed", 9), batch_kind="role_probe")
    assert "not run yet" in (await shown(served, link)).text
    await ran(served, ada, buy, ("passed", 9), base_url="https://preview.example.test/")
    assert "passing" in (await shown(served, link)).text
    await ran(served, ada, buy, ("failed", 9), base_url=home)
    await ran(served, ada, buy, ("passed", 9), base_url="https://preview.example.test/")
    await ran(served, ada, buy, ("passed", 9), base_url=home, batch_kind="fuzz")
    assert "failing" in (await shown(served, link)).text


async def test_a_suite_has_one_too(served: Served, ada: Person) -> None:
    made = await served.client.post(
        f"/api/projects/{ada.project_id}/suites", json={"name": "Nightly", "tests": []}, headers=ada.session
    )
    suite = made.json()["suite"]["id"]
    link = await badge(served, ada, f"/api/suites/{suite}")
    assert "Nightly: not run yet" in (await shown(served, link)).text
    home = (await served.client.get(f"/api/projects/{ada.project_id}", headers=ada.api)).json()["project"]["baseUrl"]
    verdicts: list[tuple[str, Literal["passed", "failed"], str]] = [
        ("https://preview.example.test/", "failed", "failing"), (home, "passed", "passing"),
        ("https://preview.example.test/", "failed", "passing"), (home, "failed", "failing"),
    ]  # fmt: skip
    for nth, (place, verdict, says) in enumerate(verdicts):
        started = suite_runs.Started(
            batch_id=f"b{nth}", suite_id=suite, project_id=ada.project_id, org_id=ada.org_id, user_id=ada.user_id,
            name="Nightly", rules=Rules(), created_at=iso(served.clock()), place=place,
        )  # fmt: skip
        async with served.db.write() as transaction:
            await suite_runs.add(transaction, started)
        await suite_runs.end(served.db, started.batch_id, verdict, [], served.clock())
        assert f"Nightly: {says}" in (await shown(served, link)).text
