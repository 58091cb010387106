"""No failure stops a match: a task that failed is tried again within two seconds."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from tests.server.playing import against_computer, ready, seated, to_move
from tests.server.room_clients import Client, TestRooms, restarted

from tilerummy.server.jobs.rooms import Choice, ComputerPlayer
from tilerummy.server.rooms import actor, turns
from tilerummy.server.rooms.actor import UNWATCHED
from tilerummy.server.rooms.tasks import STUCK
from tilerummy.server.workers.port import JobError
from tilerummy.state import Draw

Choose = Callable[..., Awaitable[Choice]]


def failing(times: int, error: BaseException | None) -> tuple[list[ComputerPlayer], Choose]:
    """Return how workers fail some times, and then draw; and for whom they were asked.

    Without an error they hang.
    """
    asked: list[ComputerPlayer] = []

    async def choose(_ruleset: str, _view: object, player: ComputerPlayer) -> Choice:
        asked.append(player)
        if len(asked) <= times:
            if error is not None:
                raise error
            await asyncio.Event().wait()
        return Choice((Draw(),))

    return asked, choose


@pytest.mark.parametrize(
    ("error", "times", "within", "calls"),
    [
        (asyncio.CancelledError(), 1, 2000, 2),
        (asyncio.CancelledError(), 1000, 10_000, 2),
        (None, 1, STUCK + 2000, 2),
        (JobError("died", "its worker process ended"), 1, 0, 2),
        (ZeroDivisionError(), 1000, 0, 1),
    ],
    ids=["cancelled", "always cancelled", "hangs", "dies", "fails"],
)
async def test_a_computer_player_moves_although_its_workers_fail(
    rooms: TestRooms,
    caplog: pytest.LogCaptureFixture,
    *,
    error: BaseException | None,
    times: int,
    within: int,
    calls: int,
) -> None:
    ann = await against_computer(rooms)
    while await to_move(ann) != 0:
        await rooms.clock.pass_time(1000)
    asked, choose = failing(times, error)
    rooms.work(choose=choose)
    await ann.do("draw")
    assert (await to_move(ann) == 1) == (within > 0)
    await rooms.clock.pass_time(within)
    assert await to_move(ann) == 0
    assert len(asked) == calls
    if isinstance(error, ZeroDivisionError):
        [line] = [each for each in caplog.records if each.name == "tilerummy.server"]
        assert (line.msg, getattr(line, "fields", {})["kind"]) == ("failed", "ZeroDivisionError")


async def test_a_clock_that_failed_runs(rooms: TestRooms, monkeypatch: pytest.MonkeyPatch) -> None:
    """RULES 2.3: a turn whose time is over ends, even if its timer has failed."""

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


async def test_a_failed_deal_is_repeated(rooms: TestRooms, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = Client(rooms, "Ann")

    def fails(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(actor, "deal_entry", fails)
    await ann.open(computers={1: "club"}, start=True)
    await ready([ann])
    assert (await ann.sees()).table.phase == "sealing"
    monkeypatch.undo()
    await rooms.clock.pass_time(2000)
    assert (await ann.sees()).table.phase == "playing"


async def test_computers_among_themselves_play_only_for_a_spectator(rooms: TestRooms) -> None:
    asked: list[ComputerPlayer] = []

    async def choose(_ruleset: str, _view: object, player: ComputerPlayer) -> Choice:
        asked.append(player)
        await rooms.clock.sleep(1100)
        return Choice((Draw(),))

    async def play_on(ms: int) -> bool:
        """Return whether computers play within that time."""
        before = len(asked)
        await rooms.clock.pass_time(ms)
        return len(asked) > before

    rooms.work(choose=choose)
    ann = Client(rooms, "Ann")
    await ann.open(computers={0: "club", 1: "club"}, start=True)
    assert await play_on(3000)
    assert all(player.among_computers for player in asked)
    await ann.leave()
    await rooms.clock.pass_time(UNWATCHED + 2000)
    assert not await play_on(60_000)
    await ann.watch(ann.room)
    assert await play_on(2000)

    await restarted(rooms, ann)
    assert not await play_on(10_000)
    await ann.watch(ann.room)
    assert await play_on(2000)


async def test_computer_players_do_not_wait_at_a_table_with_a_person(rooms: TestRooms) -> None:
    asked, choose = failing(0, None)
    rooms.work(choose=choose)
    ann = Client(rooms, "Ann")
    await ann.open(computers={1: "club"}, start=True)
    await ready([ann])
    await ann.leave()
    await rooms.clock.pass_time(UNWATCHED + 2000)
    await ann.watch(ann.room)
    if await to_move(ann) == 0:
        await ann.do("draw")
    assert asked
    assert not any(player.among_computers for player in asked)
