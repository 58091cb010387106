"""Clients that lose connections, reconnect, and repeat unacknowledged commands."""

from __future__ import annotations

import itertools
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Literal

import msgspec
from tests.history.recorder import Recorder
from tests.server.stream_reader import Known, read
from tests.support.best_tables import best_table

from tilerummy.server.messages.client import Act, Command, Control, Done
from tilerummy.server.messages.server import Answer, Fault, ServerMessage, Snapshot, Update
from tilerummy.server.room.seats import Person
from tilerummy.server.rooms.presence import Attachment
from tilerummy.server.rooms.registry import RESTART
from tilerummy.server.store.types import NotOwnerError, StorageError

if TYPE_CHECKING:
    from tests.cluster.nodes import Cluster, Node


class Player:
    """A player at a table, connected through one node after another."""

    def __init__(self, name: str, room: str, nodes: Cluster, recorder: Recorder) -> None:
        self.person, self.room = Person(f"session-{name}", name), room
        self._nodes, self._recorder = nodes, recorder
        self.known = Known()
        self.connection: _Connection | None = None
        self.answers: dict[str, Answer] = {}
        self._pending: Command | None = None
        self._connections = 0
        self._cids = itertools.count()

    async def connect(self, entry: Node) -> None:
        """Disconnect, and connect through the node *entry*, which may refuse the connection."""
        before, self.connection = self.connection, None
        if before is not None and before.attachment is not None:
            await before.node.detach(before.attachment)
        self._connections += 1
        since = self.known.version
        self._recorder.watched(self.person.name, self.room, self._connections, since)
        with suppress(StorageError):
            node = await self._nodes.serving(entry, self.room)
            new = self.connection = _Connection(self, node)
            found = await node.attach(self.room, self.person, new, since or None)
            if isinstance(found, Attachment):
                new.attachment = found
                return
        self.connection = None

    def is_at(self, node: Node) -> bool:
        return self.connection is not None and self.connection.node is node

    def note(self, message: Snapshot | Update | Answer) -> None:
        text = msgspec.json.encode(message).decode()
        self._recorder.heard(self.person.name, self.room, self._connections, text)

    async def go_on(self, rng: Random) -> None:
        """Repeat the pending command, or send a new one; sometimes twice."""
        self._pending = self._pending or self._next(rng)
        for _ in range(rng.choice([1, 1, 1, 2])):
            await self.repeat()

    async def repeat(self) -> None:
        """Send the pending command, if there is one, and keep its result unless that is lost."""
        connection, command = self.connection, self._pending
        if connection is None or command is None:
            return
        text = msgspec.json.encode(command).decode()
        self._recorder.sent(self.person.name, self.room, text)
        try:
            answer = await connection.node.command(self.person, command)
        except NotOwnerError:
            connection.close(RESTART)
            return
        if isinstance(answer, Fault):
            assert answer.code == "storage", answer
            return
        assert isinstance(answer, Answer)
        if connection is self.connection:  # otherwise the result is lost
            self.note(answer)
            assert self.answers.setdefault(answer.cid, answer) == answer, "two results"
            self._pending = None

    def _next(self, rng: Random) -> Command | None:
        cid = f"{self.person.name}-{next(self._cids)}"
        command = next_command(self.known, self.room, cid)
        if command is None and self.known.table and self.known.table.phase != "sealing":
            what: Literal["pause", "decline"] = rng.choice(["pause", "decline"])
            return Control(cid=cid, room=self.room, what=what) if rng.random() < 0.02 else None
        return command


@dataclass(eq=False)
class _Connection:
    """A player's connection to a node; its messages are ignored once the player has a newer one."""

    player: Player
    node: Node
    attachment: Attachment | None = None

    def __call__(self, message: ServerMessage | msgspec.Raw, /) -> None:
        heard = read(message)
        if self.player.connection is self and isinstance(heard, Snapshot | Update):
            self.player.note(heard)
            self.player.known.take(heard)

    def close(self, code: int, /) -> None:
        assert code == RESTART
        if self.player.connection is self:
            self.player.connection = None


def next_command(known: Known, room: str, cid: str, *, lays: bool = False) -> Command | None:
    """Return a player's next command: sit down, start, confirm, draw or pass.

    With *lays*, the best play if there is one.
    """
    table, seat = known.table, known.seat
    match table.phase if table else "":
        case "waiting" if table and seat is None:
            return Control(cid=cid, room=room, what="sit")
        case "waiting" if table and seat == 0 and all(p.kind != "open" for p in table.seats):
            return Control(cid=cid, room=room, what="start")
        case "sealing" if table and seat is not None and not table.seats[seat].ready:
            return Control(cid=cid, room=room, what="ready")
        case "playing" if known.game and (can := known.game.can):
            game, version = known.game, known.version
            after = best_table(game.rack or [], game.table, game.opening) if lays else None
            if after is not None:
                return Done(cid=cid, room=room, version=version, after=after)
            action = "draw" if can.draw else "pass"
            return Act(cid=cid, room=room, version=version, actions=[action])
    return None
