"""Every room has one actor, whatever is opened, loaded, deleted or parked meanwhile."""

from __future__ import annotations

import asyncio

import pytest
from tests.server.laws.stores import MoodyLogs
from tests.server.playing import ready, seated
from tests.server.room_clients import Client, TestRooms, restarted, settled
from tests.server.workers.patient import PatientWorkers

from tilerummy.server.jobs.rooms import Choice
from tilerummy.server.messages import Snapshot, Update
from tilerummy.server.room.entries import Agreed, write_entry
from tilerummy.server.rooms.actor import IDLE
from tilerummy.server.rooms.lobby import MOST_OVER
from tilerummy.server.store import Entries, StorageError

pytestmark = pytest.mark.anyio


async def test_a_table_that_could_not_be_stored_for_a_lost_host_does_not_exist(
    rooms: TestRooms, logs: MoodyLogs
) -> None:
    ann = Client(rooms, "Ann")
    logs.gate.clear()
    logs.failing = 1
    opening = asyncio.create_task(ann.open(seats=2))
    await logs.reached.wait()
    opening.cancel()
    await settled()
    logs.gate.set()
    with pytest.raises(asyncio.CancelledError):
        await opening
    assert (await rooms.lobby(ann.person.guest)).mine == []


async def test_a_table_that_is_loaded_again_after_a_failure_has_one_actor(
    rooms: TestRooms, logs: MoodyLogs
) -> None:
    ann, _ = await seated(rooms, "Ann", "Ben")
    room = ann.room
    await rooms.close()
    later = TestRooms(store=rooms.store, clock=rooms.clock, name="later")
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
    assert later.live() == 1
    await later.close()


async def test_who_comes_and_goes_while_a_log_is_rewritten_is_known(
    rooms: TestRooms, logs: MoodyLogs
) -> None:
    ann, ben, cy = await seated(rooms, "Ann", "Ben", "Cy")
    eve = Client(rooms, "Eve")
    rooms.registry.lose([ann.room])
    logs.reading.clear()
    coming = [asyncio.create_task(each.watch(ann.room)) for each in (eve, ben, cy)]
    await settled()
    leaving = asyncio.create_task(cy.leave())
    logs.reading.set()
    await asyncio.gather(*coming, leaving)
    await cy.leave()
    presence = (await ben.actor()).broadcast.presence
    assert presence.guests == {ben.person.guest, eve.person.guest}
    await ben.control("lock")
    for person in (ben, eve):
        last = [m for m in person.heard if isinstance(m, Update | Snapshot)][-1]
        assert last.version == await ben.version()


@pytest.mark.parametrize("first", ["sweep", "watch"])
async def test_a_viewer_who_comes_while_a_room_is_parked_gets_the_updates(
    rooms: TestRooms, first: str
) -> None:
    ann, ben = await seated(rooms, "Ann", "Ben")
    await ann.control("resign")
    await ann.leave()
    await ben.leave()
    await rooms.clock.pass_time(IDLE + 1)
    work = [rooms.sweep(), ben.watch(ben.room)]
    await asyncio.gather(*(work if first == "sweep" else reversed(work)))
    ben.heard.clear()
    await ben.control("rematch")
    assert [type(m) for m in ben.heard] == [Update]


async def test_tables_that_were_closed_hide_no_match_that_is_over(rooms: TestRooms) -> None:
    ann, _ = await seated(rooms, "Ann", "Ben")
    over = ann.room
    await ann.control("resign")
    for _ in range(MOST_OVER + 1):
        await ann.open(seats=2)
        await ann.control("close")
    mine = (await rooms.lobby(ann.person.guest)).mine
    assert [card.room for card in mine] == [over]


async def test_a_command_without_effect_is_not_broadcast(rooms: TestRooms) -> None:
    ann, ben = await seated(rooms, "Ann", "Ben")
    await ann.control("resign")
    await ann.watch(ann.room)
    await ben.control("rematch")
    heard = len(ben.heard)
    for what in ("rematch", "start"):
        await ben.control(what)
    assert len(ben.heard) == heard


async def test_an_unreadable_log_does_not_prevent_other_rooms_from_going_on(
    rooms: TestRooms,
) -> None:
    ann, _ = await seated(rooms, "Ann", "Ben")
    cy, _ = await seated(rooms, "Cy", "Dee")
    actor = await cy.actor()
    rows = await rooms.store.logs.load(cy.room)
    nonsense = [write_entry(Agreed(by=0))]
    entries = Entries(cy.room, len(rows), nonsense, head=rows[-1].head, epoch=actor.log.epoch)
    await rooms.store.logs.append(entries)
    later = await restarted(rooms)
    assert later.registry.damaged == {cy.room}
    assert later.live() == 1
    for person in (ann, cy):
        mine = (await later.lobby(person.person.guest)).mine
        assert [card.room for card in mine] == [person.room], "lists are made of cards"
    await later.close()


class BrokenWorkers(PatientWorkers):
    """Workers that fail on every choice."""

    async def choose(self, *_: object) -> Choice:
        raise ZeroDivisionError


async def test_an_error_of_a_computer_player_is_logged_and_the_match_continues(
    caplog: pytest.LogCaptureFixture,
) -> None:
    rooms = TestRooms(workers=BrokenWorkers())
    ann = Client(rooms, "Ann")
    await ann.open(seats=2, computers={1: "club"}, start=True)
    await ready([ann])
    for _ in range(3):
        game = await ann.game()
        assert game.to_move == 0
        await ann.do("draw")
    await rooms.close()
    lines = [r for r in caplog.records if r.name == "tilerummy.server"]
    assert len(lines) >= 3
    assert {(r.msg, getattr(r, "fields", {})["kind"]) for r in lines} == {
        ("failed", "ZeroDivisionError")
    }
