"""Every room has one actor, whatever is opened, loaded, deleted or unloaded meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine

import pytest
from tests.server.laws.stores import MoodyStore
from tests.server.playing import play_round, ready, run, seated
from tests.server.room_clients import Client, StillClock, TestRooms, settled
from tests.server.workers.patient import PatientWorkers

from tilerummy.server.jobs.rooms import Choice
from tilerummy.server.messages import Answer, Control, Snapshot, Update
from tilerummy.server.room.entries import Agreed, write_entry
from tilerummy.server.rooms.dormant import IDLE
from tilerummy.server.rooms.lobby import MOST_OVER
from tilerummy.server.store import Entries, MemoryStore, Row, StorageError


class SlowStore(MoodyStore):
    """A store that loads a log when the test allows it, or fails."""

    def __init__(self, now: Callable[[], int]) -> None:
        super().__init__(now)
        self.reading = asyncio.Event()
        self.reading.set()
        self.unread = 0

    async def load(self, room: str, since: int = 0) -> list[Row]:
        await self.reading.wait()
        if self.unread:
            self.unread -= 1
            raise StorageError("the disk is away")
        rows = await super().load(room, since)
        for _ in range(3):
            await asyncio.sleep(0)
        return rows


class ForgetfulStore(MemoryStore):
    """A store that finds an answered command only when it is written again."""

    async def answered(self, room: str, session: str, cid: str) -> bytes | None:
        del room, session, cid
        return None


def slow(test: Callable[[TestRooms, SlowStore], Coroutine[object, object, None]]) -> None:
    """Run a test with rooms whose store loads when the test allows it."""

    async def alone() -> None:
        clock = StillClock()
        store = SlowStore(clock.wall)
        rooms = TestRooms(clock=clock, store=store)
        try:
            await test(rooms, store)
        finally:
            await rooms.close()

    asyncio.run(asyncio.wait_for(alone(), 300))


def test_a_table_that_could_not_be_stored_for_a_lost_host_does_not_exist() -> None:
    async def test(rooms: TestRooms, store: SlowStore) -> None:
        ann = Client(rooms, "Ann")
        store.gate.clear()
        store.failing = 1
        opening = asyncio.create_task(ann.open(seats=2))
        await store.reached.wait()
        opening.cancel()
        await settled()
        store.gate.set()
        with pytest.raises(asyncio.CancelledError):
            await opening
        assert rooms.live() == 0

    slow(test)


def test_a_table_that_is_loaded_again_after_a_failure_has_one_actor() -> None:
    async def test(rooms: TestRooms, store: SlowStore) -> None:
        ann, _ = await seated(rooms, "Ann", "Ben")
        await rooms.close()
        later = TestRooms(store=store, clock=rooms.clock, seed="later")
        store.unread = 1
        store.reading.clear()
        early = [asyncio.create_task(later.actor(ann.room)) for _ in range(2)]
        await settled()
        store.reading.set()
        late = []
        for _ in range(5):
            await asyncio.sleep(0)
            late.append(asyncio.create_task(later.actor(ann.room)))
        results = await asyncio.gather(*early, *late, return_exceptions=True)
        actors = [each for each in results if not isinstance(each, StorageError)]
        assert set(actors) == {await later.actor(ann.room)}
        await later.close()

    slow(test)


def test_presence_is_tracked_while_an_account_is_deleted() -> None:
    async def test(rooms: TestRooms, store: SlowStore) -> None:
        ann, ben, cy = await seated(rooms, "Ann", "Ben", "Cy")
        eve = Client(rooms, "Eve")
        await ann.actor()
        store.reading.clear()
        forgetting = asyncio.create_task(rooms.delete_account(ann.person))
        await settled()
        coming = asyncio.create_task(eve.watch(ben.room))
        leaving = asyncio.create_task(cy.leave())
        await settled()
        store.reading.set()
        await asyncio.gather(forgetting, coming, leaving)
        await settled()
        presence = (await ben.actor()).broadcast.presence
        there = [a.session for a in presence.attachments if a.session != ann.person.session]
        assert there == [ben.person.session, eve.person.session]
        await ben.control("lock")
        version = await ben.version()
        for person in (ben, eve):
            last = [m for m in person.heard if isinstance(m, Update | Snapshot)][-1]
            assert last.version == version

    slow(test)


@pytest.mark.parametrize("first", ["sweep", "watch"])
def test_a_viewer_who_attaches_during_cleaning_gets_the_updates(first: str) -> None:
    async def test(rooms: TestRooms) -> None:
        ann, ben = await seated(rooms, "Ann", "Ben")
        await ann.control("resign")
        actor = await ann.actor()
        await ann.leave()
        await ben.leave()
        await rooms.clock.pass_time(IDLE + 1)
        await actor.lock.acquire()
        work = [rooms.sweep(), ben.watch(ben.room)]
        tasks = []
        for each in work if first == "sweep" else reversed(work):
            tasks.append(asyncio.create_task(each))
            await settled()
        actor.lock.release()
        await asyncio.gather(*tasks)
        ben.heard.clear()
        await ben.control("rematch")
        assert [type(m) for m in ben.heard] == [Update]

    run(test)


def test_tables_that_were_closed_hide_no_match_that_is_over() -> None:
    async def test(rooms: TestRooms) -> None:
        ann, _ = await seated(rooms, "Ann", "Ben")
        over = ann.room
        await ann.control("resign")
        for _ in range(MOST_OVER + 1):
            await ann.open(seats=2)
            await ann.control("close")
        mine = (await rooms.lobby(ann.person.session)).mine
        assert [card.room for card in mine] == [over]

    run(test)


def test_no_absence_is_recorded_for_a_spectator() -> None:
    async def test(rooms: TestRooms) -> None:
        ann, ben = await seated(rooms, "Ann", "Ben")
        eve = Client(rooms, "Eve")
        await eve.watch(ann.room)
        for person in (eve, ben):
            await person.leave()
        assert [*(await ann.actor()).broadcast.presence.left] == [ben.person.session]

    run(test)


def test_a_refused_command_always_gets_the_same_answer() -> None:
    async def alone() -> None:
        clock = StillClock()
        rooms = TestRooms(clock=clock, store=ForgetfulStore(clock.wall))
        ann, ben = await seated(rooms, "Ann", "Ben")
        early = Control(cid="again", room=ann.room, what="rematch")
        refused = await ann.ask(early)
        assert isinstance(refused, Answer)
        assert refused.status == "refused"
        await play_round([ann, ben], turns=2)
        assert await ann.ask(early) == refused
        await rooms.close()

    asyncio.run(alone())


def test_a_command_without_effect_is_not_broadcast() -> None:
    async def test(rooms: TestRooms) -> None:
        ann, ben = await seated(rooms, "Ann", "Ben")
        await ann.control("resign")
        await ann.watch(ann.room)
        await ben.control("rematch")
        heard = len(ben.heard)
        for what in ("rematch", "start"):
            await ben.control(what)
        assert len(ben.heard) == heard

    run(test)


def test_an_unreadable_log_does_not_prevent_other_rooms_from_resuming() -> None:
    async def test(rooms: TestRooms) -> None:
        ann, _ = await seated(rooms, "Ann", "Ben")
        cy, _ = await seated(rooms, "Cy", "Dee")
        nonsense = [write_entry(Agreed(by=0))]
        await rooms.store.append(Entries(cy.room, await cy.version(), nonsense))
        await rooms.close()
        later = TestRooms(store=rooms.store, clock=rooms.clock, seed="later")
        assert await later.resume_all() == [cy.room]
        assert later.live() == 1
        assert (await later.lobby(cy.person.session)).mine == []
        assert [card.room for card in (await later.lobby(ann.person.session)).mine] == [ann.room]
        await later.close()

    run(test)


class BrokenWorkers(PatientWorkers):
    """Workers that fail on every choice."""

    async def choose(self, *_: object) -> Choice:
        raise ZeroDivisionError


def test_an_error_of_a_computer_player_is_logged_and_the_match_continues(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def alone() -> None:
        rooms = TestRooms(workers=BrokenWorkers())
        ann = Client(rooms, "Ann")
        await ann.open(seats=2, computers={1: "club"}, start=True)
        await ready([ann])
        for _ in range(3):
            game = (await ann.sees()).game
            assert game is not None
            assert game.to_move == 0
            await ann.do("draw")
        await rooms.close()

    asyncio.run(alone())
    lines = [r for r in caplog.records if r.name == "tilerummy.server"]
    assert len(lines) >= 3
    assert {(r.msg, getattr(r, "fields", {})["kind"]) for r in lines} == {
        ("failed", "ZeroDivisionError")
    }
