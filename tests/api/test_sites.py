"""The site that is lent to new users, and whether a project's address may be opened."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from qa_appliance.browser.egress.guard import Guard
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.browser.look.saved import pack
from qa_appliance.core.run import LentSite, Sample
from qa_appliance.demo.lent import NAME, LentShop
from qa_appliance.store.tables.pages import looks
from tests.api.conftest import Person, Served, person, serve


@pytest.mark.parametrize("path", ["/api/demo", "/api/projects/none/permission", "/api/projects/none/names"])
async def test_nobody_signed_in_is_told_nothing(served: Served, path: str) -> None:
    assert (await served.client.get(path)).status_code == 401


async def test_a_project_of_others_is_not_told_about(served: Served, ada: Person) -> None:
    other = await person(served)
    for part in ("permission", "names"):
        answer = await served.client.get(f"/api/projects/{other.project_id}/{part}", headers=ada.api)
        assert answer.status_code == 404


async def test_no_site_is_lent_unless_the_operator_does(served: Served, ada: Person) -> None:
    assert (await served.client.get("/api/demo", headers=ada.api)).json() == {"demo": None}


@pytest.mark.parametrize(
    ("address", "allowed", "rule"),
    [
        ("http://10.1.2.3/", False, "10.1.2.3"),
        ("http://169.254.169.254/", False, "169.254.169.254"),
        ("http://metadata.google.internal/", False, ""),
        (f"http://{NAME}:81/", True, ""),  # this appliance's operator opened loopback
        ("http://127.0.0.1:9/", True, ""),
    ],
)
async def test_the_rule_that_would_help_is_named(served: Served, address: str, allowed: bool, rule: str) -> None:
    who = await person(served, project=address)
    permission = (await served.client.get(f"/api/projects/{who.project_id}/permission", headers=who.api)).json()
    assert (permission["allowed"], permission["rule"]) == (allowed, rule)
    assert ("not allowed" in permission["reason"]) != allowed


async def test_the_lent_site_is_open_to_a_project_that_names_it(tmp_path: Path) -> None:
    async def opened() -> tuple[str, int]:
        return "127.0.0.1", 9

    site, guard = LentSite("try.localhost", (Sample("Buy", "Click Buy.", "pass"),), opened), Guard()
    guard.lend(site)
    async with serve(tmp_path, guard=guard, lent=site) as served:
        ada = await person(served, project=site.address)
        demo = (await served.client.get("/api/demo", headers=ada.api)).json()["demo"]
        assert demo["address"] == "http://try.localhost/"
        assert demo["tests"] == [{"name": "Buy", "description": "Click Buy.", "expectation": "pass"}]
        permission = await served.client.get(f"/api/projects/{ada.project_id}/permission", headers=ada.api)
        assert permission.json() == {"allowed": True, "reason": "", "rule": ""}


async def test_the_shop_opens_when_it_is_asked_for_and_closes_at_the_end() -> None:
    async with LentShop() as shop:
        at = await shop.open()
        assert await shop.open() == at
        assert all(sample.description for sample in shop.site.samples)
        async with httpx.AsyncClient(trust_env=False) as http:
            assert "Lumen" in (await http.get(f"http://{at[0]}:{at[1]}/")).text
    async with httpx.AsyncClient(trust_env=False) as http:
        with pytest.raises(httpx.ConnectError):
            await http.get(f"http://{at[0]}:{at[1]}/")


async def test_names_of_the_pages_that_were_seen(served: Served, ada: Person) -> None:
    """Once each, without what is no name; those of the own project alone."""
    nodes = [
        Node("button", role="button", name="Add to cart", shown=True),
        Node("input", role="textbox", label="Street", shown=True),
        Node("button", role="button", name="Add to cart", shown=True),
        Node("a", role="link", name="x" * 61, shown=True),
        Node("button", role="button", name="39.90", shown=True),
        Node("p", name="Not a control", shown=True),
    ]
    for index, node in enumerate(nodes):
        node.index = index
    look = Look(url="http://shop.test/", title="", text="", nodes=nodes)
    await looks.put(served.db, ada.project_id, {"shop.test/": pack(look, str)}, served.clock())
    other = await person(served)
    for who, names in ((ada, [("Add to cart", "button"), ("Street", "textbox")]), (other, [])):
        answer = await served.client.get(f"/api/projects/{who.project_id}/names", headers=who.api)
        assert [(each["name"], each["role"]) for each in answer.json()["names"]] == names
