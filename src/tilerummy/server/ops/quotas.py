"""Quotas of live tables, for a guest, an address and the server."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from tilerummy.server.settings import Settings
from tilerummy.server.store.rooms import RoomIndex

MAX_ADDRESSES = 10_000
"""Of so many addresses the opened tables are remembered."""


class QuotaError(Exception):
    """There are too many tables: the guest or the address has them, or all tables are taken."""

    def __init__(self, message: str, *, server_full: bool = False) -> None:
        super().__init__(message)
        self.server_full = server_full


class Quotas:
    """Counts the tables of guests, which are stored, and of addresses, which are not."""

    def __init__(self, rooms: RoomIndex, settings: Settings) -> None:
        self._rooms, self._settings = rooms, settings
        self._opened: dict[str, set[str]] = {}
        self._reserved: Counter[str] = Counter()

    async def check(self, guest: str, address: str) -> None:
        """Raise QuotaError if there are too many tables: of this guest, address, or of all.

        No await may lie between this and :meth:`reserve`.
        """
        settings = self._settings
        everywhere = await self._rooms.count()
        mine = await self._rooms.count(guest)
        theirs = await self._rooms.live([*self._opened.get(address, ())])
        if address in self._opened:
            self._opened[address] &= theirs
        if mine + self._reserved[guest] >= settings.rooms:
            raise QuotaError(f"finish or close a table first: you have {settings.rooms}")
        if len(theirs) + self._reserved[address] >= settings.address_rooms:
            raise QuotaError(
                f"finish or close a table first: {settings.address_rooms} were opened from here"
            )
        if everywhere >= settings.all_rooms:
            raise QuotaError("all tables are taken; try again later", server_full=True)

    @contextmanager
    def reserve(self, guest: str, address: str) -> Iterator[None]:
        """Count a table that is about to be opened."""
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
        """Count a table that was opened."""
        rooms = self._opened.pop(address, set())
        self._opened[address] = rooms | {room}
        if len(self._opened) > MAX_ADDRESSES:
            del self._opened[next(iter(self._opened))]
