"""A table where an illegal table declared finished costs the penalty: RULES 2.3, invalid_play."""

from __future__ import annotations

import pytest
from tests.server.playing import codes, mover_of, seated
from tests.server.room_clients import TestRooms, restarted

pytestmark = pytest.mark.anyio

STRICT = "sabra+invalid_play=penalty"


@pytest.mark.parametrize("sizes", [(1,), (2, 1), (14,)])
async def test_melds_that_are_none_cost_the_penalty_and_are_in_the_log(
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
    later = await restarted(rooms, mover)
    assert await mover.game() == after
    await later.close()


async def test_what_is_no_tile_is_refused_at_a_strict_table_too(rooms: TestRooms) -> None:
    mover = await mover_of(await seated(rooms, "Ann", "Ben", ruleset=STRICT))

    assert codes(await mover.done("k1 x9")) == ["bad_notation"]
    assert codes(await mover.done("b5 * *")) == ["ambiguous_joker"]
    assert codes(await mover.done()) == ["no_tile_played"]


async def test_melds_that_are_none_are_refused_elsewhere(rooms: TestRooms) -> None:
    mover = await mover_of(await seated(rooms, "Ann", "Ben"))

    assert codes(await mover.done("k1 k2", "r9")) == ["invalid_meld", "invalid_meld"]
