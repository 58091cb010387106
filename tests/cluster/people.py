"""People whose connections come and go, and who send again what was not answered."""

from __future__ import annotations

import itertools
from random import Random
from typing import TYPE_CHECKING

import msgspec
from tests.server.laws.witness import Ear

from tilerummy.server.messages import (
    Act,
    Answer,
    Command,
    Control,
    Fault,
    GameView,
    RoomView,
    ServerMessage,
)
from tilerummy.server.rooms.access import Person

if TYPE_CHECKING:
    from tests.cluster.nodes import OneNode

    from tilerummy.server.store import MemoryStore


class Sizes:
    """The sizes of all logs, for an ear: nothing is sent before it is stored."""

    def __init__(self, store: MemoryStore) -> None:
        self._store = store

    def size(self, room: str) -> int:
        end = self._store.end(room)
        return end.size if end else 0


class Player:
    """A person at a table, connected through one node after the other."""

    def __init__(self, name: str, store: MemoryStore) -> None:
        self.person = Person(f"session-{name}", name)
        self.ear = Ear(self.person, Sizes(store))  # type: ignore[arg-type]
        self.node: OneNode | None = None
        self.room = ""
        self.connected = False
        self.pending: Command | None = None
        self.answers: dict[str, bytes] = {}
        self._connection = 0
        self._cids = itertools.count()

    async def connect(self, node: OneNode, room: str) -> None:
        """Lose the connection, and connect to a node, which may refuse it."""
        if self.node is not None and self.ear.attachment is not None:
            await self.node.rooms.detach(self.ear.attachment)
        self._connection += 1
        self.node, self.room, self.connected = node, room, False
        number = self._connection

        def hear(message: ServerMessage | msgspec.Raw) -> None:
            if number == self._connection:  # else the connection is lost
                self.ear.hear(message)

        since = self.ear.version or None
        found = await node.rooms.attach(room, self.person, hear, since)
        if isinstance(found, Fault):
            assert found.code == "storage", found
            self.ear.attachment = None
        else:
            self.ear.attachment = found
            self.connected = True

    async def go_on(self, rng: Random) -> None:
        """Send again what was not answered, or else what this person can do; sometimes twice."""
        if self.node is None or not self.connected:
            return
        command = self.pending or self._next(rng)
        if command is None:
            return
        self.pending = command
        for _ in range(rng.choice([1, 1, 1, 2])):
            answer = await self.node.rooms.command(self.person, command)
            if isinstance(answer, Answer):
                self._answered(answer)
            else:
                assert isinstance(answer, Fault)
                assert answer.code == "storage", answer

    def _answered(self, answer: Answer) -> None:
        raw = msgspec.json.encode(answer)
        assert self.answers.setdefault(answer.cid, raw) == raw, "one command has two answers"
        self.pending = None

    def _next(self, rng: Random) -> Command | None:
        ear = self.ear
        cid = self._cid()
        command = next_command(
            ear.table, ear.game, ear.seat, room=self.room, version=ear.version, cid=cid
        )
        if command is None and ear.table is not None and ear.table.phase != "sealing":
            what = rng.choice(["pause", "decline"])
            return control(self.room, cid, what) if rng.random() < 0.02 else None
        return command

    def _cid(self) -> str:
        return f"{self.person.name}-{next(self._cids)}"


def next_command(
    table: RoomView | None,
    game: GameView | None,
    seat: int | None,
    *,
    room: str,
    version: int,
    cid: str,
) -> Command | None:
    """Return what a person does who sees this: sits down, begins, draws or passes."""
    if table is None:
        return None
    if table.phase == "waiting":
        if seat is None:
            return control(room, cid, "sit")
        everybody = all(each.kind != "open" for each in table.seats)
        return control(room, cid, "start") if seat == 0 and everybody else None
    if table.phase == "sealing" and seat is not None:
        return None if table.seats[seat].ready else control(room, cid, "ready")
    if table.phase != "playing" or game is None or game.can is None:
        return None
    action = "draw" if game.can.draw else "pass"
    return Act(cid=cid, room=room, version=version, actions=[action])


def control(room: str, cid: str, what: str) -> Control:
    return msgspec.convert({"cid": cid, "room": room, "what": what}, Control)
