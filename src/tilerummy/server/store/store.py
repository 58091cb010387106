"""The store, which consists of a database and one part for each subject."""

from __future__ import annotations

from collections.abc import Callable

from tilerummy.server.store.account_events import AccountEvents
from tilerummy.server.store.database import Database
from tilerummy.server.store.evenings import Evenings
from tilerummy.server.store.games import Games
from tilerummy.server.store.guests import Guests
from tilerummy.server.store.leases import Leases
from tilerummy.server.store.logs import RoomLogs
from tilerummy.server.store.push import PushSubscriptions
from tilerummy.server.store.puzzles import PuzzleRatings
from tilerummy.server.store.rooms import RoomIndex


class Store:
    """A store with all of its parts.

    The parts' methods raise StorageError. *now* returns the time in milliseconds since 1970.
    """

    def __init__(self, database: Database, now: Callable[[], int]) -> None:
        self.database = database
        self.logs = RoomLogs(database, now)
        self.rooms = RoomIndex(database, now)
        self.leases = Leases(database, now)
        self.guests = Guests(database, now)
        self.games = Games(database, now)
        self.puzzles = PuzzleRatings(database, now)
        self.evenings = Evenings(database, now)
        self.push = PushSubscriptions(database, now)
        self.account_events = AccountEvents(database, now)

    async def last_write(self) -> int:
        """Return the latest write's time, or 0 if the store is empty."""
        query = "SELECT max(updated) FROM rooms UNION ALL SELECT max(seen) FROM guests"
        times = await self.database.read(lambda db: db.rows(query))
        return max(time or 0 for (time,) in times)

    async def close(self) -> None:
        """Finish all pending writes, then close the database."""
        await self.database.close()
