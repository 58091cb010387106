"""Random faults of nodes, of the store and of the bus, while people play through any node.

Checked is the history: what was answered is stored, once; logs have no gap and replay; what
everybody was sent follows from what was sent before; in the end all nodes have the same table.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from tests.cluster.nodes import Cluster, OneNode, cluster
from tests.cluster.people import Player
from tests.server.room_clients import settled
from tests.support.examples import examples

from tilerummy.server.bus.local import Delivery, at_once, faulty
from tilerummy.server.messages.bodies.rooms import ComputerSeat, NewRoom, Terms
from tilerummy.server.room.entries import Acted, read_entry
from tilerummy.server.room.fold import replay
from tilerummy.server.rooms.nodes.leases import BEAT, LEASE
from tilerummy.server.rooms.nodes.node import POLL

STEPS = 60


class History:
    """Three nodes, some tables of two people and a computer player, and their faults."""

    def __init__(self, nodes: Cluster, rng: Random) -> None:
        self.nodes, self.rng = nodes, rng
        self.players: list[Player] = []
        self.rooms: list[str] = []

    @property
    def alive(self) -> list[OneNode]:
        return [node for node in self.nodes.nodes if node.task]

    async def open(self, tables: int) -> None:
        for _ in range(3):
            await self.nodes.start()
        for number in range(tables):
            two = [Player(f"{who}{number}", self.nodes.shared) for who in ("Ann", "Ben")]
            new = NewRoom(
                terms=Terms(ruleset="sabra", turn_ms=60_000),
                seats=3,
                computers=[ComputerSeat(seat=2, level="beginner")],
            )
            room = await self.rng.choice(self.alive).rooms.open(new, two[0].person)
            self.rooms.append(room)
            self.players += two
            for player in two:
                await player.connect(self.rng.choice(self.alive), room)

    async def step(self) -> None:
        """Let something happen, most often what people do."""
        rng = self.rng
        match rng.choices(["play", "wait", "move", "kill", "cut", "join"], [60, 25, 8, 2, 3, 2])[0]:
            case "play":
                await rng.choice(self.players).go_on(rng)
            case "wait":
                await self.nodes.clock.pass_time(rng.choice([10, 300, 1500, 5000]))
            case "move":
                player = rng.choice(self.players)
                await player.connect(rng.choice(self.alive), player.room)
            case "kill" if len(self.alive) > 1:
                await self.kill(rng.choice(self.alive))
            case "cut":
                node = rng.choice(self.alive)
                node.store.cut = not node.store.cut
            case "join" if len(self.alive) < 3:
                await self.nodes.start()
            case _:
                pass

    async def kill(self, node: OneNode) -> None:
        node.kill()
        for player in self.players:
            if player.node is node:
                player.node = None
                await player.connect(self.rng.choice(self.alive), player.room)

    async def mend(self) -> None:
        """End all faults, and let everything settle."""
        for node in self.alive:
            node.store.cut = False
        await self.nodes.clock.pass_time(LEASE + 2 * BEAT + 2 * POLL)
        for player in self.players:
            if player.node is None or not player.connected:
                await player.connect(self.rng.choice(self.alive), player.room)
        await self.nodes.clock.pass_time(POLL)
        await settled()

    async def check(self) -> None:
        for room in self.rooms:
            rows = await self.nodes.shared.load(room)
            assert [row.seq for row in rows] == [*range(len(rows))]
            *_, last = replay(room, [read_entry(row.body) for row in rows])
            begun = [
                (row.session, row.cid)
                for before, row in zip([None, *rows], rows, strict=False)
                if row.cid and (before is None or before.cid != row.cid)
            ]
            assert max(Counter(begun).values(), default=1) == 1, "a command was executed twice"
            for node in self.alive:
                actor = await node.rooms.actor(room)
                assert actor is not None
                assert actor.room == last.room, "a fork"
            assert len(self.nodes.holders(room)) == (last.room.phase not in ("over", "closed"))
        for player in self.players:
            for cid, answer in player.answers.items():
                stored = await self.nodes.shared.answered(player.room, player.person.session, cid)
                assert stored == answer, "it was answered otherwise, or is not stored"
            assert player.node is not None
            player.ear.agrees(await player.node.rooms.snapshot(player.room, player.person))

    async def acted(self) -> int:
        logs = [await self.nodes.shared.load(room) for room in self.rooms]
        return sum(isinstance(read_entry(row.body), Acted) for rows in logs for row in rows)


DELIVERIES: dict[str, Delivery | None] = {
    "none": None,
    "good": at_once,
    "bad": faulty(Random(1), lose=0.2, double=0.2, late=0.3, delay=3.0),
}


@pytest.mark.parametrize("seed", range(examples(4, 300)))
@pytest.mark.parametrize("bus", DELIVERIES)
def test_no_fault_is_seen_in_the_history(bus: str, seed: int) -> None:
    async def test(nodes: Cluster) -> None:
        history = History(nodes, Random(f"{bus} {seed}"))
        await history.open(tables=3)
        for _ in range(STEPS):
            await history.step()
        await history.mend()
        await history.check()
        before = await history.acted()
        for _ in range(STEPS // 2):
            await history.rng.choice(history.players).go_on(history.rng)
            await nodes.clock.pass_time(POLL)
        assert await history.acted() > before, "the tables go on"
        await history.mend()
        await history.check()

    cluster(test, DELIVERIES[bus])
