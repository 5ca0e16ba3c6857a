"""Test data by the client and the assistant's tools: who may change it, and that no secret comes back."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from qa_appliance.client import Appliance, Conflict, Forbidden, Invalid, NotFound, connect
from qa_appliance.core.errors import Problem
from qa_appliance.mcp.tools import call
from tests.api.conftest import Served, person, serve

SECRETS = ("oak-and-lumen", "t0ken-of-all")


@pytest.fixture(scope="module")
async def served(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Served]:
    async with serve(tmp_path_factory.mktemp("appliance")) as running:
        yield running


async def test_a_key_changes_none(served: Served) -> None:
    ada = await person(served)
    async with connect(served.url, ada.key) as client:
        there = client.data(ada.project_id)
        with pytest.raises(Forbidden):
            await there.add_account("admin", "ada", SECRETS[0])
        with pytest.raises(Forbidden):
            await there.add_variable("coupon", "x")
        with pytest.raises(Forbidden):
            await there.add_table("T", ["a"], [["1"]])
        with pytest.raises(Forbidden):
            await call(client, "add_account", {"name": "admin", "user": "ada", "password": SECRETS[0]})
        assert await there.accounts() == []


async def test_what_is_another_organizations_is_not_there(served: Served) -> None:
    ada, eve = await person(served), await person(served)
    async with connect(served.url, eve.key) as client:
        for listed in (client.data(ada.project_id).accounts, client.data(ada.project_id).variables):
            with pytest.raises(NotFound):
                await listed()
        with pytest.raises(Invalid):
            await call(client, "list_test_data", {"project": ada.project_id})


async def test_what_is_added_is_listed_without_its_secrets(served: Served) -> None:
    ada = await person(served)
    async with connect(served.url, ada.session["Authorization"].removeprefix("Bearer ")) as client:
        there = client.data(ada.project_id)
        added = await there.add_account("admin", "ada", SECRETS[0], role="Administrator", sign_in=["click Go"])
        with pytest.raises(Conflict):
            await there.add_account("Admin", "eve")
        answer = await call(client, "add_account", {"name": "clerk", "user": "cy", "password": SECRETS[0]})
        assert 'log in with the "clerk" account' in answer.text
        given = {"name": "key", "value": SECRETS[1], "secret": True}
        answers: list[object] = [added, answer.text, (await call(client, "add_variable", given)).text]
        await there.add_variable("coupon", "SAVE-10")
        table = await there.add_table("Customers", ["name", "city"], [["Ann", "Bonn"]])
        await there.replace_table(table["id"], ["name"], [["Ben"], ["Cy"]])
        listed = (await call(client, "list_test_data", {})).text
        answers += [listed, await there.accounts(), await there.variables(), await there.tables()]
        assert not [secret for secret in SECRETS if secret in str(answers)]
        for words in (
            '"admin"',
            '"Administrator"',
            '"SAVE-10"',
            '"Customers"',
            "2 account(s), 2 variable(s), 1 table(s)",
        ):
            assert words in listed
        await there.remove("accounts", added["id"])
        assert [each["name"] for each in await there.accounts()] == ["clerk"]
        with pytest.raises(Problem):
            await there.remove("accounts", added["id"])


async def test_without_an_event_loop(served: Served) -> None:
    ada = await person(served)

    def use() -> tuple[int, ...]:
        with Appliance(served.url, ada.key) as qa:
            return len(qa.accounts()), len(qa.variables()), len(qa.tables())

    assert await asyncio.to_thread(use) == (0, 0, 0)
