"""Another secret in place of the present one, while the appliance works: what is sealed is sealed anew, bit by bit.

First the new secret stands in the file above the old one; from then on everything is sealed with the new one, and both
open. Then every row the old one sealed is sealed anew. The old one goes when its time is over and nothing is left. A
kill at any moment leaves a file that opens everything, and the next start goes on.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from datetime import datetime, timedelta

from msgspec import Struct

from qa_appliance.core.clock import Clock, utc_now
from qa_appliance.store.database import Database, Row
from qa_appliance.store.files.bundle import Seal
from qa_appliance.store.files.folder import Folder
from qa_appliance.store.keyring import Former, KeyFile, rotated
from qa_appliance.store.sealed import SEALED
from qa_appliance.store.tables import audit
from qa_appliance.store.vault import Vault

GOOD_FOR = timedelta(hours=12)  # as long as a session's token, and longer than any link
AT_ONCE = timedelta(minutes=1)
_PAGE = 200
_IN_HAND = 60.0  # seconds; what was sealed before this process saw the new secret has been written by then

logger = logging.getLogger(__name__)


def rotate(folder: Folder, now: datetime, good_for: timedelta = GOOD_FOR) -> None:
    """Puts a new secret above the present one. Blocking. Raises Conflict, Unavailable; then the present one stays."""
    KeyFile(folder.path).change(lambda ring: rotated(ring, Seal(Vault(ring.secret)).public_key, now, good_for))


class Progress(Struct, frozen=True):
    """`anew` values were sealed anew; `gone`: so many earlier secrets went."""

    anew: int
    gone: int


class Rotation:
    """Carries on whatever rotation the file tells of. `in_hand`: how long sealed values may be on their way."""

    def __init__(
        self,
        db: Database,
        vault: Vault,
        folder: Folder,
        *,
        clock: Clock = utc_now,
        monotonic: Callable[[], float] = time.monotonic,
        in_hand: float = _IN_HAND,
    ) -> None:
        self._db, self._vault, self._file = db, vault, KeyFile(folder.path)
        self._clock, self._monotonic, self._in_hand = clock, monotonic, in_hand
        self._since: dict[bytes, float] = {}  # secrets that are not the present one: since when this process knows
        self._clean: frozenset[bytes] = frozenset()  # those that nothing is sealed with, as far as is known

    async def go_on(self) -> Progress:
        """Seals anew what an earlier secret sealed, and lets those go that are over. Raises Unavailable."""
        formers = self._vault.ring.formers
        at = self._monotonic()
        self._since = {each.secret: self._since.get(each.secret, at) for each in formers}
        over = [each for each in self._vault.ring.over(self._clock()) if at - self._since[each.secret] >= self._in_hand]
        if not over and all(each.secret in self._clean for each in formers):
            return Progress(0, 0)
        count = await self._seal_anew()
        if at - max(self._since.values()) >= self._in_hand:  # nothing can come in that is sealed with them
            self._clean = frozenset(self._since)
        if count:
            logger.info("sealed anew with the present secret", extra={"values": count})
        return Progress(count, await self._let_go(tuple(over)))

    async def _let_go(self, over: tuple[Former, ...]) -> int:
        if over:
            await asyncio.to_thread(self._file.let_go, over)
            logger.info("earlier secrets are gone: nothing is sealed with them", extra={"secrets": len(over)})
        return len(over)

    async def _seal_anew(self) -> int:
        count = await audit.anew(self._db)
        for table, column, _ in SEALED:
            count += await self._column_anew(table, column)
        return count

    async def _column_anew(self, table: str, column: str) -> int:
        count, after = 0, 0
        page = (  # names of our own
            f"select rowid as at, {column} as sealed from {table}"  # noqa: S608
            f" where rowid > ? and {column} != '' order by rowid limit ?"
        )
        put = f"update {table} set {column} = ? where rowid = ? and {column} = ?"  # noqa: S608
        while rows := await self._db.all(page, (after, _PAGE)):
            after = rows[-1]["at"]
            changes = await asyncio.to_thread(self._anew, rows)
            count += len(changes)
            if changes:
                async with self._db.write() as transaction:
                    for change in changes:  # one that was changed meanwhile is sealed with the present secret
                        await transaction.execute(put, change)
        return count

    def _anew(self, rows: list[Row]) -> list[tuple[str, int, str]]:
        changes = []
        for row in rows:
            sealed = self._vault.anew(row["sealed"])
            if sealed is not None:
                changes.append((sealed, row["at"], row["sealed"]))
        return changes
