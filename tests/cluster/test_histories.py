"""Random faults of nodes and of their database while clients play through any node.

tests/history checks the history; acknowledged commands are stored exactly once; logs have no gap
and can be replayed; in the end everyone sees the same table, which has at most one owner.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest
from tests.chaos.checking import check_history
from tests.cluster.nodes import Cluster, Node
from tests.cluster.people import Player
from tests.history.checker import check
from tests.history.recorder import Recorder
from tests.server.room_clients import settled, whole
from tests.support.examples import examples

from tilerummy.server.cluster.leases import DEAD_AFTER, HEARTBEAT, LEASE, POLL_INTERVAL
from tilerummy.server.messages.bodies.rooms import ComputerSeat, NewRoom
from tilerummy.server.messages.terms import Terms
from tilerummy.server.room.entries import Acted, read_entry
from tilerummy.server.room.seats import Person

STEPS = 60
SOON = LEASE + DEAD_AFTER + 2 * POLL_INTERVAL
"""Milliseconds until the rooms of dead nodes have another owner, if they need one."""


class History:
    """Three nodes, tables of two clients and a computer player, and their faults."""

    def __init__(self, nodes: Cluster, rng: Random, path: Path) -> None:
        self.nodes, self.rng, self.path = nodes, rng, path
        self.recorder = Recorder(path, lambda: nodes.clock.time / 1000)
        self.players: list[Player] = []
        self.rooms: list[str] = []

    async def open(self, tables: int) -> None:
        for _ in range(3):
            await self.nodes.start()
        for number in range(tables):
            new = NewRoom(
                terms=Terms(ruleset="sabra", turn_ms=60_000),
                seats=3,
                computers=[ComputerSeat(seat=2, level="beginner")],
            )
            host = Person(f"session-Ann{number}", f"Ann{number}")
            room = await self.rng.choice(self.nodes.alive).open(new, host)
            self.rooms.append(room)
            for who in ("Ann", "Ben"):
                player = Player(f"{who}{number}", room, self.nodes, self.recorder)
                await player.connect(self.rng.choice(self.nodes.alive))
                self.players.append(player)

    async def step(self) -> None:
        """Do something random, usually an action of a player."""
        rng, alive = self.rng, self.nodes.alive
        kinds = {"play": 60, "wait": 25, "move": 8, "kill": 2, "freeze": 2, "end": 1}
        kinds |= {"wake": 3, "cut": 3, "unheard": 2, "join": 2}
        match rng.choices([*kinds], [*kinds.values()])[0]:
            case "play":
                await self.play()
            case "wait":
                await self.nodes.clock.pass_time(rng.choice([10, 300, 1500, 5000]))
            case "move":
                await rng.choice(self.players).connect(rng.choice(alive))
            case "kill" if len(alive) > 1:
                self.gone(node := rng.choice(alive))
                node.kill()
            case "freeze" if len(alive) > 1:
                self.gone(node := rng.choice(alive))
                node.freeze()
            case "end" if len(alive) > 1:
                await rng.choice(alive).end()
            case "wake" if frozen := [node for node in self.nodes.nodes if node.frozen]:
                rng.choice(frozen).wake()
            case "cut":
                node = rng.choice(alive)
                node.link.cut = not node.link.cut
            case "unheard":
                rng.choice(alive).link.unheard += 1
            case "join" if len(alive) < 3:
                await self.nodes.start()
            case _:
                pass

    async def play(self) -> None:
        player = self.rng.choice(self.players)
        if player.connection is None:
            await player.connect(self.rng.choice(self.nodes.alive))
        await player.go_on(self.rng)

    def gone(self, node: Node) -> None:
        for player in self.players:
            if player.is_at(node):
                player.connection = None

    async def mend(self) -> None:
        """End all faults, and let everything settle."""
        for node in self.nodes.alive:
            node.link.cut, node.link.unheard = False, 0
        await self.nodes.clock.pass_time(SOON)
        for _ in range(3):
            for player in self.players:
                if player.connection is None:
                    await player.connect(self.rng.choice(self.nodes.alive))
                await player.repeat()
            await self.nodes.clock.pass_time(HEARTBEAT)
        await settled()

    async def check(self) -> None:
        store = self.nodes.store
        answers = [(each.room, answer) for each in self.players for answer in each.answers.values()]
        seen = Counter({player.room: player.known.version for player in self.players})
        assert await check_history(store, self.rooms, answers, seen) == []
        for player in self.players:
            [owner] = self.nodes.owners(player.room)
            assert player.is_at(owner)
            actor = owner.registry.in_memory(player.room)
            assert actor is not None
            assert actor.room == (await whole(owner, player.room))[-1].room, "a fork"
            assert player.connection is not None
            assert player.connection.attachment is not None
            known = player.known
            now = actor.broadcast.snapshot(player.connection.attachment)
            assert (known.version, known.seat, known.game) == (now.version, now.seat, now.game)
        self.recorder.flush()
        with self.path.open(encoding="utf-8") as file:
            assert [str(each) for each in check(file)] == []

    async def acted(self) -> int:
        logs = [await self.nodes.store.logs.load(room) for room in self.rooms]
        return sum(isinstance(read_entry(row.body), Acted) for rows in logs for row in rows)


@pytest.mark.parametrize("seed", range(examples(12, 900)))
async def test_no_fault_is_seen_in_the_history(nodes: Cluster, seed: int, tmp_path: Path) -> None:
    history = History(nodes, Random(seed), tmp_path / "history.jsonl")
    with history.recorder:
        await history.open(tables=3)
        for _ in range(STEPS):
            await history.step()
        await history.mend()
        await history.check()
        before = await history.acted()
        for _ in range(STEPS // 2):
            await history.play()
            await nodes.clock.pass_time(HEARTBEAT)
        assert await history.acted() > before, "the tables continue"
        await history.mend()
        await history.check()
