"""Names of elements a project's runs have found, for whoever writes the next test. Never holds what was typed."""

from __future__ import annotations

from msgspec import Struct

from qa_appliance.store.database import Database

RUNS, NAMES = 20, 300  # of the newest runs, at most so many names
_LONGEST = 80  # characters; what is longer is a text, not a name


class SiteName(Struct, frozen=True):
    """`role` as accessibility has it ("button"); empty where the element has none."""

    name: str
    role: str


async def of_project(db: Database, project_id: str) -> list[SiteName]:
    """Each once, in the order of the alphabet."""
    rows = await db.all(
        "with steps as (select json_extract(step.value, '$.found.known.fingerprint') as print from"
        " (select id from runs where project_id = ? order by seq desc limit ?) r"
        " join run_payloads p on p.run_id = r.id, json_each(coalesce(p.steps_json, '[]')) step),"
        " named as (select coalesce(nullif(json_extract(print, '$.name'), ''),"
        " nullif(json_extract(print, '$.label'), '')) as name,"
        " coalesce(json_extract(print, '$.role'), '') as role from steps where print is not null)"
        " select name, min(role) as role from named where name is not null and length(name) <= ?"
        " group by name order by name collate nocase limit ?",
        (project_id, RUNS, _LONGEST, NAMES),
    )
    return [SiteName(row["name"], row["role"]) for row in rows]
