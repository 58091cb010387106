"""Several nodes in one process that share a database; their time is moved by the test."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from tests.server.room_clients import Client, StillClock, TestRooms, settled

from tilerummy.server.store.database import Append, Connection
from tilerummy.server.store.sqlite import SqliteInline
from tilerummy.server.store.store import Store
from tilerummy.server.store.types import StorageError, StoreDescription

Result = TypeVar("Result")


class DatabaseLink:
    """The connection of one node to the shared database.

    While it is ``cut``, nothing is stored. The results of the next ``unheard`` writes are lost, but
    the writes are stored. While ``reading`` is cleared, reads hang.
    """

    def __init__(self, shared: SqliteInline) -> None:
        self._shared = shared
        self.cut = False
        self.unheard = 0
        self.reading = asyncio.Event()
        self.reading.set()

    @property
    def about(self) -> StoreDescription:
        return self._shared.about

    async def read(
        self, work: Callable[[Connection], Result], /, *, urgent: bool = False
    ) -> Result:
        del urgent
        await self.reading.wait()
        self._check()
        return await self._shared.read(work)

    async def write(
        self, work: Callable[[Connection], Result], /, *, urgent: bool = False
    ) -> Result:
        del urgent
        return await self._heard(self._shared.write, work)

    async def append(self, append: Append, /) -> bool:
        return await self._heard(self._shared.append, append)

    async def _heard(self, write: Callable[..., Awaitable[Result]], work: object) -> Result:
        self._check()
        result = await write(work)
        if self.unheard:
            self.unheard -= 1
            raise StorageError("the connection was lost")
        return result

    def _check(self) -> None:
        if self.cut:
            raise StorageError("the database is unreachable")

    def listen(self, wake: Callable[[], None], /) -> None:
        self._shared.listen(wake)

    async def notify(self) -> None:
        await self._shared.notify()

    async def purge(self) -> None:
        await self._shared.purge()

    async def is_writable(self) -> bool:
        return not self.cut

    async def close(self) -> None:
        pass


class Node(TestRooms):
    """A node: its rooms, and its task while it is running."""

    def __init__(self, shared: SqliteInline, clock: StillClock, name: str) -> None:
        self.link = DatabaseLink(shared)
        super().__init__(
            store=Store(self.link, clock.wall), clock=clock, name=name, single_server=False
        )
        self.task: asyncio.Task[None] | None = None
        self.frozen = False

    def person(self, name: str) -> Client:
        return Client(self, name)

    def owns(self, room: str) -> bool:
        return room in self.node.owned

    def start(self) -> None:
        """Start the node's heartbeats, and its search for rooms that are due."""
        self.task = asyncio.create_task(self.node.run())

    def kill(self) -> None:
        """Stop everything, and cut the connection to the database, like SIGKILL."""
        assert self.task
        self.task.cancel()
        self.task = None
        self.link.cut = True
        for actor in self.registry:
            actor.turn.cancel()
            actor.dealing.cancel()

    def freeze(self) -> None:
        """Stop everything, like SIGSTOP: connections are accepted, but never served."""
        self.kill()
        self.frozen = True

    def wake(self) -> None:
        """Continue after :meth:`freeze`, like SIGCONT."""
        self.link.cut = self.frozen = False
        self.start()

    async def end(self) -> None:
        """Stop the node and release its rooms, like SIGTERM."""
        assert self.task
        self.task.cancel()
        self.task = None
        await self.close()


class Cluster:
    """Nodes that share a database."""

    def __init__(self) -> None:
        self.clock, self.nodes = StillClock(), list[Node]()
        self.database = SqliteInline(self.clock.wall)
        self.store = Store(self.database, self.clock.wall)

    async def start(self) -> Node:
        """Start another node."""
        new = Node(self.database, self.clock, f"node-{len(self.nodes)}")
        new.start()
        self.nodes.append(new)
        await settled()
        return new

    @property
    def alive(self) -> list[Node]:
        return [node for node in self.nodes if node.task]

    def owners(self, room: str) -> list[Node]:
        return [node for node in self.alive if node.owns(room)]

    async def serving(self, entry: Node, room: str) -> Node:
        """Return the node that serves a room, like a connection forwarded from another one.

        A killed owner refuses connections. Raises StorageError for a frozen one.
        """
        owner = await entry.node.other_owner(room)
        if owner is None:
            return entry
        [there] = [node for node in self.nodes if node.node.name == owner.node]
        if there.frozen:
            raise StorageError("the owner does not respond")
        if there.task is None:
            entry.node.mark_dead(owner.node)
            return entry
        return there

    async def close(self) -> None:
        for each in self.alive:
            assert each.task
            each.task.cancel()
        for each in self.nodes:
            each.link.cut = False
            await each.close()
