"""Observers that check the invariants of a table: its messages and its log."""

from __future__ import annotations

from dataclasses import dataclass, field

import msgspec
from tests.laws.checks import everywhere
from tests.server.laws.stores import FaultyLogs
from tests.server.stream_reader import Known, read

from tilerummy.server.messages.server import Presence, ServerMessage, Snapshot, Update
from tilerummy.server.messages.views import RoomView
from tilerummy.server.room.entries import Acted, Entry, Opened, read_entry
from tilerummy.server.room.fold import apply, opened
from tilerummy.server.room.room import Room
from tilerummy.server.room.seats import Person
from tilerummy.server.rooms.presence import Attachment
from tilerummy.server.rooms.registry import RESTART
from tilerummy.state import TimedOut


@dataclass(eq=False)
class Listener:
    """A connection of a guest to a table, with its messages in order."""

    person: Person
    logs: FaultyLogs
    attachment: Attachment | None = None
    known: Known = field(default_factory=Known)
    received: list[bytes] = field(default_factory=list)

    def __call__(self, sent: ServerMessage | msgspec.Raw, /) -> None:
        """Check that a message follows the earlier ones and contains only stored entries."""
        message = read(sent)
        self.received.append(msgspec.json.encode(message))
        match message:
            case Update(entries=entries, version=version):
                seqs = [entry.seq for entry in entries]
                assert seqs == [*range(self.known.version, version)], "a gap, or sent twice"
            case Presence(seats=seats):
                assert self.known.table is not None
                self.known.table = msgspec.structs.replace(self.known.table, seats=seats)
        self.known.take(message)
        if isinstance(message, Snapshot | Update):
            stored = self.logs.size(message.room)
            assert message.version <= stored, "sent before it was stored"

    def close(self, code: int, /) -> None:
        assert code == RESTART

    def agrees(self, now: Snapshot) -> None:
        """Compare the accumulated view with a new snapshot."""
        known = self.known
        assert (known.version, known.seat, known.game) == (now.version, now.seat, now.game)
        assert known.table is not None
        assert _timeless(known.table) == _timeless(now.table)


def _timeless(table: RoomView) -> RoomView:
    """Return a table without the times of absence, which are not updated."""
    seats = [msgspec.structs.replace(seat, away_ms=None) for seat in table.seats]
    return msgspec.structs.replace(table, seats=seats)


class LogChecker:
    """Reads a table's log as it grows, and checks every entry."""

    def __init__(self, logs: FaultyLogs, room: str) -> None:
        self.logs, self.name = logs, room
        self.room: Room | None = None
        self.writers: list[tuple[str, str]] = []

    async def check(self, live: Room) -> None:
        """Check the new entries, and that the log folds to the actor's room."""
        rows = await self.logs.load(self.name)
        for row in rows[0 if self.room is None else self.room.version :]:
            self._checked(read_entry(row.body))
            writer = (row.guest or "", row.cid or "")
            if row.cid is not None and writer != (self.writers[-1:] or [("", "")])[0]:
                assert writer not in self.writers, "one command was carried out twice"
            self.writers.append(writer)
        assert live == self.room, "the log folds to another table"
        assert live.version == len(rows)

    def wrote(self, session: str, cid: str) -> bool:
        """Return whether the command *cid* of a guest has stored entries."""
        return (session, cid) in self.writers

    def _checked(self, entry: Entry) -> None:
        if self.room is None:
            assert isinstance(entry, Opened)
            self.room = opened(self.name, entry)
            return
        before = self.room
        self.room = after = apply(before, entry)
        if after.state is not None:
            tiles = after.rules.tiles_for(after.seats)
            assert everywhere(after.state) == sorted(tiles), "a tile was lost or created"
        if isinstance(entry, Acted):
            assert before.state is not None
            assert before.phase == "playing"
            assert entry.seat in (None, before.state.to_move), "a seat acted out of turn"
            assert after.dealt is not None
            latest = after.dealt.latest
            assert after.state is not None
            ends = after.state.turn - before.state.turn
            assert ends in (0, 1), f"an entry ended {ends} turns"
            if any(isinstance(event, TimedOut) for event in latest):
                assert entry.seat is None
