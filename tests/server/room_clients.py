"""A server without sockets, in memory, whose time is moved by the test."""

from __future__ import annotations

import asyncio
import heapq
import itertools
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Self

from msgspec import Raw, convert
from tests.server.stream_reader import read
from tests.server.workers.patient import PatientWorkers

from tilerummy.server.clock import Clock
from tilerummy.server.cluster.leases import NodeOwnership
from tilerummy.server.messages.bodies.rooms import ComputerSeat, LocalSeat, NewRoom
from tilerummy.server.messages.client import Act, AskHint, Control, Done, TableMessage
from tilerummy.server.messages.server import (
    Answer,
    Fault,
    HintAnswer,
    NearAnswer,
    ServerMessage,
    Snapshot,
)
from tilerummy.server.messages.terms import Terms
from tilerummy.server.messages.views import GameView
from tilerummy.server.room.entries import read_entry
from tilerummy.server.room.fold import LogStep, replay
from tilerummy.server.room.seats import Person
from tilerummy.server.rooms.actor import RoomActor
from tilerummy.server.rooms.ports import INSTANT, RoomServices, Timings
from tilerummy.server.rooms.presence import Attachment
from tilerummy.server.rooms.rooms import Rooms
from tilerummy.server.store.factory import memory_store
from tilerummy.server.store.store import Store


@dataclass(order=True)
class _Timer:
    at: int
    number: int
    call: Callable[[], None] = field(compare=False)
    cancelled: bool = field(default=False, compare=False)

    def cancel(self) -> None:
        self.cancelled = True


class StillClock(Clock):
    """A clock that is moved by hand."""

    def __init__(self, start: int = 1_000_000) -> None:
        super().__init__(lambda: 1_700_000_000_000 + self.time)
        self.time = start
        self._timers: list[_Timer] = []
        self._numbers = itertools.count()

    def now(self) -> int:
        return self.time

    def call_later(self, ms: int, call: Callable[[], None]) -> _Timer:
        timer = _Timer(self.time + ms, next(self._numbers), call)
        heapq.heappush(self._timers, timer)
        return timer

    async def sleep(self, ms: int) -> None:
        if ms <= 0:
            await asyncio.sleep(0)
            return
        woken = asyncio.Event()
        self.call_later(ms, woken.set)
        await woken.wait()

    async def pass_time(self, ms: int) -> None:
        """Advance the time, and run everything that is due."""
        end = self.time + ms
        await settled()
        while self._timers and self._timers[0].at <= end:
            timer = heapq.heappop(self._timers)
            self.time = max(self.time, timer.at)
            if not timer.cancelled:
                timer.call()
                await settled()
        self.time = end


async def settled() -> None:
    """Wait while all tasks run, until each task waits for something."""
    for _ in range(30):
        await asyncio.sleep(0)


def bytes_from(seed: str) -> Callable[[int], bytes]:
    """Return a reproducible source of random bytes."""
    numbers = itertools.count()

    def drawn(size: int) -> bytes:
        return sha256(f"{seed} {next(numbers)}".encode()).digest()[:size]

    return drawn


class TestRooms(Rooms):
    """All rooms of a server in memory, with the parts that tests control."""

    __test__ = False
    later: TestRooms | None = None
    """The rooms of the next server on the same store."""

    def __init__(
        self,
        *,
        store: Store | None = None,
        clock: StillClock | None = None,
        timings: Timings = INSTANT,
        name: str = "test",
        workers: PatientWorkers | None = None,
        single_server: bool = True,
    ) -> None:
        self.clock = clock or StillClock()
        self.workers = workers or PatientWorkers()
        self.store = store or memory_store(self.clock.wall)
        self.node = NodeOwnership(
            self.store.leases, self.clock, name, f"at {name}", single_server=single_server
        )
        super().__init__(
            RoomServices(
                store=self.store,
                clock=self.clock,
                workers=self.workers,
                entropy=bytes_from(name),
                timings=timings,
                ownership=self.node,
            )
        )
        self.node.on_taken, self.node.on_lost = self.registry.take_over, self.registry.unload

    async def begin(self) -> None:
        """Send a heartbeat and take the rooms that are due, like a server that starts."""
        await self.node.heartbeat()
        await self.node.take_due()
        await settled()

    async def close(self) -> None:
        """Release all rooms, like a server that stops."""
        await super().close()
        await self.node.leave()

    async def __aenter__(self) -> Self:
        await self.begin()
        return self

    async def __aexit__(self, *_: object) -> None:
        if self.later is not None:
            await self.later.__aexit__()
        await self.close()

    def work(self, **jobs: Callable[..., Awaitable[object]]) -> None:
        """Replace the workers' jobs of these names by the given functions."""
        vars(self.workers).update(jobs)


async def restarted(
    rooms: TestRooms, *people: Client, down: int = 0, crashed: bool = False
) -> TestRooms:
    """Return the rooms of the store's next server, and connect *people* to that server.

    The previous server was stopped or *crashed*, and then none ran for *down* milliseconds.
    """
    if not crashed:
        await rooms.close()
    rooms.clock.time += down
    name = f"{rooms.node.name} again"
    later = TestRooms(store=rooms.store, clock=rooms.clock, name=name, workers=rooms.workers)
    await later.begin()
    for person in people:
        person.rooms = later
    rooms.later = later
    return later


async def whole(rooms: Rooms, room: str) -> list[LogStep]:
    """Return all steps of a stored log."""
    rows = await rooms.services.store.logs.load(room)
    return [*replay(room, (read_entry(row.body) for row in rows))]


Reply = Answer | HintAnswer | NearAnswer | Fault | None


class Client:
    """A player at a table, with all received messages."""

    def __init__(self, rooms: TestRooms, name: str) -> None:
        self.rooms = rooms
        self.person = Person(f"session-{name}", name)
        self.heard: list[ServerMessage] = []
        self.closed: list[int] = []
        self.room = ""
        self.attachment: Attachment | None = None
        self._cids = itertools.count()

    def cid(self) -> str:
        return f"{self.person.name.replace(' ', '-')}-{next(self._cids)}"

    async def open(
        self,
        ruleset: str = "sabra",
        *,
        seats: int = 2,
        computers: dict[int, str] | None = None,
        local: dict[int, str] | None = None,
        start: bool = False,
        **terms: object,
    ) -> str:
        """Open a table, watch it, and return its id.

        *local* contains the names of players on the same device, by seat.
        """
        new = NewRoom(
            terms=convert({"ruleset": ruleset, **terms}, Terms),
            seats=seats,
            computers=[ComputerSeat(seat=s, level=lv) for s, lv in (computers or {}).items()],
            local_players=[LocalSeat(seat=s, name=name) for s, name in (local or {}).items()],
            start=start,
        )
        self.room = await self.rooms.open(new, self.person)
        await self.watch(self.room)
        return self.room

    def __call__(self, message: ServerMessage | Raw, /) -> None:
        self.heard.append(read(message))

    def close(self, code: int, /) -> None:
        self.closed.append(code)

    async def watch(self, room: str, since: int | None = None) -> None:
        self.room = room
        attached = await self.rooms.attach(room, self.person, self, since)
        assert not isinstance(attached, Fault), attached
        self.attachment = attached

    async def join(self, room: str) -> None:
        """Watch a room and take a seat."""
        await self.watch(room)
        await self.control("sit")

    async def leave(self) -> None:
        """Disconnect from the room."""
        assert self.attachment
        await self.rooms.detach(self.attachment)
        self.attachment = None
        await settled()

    async def ask(self, command: TableMessage) -> Reply:
        answer = await self.rooms.command(self.person, command)
        await settled()
        return answer

    async def control(self, what: str, **more: object) -> Reply:
        fields = {"cid": self.cid(), "room": self.room, "what": what, **more}
        return await self.ask(convert(fields, Control))

    async def do(self, *actions: str, version: int | None = None) -> Reply:
        if version is None:
            version = await self.version()
        act = Act(cid=self.cid(), room=self.room, version=version, actions=[*actions])
        return await self.ask(act)

    async def done(self, *after: str) -> Reply:
        version = await self.version()
        done = Done(cid=self.cid(), room=self.room, version=version, after=[*after])
        return await self.ask(done)

    async def hint(self, level: int = 3, target: int = 0) -> Reply:
        version = await self.version()
        ask = AskHint(cid=self.cid(), room=self.room, version=version, level=level, target=target)
        return await self.ask(ask)

    async def actor(self) -> RoomActor:
        actor = await self.rooms.registry.own(self.room)
        assert actor is not None
        return actor

    async def version(self) -> int:
        return (await self.actor()).room.version

    async def sees(self) -> Snapshot:
        """Return a new snapshot of what this player's connection may see."""
        here = self.attachment or Attachment(self.room, self.person.guest, self)
        return (await self.actor()).broadcast.snapshot(here)

    async def show_rack(self, version: int | None = None) -> None:
        """Show the next mover's rack, on a device that several players share."""
        assert self.attachment
        shown = await self.version() if version is None else version
        await self.rooms.show_rack(self.attachment, shown)

    async def game(self) -> GameView:
        """Return this player's present view of the round."""
        game = (await self.sees()).game
        assert game is not None
        return game

    async def take_turn(self) -> None:
        """End the turn with the best play, or with a draw, a discard or a pass."""
        game = await self.game()
        assert game.can is not None, "it is another player's turn"
        hint = await self.hint() if game.can.play else None
        if isinstance(hint, HintAnswer) and hint.after is not None:
            answer = await self.done(*hint.after)
        elif game.can.draw:
            answer = await self.do("draw")
        elif game.can.discard:
            answer = await self.do(f"discard {game.can.discard[0]}")
        else:
            answer = await self.do("pass")
        assert isinstance(answer, Answer), answer
        assert answer.status == "ok", answer
