"""What a run may take for granted: all test data of its project in its environment. Never changes any."""

from __future__ import annotations

import msgspec

from qa_appliance.core.batches.variants import DataRow
from qa_appliance.core.test_data.project import ProjectData
from qa_appliance.store.database import Database
from qa_appliance.store.tables.test_data import accounts, pages, variables
from qa_appliance.store.vault import Vault


async def project_data(db: Database, vault: Vault, project_id: str, environment_id: str | None) -> ProjectData:
    """An environment of another project is none. Raises `Unsealable`."""
    texts = await variables.of_run(db, vault, project_id, environment_id)
    return ProjectData(
        accounts=await accounts.of_run(db, vault, project_id, environment_id),
        variables=texts.by_name,
        secrets=texts.secrets,
        pages=await pages.of_run(db, project_id),
    )


def for_row(data: ProjectData, row: DataRow | None) -> ProjectData:
    """The same for one row of a table, whose columns stand in place of variables of their names."""
    if row is None:
        return data
    return msgspec.structs.replace(
        data, variables=data.variables | row.values, secrets=data.secrets | frozenset(row.hidden)
    )
