"""Computer players at a table: at a pace people can follow, without delaying other commands."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from tests.server.laws.stores import MoodyStore
from tests.server.playing import codes, ok, ready, seated, to_move
from tests.server.room_clients import Client, StillClock, TestRooms, restarted, settled
from tests.server.workers.patient import PatientWorkers

from tilerummy.players import PLAYERS
from tilerummy.server.jobs.rooms import Choice, ComputerPlayer
from tilerummy.server.messages import PreviewShown
from tilerummy.server.room.proposals import STAND_IN, STAND_IN_AFTER
from tilerummy.server.rooms.ports import INSTANT, Pace
from tilerummy.server.rooms.tasks import RETRY_AFTER
from tilerummy.server.workers.port import JobError
from tilerummy.state import Draw, Pass, State

pytestmark = pytest.mark.anyio


class Patient(PatientWorkers):
    """Workers that draw, or do what the test requests, once the test releases them."""

    def __init__(self, choice: Choice | None = None, *, enough: bool = True) -> None:
        self.choice = choice
        self.enough = asyncio.Event()
        if enough:
            self.enough.set()

    async def choose(self, _ruleset: str, _view: State, _player: ComputerPlayer) -> Choice:
        await self.enough.wait()
        if self.choice is None:
            raise JobError("late", "no answer in time")
        return self.choice


DRAWS = Choice((Draw(),), frames=((("k1",),), (("k1", "k2"),)))


@asynccontextmanager
async def beside(mind: Patient, *, pace: Pace = INSTANT) -> AsyncIterator[tuple[TestRooms, Client]]:
    """A person at a table with a computer player to move."""
    rooms = TestRooms(workers=mind, pace=pace)
    ann = Client(rooms, "Ann")
    await ann.open(seats=2, computers={1: "club"}, start=True)
    await ready([ann])
    if await to_move(ann) == 0:
        await ann.do("draw")
    yield rooms, ann
    await rooms.close()


async def test_a_move_has_a_least_time_and_is_shown_before_it_is_played() -> None:
    async with beside(Patient(DRAWS), pace=Pace(frame=260, move=1100, ready=0)) as (rooms, ann):

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


async def test_a_move_without_previews_takes_the_same_time() -> None:
    async with beside(Patient(Choice((Draw(),))), pace=Pace(frame=260, move=1100, ready=0)) as (
        rooms,
        ann,
    ):
        await rooms.clock.pass_time(1099)
        assert await to_move(ann) == 1
        await rooms.clock.pass_time(1)
        assert await to_move(ann) == 0


def test_a_beginner_seems_to_think_longer_than_a_club_player() -> None:
    async def alone() -> None:
        rooms = TestRooms(
            workers=Patient(Choice((Draw(),))), pace=Pace(frame=0, move=1000, ready=0)
        )
        ann = Client(rooms, "Ann")
        await ann.open(seats=2, computers={1: "beginner"}, start=True)
        await ready([ann])
        if await to_move(ann) == 0:
            await ann.do("draw")
        await rooms.clock.pass_time(round(1000 * PLAYERS["beginner"].pace) - 1)
        assert await to_move(ann) == 1
        await rooms.clock.pass_time(1)
        assert await to_move(ann) == 0
        await rooms.close()

    assert PLAYERS["beginner"].pace > PLAYERS["club"].pace == 1
    asyncio.run(alone())


def test_the_pace_of_a_server_is_a_multiple_of_the_usual_one() -> None:
    assert Pace(frame=200, move=1000, ready=4000).times(0.5) == Pace(
        frame=100, move=500, ready=4000
    )
    assert Pace().times(0) == Pace(frame=0, move=0)


@pytest.mark.parametrize("choice", [None, Choice((Pass(),))], ids=["none", "illegal"])
async def test_a_computer_player_without_a_legal_move_in_time_draws(choice: Choice | None) -> None:
    async with beside(Patient(choice)) as (_, ann):
        assert await to_move(ann) == 0
        game = await ann.game()
        assert game.hands[1].tiles == 15


async def test_the_stand_in_plays_for_a_level_that_this_version_does_not_know(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []

    class Asked(Patient):
        async def choose(self, ruleset: str, view: State, player: ComputerPlayer) -> Choice:
            asked.append(player.level)
            return await super().choose(ruleset, view, player)

    rooms = TestRooms(workers=Asked(Choice((Draw(),))))
    ann = Client(rooms, "Ann")
    await ann.open(seats=2, computers={1: "expert"}, start=True)
    await ready([ann])
    monkeypatch.delitem(PLAYERS, "expert")
    if await to_move(ann) == 0:
        await ann.do("draw")
    assert await to_move(ann) == 0
    await rooms.close()
    assert asked[-1] == STAND_IN


async def test_a_move_that_could_not_be_stored_is_retried() -> None:
    workers, clock = Patient(DRAWS, enough=False), StillClock()
    store = MoodyStore(clock.wall)
    rooms = TestRooms(workers=workers, clock=clock, store=store)
    ann = Client(rooms, "Ann")
    await ann.open(seats=2, computers={1: "club"}, start=True)
    await ready([ann])
    if await to_move(ann) == 0:
        await ann.do("draw")
    store.logs.failing = 2
    workers.enough.set()
    await clock.pass_time(2 * RETRY_AFTER - 1)
    assert await to_move(ann) == 1
    await clock.pass_time(1)
    assert await to_move(ann) == 0
    await rooms.close()


async def test_a_computer_player_to_move_continues_after_a_restart() -> None:
    async with beside(Patient(DRAWS, enough=False)) as (rooms, ann):
        assert await to_move(ann) == 1
        later = await restarted(rooms, ann, workers=Patient(DRAWS))
        assert await to_move(ann) == 0
        await later.close()


async def test_either_the_owner_or_the_stand_in_moves() -> None:
    workers = Patient(DRAWS, enough=False)
    rooms = TestRooms(workers=workers)
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
    workers.enough.set()
    await settled()
    assert await ann.version() == before, "what was thought for the seat is too late"
    ok(await ann.do("draw"))
    await rooms.close()
