"""Rooms without connections are parked, and loaded again when something is due."""

from __future__ import annotations

import asyncio

import pytest
from tests.server.laws.stores import FaultyLogs
from tests.server.playing import leave, parked, play_round, seated
from tests.server.room_clients import Client, TestRooms, restarted, settled

from tilerummy.server.messages.bodies.rooms import ComputerSeat, NewRoom
from tilerummy.server.messages.client import Say
from tilerummy.server.messages.server import Update
from tilerummy.server.messages.terms import Terms
from tilerummy.server.messages.views import RoomView
from tilerummy.server.rooms.actor import IDLE, PLAYING_TOO_LONG, WAITING_TOO_LONG
from tilerummy.server.rooms.rooms import DEAL_WITHOUT_HOST
from tilerummy.server.store.types import Entries, StorageError

MINUTE, HOUR, DAY = 60_000, 3_600_000, 24 * 3_600_000
NEW = NewRoom(terms=Terms(ruleset="sabra"), seats=2)


async def pass_by(rooms: TestRooms, ms: int) -> None:
    """Advance the time, with the server's regular tasks every minute."""
    for part in [MINUTE] * (ms // MINUTE) + [ms % MINUTE]:
        await rooms.clock.pass_time(part)
        await rooms.node.heartbeat()
        await rooms.node.take_due()
        await rooms.sweep()
        await settled()


async def jump(rooms: TestRooms, ms: int) -> None:
    """Advance the time, with the server's regular tasks only at the end."""
    await rooms.clock.pass_time(ms)
    await pass_by(rooms, 0)


async def phase(rooms: TestRooms, person: Client) -> str:
    """Return the listed phase of a room, without loading it."""
    [listed] = await rooms.store.rooms.find([person.room])
    return listed.summary.phase


async def look(person: Client) -> RoomView:
    return await person.rooms.look(person.room, person.person)


@pytest.mark.parametrize("start", [False, True])
async def test_a_table_without_its_host_continues_or_is_closed(
    rooms: TestRooms, *, start: bool
) -> None:
    ann = Client(rooms, "Ann")
    computers = [ComputerSeat(seat=1, level="beginner")]
    new = NewRoom(terms=NEW.terms, seats=2, computers=computers, start=start)
    ann.room = await rooms.open(new, ann.person)
    for ms in (DEAL_WITHOUT_HOST, 1):
        await jump(rooms, ms)
    assert await phase(rooms, ann) == ("playing" if start else "waiting")
    await jump(rooms, WAITING_TOO_LONG)
    assert await phase(rooms, ann) == ("playing" if start else "closed")


async def test_a_parked_match_resumes_in_the_same_state(rooms: TestRooms) -> None:
    ann, ben = await seated(rooms, "Ann", "Ben")
    await play_round([ann, ben], turns=6)
    await ann.ask(Say(room=ann.room, text="back soon"))
    before = await ben.sees()
    await ann.leave()
    await pass_by(rooms, IDLE + MINUTE)
    assert len(rooms.registry) == 1, "Ben is still connected"
    await parked(rooms, ben)
    assert (await look(ann)).seats[1].connected is False
    assert len(rooms.registry) == 0

    await ben.watch(ben.room)
    after = await ben.sees()
    assert (after.version, after.game) == (before.version, before.game)
    assert [line.text for line in after.chat] == ["back soon"]
    await ann.watch(ann.room)
    await play_round([ann, ben], turns=4)
    assert (await ben.sees()).version > before.version


async def test_a_turn_by_days_ends_without_connected_players(rooms: TestRooms) -> None:
    people = await seated(rooms, "Ann", "Ben", by_days=True, turn_ms=DAY)
    version = await people[0].version()
    await parked(rooms, *people)
    await jump(rooms, DAY - IDLE - MINUTE)
    assert len(rooms.registry) == 0
    await pass_by(rooms, 2 * MINUTE)
    [listed] = await rooms.store.rooms.find([people[0].room])
    assert listed.size > version
    await jump(rooms, IDLE)
    await jump(rooms, PLAYING_TOO_LONG)
    assert await phase(rooms, people[0]) == "playing"


@pytest.mark.parametrize("crashed", [None, False, True])
async def test_a_waiting_table_is_closed_without_people(
    rooms: TestRooms, *, crashed: bool | None
) -> None:
    ann = Client(rooms, "Ann")
    await ann.open()
    if crashed is not None:
        rooms = await restarted(rooms, ann, crashed=crashed, down=2 * WAITING_TOO_LONG)
        assert len(rooms.registry) == 1
        await jump(rooms, IDLE + 1)
    else:
        await parked(rooms, ann)
    assert len(rooms.registry) == 0
    await jump(rooms, WAITING_TOO_LONG - IDLE - MINUTE)
    assert await phase(rooms, ann) == "waiting"
    await jump(rooms, 2 * MINUTE)
    assert await phase(rooms, ann) == "closed"
    assert len(rooms.registry) == 0


async def test_an_abandoned_match_is_ended(rooms: TestRooms) -> None:
    people = await seated(rooms, "Ann", "Ben")
    await parked(rooms, *people)
    await jump(rooms, PLAYING_TOO_LONG - IDLE - MINUTE)
    assert await phase(rooms, people[0]) == "playing"
    await jump(rooms, 2 * MINUTE)
    view = await look(people[0])
    assert (view.phase, view.totals, view.leaders) == ("over", [0, 0], [])
    assert view.results[-1].ending == "abandoned"
    assert view.shuffles[0].seed
    assert len(rooms.registry) == 0


async def test_a_match_between_rounds_continues_after_a_crash(rooms: TestRooms) -> None:
    people = await seated(rooms, "Ann", "Ben", rounds=2)
    await play_round(people)
    later = await restarted(rooms, *people, crashed=True, down=2 * PLAYING_TOO_LONG)
    await pass_by(later, MINUTE)
    assert await phase(later, people[0]) == "between"


async def epochs(rooms: TestRooms) -> list[int]:
    """Return the number of times each room was taken."""
    found = await rooms.store.database.read(lambda db: db.rows("SELECT epoch FROM rooms"))
    return [epoch for (epoch,) in found]


async def test_a_room_of_a_newer_release_is_tried_again(rooms: TestRooms) -> None:
    ann = Client(rooms, "Ann")
    await ann.open()
    rows = await rooms.store.logs.load(ann.room)
    await parked(rooms, ann)
    [epoch] = await epochs(rooms)
    newer = Entries(ann.room, len(rows), [b'{"type":"newer"}'], head=rows[-1].head, epoch=epoch)
    await rooms.store.logs.append(newer)
    later = await restarted(rooms, down=WAITING_TOO_LONG)
    tried = await epochs(later)
    await later.node.take_due()
    assert await epochs(later) == tried
    await later.clock.pass_time(10_000)
    await later.node.take_due()
    assert await epochs(later) == [each + 1 for each in tried]
    assert (len(later.registry), await phase(later, ann)) == (0, "waiting")


async def test_loading_a_due_room_is_retried(rooms: TestRooms, logs: FaultyLogs) -> None:
    ann = Client(rooms, "Ann")
    await ann.open()
    await parked(rooms, ann)
    logs.unread = 1
    await jump(rooms, WAITING_TOO_LONG)
    assert len(rooms.registry) == 0
    assert await phase(rooms, ann) == "waiting"
    await jump(rooms, 10_000)
    assert await phase(rooms, ann) == "closed"


async def test_a_room_loaded_after_a_failure_has_one_actor(
    rooms: TestRooms, logs: FaultyLogs
) -> None:
    ann, _ = await seated(rooms, "Ann", "Ben")
    room = ann.room
    await rooms.close()
    rooms.later = later = TestRooms(store=rooms.store, clock=rooms.clock, name="later")
    logs.unread = 1
    logs.reading.clear()
    early = [asyncio.create_task(later.registry.own(room)) for _ in range(2)]
    await settled()
    logs.reading.set()
    late = []
    for _ in range(5):
        await asyncio.sleep(0)
        late.append(asyncio.create_task(later.registry.own(room)))
    results = await asyncio.gather(*early, *late, return_exceptions=True)
    actors = [each for each in results if not isinstance(each, StorageError)]
    assert set(actors) == {await later.registry.own(room)}
    assert len(later.registry) == 1


@pytest.mark.parametrize("first", ["sweep", "watch"])
async def test_a_viewer_who_connects_during_parking_gets_updates(
    rooms: TestRooms, first: str
) -> None:
    ann, ben = await seated(rooms, "Ann", "Ben")
    await ann.control("resign")
    await leave([ann, ben])
    await rooms.clock.pass_time(IDLE + 1)
    work = [rooms.sweep(), ben.watch(ben.room)]
    await asyncio.gather(*(work if first == "sweep" else reversed(work)))
    ben.heard.clear()
    await ben.control("rematch")
    assert [type(m) for m in ben.heard] == [Update]
