"""The commands that were answered in each room, so that new ones need no query."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable

ROOMS = 20_000
"""The greatest number of cached rooms; the least recently used ones are dropped."""


class AnsweredCommands:
    """Caches the commands of rooms as hashes, with false positives but no false negatives.

    All writes go through one process. So a command that is not in the cache of a loaded room was
    not answered there.
    """

    def __init__(self) -> None:
        self._rooms: OrderedDict[str, set[int]] = OrderedDict()
        self._read: set[str] = set()

    def may_know(self, room: str, session: str, cid: str) -> bool | None:
        """Return whether a command may have been answered; None for a room that is not loaded."""
        if room not in self._read:
            return None
        self._rooms.move_to_end(room)
        return hash((session, cid)) in self._rooms[room]

    def read(self, room: str, commands: Iterable[tuple[str, str]]) -> None:
        """Add all commands that a room has answered."""
        self._of(room).update(map(hash, commands))
        self._read.add(room)

    def answered(self, room: str, session: str, cid: str) -> None:
        """Add a command."""
        self._of(room).add(hash((session, cid)))

    def forget(self, room: str) -> None:
        """Drop a room; it is read again if needed."""
        self._rooms.pop(room, None)
        self._read.discard(room)

    def _of(self, room: str) -> set[int]:
        commands = self._rooms.setdefault(room, set())
        self._rooms.move_to_end(room)
        if len(self._rooms) > ROOMS:
            self._read.discard(self._rooms.popitem(last=False)[0])
        return commands
