"""Finished games are retained as configured, even if the clock is wrong."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from tests.server.served import Times

from tilerummy.server.maintenance import DAY, Retention
from tilerummy.server.settings import RETENTION_DAYS, Settings
from tilerummy.server.store.factory import memory_store
from tilerummy.server.store.types import Entries, Guest, RoomSummary

HOUR = 3600


@dataclass
class Server:
    """A server's store with its hourly cleanup."""

    times: Times = field(default_factory=Times)
    deleted: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.store = memory_store(self.times.now)
        self.start()

    def start(self) -> None:
        """Start the server, or restart it."""
        settings = Settings(key=bytes(32), now=self.times.now, clock=self.times.clock)
        self.retention = Retention(self.store, settings)

    async def finish_a_game(self) -> None:
        await self.store.logs.append(
            Entries("a", 0, [b"x"], summary=RoomSummary("over"), seeds={0: b"s"})
        )

    async def run(self, hours: int) -> None:
        """Let *hours* hours pass with a correct clock, cleaning up every hour."""
        for _ in range(hours):
            self.times.pass_by(HOUR)
            await self.retention.delete_expired(self.deleted.extend)


async def test_old_games_and_guests_are_deleted_after_the_retention_period() -> None:
    server = Server()
    await server.finish_a_game()
    await server.store.guests.add(Guest("s", "Ann"), b"hash")

    await server.run(RETENTION_DAYS * 24)
    assert server.deleted == []
    assert await server.store.logs.load("a")
    assert await server.store.guests.by_token(b"hash")
    await server.run(2)
    assert server.deleted == ["a"]
    assert await server.store.logs.load("a") == []
    assert await server.store.guests.by_token(b"hash") is None


async def test_a_live_game_is_never_deleted() -> None:
    server = Server()
    await server.store.logs.append(Entries("a", 0, [b"x"], summary=RoomSummary("paused")))

    await server.run(RETENTION_DAYS * 24 + 100)

    assert server.deleted == []


@pytest.mark.parametrize("days", [RETENTION_DAYS + 2, 3650, -3650])
async def test_a_clock_that_jumps_deletes_nothing(days: int) -> None:
    server = Server()
    await server.finish_a_game()
    await server.run(5)
    server.times.day += days * DAY
    await server.run(23)
    assert server.deleted == []
    server.times.day -= days * DAY
    await server.run(100)

    assert server.deleted == []


async def test_a_corrected_clock_is_trusted_after_a_day() -> None:
    """It was years behind, as on a machine without a battery."""
    server = Server()
    await server.finish_a_game()
    await server.run(1)
    server.times.day += (RETENTION_DAYS + 2) * DAY

    await server.run(24)
    assert server.deleted == []
    await server.run(2)
    assert server.deleted == ["a"]


@pytest.mark.parametrize("hours", [1, 2])
async def test_the_clock_is_trusted_an_hour_after_a_long_downtime(hours: int) -> None:
    """Games that expired while the server was off are not deleted immediately."""
    server = Server()
    await server.finish_a_game()
    server.times.pass_by((RETENTION_DAYS + 2) * DAY / 1000)
    server.start()

    await server.run(hours)

    assert server.deleted == ([] if hours == 1 else ["a"])
