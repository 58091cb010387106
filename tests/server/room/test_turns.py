"""Human turns are found by a search, submitted with Done, or slow to judge.

During the search for the plays of a turn, only the clock waits for it. Later plays may need no tile
from the rack (RULES 2.1); an illegal table costs the penalty if the ruleset has one (RULES 2.3,
invalid_play). Slow judgements run outside the event loop.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, field
from unittest.mock import AsyncMock, patch

import pytest
from tests.server.playing import codes, conflict, mover_and_other, mover_of, ok, play_round, seated
from tests.server.room_clients import Client, TestRooms, restarted, settled, whole

from tilerummy.analysis import Turn
from tilerummy.jokers.reasons import Refusal, reason
from tilerummy.melds import Table
from tilerummy.rules import ruleset
from tilerummy.server.jobs.rooms import Decided, decide, find_turn
from tilerummy.server.messages.client import Check, Done, Preview, Say
from tilerummy.server.messages.server import Answer, Chatted, HintAnswer
from tilerummy.server.room.cost import has_many_readings
from tilerummy.server.room.room import Room
from tilerummy.server.room.turns import opening_turn
from tilerummy.server.rooms import commands
from tilerummy.server.workers.port import JobError
from tilerummy.state import Action, Play, State, TimeOut

TURN = 60_000
SOON = 60
"""Seconds for actions that do not wait for a search, which only the test releases."""


@dataclass
class PendingTurn:
    """A turn of two plays is about to end with the melds *after*."""

    rooms: TestRooms
    mover: Client
    other: Client
    after: list[str]
    version: int
    may: asyncio.Event = field(default_factory=asyncio.Event)
    calls: int = 0

    async def find_turn(self, ruleset: str, view: State, after: Table) -> Turn:
        """Return the plays once the test allows it."""
        self.calls += 1
        await self.may.wait()
        return find_turn(ruleset, view, after)

    def done(self) -> asyncio.Task[object]:
        """Submit the table as the mover."""
        message = Done(cid="done", room=self.mover.room, version=self.version, after=self.after)
        return asyncio.create_task(self.mover.ask(message))


@pytest.fixture
async def now(rooms: TestRooms, monkeypatch: pytest.MonkeyPatch) -> PendingTurn:
    """A turn whose plays are found only when the test allows it.

    It starts with an initial meld, and is searched like any other turn of two plays.
    """
    monkeypatch.setattr(commands, "opening_turn", lambda *_: None)
    people = await seated(rooms, "Ann", "Ben", turn_ms=TURN)
    while True:
        mover, other = await mover_and_other(people)
        version = await mover.version()
        if after := await turn_of_two(mover, version):
            break
        await mover.take_turn()
    moment = PendingTurn(rooms, mover, other, after, version)
    rooms.work(find_turn=moment.find_turn)
    return moment


async def turn_of_two(mover: Client, version: int) -> list[str]:
    """Return the melds of a table that the mover can reach by two plays, or an empty list."""
    hint = await mover.hint()
    if not isinstance(hint, HintAnswer) or not hint.after:
        return []
    check = Check(cid="check", room=mover.room, version=version, after=hint.after)
    answer = await mover.ask(check)
    return hint.after if isinstance(answer, Answer) and len(answer.plays) > 1 else []


async def test_an_opening_and_a_play_need_no_search(now: PendingTurn) -> None:
    """They are the same plays that the search finds."""
    now.may.set()
    check = Check(cid="c", room=now.mover.room, version=now.version, after=now.after)
    searched = await now.mover.ask(check)
    now.may.clear()
    with patch.object(commands, "opening_turn", opening_turn):
        found = ok(await asyncio.wait_for(now.mover.ask(check), SOON))
    assert found == searched
    assert (len(found.plays), now.calls) == (2, 1)


async def test_other_commands_run_during_the_search_for_plays(now: PendingTurn) -> None:
    done = now.done()
    await settled()
    assert now.calls == 1
    eve = Client(now.rooms, "Eve")
    async with asyncio.timeout(SOON):
        await eve.watch(now.mover.room)
        await now.other.ask(Say(room=now.other.room, text="well?"))
        ok(await now.other.control("end"))
    assert any(isinstance(m, Chatted) for m in eve.heard)
    assert not done.done()
    now.may.set()
    ok(await done)
    assert sorted((await eve.game()).table) == sorted(now.after)
    assert (await eve.sees()).table.proposal, "proposals do not depend on the tiles"


async def test_plays_found_after_a_pause_are_discarded(now: PendingTurn) -> None:
    done = now.done()
    await settled()
    before = (await now.mover.game()).table
    for person in (now.mover, now.other):
        await asyncio.wait_for(person.control("pause"), SOON)
    now.may.set()
    assert conflict(await done)
    assert (await now.mover.sees()).table.phase == "paused"
    assert (await now.mover.game()).table == before


async def test_a_turn_submitted_in_time_counts_after_a_long_search(now: PendingTurn) -> None:
    done = now.done()
    await now.rooms.clock.pass_time(2 * TURN)
    assert not done.done()
    now.may.set()
    ok(await done)
    await settled()
    game = await now.other.game()
    assert sorted(game.table) == sorted(now.after)
    assert game.can is not None, "the next turn has its full time"


async def test_a_late_move_waits_for_the_time_out(now: PendingTurn) -> None:
    rows = [meld.split() for meld in now.after]
    await now.mover.ask(Preview(room=now.mover.room, version=now.version, rows=rows))
    await now.rooms.clock.pass_time(TURN)
    assert now.calls == 1
    late = asyncio.create_task(now.mover.do("draw", version=now.version))
    ok(await asyncio.wait_for(now.other.control("end"), SOON))
    now.may.set()
    assert conflict(await late)
    assert sorted((await now.other.game()).table) == sorted(now.after)


async def test_time_that_ends_during_a_pause_is_up_when_the_match_resumes(now: PendingTurn) -> None:
    rows = [meld.split() for meld in now.after]
    await now.mover.ask(Preview(room=now.mover.room, version=now.version, rows=rows))
    await now.rooms.clock.pass_time(TURN)
    for person in (now.mover, now.other):
        await asyncio.wait_for(person.control("pause"), SOON)
    turn = (await now.mover.game()).turn
    now.may.set()
    await settled()
    assert (await now.mover.sees()).table.phase == "paused"
    assert (await now.mover.game()).turn == turn
    for person in (now.mover, now.other):
        await person.control("resume")
    await now.rooms.clock.pass_time(0)
    assert (await now.mover.sees()).table.phase == "playing"
    assert (await now.other.game()).turn == turn + 1


async def test_the_plays_of_a_repeated_submission_are_searched_once(now: PendingTurn) -> None:
    both = [now.done(), now.done()]
    await settled()
    now.may.set()
    one, other = await asyncio.gather(*both)
    assert ok(one) == other
    assert now.calls == 1


LONG_RUNS = "sabra+initial_meld.points=3+tiles.numbers=6+tiles.colours=2+tiles.copies=4"
"""Half of the rack usually is a run of six, which can be split."""
STRICT = "sabra+invalid_play=penalty"


async def with_a_long_run(people: list[Client]) -> tuple[Client, list[str]]:
    """Draw until the mover has a run of six; return the mover and the run."""
    while True:
        mover = await mover_of(people)
        rack = (await mover.game()).rack or []
        for colour in "kr":
            run_of_six = [f"{colour}{number}" for number in range(1, 7)]
            if {*run_of_six} <= {*rack}:
                return mover, run_of_six
        assert codes(await mover.do("draw")) == []


async def test_a_later_play_may_place_no_tile(rooms: TestRooms) -> None:
    people = await seated(rooms, "Ann", "Ben", ruleset=LONG_RUNS)
    mover, tiles = await with_a_long_run(people)
    whole, halves = " ".join(tiles), [" ".join(tiles[:3]), " ".join(tiles[3:])]
    assert codes(await mover.do(f"play => {whole}")) == []
    left = (await mover.game()).rack

    assert codes(await mover.done(*halves)) == []

    game = await mover.game()
    assert (sorted(game.table), game.rack) == (sorted(halves), left)
    other = await mover_of(people)
    assert other is not mover
    await other.do("draw")
    assert codes(await mover.done(whole)) == ["no_tile_played"], "the first play places one"


@pytest.mark.parametrize("invalid_play", ["refuse", "penalty"])
async def test_an_unproven_table_is_refused_without_a_penalty(
    rooms: TestRooms, invalid_play: str
) -> None:
    """The search finds no plays, but cannot rule them out."""

    unproven = Turn((), (reason(Refusal.JOKER_REUSE, "a joker may not go there"),), proven=False)
    rooms.work(find_turn=AsyncMock(return_value=unproven))
    rules = f"sabra+invalid_play={invalid_play}"
    mover = await mover_of(await seated(rooms, "Ann", "Ben", ruleset=rules))
    before = await mover.game()

    assert codes(await mover.done("k1 *k2 k3")) == ["joker_reuse"]

    assert await mover.game() == before


@pytest.mark.parametrize("sizes", [(1,), (2, 1), (14,)])
async def test_invalid_melds_cost_the_penalty(rooms: TestRooms, sizes: tuple[int, ...]) -> None:
    people = await seated(rooms, "Ann", "Ben", ruleset=STRICT)
    mover = await mover_of(people)
    before = await mover.game()
    assert before.rack is not None
    tiles = [*before.rack]
    laid = [" ".join(tiles.pop() for _ in range(size)) for size in sizes]

    assert codes(await mover.done(*laid)) == []

    after = await mover.game()
    assert after.to_move != before.to_move
    assert after.table == []
    assert after.rack is not None
    assert len(after.rack) == len(before.rack) + 3
    await restarted(rooms, mover)
    assert await mover.game() == after


async def test_invalid_notation_costs_no_penalty(rooms: TestRooms) -> None:
    mover = await mover_of(await seated(rooms, "Ann", "Ben", ruleset=STRICT))

    assert codes(await mover.done("k1 x9")) == ["bad_notation"]
    assert codes(await mover.done("b5 * *")) == ["ambiguous_joker"]
    assert codes(await mover.done()) == ["no_tile_played"]


async def test_invalid_melds_are_refused_without_a_penalty_rule(rooms: TestRooms) -> None:
    mover = await mover_of(await seated(rooms, "Ann", "Ben"))

    assert codes(await mover.done("k1 k2", "r9")) == ["invalid_meld", "invalid_meld"]


EIGHT = "sabra+tiles.jokers=8+tiles.colours=8+joker.melds=open+joker.replace_from=any"

FOUR_RUNS = "k3 k4 *k5 / r4 r5 *r6 / b7 *b8 b9 / o10 *o11 o12"


@pytest.mark.parametrize(
    ("rules", "table", "many"),
    [
        ("sabra", "r3 *r4 r5 / k7 b7 *7", False),
        ("sabra", "r3 r4 r5 / k7 b7 o7", False),
        ("mcgraw", "r3 *r4 r5 / k7 b7 *7 / k8 b8 *8", False),
        ("mcgraw+tiles.jokers=8", "k7 b7 *7 / k8 b8 *8 / k9 b9 *9 / k10 b10 *10", True),
        (EIGHT, "k1 r1 *1 / k2 r2 *2 / k3 r3 *3 / k4 r4 *4", True),
        (EIGHT, "k1 r1 b1 / k2 r2 *2 / k3 k4 k5", False),
        ("rummikub+tiles.jokers=8+joker.melds=free", "k1 r1 *1 / k2 r2 *2 / k3 r3 *3", False),
        ("dutch-sabra", "r5 b5 *5 / *r5 r6 r7", False),
        ("dutch-1985+tiles.jokers=4", FOUR_RUNS, False),
        ("dutch-1985+tiles.jokers=6", FOUR_RUNS, True),
        ("sabra+tiles.jokers=6", FOUR_RUNS, False),
        ("dutch-1985+tiles.jokers=3", "r3 r4 *r5 / *k5 k6 k7 / b4 *b5 b6", True),
        ("sabra+tiles.jokers=3", "r3 r4 *r5 / *k5 k6 k7 / b4 *b5 b6", False),
    ],
)
def test_many_ways_to_place_jokers_are_slow_to_judge(rules: str, table: str, *, many: bool) -> None:
    known = ruleset(rules)
    assert has_many_readings(known, known.read_table(table)) is many


@pytest.fixture
def all_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """All plays are judged by workers."""

    def is_expensive(_: Room, actions: Iterable[Action]) -> bool:
        return any(isinstance(action, Play | TimeOut) for action in actions)

    monkeypatch.setattr(commands, "is_expensive", is_expensive)


async def test_a_round_judged_by_workers_is_the_same(
    request: pytest.FixtureRequest,
) -> None:
    played, calls = [], 0

    async def counted(
        ruleset: str, state: State, seat: int | None, actions: tuple[Action, ...]
    ) -> Decided:
        nonlocal calls
        calls += 1
        return decide(ruleset, state, seat, actions)

    for off in (False, True):
        if off:
            request.getfixturevalue("all_takes_long")
        async with TestRooms() as rooms:
            rooms.work(decide=counted)
            people = await seated(rooms, "Ann", "Ben")
            await play_round(people)
            log = await whole(rooms, people[0].room)
        played.append((log[-1].room.match.results, [step.entry for step in log]))
        assert (calls > 0) == off
    assert played[0] == played[1]


@pytest.mark.usefixtures("all_takes_long")
async def test_a_play_too_slow_to_judge_is_refused_and_the_clock_runs(rooms: TestRooms) -> None:
    """RULES 2.3: the turn ends with its time, although the draft cannot be judged."""
    rooms.work(decide=AsyncMock(side_effect=JobError("late", "it took too long")))
    people = await seated(rooms, "Ann", "Ben", turn_ms=60_000)
    mover = await mover_of(people)
    assert codes(await mover.do("play => k1 k2 k3")) == ["server_busy"]
    await rooms.clock.pass_time(60_000)
    assert await mover_of(people) is not mover
