"""People whose connections come and go, and who send again what was not answered."""

from __future__ import annotations

import itertools
from random import Random
from typing import TYPE_CHECKING

import msgspec
from tests.history.recorder import Recorder
from tests.server.stream_reader import Known, read

from tilerummy.server.messages import (
    Act,
    Answer,
    Command,
    Control,
    Fault,
    GameView,
    RoomView,
    ServerMessage,
    Snapshot,
    Update,
)
from tilerummy.server.rooms.access import Person
from tilerummy.server.rooms.errors import NotOwnerError
from tilerummy.server.rooms.presence import Attachment
from tilerummy.server.store import StorageError

if TYPE_CHECKING:
    from tests.cluster.nodes import Cluster, OneNode


class Player:
    """A person at a table, connected through one node after the other."""

    def __init__(self, name: str, room: str, nodes: Cluster, recorder: Recorder) -> None:
        self.person, self.room = Person(f"session-{name}", name), room
        self._nodes, self._recorder = nodes, recorder
        self.known = Known()
        self.node: OneNode | None = None
        self.attachment: Attachment | None = None
        self.answers: dict[str, bytes] = {}
        self._pending: Command | None = None
        self._connection = 0
        self._cids = itertools.count()

    async def connect(self, asked: OneNode) -> None:
        """Lose the connection, and connect through a node, which may refuse it."""
        if self.node is not None and self.attachment is not None:
            await self.node.rooms.detach(self.attachment)
        self.node = self.attachment = None
        self._connection += 1
        listener = _Connection(self, self._connection)
        self._recorder.watched(self.person.name, self.room, self._connection, self.known.version)
        try:
            node = await self._nodes.serving(asked, self.room)
            found = await node.rooms.attach(
                self.room, self.person, listener, self.known.version or None
            )
        except StorageError:
            return
        if isinstance(found, Attachment) and listener.number == self._connection:
            self.node, self.attachment = node, found

    def hear(self, message: ServerMessage | msgspec.Raw, connection: int) -> None:
        """Receive a message, unless its connection is lost."""
        heard = read(message)
        if connection == self._connection and isinstance(heard, Snapshot | Update):
            self._note(heard)
            self.known.take(heard)

    def closed(self, connection: int) -> None:
        """Note that the server has closed a connection."""
        if connection == self._connection:
            self.lose()

    def lose(self) -> None:
        """Lose the connection, as its server is gone."""
        self.node = self.attachment = None
        self._connection += 1

    def _note(self, message: Snapshot | Update | Answer) -> None:
        text = msgspec.json.encode(message).decode()
        self._recorder.heard(self.person.name, self.room, self._connection, text)

    async def go_on(self, rng: Random) -> None:
        """Send again what was not answered, or else what this person can do; sometimes twice."""
        self._pending = self._pending or self._next(rng)
        for _ in range(rng.choice([1, 1, 1, 2])):
            await self.repeat()

    async def repeat(self) -> None:
        """Send the command that was not answered, if there is one."""
        if self.node is not None and (command := self._pending) is not None:
            text = msgspec.json.encode(command).decode()
            self._recorder.sent(self.person.name, self.room, text)
            connection = self._connection
            try:
                answer = await self.node.rooms.command(self.person, command)
            except NotOwnerError:
                self.closed(connection)
                return
            if isinstance(answer, Answer):
                self._answered(answer, connection)
            else:
                assert isinstance(answer, Fault)
                assert answer.code == "storage", answer

    def _answered(self, answer: Answer, connection: int) -> None:
        if connection != self._connection:
            return  # it is lost with the connection
        self._note(answer)
        raw = msgspec.json.encode(answer)
        assert self.answers.setdefault(answer.cid, raw) == raw, "one command has two answers"
        self._pending = None

    def _next(self, rng: Random) -> Command | None:
        known, cid = self.known, f"{self.person.name}-{next(self._cids)}"
        command = next_command(
            known.table, known.game, known.seat, room=self.room, version=known.version, cid=cid
        )
        if command is None and known.table is not None and known.table.phase != "sealing":
            what = rng.choice(["pause", "decline"])
            return control(self.room, cid, what) if rng.random() < 0.02 else None
        return command


class _Connection:
    """A listener of a player, which is of no use any more when the player has another one."""

    def __init__(self, player: Player, number: int) -> None:
        self._player, self.number = player, number

    def __call__(self, message: ServerMessage | msgspec.Raw, /) -> None:
        self._player.hear(message, self.number)

    def close(self, code: int, /) -> None:
        assert code == 1012
        self._player.closed(self.number)


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
