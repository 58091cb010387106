"""Several nodes in one process that share a store, in a time that goes only when it is told to."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field

from tests.server.room_clients import Client, StillClock, TestRooms, settled

from tilerummy.server.bus.local import Delivery, LocalBus, LocalNetwork, at_once
from tilerummy.server.rooms.nodes.node import Node
from tilerummy.server.rooms.ports import INSTANT, Pace
from tilerummy.server.store import (
    AppendResult,
    Entries,
    MemoryStore,
    Row,
    StorageError,
)
from tilerummy.server.store.nodes.memory import MemoryNodes
from tilerummy.server.store.nodes.port import Beat, Lease, LogEnd


class Unplugged(MemoryStore):
    """What one node sees of a store that all share; it can be cut off, or slow."""

    def __init__(self, shared: MemoryStore) -> None:
        self.__dict__ |= shared.__dict__  # the same tables
        self.nodes = UnpluggedNodes(shared.nodes, self)
        self.cut = False
        self.before_append: Callable[[], Coroutine[None, None, None]] | None = None

    def check(self) -> None:
        if self.cut:
            raise StorageError("the store is away")

    async def append(self, new: Entries) -> AppendResult:
        self.check()
        if (first := self.before_append) is not None:
            self.before_append = None
            await first()
        return await super().append(new)

    async def load(self, room: str, since: int = 0) -> list[Row]:
        self.check()
        return await super().load(room, since)


class UnpluggedNodes(MemoryNodes):
    """The same of what nodes know of each other."""

    def __init__(self, shared: MemoryNodes, store: Unplugged) -> None:
        self.__dict__ |= shared.__dict__
        self._store = store

    async def beat(self, node: str, *, lease: int, away: bool = False) -> Beat:
        self._store.check()
        return await super().beat(node, lease=lease, away=away)

    async def take(self, node: str, *, most: int) -> list[Lease]:
        self._store.check()
        return await super().take(node, most=most)

    async def ends(self, rooms: object) -> dict[str, LogEnd]:
        self._store.check()
        return await super().ends(rooms)  # type: ignore[arg-type]


class OnceClient(Client):
    """A person at a node, with commands that have no id of another node's."""

    def __init__(self, node: OneNode, name: str) -> None:
        super().__init__(node.rooms, name)
        self._node = node.name

    def cid(self) -> str:
        return f"{self._node}_{super().cid()}"


@dataclass
class OneNode:
    """A node: its rooms, and its tasks while it runs."""

    name: str
    rooms: TestRooms
    store: Unplugged
    node: Node
    bus: LocalBus
    task: asyncio.Task[None] | None = None

    def person(self, name: str) -> Client:
        return OnceClient(self, name)

    def kill(self) -> None:
        """Stop all that it does, as SIGKILL would: nobody is told."""
        assert self.task
        self.task.cancel()
        self.task = None
        self.store.cut = True
        self.bus.connected = False
        for actor in self.rooms.registry:
            actor.turn.cancel()
            actor.dealing.cancel()

    async def end(self) -> None:
        """End it as SIGTERM would."""
        assert self.task
        self.task.cancel()
        self.task = None
        await self.rooms.close()

    def holds(self, room: str) -> bool:
        return self.node.holds(room)


@dataclass
class Cluster:
    """Nodes that share a store."""

    clock: StillClock = field(default_factory=StillClock)
    delivery: Delivery | None = None
    nodes: list[OneNode] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.shared = MemoryStore(self.clock.wall)
        self.network = LocalNetwork(self.delivery or at_once, self._later)

    def _later(self, seconds: float, call: Callable[[], None]) -> object:
        if seconds:
            return self.clock.call_later(int(seconds * 1000), call)
        return asyncio.get_running_loop().call_soon(call)

    async def start(self, pace: Pace = INSTANT) -> OneNode:
        """Start one more node."""
        name = f"node-{len(self.nodes)}"
        store = Unplugged(self.shared)
        bus = self.network.join() if self.delivery else LocalBus()
        node = Node(store.nodes, self.clock, name, bus)
        rooms = TestRooms(store=store, clock=self.clock, pace=pace, seed=name, node=node)
        new = OneNode(name, rooms, store, node, bus)
        new.task = asyncio.create_task(rooms.keep_up())
        self.nodes.append(new)
        await settled()
        return new

    async def close(self) -> None:
        for each in self.nodes:
            if each.task is not None:
                each.task.cancel()
        for each in self.nodes:
            each.store.cut = False
            await each.rooms.close()

    def holders(self, room: str) -> list[OneNode]:
        return [each for each in self.nodes if each.task and each.holds(room)]


def cluster(
    test: Callable[[Cluster], Coroutine[None, None, None]], delivery: Delivery | None = None
) -> None:
    """Run a test with nodes; without a *delivery* they have no bus."""

    async def alone() -> None:
        nodes = Cluster(delivery=delivery)
        try:
            await test(nodes)
        finally:
            await nodes.close()

    asyncio.run(asyncio.wait_for(alone(), 120))
