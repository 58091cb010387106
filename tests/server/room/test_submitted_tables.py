"""Tables handed in with Done: after later plays, which may place no tile (RULES 2.1), or illegal.

An illegal table costs the penalty where the ruleset says so: RULES 2.3, invalid_play.
"""

from __future__ import annotations

import pytest
from tests.server.playing import codes, mover_of, seated
from tests.server.room_clients import Client, TestRooms, restarted

from tilerummy.analysis import Turn
from tilerummy.jokers.reasons import Refusal, reason

LONG_RUNS = "sabra+initial_meld.points=3+tiles.numbers=6+tiles.colours=2+tiles.copies=4"
"""Half of the rack is a run of six, as a rule, which can be cut in two."""
STRICT = "sabra+invalid_play=penalty"


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


@pytest.mark.parametrize("invalid_play", ["refuse", "penalty"])
async def test_a_table_that_several_plays_may_leave_is_refused_without_a_penalty(
    rooms: TestRooms, invalid_play: str
) -> None:
    """The search finds no plays, and cannot say that there are none."""

    async def find_turn(*_: object) -> Turn:
        return Turn((), (reason(Refusal.JOKER_REUSE, "a joker may not go there"),), proven=False)

    rooms.work(find_turn=find_turn)
    rules = f"sabra+invalid_play={invalid_play}"
    mover = await mover_of(await seated(rooms, "Ann", "Ben", ruleset=rules))
    before = await mover.game()

    assert codes(await mover.done("k1 *k2 k3")) == ["joker_reuse"]

    assert await mover.game() == before


@pytest.mark.parametrize("sizes", [(1,), (2, 1), (14,)])
async def test_melds_that_are_none_cost_the_penalty(
    rooms: TestRooms, sizes: tuple[int, ...]
) -> None:
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


async def test_what_is_no_tile_is_refused_at_a_strict_table_too(rooms: TestRooms) -> None:
    mover = await mover_of(await seated(rooms, "Ann", "Ben", ruleset=STRICT))

    assert codes(await mover.done("k1 x9")) == ["bad_notation"]
    assert codes(await mover.done("b5 * *")) == ["ambiguous_joker"]
    assert codes(await mover.done()) == ["no_tile_played"]


async def test_melds_that_are_none_are_refused_elsewhere(rooms: TestRooms) -> None:
    mover = await mover_of(await seated(rooms, "Ann", "Ben"))

    assert codes(await mover.done("k1 k2", "r9")) == ["invalid_meld", "invalid_meld"]
