"""The store of a data directory for commands that need no server, and disturb none that runs on it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

from qa_appliance.core.errors import Conflict, NotFound
from qa_appliance.store.database import Database
from qa_appliance.store.files.folder import Folder
from qa_appliance.store.tables import audit
from qa_appliance.store.upgrade import migrate
from qa_appliance.store.vault import Vault


@contextlib.asynccontextmanager
async def open_store(data_dir: Path, *, create: bool = False) -> AsyncIterator[Database]:
    """Opens the database, brought to the newest schema unless a running server has done so already.

    Raises NotFound where there is none and `create` is not asked for.
    """
    if not create and not Folder(data_dir).database.exists():
        raise NotFound(f"There is no appliance in {data_dir}. Name its data directory with --data-dir.")
    folder = await asyncio.to_thread(Folder.prepare, data_dir)
    with contextlib.suppress(Conflict), folder.locked():
        await asyncio.to_thread(migrate, folder.database)
    vault = await asyncio.to_thread(Vault.open, folder.path)
    async with Database.open(folder.database, beside_server=True, chain=vault.chain(folder.path)) as db:
        await audit.begin(db)
        yield db
