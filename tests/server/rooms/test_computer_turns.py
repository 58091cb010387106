"""Computer players keep a human pace, and play on when workers fail."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from tests.server.laws.stores import FaultyLogs
from tests.server.playing import against_computer, codes, ok, ready, seated, to_move
from tests.server.room_clients import Client, TestRooms, restarted, settled

from tilerummy.players import PLAYERS
from tilerummy.server.jobs.rooms import Choice, ComputerPlayer
from tilerummy.server.messages.server import PreviewShown
from tilerummy.server.room.proposals import STAND_IN, STAND_IN_AFTER
from tilerummy.server.rooms import computer_turns
from tilerummy.server.rooms.actor import UNWATCHED
from tilerummy.server.rooms.ports import Timings
from tilerummy.server.rooms.tasks import RETRY_AFTER, TASK_TIMEOUT
from tilerummy.server.workers.port import JobError
from tilerummy.state import Draw, Pass

DRAWS = Choice((Draw(),), frames=((("k1",),), (("k1", "k2"),)))


def chooses(
    choice: Choice | None = DRAWS,
    *,
    calls: list[ComputerPlayer] | None = None,
    released: asyncio.Event | None = None,
    times: int = 0,
    error: BaseException | None = None,
) -> Callable[..., Awaitable[Choice]]:
    """Return a job that chooses *choice*, or times out without one, once it is *released*.

    The first calls, as many as *times*, raise *error*, or hang without one.
    """
    players: list[ComputerPlayer] = [] if calls is None else calls

    async def choose(_ruleset: str, _view: object, player: ComputerPlayer) -> Choice:
        players.append(player)
        if len(players) <= times:
            if error is not None:
                raise error
            await asyncio.Event().wait()
        if released is not None:
            await released.wait()
        if choice is None:
            raise JobError("late", "it took too long")
        return choice

    return choose


async def test_a_move_takes_a_minimum_time_and_is_previewed() -> None:
    async with TestRooms(timings=Timings(frame=260, move=1100, ready=0)) as rooms:
        rooms.work(choose=chooses())
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


@pytest.mark.parametrize("level", ["club", "beginner"])
async def test_a_beginner_takes_longer_than_a_club_player(level: str) -> None:
    assert PLAYERS["beginner"].pace > PLAYERS["club"].pace == 1
    async with TestRooms(timings=Timings(frame=260, move=1000, ready=0)) as rooms:
        rooms.work(choose=chooses(Choice((Draw(),))))
        ann = await against_computer(rooms, level)
        await rooms.clock.pass_time(round(1000 * PLAYERS[level].pace) - 1)
        assert await to_move(ann) == 1
        await rooms.clock.pass_time(1)
        assert await to_move(ann) == 0


@pytest.mark.parametrize("name", ["computer begins", "Ann begins"])
async def test_the_first_move_of_a_match_can_be_made_without_a_delay(name: str) -> None:
    """A page that contains the server has dealt, and its player has waited, before it starts."""
    timings = Timings(frame=260, move=1000, ready=0, first=False)
    async with TestRooms(name=name, timings=timings) as rooms:
        rooms.work(choose=chooses())
        ann = Client(rooms, "Ann")
        await ann.open(computers={1: "club"}, start=True)
        await ready([ann])
        assert await to_move(ann) == 0
        assert (await ann.game()).turn == (1 if name == "computer begins" else 0)
        await ann.do("draw")
        await rooms.clock.pass_time(999)
        assert await to_move(ann) == 1, "later moves take as long as ever"


def test_the_pace_can_be_scaled() -> None:
    assert Timings(first=False).scaled(2).first is False
    assert Timings(frame=200, move=1000, ready=4000).scaled(0.5) == Timings(
        frame=100, move=500, ready=4000
    )
    assert Timings().scaled(0) == Timings(frame=0, move=0)


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
    calls: list[ComputerPlayer] = []
    rooms.work(choose=chooses(calls=calls))
    ann = await against_computer(rooms, "expert")
    known = {name: level for name, level in PLAYERS.items() if name != "expert"}
    monkeypatch.setattr(computer_turns, "PLAYERS", known)
    await ann.do("draw")
    assert await to_move(ann) == 0
    assert calls[-1].level == STAND_IN


async def test_a_move_that_was_not_stored_is_retried(rooms: TestRooms, logs: FaultyLogs) -> None:
    released = asyncio.Event()
    rooms.work(choose=chooses(released=released))
    ann = await against_computer(rooms)
    logs.failing = 2
    released.set()
    await rooms.clock.pass_time(2 * RETRY_AFTER - 1)
    assert await to_move(ann) == 1
    await rooms.clock.pass_time(1)
    assert await to_move(ann) == 0


async def test_a_computer_player_to_move_continues_after_a_restart(rooms: TestRooms) -> None:
    rooms.work(choose=chooses(released=asyncio.Event()))
    ann = await against_computer(rooms)
    assert await to_move(ann) == 1
    rooms.work(choose=chooses())
    await restarted(rooms, ann)
    assert await to_move(ann) == 0


async def test_either_the_owner_or_the_stand_in_moves(rooms: TestRooms) -> None:
    released = asyncio.Event()
    rooms.work(choose=chooses(released=released))
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
    assert await ann.version() == before, "the computer's choice is dropped"
    ok(await ann.do("draw"))


@pytest.mark.parametrize(
    ("error", "times", "within", "calls"),
    [
        (asyncio.CancelledError(), 1, 2000, 2),
        (asyncio.CancelledError(), 1000, 10_000, 2),
        (None, 1, TASK_TIMEOUT + 2000, 2),
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
    players: list[ComputerPlayer] = []
    rooms.work(choose=chooses(calls=players, times=times, error=error))
    await ann.do("draw")
    assert (await to_move(ann) == 1) == (within > 0)
    await rooms.clock.pass_time(within)
    assert await to_move(ann) == 0
    assert len(players) == calls
    if isinstance(error, ZeroDivisionError):
        [line] = [each for each in caplog.records if each.name == "tilerummy.server"]
        assert (line.msg, getattr(line, "fields", {})["kind"]) == ("failed", "ZeroDivisionError")


async def test_computers_alone_play_only_for_a_spectator(rooms: TestRooms) -> None:
    calls: list[ComputerPlayer] = []

    async def choose(_ruleset: str, _view: object, player: ComputerPlayer) -> Choice:
        calls.append(player)
        await rooms.clock.sleep(1100)
        return Choice((Draw(),))

    async def play_on(ms: int) -> bool:
        """Return whether a computer player moves within this time."""
        before = len(calls)
        await rooms.clock.pass_time(ms)
        return len(calls) > before

    rooms.work(choose=choose)
    ann = Client(rooms, "Ann")
    await ann.open(computers={0: "club", 1: "club"}, start=True)
    assert await play_on(3000)
    assert all(player.among_computers for player in calls)
    await ann.leave()
    await rooms.clock.pass_time(UNWATCHED + 2000)
    assert not await play_on(60_000)
    await ann.watch(ann.room)
    assert await play_on(2000)

    await restarted(rooms, ann)
    assert not await play_on(10_000)
    await ann.watch(ann.room)
    assert await play_on(2000)


async def test_computer_players_with_a_person_do_not_wait_for_viewers(rooms: TestRooms) -> None:
    calls: list[ComputerPlayer] = []
    rooms.work(choose=chooses(calls=calls))
    ann = Client(rooms, "Ann")
    await ann.open(computers={1: "club"}, start=True)
    await ready([ann])
    await ann.leave()
    await rooms.clock.pass_time(UNWATCHED + 2000)
    await ann.watch(ann.room)
    if await to_move(ann) == 0:
        await ann.do("draw")
    assert calls
    assert not any(player.among_computers for player in calls)
