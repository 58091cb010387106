"""No failure stops a match: the supervisor restarts its tasks within two seconds."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest
from tests.server.playing import ready, seated, to_move
from tests.server.room_clients import Client, StillClock, TestRooms, restarted, settled
from tests.server.workers.patient import PatientWorkers

from tilerummy.server.jobs.rooms import Choice, ComputerPlayer
from tilerummy.server.rooms import turns
from tilerummy.server.rooms.actor import UNWATCHED
from tilerummy.server.rooms.ports import INSTANT, Pace
from tilerummy.server.rooms.tasks import STUCK
from tilerummy.server.workers.port import JobError
from tilerummy.state import Draw, State

pytestmark = pytest.mark.anyio

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


@asynccontextmanager
async def supervised(
    workers: Failing, *, computers: dict[int, str] | None = None, pace: Pace = INSTANT
) -> AsyncIterator[tuple[TestRooms, Client]]:
    """A table with a computer player to move, under the supervisor."""
    rooms = TestRooms(workers=workers, pace=pace)
    ann = Client(rooms, "Ann")
    await ann.open(seats=2, computers=computers or {1: "club"}, start=True)
    await ready([ann])
    yield rooms, ann
    await rooms.close()


async def until_the_computer_moves(ann: Client) -> None:
    if await to_move(ann) == 0:
        await ann.do("draw")


async def test_a_cancelled_turn_is_restarted_within_two_seconds() -> None:
    async with supervised(Failing(cancelled, 1)) as (rooms, ann):
        await until_the_computer_moves(ann)
        assert await to_move(ann) == 1
        await rooms.clock.pass_time(2000)
        assert await to_move(ann) == 0


async def test_a_turn_that_is_always_cancelled_ends_with_the_fallback_action() -> None:
    workers = Failing(cancelled, 1000)

    async with supervised(workers) as (rooms, ann):
        await until_the_computer_moves(ann)
        await rooms.clock.pass_time(10_000)
        assert await to_move(ann) == 0
        assert workers.calls == 2


async def test_a_turn_that_hangs_is_restarted() -> None:
    async with supervised(Failing(hangs, 1)) as (rooms, ann):
        await until_the_computer_moves(ann)
        await rooms.clock.pass_time(STUCK + 2000)
        assert await to_move(ann) == 0


async def test_a_choice_is_requested_again_after_its_worker_died() -> None:
    workers = Failing(dies, 1)

    async with supervised(workers) as (_, ann):
        await until_the_computer_moves(ann)
        assert await to_move(ann) == 0
        assert workers.calls == 2


async def test_a_failed_clock_is_restarted(monkeypatch: pytest.MonkeyPatch) -> None:
    """RULES 2.3: a turn whose time is over ends, even if its timer has failed."""

    rooms = TestRooms()
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
    await rooms.close()


async def test_a_deal_that_failed_is_dealt_again(monkeypatch: pytest.MonkeyPatch) -> None:
    rooms = TestRooms()
    ann = Client(rooms, "Ann")

    def fails(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("tilerummy.server.rooms.automatic.deal_entry", fails)
    await ann.open(seats=2, computers={1: "club"}, start=True)
    await ready([ann])
    assert (await ann.sees()).table.phase == "sealing"
    monkeypatch.undo()
    await rooms.clock.pass_time(2000)
    assert (await ann.sees()).table.phase == "playing"
    await rooms.close()


async def test_computer_players_among_themselves_play_only_for_a_spectator() -> None:
    workers = Failing(cancelled, 0)
    pace = Pace(frame=0, move=1100, ready=0)
    async with supervised(workers, computers={0: "club", 1: "club"}, pace=pace) as (rooms, ann):
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


async def test_computer_players_among_themselves_wait_for_a_spectator_after_a_restart() -> None:
    clock = StillClock()
    workers = Failing(hangs, 1)
    rooms = TestRooms(clock=clock, workers=workers)
    ann = Client(rooms, "Ann")
    await ann.open(seats=2, computers={0: "club", 1: "club"}, start=True)
    await rooms.clock.pass_time(2000)
    assert workers.calls == 1

    again = Failing(hangs, 1)
    later = await restarted(rooms, ann, workers=again)
    await clock.pass_time(10_000)
    assert again.calls == 0
    await ann.watch(ann.room)
    await clock.pass_time(2000)
    await settled()
    assert again.calls == 1
    await later.close()


async def test_computer_players_do_not_wait_at_a_table_with_a_person() -> None:
    workers = Failing(cancelled, 0)

    async with supervised(workers) as (rooms, ann):
        await ann.leave()
        await rooms.clock.pass_time(UNWATCHED + 2000)
        await ann.watch(ann.room)
        await until_the_computer_moves(ann)
        assert not any(player.among_computers for player in workers.chosen)
        assert workers.calls > 0
