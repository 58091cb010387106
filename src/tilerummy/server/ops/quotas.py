"""Limits the number of open tables per guest, per address and per server."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from tilerummy.server.settings import Settings
from tilerummy.server.store.rooms import RoomIndex

MAX_ADDRESSES = 10_000
"""The maximum number of addresses whose tables are counted."""


class QuotaError(Exception):
    """Raised if a guest, an address or the server has too many open tables to add another."""

    def __init__(self, message: str, *, server_full: bool = False) -> None:
        super().__init__(message)
        self.server_full = server_full


class Quotas:
    """Counts open tables: each guest's in the store, and each address's in memory."""

    def __init__(self, rooms: RoomIndex, settings: Settings) -> None:
        self._rooms, self._settings = rooms, settings
        self._opened: dict[str, set[str]] = {}
        self._reserved: Counter[str] = Counter()

    async def check(self, guest: str, address: str) -> None:
        """Raise QuotaError if a limit has been reached.

        Otherwise, call :meth:`reserve` next, without an await in between.
        """
        settings = self._settings
        everywhere = await self._rooms.count()
        mine = await self._rooms.count(guest)
        theirs = await self._rooms.live([*self._opened.get(address, ())])
        if address in self._opened:
            self._opened[address] &= theirs
        if mine + self._reserved[guest] >= settings.rooms:
            raise QuotaError(f"you have {settings.rooms} tables; finish or close one first")
        if len(theirs) + self._reserved[address] >= settings.address_rooms:
            raise QuotaError(
                f"your network has {settings.address_rooms} tables; finish or close one first"
            )
        if everywhere >= settings.all_rooms:
            raise QuotaError("the server is full; try again later", server_full=True)

    @contextmanager
    def reserve(self, guest: str, address: str) -> Iterator[None]:
        """Count a table that is being created, as long as the context is active."""
        who = (guest, address)
        self._reserved.update(who)
        try:
            yield
        finally:
            self._reserved.subtract(who)
            for each in who:
                if not self._reserved[each]:
                    del self._reserved[each]

    def add(self, address: str, room: str) -> None:
        """Count a table that was created from this address."""
        rooms = self._opened.pop(address, set())
        self._opened[address] = rooms | {room}
        if len(self._opened) > MAX_ADDRESSES:
            del self._opened[next(iter(self._opened))]
