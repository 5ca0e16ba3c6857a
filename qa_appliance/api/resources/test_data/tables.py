"""Tables of data of a project: a saved test that names one runs once for each row (interfaces, Resources)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import msgspec
from litestar import Response, delete, get, post, put
from msgspec import UNSET, Meta, Struct, UnsetType

from qa_appliance.api.http.about import about
from qa_appliance.api.http.asgi import Request
from qa_appliance.api.http.bodies import raw, read
from qa_appliance.api.http.body_schemas import Schema
from qa_appliance.api.http.dependencies import Caller, Services
from qa_appliance.api.http.fields import SPOKEN, check_name
from qa_appliance.api.http.queries import first_values
from qa_appliance.api.resources.owned import OwnProject, OwnTable
from qa_appliance.core.errors import Invalid, Issue, NotFound
from qa_appliance.core.test_data.names import IN_BRACES, LONGEST
from qa_appliance.core.test_data.tables import (
    LONGEST_CELL,
    MOST_COLUMNS,
    MOST_ROWS,
    faults,
    read_csv,
    text_of,
    write_csv,
)
from qa_appliance.store.tables import audit
from qa_appliance.store.tables.test_data import tables
from qa_appliance.store.tables.test_data.tables import DataTable
from qa_appliance.threads import Threads

CSV = "text/csv"
_LONGEST_NAME = 200
_NAMED: tuple[str, str, Schema] = ("name", "Of a CSV body: what the table is called.", {"type": "string"})
_reading = Threads("tables", at_once=2, waiting=20, each=2)

Name = Annotated[str, Meta(min_length=1, max_length=_LONGEST_NAME, examples=["Customers"], extra_json_schema=SPOKEN)]
Column = Annotated[str, Meta(min_length=1, max_length=LONGEST, extra_json_schema={"pattern": IN_BRACES})]
Cell = Annotated[str, Meta(max_length=LONGEST_CELL)] | int | float | bool | None
Columns = Annotated[list[Column], Meta(min_length=1, max_length=MOST_COLUMNS)]
Rows = Annotated[list[list[Cell]], Meta(max_length=MOST_ROWS, description="As many cells in each as there are columns")]


def _check(given: dict[str, object]) -> Iterator[Issue]:
    yield from check_name(given)
    columns, rows = given.get("columns"), given.get("rows")
    if isinstance(columns, list) and isinstance(rows, list):
        yield from faults(columns, rows)


class TableBody(Struct, frozen=True):
    """The cells of a column are the texts of the variable `{column}`."""

    name: Name
    columns: Columns
    rows: Rows

    check = staticmethod(_check)


class TableContent(Struct, frozen=True):
    """All of it anew; without `name` it is called as before."""

    columns: Columns
    rows: Rows
    name: Name | UnsetType = UNSET

    check = staticmethod(_check)


class TableAnswer(Struct, frozen=True):
    table: DataTable


class TablesAnswer(Struct, frozen=True):
    tables: list[DataTable]


@get(
    "/api/projects/{id:str}/tables",
    **about("List a project's tables of data", "Test data", answer=TablesAnswer, refuses=(404,)),
)
async def list_tables(project: OwnProject, services: Services) -> TablesAnswer:
    return TablesAnswer(await tables.listed(services.db, project.id))


@post(
    "/api/projects/{id:str}/tables",
    **about(
        "Add a table of data",
        "Test data",
        who="dashboard",
        status=201,
        body=TableBody,
        sends=CSV,
        answer=TableAnswer,
        refuses=(400, 404, 409, 503),
        query=(_NAMED,),
        example={"name": "Customers", "columns": ["name", "city"], "rows": [["Ann", "Bonn"], ["Ben", "Oslo"]]},
    ),
)
async def add_table(request: Request, project: OwnProject, caller: Caller, services: Services) -> TableAnswer:
    values, now = await _given(request, TableBody, caller), services.clock()
    if "name" not in values:
        raise Invalid(issues=(Issue("invalid_type", ("name",), "Say what the table is called: ?name=Customers."),))
    added = await tables.add(services.db, project.id, values, now)
    await audit.note(services.db, audit.acting(caller), "table.added", added.id, now, name=added.name)
    return TableAnswer(added)


@get(
    "/api/tables/{id:str}",
    **about("Read a table of data", "Test data", answer=TableAnswer, also=CSV, refuses=(404,)),
)
async def read_table(request: Request, table: OwnTable, services: Services) -> Response[str]:
    """As CSV for whoever accepts that alone."""
    found = await tables.find(services.db, table.id)
    if found is None:
        raise NotFound("Table not found")
    if request.headers.get("accept", "").partition(";")[0].strip().lower() != CSV:
        return Response(msgspec.json.encode(TableAnswer(found)).decode(), media_type="application/json")
    headers = {"Content-Disposition": 'attachment; filename="table.csv"'}
    return Response(write_csv(found.columns, found.rows), media_type=CSV, headers=headers)


@put(
    "/api/tables/{id:str}",
    **about(
        "Replace a table of data",
        "Test data",
        who="dashboard",
        body=TableContent,
        sends=CSV,
        answer=TableAnswer,
        refuses=(400, 404, 409, 503),
        query=(_NAMED,),
    ),
)
async def replace_table(request: Request, table: OwnTable, caller: Caller, services: Services) -> TableAnswer:
    values, now = await _given(request, TableContent, caller), services.clock()
    replaced = await tables.replace(services.db, table.id, values, now)
    if replaced is None:
        raise NotFound("Table not found")
    await audit.note(services.db, audit.acting(caller), "table.changed", replaced.id, now, name=replaced.name)
    return TableAnswer(replaced)


@delete(
    "/api/tables/{id:str}",
    **about("Remove a table of data", "Test data", status=204, who="dashboard", refuses=(404, 409)),
)
async def remove_table(table: OwnTable, caller: Caller, services: Services) -> None:
    await tables.remove(services.db, table.id)
    now = services.clock()
    await audit.note(services.db, audit.acting(caller), "table.removed", table.id, now, name=table.name)


async def _given(request: Request, kind: type[TableBody] | type[TableContent], caller: Caller) -> dict[str, object]:
    """Name, columns and rows, whatever form they came in; the name only where it was said. Raises `Invalid`."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() == CSV:
        columns, rows = await _reading.do_for(caller.user_id, _from_csv, await raw(request))
        name = _name(first_values(request).get("name", ""))
        return {"columns": columns, "rows": rows} | ({"name": name} if name else {})
    body = await read(request, kind)
    rows = [[text_of(cell) for cell in row] for row in body.rows]
    return {"columns": body.columns, "rows": rows} | ({} if body.name is UNSET else {"name": body.name})


def _from_csv(content: bytes) -> tuple[list[str], list[list[str]]]:
    try:
        text = content.decode()
    except UnicodeDecodeError as error:
        raise Invalid(issues=(Issue("invalid_string", (), "The table has to be CSV in UTF-8."),)) from error
    if "\0" in text:
        message = "A text must not contain a NUL byte (U+0000)."
        raise Invalid(issues=(Issue("invalid_string", (), message),))
    return read_csv(text)


def _name(given: str) -> str:
    name = given.strip()
    if len(name) > _LONGEST_NAME or not (name.isprintable() or not name):
        message = f"A table's name is one line of {_LONGEST_NAME} characters at most."
        raise Invalid(issues=(Issue("invalid_string", ("name",), message),))
    return name
