"""What a run's words could be put anew from: the words themselves and its plan. Only for who may see them whole."""

from __future__ import annotations

from contextlib import suppress

from msgspec import Struct

from qa_appliance.core.plan import Plan
from qa_appliance.store.database import Database
from qa_appliance.store.tables import procedures
from qa_appliance.store.tables.run_words import Reader
from qa_appliance.store.vault import Unsealable, Vault


class Rewordable(Struct, frozen=True):
    """`procedure_id`: whose words they are, where they are no run's own."""

    words: str
    plan: Plan
    procedure_id: str | None


async def rewordable(db: Database, vault: Vault, run_id: str, reader: Reader) -> Rewordable | None:
    """None: a model planned nothing of it, or the reader sees its words masked.

    Of a replay they are those of its procedure as they are now, in which secrets are masked.
    """
    row = await db.one(
        "select r.procedure_id, r.instruction, r.description, r.words_sealed, r.triggered_by_user_id,"
        " p.description as saved_words from runs r left join procedures p on p.id = r.procedure_id"
        " and p.deleted_at is null where r.id = ?",
        (run_id,),
    )
    if row is None:
        return None
    words = row["saved_words"] if row["procedure_id"] else reader.description(row)
    plan = None
    with suppress(Unsealable):
        plan = await procedures.plan_of_run(db, vault, run_id)
    if not words or plan is None or not any(clause.whole for clause in plan.covered):
        return None
    return Rewordable(words, plan, row["procedure_id"])
