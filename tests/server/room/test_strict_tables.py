"""A table where an illegal table declared finished costs the penalty: RULES 2.3, invalid_play."""

from __future__ import annotations

import pytest
from tests.server.playing import run, seated
from tests.server.room_clients import Client, TestRooms

from tilerummy.server.messages import Answer

STRICT = "sabra+invalid_play=penalty"


async def moving(people: list[Client]) -> Client:
    return people[(await people[0].game()).to_move]


def codes(answer: object) -> list[str]:
    assert isinstance(answer, Answer), answer
    return [reason.code for reason in answer.reasons]


@pytest.mark.parametrize("sizes", [(1,), (2, 1), (14,)])
def test_melds_that_are_none_cost_the_penalty_and_are_in_the_log(sizes: tuple[int, ...]) -> None:
    async def test(rooms: TestRooms) -> None:
        people = await seated(rooms, "Ann", "Ben", ruleset=STRICT)
        mover = await moving(people)
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
        await rooms.close()
        later = TestRooms(store=rooms.store, clock=rooms.clock, seed="another")
        assert await later.resume_all() == []
        mover.rooms = later
        assert await mover.game() == after
        await later.close()

    run(test)


def test_what_is_no_tile_is_refused_at_a_strict_table_too() -> None:
    async def test(rooms: TestRooms) -> None:
        mover = await moving(await seated(rooms, "Ann", "Ben", ruleset=STRICT))

        assert codes(await mover.done("k1 x9")) == ["bad_notation"]
        assert codes(await mover.done("b5 * *")) == ["ambiguous_joker"]
        assert codes(await mover.done()) == ["no_tile_played"]

    run(test)


def test_melds_that_are_none_are_refused_elsewhere() -> None:
    async def test(rooms: TestRooms) -> None:
        mover = await moving(await seated(rooms, "Ann", "Ben"))

        assert codes(await mover.done("k1 k2", "r9")) == ["invalid_meld", "invalid_meld"]

    run(test)
