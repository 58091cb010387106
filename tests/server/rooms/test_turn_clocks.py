"""The turn clock, which stops while all players are disconnected: RULES 2.3."""

from __future__ import annotations

from unittest.mock import Mock

import pytest
from msgspec import json
from tests.server.playing import (
    come,
    everyone,
    leave,
    mover_of,
    parked,
    play_round,
    ready,
    seated,
    to_move,
)
from tests.server.room_clients import Client, TestRooms, restarted, settled

from tilerummy.match import Match
from tilerummy.records import decode_event, encode
from tilerummy.server.messages.client import Preview
from tilerummy.server.messages.server import HintAnswer, Update
from tilerummy.server.messages.terms import Terms
from tilerummy.server.messages.views import TermsView
from tilerummy.server.room.entries import Began, Changed, Opened
from tilerummy.server.room.fold import apply, opened
from tilerummy.server.rooms import clock as clocks
from tilerummy.server.rooms import commands
from tilerummy.server.rooms.clock import MIN_LEFT_AFTER_DOWNTIME
from tilerummy.server.rooms.create_room import Rematch
from tilerummy.state import Event, Moved, Penalised, TimedOut

TURN = 60_000
HOUR = 3_600_000
DAY = 24 * HOUR


def last_events(person: Client) -> list[Event]:
    update = next(m for m in reversed(person.heard) if isinstance(m, Update))
    events = [event for entry in update.entries for event in entry.events]
    return [decode_event(json.decode(event)) for event in events]


@pytest.mark.parametrize(("draft", "cost"), [(0, 1), (1, 3)], ids=["none", "unfinished"])
async def test_a_turn_ends_with_its_time_and_costs_tiles(
    rooms: TestRooms, draft: int, cost: int
) -> None:
    people = await seated(rooms, "Ann", "Ben", turn_ms=TURN)
    mover = await mover_of(people)
    rack = (await mover.game()).rack or []
    if draft:
        version = await mover.version()
        await mover.ask(Preview(room=mover.room, version=version, rows=[rack[:draft]]))
    await rooms.clock.pass_time(TURN - 1)
    assert await mover_of(people) is mover
    await rooms.clock.pass_time(1)
    assert await mover_of(people) is not mover
    game = await mover.game()
    assert (len(game.rack or []), game.table) == (len(rack) + cost, [])
    if not draft:
        assert [type(event) for event in last_events(mover)] == [TimedOut, Penalised, Moved]


async def test_a_legal_draft_is_played_at_the_time_out(rooms: TestRooms) -> None:
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


async def clock_of(person: Client) -> tuple[bool, int | None]:
    """Return whether the clock is running, and the remaining time."""
    clock = (await person.sees()).clock
    return clock.running, clock.left_ms


async def test_a_pause_stops_the_clock_and_gives_no_time(rooms: TestRooms) -> None:
    people = await seated(rooms, "Ann", "Ben", turn_ms=TURN)
    mover = await mover_of(people)
    await rooms.clock.pass_time(TURN // 3)
    await everyone(people, "pause")
    await rooms.clock.pass_time(10 * TURN)
    assert await clock_of(mover) == (False, TURN - TURN // 3)
    await everyone(people, "resume")
    assert await clock_of(mover) == (True, TURN - TURN // 3)
    assert await mover_of(people) is mover


async def test_the_clock_stops_while_no_player_is_connected(rooms: TestRooms) -> None:
    people = await seated(rooms, "Ann", "Ben", turn_ms=TURN)
    mover = await mover_of(people)
    await rooms.clock.pass_time(TURN // 2)
    await leave(people)
    eve = Client(rooms, "Eve")
    await eve.watch(mover.room)
    before = await mover.version()
    await rooms.clock.pass_time(10 * TURN)
    assert await mover.version() == before
    await people[0].watch(mover.room)
    assert await clock_of(mover) == (True, TURN // 2)
    await rooms.clock.pass_time(TURN // 2)
    assert await mover_of(people) is not mover


async def test_the_reserve_is_used_after_the_turn_and_renewed_each_round(
    rooms: TestRooms,
) -> None:
    """Used reserve stays used while everyone is disconnected."""
    people = await seated(rooms, "Ann", "Ben", turn_ms=TURN, reserve_ms=30_000, rounds=2)
    mover = await mover_of(people)
    left = [20_000, 30_000] if mover is people[0] else [30_000, 20_000]
    await rooms.clock.pass_time(TURN + 10_000)
    await leave(people)
    await rooms.clock.pass_time(TURN)
    await come(people)
    clock = (await mover.sees()).clock
    assert (clock.left_ms, clock.reserve_ms) == (0, left)
    assert await mover_of(people) is mover
    await mover.do("draw")
    assert (await mover.sees()).clock.reserve_ms == left
    await play_round(people)
    await everyone(people, "next")
    await ready(people)
    assert (await mover.sees()).clock.reserve_ms == [30_000, 30_000]


@pytest.mark.parametrize("how", ["parked", "rewritten", "stopped", "crashed"])
async def test_no_time_is_lost_while_a_room_is_not_loaded(rooms: TestRooms, how: str) -> None:
    """A log is rewritten when a participant's account is deleted."""
    people = await seated(rooms, "Ann", "Ben", turn_ms=TURN)
    mover = await mover_of(people)
    for _ in range(2):
        await rooms.clock.pass_time(20_000)
        await rooms.node.heartbeat()
        if how == "parked":
            await parked(rooms, *people)
            await rooms.clock.pass_time(HOUR)
        elif how == "rewritten":
            rooms.registry.unload([mover.room])
            await settled()
        else:
            rooms = await restarted(rooms, *people, down=HOUR, crashed=how == "crashed")
        await come(people)
    assert await clock_of(mover) == (True, TURN - 40_000)
    await rooms.clock.pass_time(TURN - 40_000 - 1)
    assert await mover_of(people) is mover
    await rooms.clock.pass_time(1)
    assert await mover_of(people) is not mover


async def test_time_since_the_last_heartbeat_is_restored(rooms: TestRooms) -> None:
    people = await seated(rooms, "Ann", "Ben", turn_ms=TURN, reserve_ms=30_000)
    left = []
    for crash in range(2):
        await rooms.clock.pass_time(10_000)
        await rooms.node.heartbeat()
        await rooms.clock.pass_time(4000)
        rooms = await restarted(rooms, *people, down=5000, crashed=True)
        left.append((await people[crash].sees()).clock.left_ms)
        await come(people)
    assert left == [TURN - 10_000, TURN - 20_000]
    await rooms.clock.pass_time(TURN - 20_000 + 10_000)
    clock = (await people[0].sees()).clock
    assert (clock.left_ms, sorted(clock.reserve_ms)) == (0, [20_000, 30_000])


@pytest.mark.parametrize(
    ("down", "left"), [(HOUR, DAY - 2 * HOUR), (3 * DAY, MIN_LEFT_AFTER_DOWNTIME)]
)
async def test_a_clock_by_days_runs_while_the_server_is_down(
    rooms: TestRooms, down: int, left: int
) -> None:
    people = await seated(rooms, "Ann", "Ben", turn_ms=DAY, by_days=True)
    mover = await mover_of(people)
    await rooms.clock.pass_time(HOUR)
    await restarted(rooms, *people, down=down)
    assert (await mover.sees()).clock.left_ms == left
    await rooms.clock.pass_time(left - 1)
    assert await mover_of(people) is mover
    await rooms.clock.pass_time(1)
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


async def test_a_failed_timer_is_started_again(
    rooms: TestRooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    """RULES 2.3: a turn ends with its time, even if its timer has failed."""
    people = await seated(rooms, "Ann", "Ben", turn_ms=60_000)
    mover = await to_move(people[0])
    monkeypatch.setattr(commands, "_time_out_turn", Mock(side_effect=ZeroDivisionError))
    await rooms.clock.pass_time(60_000)
    assert await to_move(people[0]) == mover
    monkeypatch.undo()
    await rooms.clock.pass_time(2000)
    assert await to_move(people[0]) != mover


async def used(rooms: TestRooms, seconds: int, **terms: int) -> tuple[int, int]:
    """Return the reserves of a player before and after a turn of the given length."""
    people = await seated(rooms, "Ann", "Ben", ruleset="sabra", **terms)
    mover = await mover_of(people)
    seat = people.index(mover)
    before = (await mover.sees()).clock.reserve_ms[seat]
    await rooms.clock.pass_time(seconds * 1000)
    await mover.do("draw")
    return before, (await mover.sees()).clock.reserve_ms[seat]


@pytest.mark.parametrize(("seconds", "left"), [(4, 600_000), (30, 580_000)])
async def test_a_bronstein_delay_gives_back_what_a_turn_used(
    rooms: TestRooms, seconds: int, left: int
) -> None:
    """The clubs' clock, 10 minutes and 10 seconds: msoworld.com, Bronstein."""
    found = await used(rooms, seconds, reserve_ms=600_000, bronstein_ms=10_000)
    assert found == (600_000, left)


@pytest.mark.parametrize(("seconds", "left"), [(4, 606_000), (30, 580_000)])
async def test_an_increment_is_added_after_every_turn(
    rooms: TestRooms, seconds: int, left: int
) -> None:
    found = await used(rooms, seconds, reserve_ms=600_000, increment_ms=10_000)
    assert found == (600_000, left)


async def test_the_fixed_time_of_a_turn_uses_no_reserve(rooms: TestRooms) -> None:
    found = await used(rooms, 65, turn_ms=TURN, reserve_ms=20_000, bronstein_ms=2_000)
    assert found == (20_000, 17_000)


async def test_a_turn_without_a_fixed_time_ends_with_its_reserve(rooms: TestRooms) -> None:
    people = await seated(rooms, "Ann", "Ben", reserve_ms=30_000, bronstein_ms=10_000)
    mover = await mover_of(people)
    await rooms.clock.pass_time(30_000 - 1)
    assert await mover_of(people) is mover
    await rooms.clock.pass_time(1)
    assert await mover_of(people) is not mover
    assert (await mover.sees()).clock.reserve_ms[people.index(mover)] == 10_000


async def test_a_delay_counts_from_the_start_of_a_turn_that_was_interrupted(
    rooms: TestRooms,
) -> None:
    people = await seated(rooms, "Ann", "Ben", reserve_ms=600_000, bronstein_ms=10_000)
    mover = await mover_of(people)
    await rooms.clock.pass_time(7_000)
    await rooms.node.heartbeat()
    await parked(rooms, *people)
    await come(people)
    await rooms.clock.pass_time(5_000)
    await mover.do("draw")
    assert (await mover.sees()).clock.reserve_ms[people.index(mover)] == 598_000


async def test_a_clock_that_only_warns_ends_no_turn(rooms: TestRooms) -> None:
    people = await seated(rooms, "Ann", "Ben", reserve_ms=30_000, warns_only=True)
    mover = await mover_of(people)
    await rooms.clock.pass_time(HOUR)
    assert await mover_of(people) is mover
    assert await clock_of(mover) == (True, 0)


@pytest.mark.parametrize(
    "terms",
    [{"reserve_ms": 60_000}, {"reserve_ms": 5_000, "bronstein_ms": 10_000}],
    ids=["neither", "longer"],
)
def test_every_turn_has_some_time(terms: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="Bronstein delay"):
        Terms(**terms)  # type: ignore[arg-type]


@pytest.mark.parametrize("changed", [False, True])
def test_a_reserve_without_a_fixed_time_limits_nothing_in_an_older_log(*, changed: bool) -> None:
    terms = TermsView(ruleset="sabra", reserve_ms=0 if changed else TURN)
    room = opened("R", Opened(terms=terms, seats=2, host="ann"))
    if changed:
        room = apply(room, Changed(seat=0, terms={"reserve_ms": TURN}))
    facts = tuple(map(encode, Match(rules=room.rules, seats=2).begin(b"seed")))
    room = apply(room, Began(round=0, label="", facts=facts, lots=True))

    clock = clocks.clock_of(room)

    assert clock is not None
    assert clock.started(0).ends_in(TURN) is None
    assert Rematch.of(room, ()).new.terms == Terms()
