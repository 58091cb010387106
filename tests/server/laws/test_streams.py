"""Two tables that differ only in hidden information send a viewer the same bytes."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.server.playing import seated
from tests.server.room_clients import StillClock, TestRooms, settled, whole

from tilerummy.server.messages.client import Act, Check, Control, Preview, Say, TableMessage
from tilerummy.server.messages.server import ServerMessage
from tilerummy.server.room.fold import LogStep
from tilerummy.server.room.seats import Person
from tilerummy.server.rooms.actor import RoomActor
from tilerummy.state import State
from tilerummy.tiles import Rack, Tile

NAMES = ("Ann", "Ben", "Cy")
TRIES = ["draw", "pass", "draw", "draw", "play r1 r2 r3", "nonsense", "time-out", "turn"]
RULESETS = ["sabra", "rummikub", "sabra-way", "mcgraw", "american", "international"]


def shuffled_for(state: State, viewer: int | None, rng: Random, drawn: frozenset[int]) -> State:
    """Return a different state that looks the same to *viewer*, now and in later turns.

    Hidden tiles are exchanged, except the pool tiles that the viewer will draw.
    """
    free = [i for i in range(len(state.pool)) if i not in drawn]
    others = [i for i in range(len(state.seats)) if i != viewer]
    hidden: list[Tile] = [state.pool[i] for i in free]
    for seat in others:
        hidden += state.seats[seat].rack - state.seats[seat].known
    rng.shuffle(hidden)
    pool, seats = [*state.pool], [*state.seats]
    for i in free:
        pool[i] = hidden.pop()
    for i in others:
        owner = seats[i]
        unknown = len(owner.rack) - len(owner.known)
        rack = owner.known + Rack(hidden.pop() for _ in range(unknown))
        seats[i] = replace(owner, rack=rack)
    start = state.start
    if viewer != state.to_move:
        start = replace(start, seat=seats[state.to_move])
    return replace(state, seats=tuple(seats), pool=tuple(pool), start=start)


class Twin:
    """A table with the messages to one viewer."""

    def __init__(self, seed: int, ruleset: str, viewer: int | None) -> None:
        self.clock = StillClock()
        self.rooms = TestRooms(clock=self.clock, name=str(seed))
        self.ruleset, self.viewer = ruleset, viewer
        self.received: list[bytes] = []

    async def begin(self) -> RoomActor:
        """Start a match with the viewer connected."""
        terms: dict[str, object] = {"turn_ms": 30_000}
        self.people = await seated(self.rooms, *NAMES, ruleset=self.ruleset, **terms)
        watcher = Person("session-Eve", "Eve")
        person = watcher if self.viewer is None else self.people[self.viewer].person
        actor = await self.people[0].actor()
        await self.rooms.attach(self.people[0].room, person, self)
        return actor

    def __call__(self, message: ServerMessage | msgspec.Raw, /) -> None:
        self.received.append(msgspec.json.encode(message))

    def close(self, code: int, /) -> None:
        """Record the close code with the messages."""
        self.received.append(b"%d" % code)

    async def play(self, script: Random, steps: int) -> None:
        """Play the script: seats other than the viewer's draw, pass or send illegal actions."""
        for step in range(steps):
            actor = await self.people[0].actor()
            room = actor.room
            if room.phase != "playing" or room.state is None or len(room.state.pool) < 5:
                return
            seat = script.randrange(len(NAMES))
            if script.random() < 0.7:
                seat = room.state.to_move
            await self.send(seat, script.choice(TRIES), step)
            if script.random() < 0.1:
                # in games with discards, a time-out reveals a hidden tile
                discards = self.ruleset in ("american", "international")
                ms = 100 if discards else script.choice([100, 29_000, 30_000])
                await self.clock.pass_time(ms)

    async def send(self, seat: int, wish: str, step: int) -> None:
        """Send a seat's command, and record its result if the seat is the viewer's."""
        person = self.people[seat]
        version = await person.version()
        rest: dict[str, Any] = {"cid": f"s{step}", "room": person.room}
        commands: list[TableMessage] = [Act(version=version, actions=[wish], **rest)]
        if wish == "turn":
            commands = [
                Check(version=version, after=["r1 r2 r3"], **rest),
                Preview(room=person.room, version=version, rows=[["b1"]])
                if self.viewer == seat
                else Say(room=person.room, text="well"),
                Control(cid=rest["cid"], room=rest["room"], what="lock"),
            ]
        for command in commands:
            answer = await self.rooms.command(person.person, command)
            await settled()
            if seat == self.viewer:
                self.received.append(msgspec.json.encode(answer))


async def twins(ruleset: str, viewer: int | None, seed: int, steps: int) -> None:
    first = Twin(seed, ruleset, viewer)
    actor = await first.begin()
    begun = actor.room
    await first.play(Random(seed), steps)
    assert begun.state is not None
    drawn = drawn_by(begun.state, await whole(first.rooms, begun.id), viewer)
    second = Twin(seed, ruleset, viewer)
    other = await second.begin()
    assert other.room.dealt == begun.dealt
    assert other.room.dealt is not None
    hidden = shuffled_for(begun.state, viewer, Random(seed + 1), drawn)
    other.log.room = replace(other.room, dealt=replace(other.room.dealt, state=hidden))
    await second.play(Random(seed), steps)
    assert second.received == first.received
    assert len(first.received) > 1
    for twin in (first, second):
        await twin.rooms.close()


def drawn_by(begun: State, log: Sequence[LogStep], viewer: int | None) -> frozenset[int]:
    """Return the indices of the pool tiles that the viewer drew; the next tile has index 0."""
    state = log[-1].room.state
    assert state is not None
    places: set[int] = set()
    if viewer is None:
        return frozenset()
    taken = 0
    for each in log[begun_at(log) :]:
        for event in each.events:
            tiles = getattr(event, "tiles", None)
            if type(event).__name__ in ("Drew", "Penalised") and tiles is not None:
                if getattr(event, "seat", None) == viewer:
                    places |= {*range(taken, taken + len(tiles))}
                taken += len(tiles)
    assert taken == len(begun.pool) - len(state.pool)
    return frozenset(places)


def begun_at(log: Sequence[LogStep]) -> int:
    """Return the index of the first entry after the deal."""
    return 1 + max(i for i, e in enumerate(log) if type(e.entry).__name__ == "Began")


@settings(max_examples=max(10, settings().max_examples // 4))
@given(
    ruleset=st.sampled_from(RULESETS),
    viewer=st.sampled_from([None, 0, 1, 2]),
    seed=st.integers(0, 2**32),
)
def test_hidden_information_changes_no_byte_of_a_viewers_stream(
    *, ruleset: str, viewer: int | None, seed: int
) -> None:
    asyncio.run(twins(ruleset, viewer, seed, 25))
