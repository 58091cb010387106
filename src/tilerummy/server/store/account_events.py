"""What every node must know of a guest: a table, and a wake-up that says to look at it."""

from __future__ import annotations

from tilerummy.server.store.database import Connection, StorePart
from tilerummy.server.store.types import AccountEvent, AccountEventKind

STORED = 10 * 60_000
"""How long notices are stored, in milliseconds."""


class AccountEvents(StorePart):
    """Notices to all nodes. A node reads them when it is woken, and at intervals besides."""

    async def add(self, kind: AccountEventKind, guest: str, about: str = "") -> None:
        """Store a notice, and wake the nodes that listen."""

        def work(db: Connection) -> None:
            # so that their numbers are committed in order
            db.rows("LOCK TABLE notices IN SHARE ROW EXCLUSIVE MODE")
            db.rows(
                "INSERT INTO notices (at, kind, guest, about) VALUES (now_ms(), ?, ?, ?)",
                *(kind, guest, about),
            )
            db.rows("DELETE FROM notices WHERE at < now_ms() - ?", STORED)

        await self._database.write(work)
        await self._database.notify()

    async def since(self, number: int) -> list[AccountEvent]:
        """Return the notices after the one with this number, in the order of their numbers."""
        query = "SELECT number, kind, guest, about FROM notices WHERE number > ? ORDER BY number"
        found = await self._database.read(lambda db: db.rows(query, number))
        return [AccountEvent(*row) for row in found]
