"""Account events for all nodes: a table, and a wake-up to read it."""

from __future__ import annotations

from tilerummy.server.store.database import Connection, StorePart
from tilerummy.server.store.types import AccountEvent, AccountEventKind

STORED = 10 * 60_000
"""The retention time of events, in milliseconds."""


class AccountEvents(StorePart):
    """Account events for all nodes, which read them when woken and at intervals."""

    async def add(self, kind: AccountEventKind, guest: str, about: str = "") -> None:
        """Store an event, and wake all listening nodes."""

        def work(db: Connection) -> None:
            # commits the numbers in order
            db.rows("LOCK TABLE notices IN SHARE ROW EXCLUSIVE MODE")
            db.rows(
                "INSERT INTO notices (at, kind, guest, about) VALUES (now_ms(), ?, ?, ?)",
                *(kind, guest, about),
            )
            db.rows("DELETE FROM notices WHERE at < now_ms() - ?", STORED)

        await self._database.write(work)
        await self._database.notify()

    async def since(self, number: int) -> list[AccountEvent]:
        """Return the events after this number, in order."""
        query = "SELECT number, kind, guest, about FROM notices WHERE number > ? ORDER BY number"
        return [
            AccountEvent(*row)
            for row in await self._database.read(lambda db: db.rows(query, number))
        ]
