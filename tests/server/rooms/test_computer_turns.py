"""Computer players at a table: at a pace people can follow, without delaying other commands."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from tests.server.laws.stores import MoodyLogs
from tests.server.playing import against_computer, codes, ok, seated, to_move
from tests.server.room_clients import TestRooms, restarted, settled

from tilerummy.players import PLAYERS
from tilerummy.server.jobs.rooms import Choice, ComputerPlayer
from tilerummy.server.messages import PreviewShown
from tilerummy.server.room.proposals import STAND_IN, STAND_IN_AFTER
from tilerummy.server.rooms.ports import Pace
from tilerummy.server.rooms.tasks import RETRY_AFTER
from tilerummy.server.workers.port import JobError
from tilerummy.state import Draw, Pass

DRAWS = Choice((Draw(),), frames=((("k1",),), (("k1", "k2"),)))


def chooses(
    choice: Choice | None, released: asyncio.Event | None = None
) -> Callable[..., Awaitable[Choice]]:
    """Return how workers choose *choice*, or nothing in time, once the test releases them."""

    async def choose(*_: object) -> Choice:
        if released is not None:
            await released.wait()
        if choice is None:
            raise JobError("late", "no answer in time")
        return choice

    return choose


@pytest.mark.anyio
async def test_a_move_has_a_least_time_and_is_shown_before_it_is_played() -> None:
    async with TestRooms(pace=Pace(frame=260, move=1100, ready=0)) as rooms:
        rooms.work(choose=chooses(DRAWS))
        ann = await against_computer(rooms)

        def seen() -> list[list[list[str]]]:
            return [m.rows for m in ann.heard if isinstance(m, PreviewShown)]

        await rooms.clock.pass_time(549)
        assert seen() == []
        await rooms.clock.pass_time(1)
        assert seen() == [[["k1"]]]
        await rooms.clock.pass_time(260)
        assert seen() == [[["k1"]], [["k1", "k2"]]]
        assert await to_move(ann) == 1
        await rooms.clock.pass_time(260)
        assert await to_move(ann) == 0


@pytest.mark.anyio
@pytest.mark.parametrize("level", ["club", "beginner"])
async def test_a_beginner_seems_to_think_longer_than_a_club_player(level: str) -> None:
    assert PLAYERS["beginner"].pace > PLAYERS["club"].pace == 1
    async with TestRooms(pace=Pace(frame=260, move=1000, ready=0)) as rooms:
        rooms.work(choose=chooses(Choice((Draw(),))))
        ann = await against_computer(rooms, level)
        await rooms.clock.pass_time(round(1000 * PLAYERS[level].pace) - 1)
        assert await to_move(ann) == 1
        await rooms.clock.pass_time(1)
        assert await to_move(ann) == 0


def test_the_pace_of_a_server_is_a_multiple_of_the_usual_one() -> None:
    assert Pace(frame=200, move=1000, ready=4000).times(0.5) == Pace(
        frame=100, move=500, ready=4000
    )
    assert Pace().times(0) == Pace(frame=0, move=0)


@pytest.mark.parametrize("choice", [None, Choice((Pass(),))], ids=["none", "illegal"])
async def test_a_computer_without_a_legal_move_draws(
    rooms: TestRooms, choice: Choice | None
) -> None:
    rooms.work(choose=chooses(choice))
    ann = await against_computer(rooms)
    game = await ann.game()
    assert (game.to_move, game.hands[1].tiles) == (0, 15)


async def test_the_stand_in_plays_for_an_unknown_level(
    rooms: TestRooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    async def choose(_ruleset: str, _view: object, player: ComputerPlayer) -> Choice:
        asked.append(player.level)
        return DRAWS

    rooms.work(choose=choose)
    ann = await against_computer(rooms, "expert")
    monkeypatch.delitem(PLAYERS, "expert")
    await ann.do("draw")
    assert await to_move(ann) == 0
    assert asked[-1] == STAND_IN


async def test_a_move_that_was_not_stored_is_retried(rooms: TestRooms, logs: MoodyLogs) -> None:
    released = asyncio.Event()
    rooms.work(choose=chooses(DRAWS, released))
    ann = await against_computer(rooms)
    logs.failing = 2
    released.set()
    await rooms.clock.pass_time(2 * RETRY_AFTER - 1)
    assert await to_move(ann) == 1
    await rooms.clock.pass_time(1)
    assert await to_move(ann) == 0


async def test_a_computer_player_to_move_continues_after_a_restart(rooms: TestRooms) -> None:
    rooms.work(choose=chooses(DRAWS, asyncio.Event()))
    ann = await against_computer(rooms)
    assert await to_move(ann) == 1
    rooms.work(choose=chooses(DRAWS))
    await restarted(rooms, ann)
    assert await to_move(ann) == 0


async def test_either_the_owner_or_the_stand_in_moves(rooms: TestRooms) -> None:
    released = asyncio.Event()
    rooms.work(choose=chooses(DRAWS, released))
    ann, ben, cy = people = await seated(rooms, "Ann", "Ben", "Cy")
    while (mover := await to_move(ben)) != 0:
        await people[mover].do("draw")
    await ann.leave()
    await rooms.clock.pass_time(STAND_IN_AFTER)
    for person in (ben, cy):
        await person.control("stand_in", seat=0)
    await ann.watch(ben.room)
    assert codes(await ann.do("draw")) == ["stood_in"]
    await ann.control("take_back")
    before = await ann.version()
    released.set()
    await settled()
    assert await ann.version() == before, "what was thought for the seat is too late"
    ok(await ann.do("draw"))
