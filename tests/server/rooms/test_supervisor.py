"""No failure stops a match: the supervisor restarts its tasks within two seconds."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field

import pytest
from tests.server.playing import ready, seated
from tests.server.room_clients import Client, StillClock, TestRooms, settled
from tests.server.workers.patient import PatientWorkers

from tilerummy.server.jobs.rooms import Choice, ComputerPlayer
from tilerummy.server.rooms import turns
from tilerummy.server.rooms.actor import UNWATCHED
from tilerummy.server.rooms.automatic import STUCK, TablePolicy
from tilerummy.server.rooms.ports import INSTANT, Pace
from tilerummy.server.workers.port import JobError
from tilerummy.state import Draw, State

Failure = Callable[[], Coroutine[object, object, None]]


@dataclass
class Failing(PatientWorkers):
    """Workers that fail in one way a number of times; after that computer players draw."""

    failure: Failure
    times: int
    calls: int = 0
    chosen: list[ComputerPlayer] = field(default_factory=list)

    async def choose(self, _ruleset: str, _view: State, player: ComputerPlayer) -> Choice:
        self.calls += 1
        self.chosen.append(player)
        if self.calls <= self.times:
            await self.failure()
        return Choice((Draw(),))


async def cancelled() -> None:
    raise asyncio.CancelledError


async def hangs() -> None:
    await asyncio.Event().wait()


async def dies() -> None:
    raise JobError("died", "its worker process ended")


def supervised(
    workers: Failing,
    test: Callable[[TestRooms, Client], Coroutine[object, object, None]],
    *,
    computers: dict[int, str] | None = None,
    pace: Pace = INSTANT,
) -> None:
    """Run a test at a table with a computer player to move, under the supervisor."""

    async def alone() -> None:
        rooms = TestRooms(workers=workers, pace=pace)
        supervising = asyncio.create_task(rooms.supervise())
        ann = Client(rooms, "Ann")
        await ann.open(seats=2, computers=computers or {1: "club"}, start=True)
        await ready([ann])
        try:
            await test(rooms, ann)
        finally:
            supervising.cancel()
            await rooms.close()

    asyncio.run(asyncio.wait_for(alone(), 60))


async def to_move(person: Client) -> int:
    return (await person.game()).to_move


async def until_the_computer_moves(ann: Client) -> None:
    if await to_move(ann) == 0:
        await ann.do("draw")


def test_a_cancelled_turn_is_restarted_within_two_seconds() -> None:
    async def test(rooms: TestRooms, ann: Client) -> None:
        await until_the_computer_moves(ann)
        assert await to_move(ann) == 1
        await rooms.clock.pass_time(2000)
        assert await to_move(ann) == 0

    supervised(Failing(cancelled, 1), test)


def test_a_turn_that_is_always_cancelled_ends_with_the_fallback_action() -> None:
    workers = Failing(cancelled, 1000)

    async def test(rooms: TestRooms, ann: Client) -> None:
        await until_the_computer_moves(ann)
        await rooms.clock.pass_time(10_000)
        assert await to_move(ann) == 0
        assert workers.calls == 2

    supervised(workers, test)


def test_a_turn_that_hangs_is_restarted() -> None:
    async def test(rooms: TestRooms, ann: Client) -> None:
        await until_the_computer_moves(ann)
        await rooms.clock.pass_time(STUCK + 2000)
        assert await to_move(ann) == 0

    supervised(Failing(hangs, 1), test)


def test_a_choice_is_requested_again_after_its_worker_died() -> None:
    workers = Failing(dies, 1)

    async def test(_: TestRooms, ann: Client) -> None:
        await until_the_computer_moves(ann)
        assert await to_move(ann) == 0
        assert workers.calls == 2

    supervised(workers, test)


def test_a_failed_clock_is_restarted(monkeypatch: pytest.MonkeyPatch) -> None:
    """RULES 2.3: a turn whose time is over ends, even if its timer has failed."""

    async def alone() -> None:
        rooms = TestRooms()
        supervising = asyncio.create_task(rooms.supervise())
        people = await seated(rooms, "Ann", "Ben", turn_ms=60_000)
        mover = await to_move(people[0])

        def fails(*_: object) -> None:
            raise ZeroDivisionError

        monkeypatch.setattr(turns, "_timed_out", fails)
        await rooms.clock.pass_time(60_000)
        assert await to_move(people[0]) == mover
        monkeypatch.undo()
        await rooms.clock.pass_time(2000)
        assert await to_move(people[0]) != mover
        supervising.cancel()
        await rooms.close()

    asyncio.run(alone())


def test_a_deal_that_failed_is_dealt_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def alone() -> None:
        rooms = TestRooms()
        supervising = asyncio.create_task(rooms.supervise())
        ann = Client(rooms, "Ann")
        deal = TablePolicy.deal

        async def fails(_: TablePolicy) -> None:
            raise ZeroDivisionError

        monkeypatch.setattr(TablePolicy, "deal", fails)
        await ann.open(seats=2, computers={1: "club"}, start=True)
        await ready([ann])
        assert (await ann.sees()).table.phase == "sealing"
        monkeypatch.setattr(TablePolicy, "deal", deal)
        await rooms.clock.pass_time(2000)
        assert (await ann.sees()).table.phase == "playing"
        supervising.cancel()
        await rooms.close()

    asyncio.run(alone())


def test_computer_players_among_themselves_play_only_for_a_spectator() -> None:
    workers = Failing(cancelled, 0)

    async def test(rooms: TestRooms, ann: Client) -> None:
        await rooms.clock.pass_time(3000)
        assert workers.calls > 0
        assert all(player.among_computers for player in workers.chosen)
        await ann.leave()
        await rooms.clock.pass_time(UNWATCHED + 2000)
        calls = workers.calls
        await rooms.clock.pass_time(60_000)
        assert workers.calls == calls
        await ann.watch(ann.room)
        await rooms.clock.pass_time(2000)
        assert workers.calls > calls

    pace = Pace(frame=0, move=1100, ready=0)
    supervised(workers, test, computers={0: "club", 1: "club"}, pace=pace)


def test_computer_players_among_themselves_wait_for_a_spectator_after_a_restart() -> None:
    async def alone() -> None:
        clock = StillClock()
        workers = Failing(hangs, 1)
        rooms = TestRooms(clock=clock, workers=workers)
        ann = Client(rooms, "Ann")
        await ann.open(seats=2, computers={0: "club", 1: "club"}, start=True)
        await rooms.clock.pass_time(100)
        assert workers.calls == 1
        await rooms.close()

        again = Failing(hangs, 1)
        later = TestRooms(store=rooms.store, clock=clock, workers=again)
        supervising = asyncio.create_task(later.supervise())
        await later.resume_all()
        await clock.pass_time(10_000)
        assert again.calls == 0
        ann.rooms = later
        await ann.watch(ann.room)
        await clock.pass_time(2000)
        await settled()
        assert again.calls == 1
        supervising.cancel()
        await later.close()

    asyncio.run(alone())


def test_computer_players_do_not_wait_at_a_table_with_a_person() -> None:
    workers = Failing(cancelled, 0)

    async def test(rooms: TestRooms, ann: Client) -> None:
        await ann.leave()
        await rooms.clock.pass_time(UNWATCHED + 2000)
        await ann.watch(ann.room)
        await until_the_computer_moves(ann)
        assert not any(player.among_computers for player in workers.chosen)
        assert workers.calls > 0

    supervised(workers, test)
