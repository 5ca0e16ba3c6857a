"""Badges: a picture by a signed link, for nobody in particular, of a name and a verdict alone."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from urllib.parse import urlsplit

import httpx

from qa_appliance.core.clock import new_id
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


async def test_a_suite_has_one_too(served: Served, ada: Person) -> None:
    made = await served.client.post(
        f"/api/projects/{ada.project_id}/suites", json={"name": "Nightly", "tests": []}, headers=ada.session
    )
    suite = made.json()["suite"]["id"]
    answer = await shown(served, await badge(served, ada, f"/api/suites/{suite}"))
    assert "Nightly: not run yet" in answer.text
