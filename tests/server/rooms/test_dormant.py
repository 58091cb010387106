"""Rooms without connections are unloaded, and loaded again in the same state."""

from __future__ import annotations

import pytest
from tests.server.playing import play_round, run, seated
from tests.server.room_clients import Client, TestRooms, settled

from tilerummy.server.messages import Say
from tilerummy.server.room.refusal import Refused
from tilerummy.server.rooms.dormant import (
    IDLE,
    PLAYING_TOO_LONG,
    WAITING_TOO_LONG,
)
from tilerummy.server.rooms.rooms import MOST_WAITING

MINUTE = 60_000


async def pass_by(rooms: TestRooms, ms: int) -> None:
    """Advance the time, with the cleaning that a server runs every minute."""
    for _ in range(ms // MINUTE + 1):
        await rooms.clock.pass_time(MINUTE)
        await rooms.sweep()
        await settled()


def in_memory(rooms: TestRooms) -> int:
    return rooms.live()


def test_an_abandoned_match_is_unloaded_and_resumed_at_the_same_state() -> None:
    async def test(rooms: TestRooms) -> None:
        ann, ben = await seated(rooms, "Ann", "Ben")
        await play_round([ann, ben], turns=6)
        await ann.rooms.command(ann.person, say(ann, "back soon"))
        before = await ben.sees()
        await ann.leave()
        await pass_by(rooms, IDLE + MINUTE)
        assert in_memory(rooms) == 1, "Ben is still there"
        await ben.leave()
        await pass_by(rooms, IDLE + MINUTE)
        assert in_memory(rooms) == 0

        await ben.watch(ben.room)
        after = await ben.sees()
        assert (after.version, after.game) == (before.version, before.game)
        assert [said.text for said in after.chat] == ["back soon"]
        await ann.watch(ann.room)
        await play_round([ann, ben], turns=4)
        assert (await ben.sees()).version > before.version

    run(test)


def say(person: Client, text: str) -> Say:
    return Say(room=person.room, text=text)


def test_the_clock_of_a_reloaded_turn_continues_with_the_time_left() -> None:
    async def test(rooms: TestRooms) -> None:
        ann, ben = await seated(rooms, "Ann", "Ben", turn_ms=60_000)
        await rooms.clock.pass_time(40_000)
        await ann.leave()
        await ben.leave()
        await pass_by(rooms, IDLE + MINUTE)
        assert in_memory(rooms) == 0

        await ann.watch(ann.room)
        assert (await ann.sees()).clock.left_ms == 20_000

    run(test)


def test_a_turn_by_days_ends_without_connected_players() -> None:
    async def test(rooms: TestRooms) -> None:
        ann, ben = await seated(rooms, "Ann", "Ben", by_days=True, turn_ms=24 * 3600_000)
        version = await ann.version()
        await ann.leave()
        await ben.leave()
        await pass_by(rooms, 3600_000)
        assert in_memory(rooms) == 0
        await pass_by(rooms, 23 * 3600_000 + 10 * MINUTE)

        await ann.watch(ann.room)
        assert (await ann.sees()).version > version

    run(test)


def test_an_unloaded_waiting_table_is_closed_like_a_loaded_one() -> None:
    async def test(rooms: TestRooms) -> None:
        ann = Client(rooms, "Ann")
        await ann.open()
        await ann.leave()
        await pass_by(rooms, IDLE + MINUTE)
        assert in_memory(rooms) == 0
        await pass_by(rooms, WAITING_TOO_LONG - IDLE + MINUTE)
        [listed] = await rooms.store.listed()
        assert listed.card.phase == "closed"

    run(test)


def test_an_unloaded_abandoned_match_is_broken_off_like_a_loaded_one() -> None:
    async def test(rooms: TestRooms) -> None:
        ann, ben = await seated(rooms, "Ann", "Ben")
        await ann.leave()
        await ben.leave()
        await pass_by(rooms, IDLE + MINUTE)
        await rooms.clock.pass_time(PLAYING_TOO_LONG)
        await pass_by(rooms, 2 * MINUTE)
        [listed] = await rooms.store.listed()
        assert listed.card.phase == "over"

    run(test)


def test_unloaded_tables_count_as_open() -> None:
    async def test(rooms: TestRooms) -> None:
        ann = Client(rooms, "Ann")
        for _ in range(MOST_WAITING):
            await ann.open()
            await ann.leave()
        await pass_by(rooms, IDLE + MINUTE)
        assert in_memory(rooms) == 0
        with pytest.raises(Refused):
            await ann.open()

    run(test)
