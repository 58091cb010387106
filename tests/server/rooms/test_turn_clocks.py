"""The turn clock of the server, which stops while no player is connected: RULES 2.3."""

from __future__ import annotations

import pytest
from msgspec import json
from tests.server.playing import mover_of, play_round, ready, seated
from tests.server.room_clients import Client, TestRooms, restarted, settled

from tilerummy.records import decode_event
from tilerummy.server.messages import HintAnswer, Preview, Update
from tilerummy.server.rooms.clock import GRACE
from tilerummy.state import Event, Moved, Penalised, TimedOut

pytestmark = pytest.mark.anyio

TURN = 60_000
HOUR = 3_600_000
DAY = 24 * HOUR


def last_events(person: Client) -> list[Event]:
    update = next(m for m in reversed(person.heard) if isinstance(m, Update))
    events = [event for entry in update.entries for event in entry.events]
    return [decode_event(json.decode(event)) for event in events]


async def test_a_turn_whose_time_is_over_ends_and_costs_a_tile(rooms: TestRooms) -> None:
    people = await seated(rooms, "Ann", "Ben", turn_ms=TURN)
    mover = await mover_of(people)
    before = len((await mover.game()).rack or [])
    await rooms.clock.pass_time(TURN - 1)
    assert await mover_of(people) is mover
    await rooms.clock.pass_time(1)
    assert await mover_of(people) is not mover
    assert len((await mover.game()).rack or []) == before + 1
    assert [type(event) for event in last_events(mover)] == [TimedOut, Penalised, Moved]


async def test_an_unfinished_draft_is_undone_and_costs_three_tiles(rooms: TestRooms) -> None:
    people = await seated(rooms, "Ann", "Ben", turn_ms=TURN)
    mover = await mover_of(people)
    rack = (await mover.game()).rack
    assert rack
    version = await mover.version()
    await mover.ask(Preview(room=mover.room, version=version, rows=[[rack[0]]]))
    await rooms.clock.pass_time(TURN)
    game = await mover.game()
    assert game.rack
    assert len(game.rack) == len(rack) + 3
    assert game.table == []


async def test_a_legal_draft_is_played_when_the_time_is_over(rooms: TestRooms) -> None:
    people = await seated(rooms, "Ann", "Ben", turn_ms=TURN)
    while True:
        mover = await mover_of(people)
        hint = await mover.hint()
        if isinstance(hint, HintAnswer) and hint.after:
            break
        await mover.take_turn()
    rack = (await mover.sees()).game.rack or []  # type: ignore[union-attr]
    rows = [meld.split() for meld in hint.after]
    await mover.ask(Preview(room=mover.room, version=await mover.version(), rows=rows))
    await rooms.clock.pass_time(TURN)
    game = await mover.game()
    assert game.rack is not None
    assert sorted(game.table) == sorted(hint.after)
    assert len(game.rack) == len(rack) - len(hint.tiles)


async def test_a_pause_stops_the_clock_and_gives_no_time(rooms: TestRooms) -> None:
    people = await seated(rooms, "Ann", "Ben", turn_ms=TURN)
    mover = await mover_of(people)
    await rooms.clock.pass_time(TURN // 3)
    for person in people:
        await person.control("pause")
    await rooms.clock.pass_time(10 * TURN)
    clock = (await mover.sees()).clock
    assert (clock.running, clock.left_ms) == (False, TURN - TURN // 3)
    for person in people:
        await person.control("resume")
    clock = (await mover.sees()).clock
    assert (clock.running, clock.left_ms) == (True, TURN - TURN // 3)
    assert await mover_of(people) is mover


async def test_the_clock_stops_while_no_player_is_connected(rooms: TestRooms) -> None:
    people = await seated(rooms, "Ann", "Ben", turn_ms=TURN)
    mover = await mover_of(people)
    await rooms.clock.pass_time(TURN // 2)
    for person in people:
        await person.leave()
    eve = Client(rooms, "Eve")
    await eve.watch(mover.room)
    before = await mover.version()
    await rooms.clock.pass_time(10 * TURN)
    assert await mover.version() == before
    await people[0].watch(mover.room)
    clock = (await mover.sees()).clock
    assert (clock.running, clock.left_ms) == (True, TURN // 2)
    await rooms.clock.pass_time(TURN // 2)
    assert await mover_of(people) is not mover


async def test_reserve_time_runs_when_the_turn_is_used_up_and_is_not_given_back(
    rooms: TestRooms,
) -> None:
    people = await seated(rooms, "Ann", "Ben", turn_ms=TURN, reserve_ms=30_000)
    mover = await mover_of(people)
    seat = people.index(mover)
    await rooms.clock.pass_time(TURN + 10_000)
    assert await mover_of(people) is mover
    await mover.do("draw")
    clock = (await mover.sees()).clock
    assert clock.reserve_ms[seat] == 20_000
    assert clock.reserve_ms[1 - seat] == 30_000


async def test_used_reserve_stays_used_during_absence_and_is_renewed_each_round(
    rooms: TestRooms,
) -> None:
    people = await seated(rooms, "Ann", "Ben", turn_ms=TURN, reserve_ms=30_000, rounds=2)
    mover = await mover_of(people)
    seat = people.index(mover)
    await rooms.clock.pass_time(TURN + 10_000)
    for person in people:
        await person.leave()
    await rooms.clock.pass_time(TURN)
    for person in people:
        await person.watch(mover.room)
    clock = (await mover.sees()).clock
    assert (clock.left_ms, clock.reserve_ms[seat]) == (0, 20_000)
    await play_round(people)
    for person in people:
        await person.control("next")
    await ready(people)
    assert (await mover.sees()).clock.reserve_ms == [30_000, 30_000]


@pytest.mark.parametrize("crashed", [False, True])
async def test_no_player_loses_time_while_the_server_is_down(
    rooms: TestRooms, *, crashed: bool
) -> None:
    people = await seated(rooms, "Ann", "Ben", turn_ms=TURN)
    mover = await mover_of(people)
    await rooms.clock.pass_time(TURN - 15_000)
    await rooms.node.beat()
    later = await restarted(rooms, *people, down=HOUR, crashed=crashed)
    await mover.watch(mover.room)
    clock = (await mover.sees()).clock
    assert (clock.running, clock.left_ms) == (True, 15_000)
    await later.clock.pass_time(14_999)
    assert await mover_of(people) is mover
    await later.clock.pass_time(1)
    assert await mover_of(people) is not mover
    await later.close()


async def test_time_since_the_last_heartbeat_is_given_back_and_charged_once(
    rooms: TestRooms,
) -> None:
    people = await seated(rooms, "Ann", "Ben", turn_ms=TURN, reserve_ms=30_000)
    left = []
    for crash in range(2):
        await rooms.clock.pass_time(10_000)
        await rooms.node.beat()
        await rooms.clock.pass_time(4000)
        rooms = await restarted(rooms, *people, down=5000, crashed=True)
        left.append((await people[crash].sees()).clock.left_ms)
        for person in people:
            await person.watch(person.room)
    assert left == [TURN - 10_000, TURN - 20_000]
    await rooms.clock.pass_time(TURN - 20_000 + 10_000)
    clock = (await people[0].sees()).clock
    assert (clock.left_ms, sorted(clock.reserve_ms)) == (0, [20_000, 30_000])
    await rooms.close()


@pytest.mark.parametrize(("down", "left"), [(HOUR, DAY - 2 * HOUR), (3 * DAY, GRACE)])
async def test_the_clock_of_a_match_by_days_runs_while_the_server_is_down(
    rooms: TestRooms, down: int, left: int
) -> None:
    people = await seated(rooms, "Ann", "Ben", turn_ms=DAY, by_days=True)
    mover = await mover_of(people)
    await rooms.clock.pass_time(HOUR)
    later = await restarted(rooms, *people, down=down)
    assert (await mover.sees()).clock.left_ms == left
    await rooms.clock.pass_time(left - 1)
    assert await mover_of(people) is mover
    await rooms.clock.pass_time(1)
    assert await mover_of(people) is not mover
    await later.close()


async def test_the_clock_of_a_match_by_days_runs_without_connected_players(
    rooms: TestRooms,
) -> None:
    people = await seated(rooms, "Ann", "Ben", turn_ms=DAY, by_days=True)
    mover = await mover_of(people)
    for person in people:
        await person.leave()
    await rooms.clock.pass_time(DAY)
    assert await mover_of(people) is not mover


async def test_a_move_at_the_last_moment_counts_once(rooms: TestRooms) -> None:
    people = await seated(rooms, "Ann", "Ben", turn_ms=TURN)
    mover = await mover_of(people)
    await rooms.clock.pass_time(TURN - 1)
    await mover.do("draw")
    turn = (await mover.game()).turn
    await rooms.clock.pass_time(1)
    await settled()
    assert (await mover.game()).turn == turn


async def test_the_clock_goes_on_when_a_log_was_rewritten(rooms: TestRooms) -> None:
    """As when somebody who was at the table before is deleted."""

    people = await seated(rooms, "Ann", "Ben", turn_ms=TURN)
    mover = await mover_of(people)
    await rooms.clock.pass_time(20_000)
    rooms.registry.lose([mover.room])
    await settled()
    for person in people:
        await person.watch(mover.room)
    clock = (await mover.sees()).clock
    assert (clock.running, clock.left_ms) == (True, TURN - 20_000)
    await rooms.clock.pass_time(TURN - 20_000)
    assert await mover_of(people) is not mover
