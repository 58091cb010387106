"""Finished games are kept as long as the settings say, by a clock that may be wrong."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from tests.server.served import Times

from tilerummy.server.maintenance import DAY, Retention
from tilerummy.server.settings import KEEP_DAYS, Settings
from tilerummy.server.store.opening import memory_store
from tilerummy.server.store.types import Entries, Guest, RoomSummary

pytestmark = pytest.mark.anyio

HOUR = 3600


@dataclass
class Kept:
    """A server's store with one finished game, and its hourly look at what is old."""

    times: Times = field(default_factory=Times)
    deleted: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.store = memory_store(self.times.now)
        self.start()

    def start(self) -> None:
        """Start the server, again."""
        settings = Settings(key=bytes(32), now=self.times.now, clock=self.times.clock)
        self.retention = Retention(self.store, settings)

    async def finish_a_game(self) -> None:
        await self.store.logs.append(
            Entries("a", 0, [b"x"], summary=RoomSummary("over"), seeds={0: b"s"})
        )

    async def run(self, hours: int) -> None:
        """Run for so many hours, with a clock that is right."""
        for _ in range(hours):
            self.times.pass_by(HOUR)
            await self.retention.sweep(self.deleted.extend)


async def test_games_and_guests_without_a_table_are_deleted_when_their_days_are_over() -> None:
    kept = Kept()
    await kept.finish_a_game()
    await kept.store.guests.add(Guest("s", "Ann"), b"hash")

    await kept.run(KEEP_DAYS * 24)
    assert kept.deleted == []
    assert await kept.store.logs.load("a")
    assert await kept.store.guests.by_token(b"hash")
    await kept.run(2)
    assert kept.deleted == ["a"]
    assert await kept.store.logs.load("a") == []
    assert await kept.store.guests.by_token(b"hash") is None


async def test_a_game_that_goes_on_is_not_deleted_however_old() -> None:
    kept = Kept()
    await kept.store.logs.append(Entries("a", 0, [b"x"], summary=RoomSummary("paused")))

    await kept.run(KEEP_DAYS * 24 + 100)

    assert kept.deleted == []


@pytest.mark.parametrize("days", [KEEP_DAYS + 2, 3650, -3650])
async def test_a_clock_that_jumps_deletes_nothing(days: int) -> None:
    kept = Kept()
    await kept.finish_a_game()
    await kept.run(5)
    kept.times.day += days * DAY
    await kept.run(23)
    assert kept.deleted == []
    kept.times.day -= days * DAY
    await kept.run(100)

    assert kept.deleted == []


async def test_a_clock_that_was_put_right_is_believed_after_a_day() -> None:
    """It was years behind, as a machine without a battery is."""
    kept = Kept()
    await kept.finish_a_game()
    await kept.run(1)
    kept.times.day += (KEEP_DAYS + 2) * DAY

    await kept.run(24)
    assert kept.deleted == []
    await kept.run(2)
    assert kept.deleted == ["a"]


@pytest.mark.parametrize("hours", [1, 2])
async def test_after_a_long_time_off_the_clock_is_believed_after_an_hour(hours: int) -> None:
    """Who starts the server after a year off has its old games deleted, but not at once."""
    kept = Kept()
    await kept.finish_a_game()
    kept.times.pass_by((KEEP_DAYS + 2) * DAY / 1000)
    kept.start()

    await kept.run(hours)

    assert kept.deleted == ([] if hours == 1 else ["a"])
