"""Account events, which are stored in a table and read by all nodes."""

from __future__ import annotations

from tilerummy.server.store.database import Connection, StorePart
from tilerummy.server.store.types import AccountEvent, AccountEventKind

STORED = 10 * 60_000
"""How long events are stored, in milliseconds."""


class AccountEvents(StorePart):
    """Account events, which every node reads at regular intervals and whenever it is woken."""

    async def add(self, kind: AccountEventKind, guest: str, about: str = "") -> None:
        """Store an event and wake all listening nodes."""

        def work(db: Connection) -> None:
            # ensures that events are committed in the order of their numbers
            db.rows("LOCK TABLE notices IN SHARE ROW EXCLUSIVE MODE")
            db.rows(
                "INSERT INTO notices (at, kind, guest, about) VALUES (now_ms(), ?, ?, ?)",
                *(kind, guest, about),
            )
            db.rows("DELETE FROM notices WHERE at < now_ms() - ?", STORED)

        await self._database.write(work)
        await self._database.notify()

    async def since(self, number: int) -> list[AccountEvent]:
        """Return all events with a number greater than *number*, in order."""
        query = "SELECT number, kind, guest, about FROM notices WHERE number > ? ORDER BY number"
        return [
            AccountEvent(*row)
            for row in await self._database.read(lambda db: db.rows(query, number))
        ]
