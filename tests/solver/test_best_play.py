"""The best play, found by trying everything and by every solver there is: RULES 2.2 and 3.

Which solvers there are is the business of ``test_engines.py``.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.solver.brute_force import best_rank, legal
from tests.solver.random_problems import problems

from tilerummy.melds import table
from tilerummy.solver import (
    HAS_KERNEL,
    JokerPolicy,
    Kind,
    Melds,
    Problem,
    Reuse,
    Solution,
    native,
    reference,
)
from tilerummy.tiles import TileSet, rack

Solve = Callable[[Problem], Solution]
SOLVERS = [reference.solve, *([native.solve] if HAS_KERNEL else [])]


@pytest.fixture(params=SOLVERS, ids=lambda solve: solve.__module__.rpartition(".")[2])
def solve(request: pytest.FixtureRequest) -> Solve:
    found: Solve = request.param
    return found


@pytest.mark.parametrize("seed", range(4))
def test_no_table_that_the_referee_allows_is_better(seed: int, solve: Solve) -> None:
    for problem in problems(seed, 12, most=15):
        solution = solve(problem)

        assert solution.rank == best_rank(problem), problem
        assert solution.proven
        assert not solution or legal(problem, solution.after), problem


@pytest.mark.parametrize("seed", range(10, 14))
def test_every_solver_finds_plays_as_good_as_the_reference(seed: int, solve: Solve) -> None:
    for problem in problems(seed, 25, most=40):
        found, plain = solve(problem), reference.solve(problem)

        assert (found.rank, found.proven, found.tidy) == (plain.rank, plain.proven, plain.tidy), (
            problem
        )


def test_a_locked_joker_is_freed_by_its_tile(solve: Solve) -> None:
    problem = Problem(rack=rack("b7"), table=table("b5 b6 *b7 / r9 r10 r11"))

    assert solve(problem).placed == rack("b7")


def test_an_opening_is_worth_its_points_or_is_none(solve: Solve) -> None:
    tiles = rack("k10 r10 * b1 b2 b3")
    problem = Problem(rack=tiles, kind=Kind.OPEN, at_least=30)
    dearer = Problem(rack=tiles, kind=Kind.OPEN, at_least=37)
    without = Problem(rack=tiles, kind=Kind.OPEN, at_least=30, joker_opens=False)

    assert solve(problem).left == rack("")
    assert not solve(dearer)
    assert not solve(without)


def test_a_meld_that_only_grows_keeps_its_tiles(solve: Solve) -> None:
    problem = Problem(rack=rack("k5 k6 r4 b4"), table=table("k1 k2 k3 k4"), kind=Kind.EXTEND)

    assert solve(problem).after == table("k1 k2 k3 k4 k5 k6")


def test_of_what_must_be_discarded_one_tile_stays(solve: Solve) -> None:
    tiles = rack("k5 k6")
    problem = Problem(rack=tiles, table=table("k2 k3 k4"), kind=Kind.EXTEND, leave=tiles)

    assert solve(problem).left == rack("k6")


def test_jokers_alone_are_no_meld(solve: Solve) -> None:
    tiles = TileSet(jokers=4)

    assert not solve(Problem(rack=rack("* * *", tiles), tiles=tiles))
    assert solve(Problem(rack=rack("k1 * * *", tiles), tiles=tiles)).left == rack("")


def test_a_run_does_not_go_on_from_a_high_one(solve: Solve) -> None:
    high = TileSet(one_high=True)

    assert solve(Problem(rack=rack("k12 k13 k1"), tiles=high)).left == rack("")
    assert not solve(Problem(rack=rack("k13 k1 k2"), tiles=high))
    assert not solve(Problem(rack=rack("k12 k13 k1")))


def test_without_states_to_look_at_nothing_is_proven(solve: Solve) -> None:
    problem = Problem(rack=rack("k1 k2 k3"), budget=1)

    assert not solve(problem).proven


def test_replaced_jokers_may_not_go_where_the_rules_forbid_it(solve: Solve) -> None:
    before = table("b5 b6 *b7 / r9 r10 r11")
    for reuse in (Reuse.NEW_MELD, Reuse.NEW_MELD_WITH_RACK, Reuse.RACK_ONLY):
        problem = Problem(rack=rack("b7"), table=before, policy=JokerPolicy(reuse=reuse))

        assert not solve(problem)


def test_a_free_joker_needs_no_tile_to_be_moved(solve: Solve) -> None:
    before = table("b5 b6 b7 *b8")
    free = JokerPolicy(melds=Melds.FREE)

    assert solve(Problem(rack=rack("r1 r2"), table=before, policy=free)).left == rack("")
    assert not solve(Problem(rack=rack("r1 r2"), table=before))


def test_more_equal_tiles_than_can_be_counted_are_refused() -> None:
    with pytest.raises(ValueError, match="16 of k1 and 0 jokers: more than 15"):
        Problem(rack=rack("k1 " * 16))


def test_a_run_may_pass_by_a_meld_that_begins_beside_it(solve: Solve) -> None:
    problem = Problem(rack=rack("o1 o2 o2"), table=table("*o2 o3 o4 o5"), kind=Kind.EXTEND)

    assert solve(problem).after == table("o2 o3 o4 o5 / o1 o2 *o3")
