"""The store: everything that the server keeps, in one database, by subjects."""

from __future__ import annotations

from collections.abc import Callable

from tilerummy.server.store.account_events import AccountEvents
from tilerummy.server.store.database import Database
from tilerummy.server.store.games import Games
from tilerummy.server.store.guests import Guests
from tilerummy.server.store.leases import Leases
from tilerummy.server.store.logs import RoomLogs
from tilerummy.server.store.puzzles import PuzzleRatings
from tilerummy.server.store.rooms import RoomIndex


class Store:
    """Everything that the server stores in a database; *now* returns the time in ms since 1970.

    Every method of its parts raises StorageError.
    """

    def __init__(self, database: Database, now: Callable[[], int]) -> None:
        self.database = database
        self.logs = RoomLogs(database, now)
        self.rooms = RoomIndex(database, now)
        self.leases = Leases(database, now)
        self.guests = Guests(database, now)
        self.games = Games(database, now)
        self.puzzles = PuzzleRatings(database, now)
        self.account_events = AccountEvents(database, now)

    async def last_write(self) -> int:
        """Return the latest time of a write, 0 for an empty store."""
        query = "SELECT max(updated) FROM rooms UNION ALL SELECT max(seen) FROM guests"
        found = await self.database.read(lambda db: db.rows(query))
        return max(latest or 0 for (latest,) in found)

    async def close(self) -> None:
        """Store all requested writes, and end."""
        await self.database.close()
