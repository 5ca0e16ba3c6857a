"""What the tests of a project may take for granted, over HTTP: accounts, variables, tables. No password comes back.

A key reads them; to change one takes the session of somebody who signed in to the dashboard.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Literal

from qa_appliance.client.shown import Shown

Kind = Literal["accounts", "variables", "tables"]

_Call = Callable[[str, str, Shown | None], Awaitable[Shown]]


class DataOfProject:
    """Made by `Client.data`. Every method raises a Problem with the server's own words."""

    def __init__(self, call: _Call, project_id: str) -> None:
        self._call, self._path = call, f"api/projects/{project_id}"

    async def accounts(self) -> list[Shown]:
        return await self._listed("accounts")

    async def variables(self) -> list[Shown]:
        """The value of a secret is None."""
        return await self._listed("variables")

    async def tables(self) -> list[Shown]:
        return await self._listed("tables")

    async def add_account(
        self,
        name: str,
        user: str,
        password: str = "",
        *,
        role: str = "",
        sign_in: Sequence[str] = (),
        environment_id: str | None = None,
    ) -> Shown:
        """`sign_in`: sentences by which it signs in, with `{user}` and `{password}`; without any by the site's form."""
        body: Shown = {"name": name, "user": user, "role": role, "password": password, "signIn": list(sign_in)}
        return await self._added("accounts", body | {"environmentId": environment_id})

    async def add_variable(
        self, name: str, value: str, *, secret: bool = False, environment_id: str | None = None
    ) -> Shown:
        body = {"name": name, "value": value, "secret": secret, "environmentId": environment_id}
        return await self._added("variables", body)

    async def add_table(self, name: str, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> Shown:
        return await self._added(
            "tables", {"name": name, "columns": list(columns), "rows": [list(row) for row in rows]}
        )

    async def replace_table(self, table_id: str, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> Shown:
        body = {"columns": list(columns), "rows": [list(row) for row in rows]}
        table: Shown = (await self._call("PUT", f"api/tables/{table_id}", body))["table"]
        return table

    async def remove(self, kind: Kind, held_id: str) -> None:
        await self._call("DELETE", f"api/{kind}/{held_id}", None)

    async def _listed(self, kind: Kind) -> list[Shown]:
        found: list[Shown] = (await self._call("GET", f"{self._path}/{kind}", None))[kind]
        return found

    async def _added(self, kind: Kind, body: Shown) -> Shown:
        added: Shown = (await self._call("POST", f"{self._path}/{kind}", body))[kind.removesuffix("s")]
        return added
