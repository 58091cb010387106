"""A play that is slow to judge is not judged on the event loop."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from tests.server.playing import codes, mover_of, play_round, seated
from tests.server.room_clients import TestRooms, whole

from tilerummy.rules import ruleset
from tilerummy.server.jobs.rooms import Decided, decide
from tilerummy.server.room.cost import many_readings
from tilerummy.server.room.room import Room
from tilerummy.server.rooms import turns
from tilerummy.server.workers.port import JobError
from tilerummy.state import Action, Play, State, TimeOut

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
    assert many_readings(known, known.read_table(table)) is many


@pytest.fixture
def all_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """The workers judge every play."""

    def takes_long(_: Room, actions: Iterable[Action]) -> bool:
        return any(isinstance(action, Play | TimeOut) for action in actions)

    monkeypatch.setattr(turns, "takes_long", takes_long)


@pytest.mark.anyio
async def test_a_round_judged_off_the_loop_is_like_any_other(
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
    """RULES 2.3: the turn ends when its time is over, although the draft cannot be judged."""

    async def late(*_: object) -> None:
        raise JobError("late", "it took too long")

    rooms.work(decide=late)
    people = await seated(rooms, "Ann", "Ben", turn_ms=60_000)
    mover = await mover_of(people)
    assert codes(await mover.do("play => k1 k2 k3")) == ["server_busy"]
    await rooms.clock.pass_time(60_000)
    assert await mover_of(people) is not mover
