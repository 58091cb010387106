"""Later plays of a turn, which may place no tile, handed in with Done: RULES 2.1."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from tests.server.playing import codes, mover_of, seated
from tests.server.room_clients import Client, TestRooms
from tests.server.workers.patient import PatientWorkers

from tilerummy.melds import Table
from tilerummy.rules.reasons import Refusal, reason
from tilerummy.server.jobs.rooms import Found
from tilerummy.state import State

pytestmark = pytest.mark.anyio

LONG_RUNS = "sabra+initial_meld.points=3+tiles.numbers=6+tiles.colours=2+tiles.copies=4"
"""Half of the rack is a run of six, as a rule, which can be cut in two."""


async def with_a_long_run(people: list[Client]) -> tuple[Client, list[str]]:
    """Return the mover who holds a run of six, and the run; until then everybody draws."""
    while True:
        mover = await mover_of(people)
        held = (await mover.game()).rack or []
        for colour in "kr":
            run_of_six = [f"{colour}{number}" for number in range(1, 7)]
            if {*run_of_six} <= {*held}:
                return mover, run_of_six
        assert codes(await mover.do("draw")) == []


async def test_a_later_play_without_a_tile_of_the_rack_ends_the_turn(rooms: TestRooms) -> None:
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


@dataclass
class Undecided(PatientWorkers):
    """Finds no plays, and cannot say that there are none."""

    async def find_turn(self, _ruleset: str, _view: State, _after: Table) -> Found:
        return Found((), (reason(Refusal.JOKER_REUSE, "a joker may not go there"),), proven=False)


@pytest.mark.parametrize("invalid_play", ["refuse", "penalty"])
async def test_a_table_that_several_plays_may_leave_is_refused_without_a_penalty(
    invalid_play: str,
) -> None:
    rooms = TestRooms(workers=Undecided())
    rules = f"sabra+invalid_play={invalid_play}"
    mover = await mover_of(await seated(rooms, "Ann", "Ben", ruleset=rules))
    before = await mover.game()

    assert codes(await mover.done("k1 *k2 k3")) == ["joker_reuse"]

    assert await mover.game() == before
    await rooms.close()
