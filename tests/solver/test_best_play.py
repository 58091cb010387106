"""The best play, found by every solver and by brute force: RULES 2.2 and 3.

``test_engines.py`` checks the list of solvers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from tests.solver.oracles.brute_force import best_rank, legal
from tests.solver.problems.random_problems import problems
from tests.support.examples import LONG, examples

from tilerummy.jokers import GroupOfThree, JokerLaw, JokerMelds, ReplaceFrom, Reuse
from tilerummy.melds import Table, table
from tilerummy.solver import HAS_KERNEL, Kind, Objective, Problem, Solution, kernel, reference
from tilerummy.tiles import TileSet, rack

Solve = Callable[[Problem], Solution]
SOLVERS = [reference.solve, *([kernel.solve] if HAS_KERNEL else [])]


@pytest.fixture(params=SOLVERS, ids=lambda solve: solve.__module__.split(".")[2])
def solve(request: pytest.FixtureRequest) -> Solve:
    found: Solve = request.param
    return found


@pytest.mark.parametrize("seed", range(4))
def test_no_table_that_the_referee_allows_is_better(seed: int, solve: Solve) -> None:
    for problem in problems(seed, examples(6, 100), most=15):
        solution = solve(problem)

        assert solution.rank == best_rank(problem), problem
        assert solution.proven
        assert not solution or legal(problem, solution.after), problem


@pytest.mark.parametrize("seed", range(10, examples(12, 14)))
@pytest.mark.skipif(not HAS_KERNEL, reason="there is no kernel")
def test_the_kernel_finds_plays_as_good_as_the_reference(seed: int) -> None:
    for problem in problems(seed, examples(5, 100), most=40):
        found, plain = kernel.solve(problem), reference.solve(problem)

        assert (found.rank, found.proven, found.tidy) == (plain.rank, plain.proven, plain.tidy), (
            problem
        )


def test_a_locked_joker_is_freed_by_its_tile(solve: Solve) -> None:
    problem = Problem(rack=rack("b7"), table=table("b5 b6 *b7 / r9 r10 r11"))

    assert solve(problem).placed == rack("b7")


def test_an_opening_needs_its_points(solve: Solve) -> None:
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


def test_a_group_with_none_of_its_number_on_the_rack_is_left_unchanged(solve: Solve) -> None:
    before = table("k2 k3 k4 / r9 b9 o9")
    problem = Problem(rack=rack("k5 k6 k7"), table=before, kind=Kind.EXTEND)

    assert solve(problem).rank == (3, 18, 2) == best_rank(problem)


def test_a_run_that_ends_with_free_jokers_is_left_unchanged(solve: Solve) -> None:
    free = JokerLaw(melds=JokerMelds.FREE)
    for before in (table("b1 b2 b3 *b4"), table("b1 b2 b3 *b4 *b5")):
        problem = Problem(rack=rack("r1 r2 r3"), table=before, law=free)

        assert solve(problem).rank == (3, 6, 1) == best_rank(problem)


def test_a_tile_stays_to_be_discarded(solve: Solve) -> None:
    tiles = rack("k5 k6")
    problem = Problem(rack=tiles, table=table("k2 k3 k4"), kind=Kind.EXTEND, leave=tiles)

    assert solve(problem).left == rack("k6")


def test_jokers_alone_are_no_meld(solve: Solve) -> None:
    tiles = TileSet(jokers=4)

    assert not solve(Problem(rack=rack("* * *", tiles), tiles=tiles))
    assert solve(Problem(rack=rack("k1 * * *", tiles), tiles=tiles)).left == rack("")


@pytest.mark.parametrize("tidy", [True, False])
def test_kept_jokers_only_are_not_a_meld_either(solve: Solve, *, tidy: bool) -> None:
    tiles = TileSet(numbers=4, colours=5)
    problem = Problem(
        rack=rack("k4 r4", tiles),
        table=table("b1 *b2 b3 b4 / b2 b3 b4 / b1 *1 *1 *1 *1", tiles),
        tiles=tiles,
        law=JokerLaw(
            melds=JokerMelds.OPEN,
            group_of_three=GroupOfThree.ALL,
            reuse=Reuse.NEW_MELD_WITH_RACK,
        ),
        objective=Objective.POINTS,
        tidy=tidy,
    )

    assert solve(problem).left == rack("")


def test_a_run_is_not_extended_beyond_a_high_one(solve: Solve) -> None:
    high = TileSet(one_high=True)

    assert solve(Problem(rack=rack("k12 k13 k1"), tiles=high)).left == rack("")
    assert not solve(Problem(rack=rack("k13 k1 k2"), tiles=high))
    assert not solve(Problem(rack=rack("k12 k13 k1")))


def test_without_a_state_budget_nothing_is_proven(solve: Solve) -> None:
    problem = Problem(rack=rack("k1 k2 k3"), budget=1)

    assert not solve(problem).proven


def test_without_time_plays_are_legal_but_not_proven(solve: Solve) -> None:
    for problem in problems(20, examples(6, 100), most=30):
        hasty = solve(replace(problem, milliseconds=0.01))

        assert hasty.rank <= reference.solve(problem).rank
        assert not hasty or legal(problem, hasty.after), problem
    assert not solve(Problem(rack=rack("k1 k2 k3"), milliseconds=0.000001)).proven


def test_time_and_states_must_be_positive() -> None:
    for time in (0.0, -1.0, float("nan")):
        with pytest.raises(ValueError, match="milliseconds must be more than 0"):
            Problem(rack=rack("k1"), milliseconds=time)
    with pytest.raises(ValueError, match="at least one state"):
        Problem(rack=rack("k1"), budget=0)


def test_melds_left_unchanged_are_in_the_order_of_every_table(solve: Solve) -> None:
    for problem in problems(21, examples(8, 100), most=25):
        after = solve(problem).after

        assert tuple(after) == tuple(Table(after)), problem


def test_freed_jokers_may_not_go_where_the_rules_forbid_it(solve: Solve) -> None:
    before = table("b5 b6 *b7 / r9 r10 r11")
    for reuse in (Reuse.NEW_MELD, Reuse.NEW_MELD_WITH_RACK, Reuse.RACK_ONLY):
        problem = Problem(rack=rack("b7"), table=before, law=JokerLaw(reuse=reuse))

        assert not solve(problem)


def test_a_free_joker_needs_no_tile_to_be_moved(solve: Solve) -> None:
    before = table("b5 b6 b7 *b8")
    free = JokerLaw(melds=JokerMelds.FREE)

    assert solve(Problem(rack=rack("r1 r2"), table=before, law=free)).left == rack("")
    assert not solve(Problem(rack=rack("r1 r2"), table=before))


def test_more_equal_tiles_than_can_be_counted_are_refused() -> None:
    with pytest.raises(ValueError, match="16 of k1 and 0 jokers: more than 15"):
        Problem(rack=rack("k1 " * 16))


def test_a_run_may_pass_by_a_meld_that_begins_beside_it(solve: Solve) -> None:
    problem = Problem(rack=rack("o1 o2 o2"), table=table("*o2 o3 o4 o5"), kind=Kind.EXTEND)

    assert solve(problem).after == table("o2 o3 o4 o5 / o1 o2 *o3")


def test_under_rack_only_a_tile_of_the_table_may_still_replace_a_joker(solve: Solve) -> None:
    tiles = TileSet(numbers=5, colours=3)
    law = JokerLaw(replace_from=ReplaceFrom.ANY, reuse=Reuse.RACK_ONLY)
    before = table("r1 r2 r3 r4 r5 / *r1 r2 r3 r4 *r5", tiles)
    problem = Problem(rack=rack("k2 b2", tiles), table=before, tiles=tiles, law=law)

    assert solve(problem).left == rack("")


def test_a_meld_whose_joker_lies_in_another_one_now_is_not_left_unchanged(solve: Solve) -> None:
    law = JokerLaw(melds=JokerMelds.OPEN, group_of_three=GroupOfThree.ALL, reuse=Reuse.NEW_MELD)
    problem = Problem(rack=rack("k5"), table=table("k4 *k5 k6 / r6 b6 o6 *6"), law=law)

    assert solve(problem).after == table("*k3 k4 k5 *k6 / k6 r6 b6 o6")


def test_jokers_of_melds_that_only_grow_are_never_wild(solve: Solve) -> None:
    law = JokerLaw(melds=JokerMelds.FREE, reuse=Reuse.NEW_MELD_WITH_RACK)
    before = table("b5 b6 *b7")
    problem = Problem(rack=rack("b7 r1"), table=before, law=law, kind=Kind.EXTEND)

    assert not solve(problem)


def test_with_four_numbers_a_high_one_may_follow_a_short_run_only(solve: Solve) -> None:
    tiles = TileSet(numbers=4, one_high=True)
    before = table("o1 o2 o3 o4 / k1 *1 *1", tiles)
    free = JokerLaw(melds=JokerMelds.FREE)
    problem = Problem(rack=rack("k2 o1", tiles), table=before, tiles=tiles, law=free)

    assert solve(problem).left == rack("")


def test_a_meld_whose_tile_lies_with_a_freed_joker_now_is_not_left_unchanged(
    solve: Solve,
) -> None:
    tiles = TileSet(numbers=4, jokers=3)
    law = JokerLaw(
        melds=JokerMelds.OPEN,
        replace_from=ReplaceFrom.ANY,
        group_of_three=GroupOfThree.ALL,
        reuse=Reuse.NEW_MELD,
    )
    before = table("k2 k3 *k4 / r1 r2 r3 / k2 o2 *2 / k4 b4 *4", tiles)
    problem = Problem(rack=rack("r2 b2", tiles), table=before, tiles=tiles, law=law)

    solution = solve(problem)

    assert legal(problem, solution.after)
    assert (solution.left, solution.unchanged) == (rack(""), 2)


@pytest.mark.parametrize("reuse", [Reuse.NEW_MELD, Reuse.NEW_MELD_WITH_RACK])
def test_a_freed_joker_may_go_where_the_rules_allow_it(reuse: Reuse, solve: Solve) -> None:
    problem = Problem(
        rack=rack("b7 k1 k2"),
        table=table("b5 b6 *b7 / r9 r10 r11"),
        law=JokerLaw(reuse=reuse),
    )

    assert solve(problem).left == rack("")


def test_a_freed_joker_does_not_lengthen_a_run_that_has_a_twin(solve: Solve) -> None:
    problem = Problem(
        rack=rack("b9"),
        table=table("r3 r4 r5 / r3 r4 r5 / b8 *b9 b10"),
        law=JokerLaw(reuse=Reuse.NEW_MELD),
    )

    assert not solve(problem), "RULES 2.2.4"


def test_a_run_of_the_rack_that_equals_one_which_stays_may_take_a_freed_joker(
    solve: Solve,
) -> None:
    problem = Problem(
        rack=rack("r9 r3 r4"),
        table=table("r3 r4 r5 / k9 b9 *9"),
        law=JokerLaw(reuse=Reuse.NEW_MELD),
    )

    assert legal(problem, table("r3 r4 *r5 / r3 r4 r5 / k9 r9 b9")), "RULES 2.2.4"
    assert solve(problem).rank == (3, 16, 1)


def test_a_meld_that_took_a_freed_joker_may_equal_an_old_one(solve: Solve) -> None:
    problem = Problem(
        rack=rack("r1"),
        table=table("*r1 r2 r3 / k4 *4 *4"),
        law=JokerLaw(melds=JokerMelds.OPEN, reuse=Reuse.NEW_MELD),
    )

    assert solve(problem).after == table("r1 r2 r3 *r4 / k4 *4 *4")
    assert solve(problem).rank == (1, 1, 1) == best_rank(problem)
    assert solve(problem).tidy


def test_two_intact_runs_take_a_1_and_a_2(solve: Solve) -> None:
    tiles = TileSet(numbers=4, one_high=True)
    before = table("r2 r3 r4 / r3 r4 r1", tiles)
    problem = Problem(rack=rack("r1 r2", tiles), table=before, tiles=tiles, kind=Kind.EXTEND)

    solution = solve(problem)

    assert solution.rank == best_rank(problem)
    assert solution.proven


@pytest.mark.parametrize(
    ("on_rack", "on_table"),
    [
        ("k1 k2 k4 k5 r1", "*r1 r2 *r3 r4 r5 / b4 b5 b1"),
        ("r1 r2 r4 b4", "*r2 r3 *r4 r5"),
        ("r1 r2 r4 b4", "*r1 r2 *r3 r4"),
        ("r1 r2 r5 b4 k4", "r3 *r4 *r5 r1"),
        ("r1 r1 r2 r5", "*r3 r4 r5 / r3 *r4 r5 r1"),
        ("k2 b2 b3 b4 o3", "o1 o2 *o3 o4 o5"),
    ],
)
def test_a_long_intact_run_is_extended_at_one_end(
    on_rack: str, on_table: str, solve: Solve
) -> None:
    tiles = TileSet(numbers=5, one_high=True)
    problem = Problem(
        rack=rack(on_rack, tiles), table=table(on_table, tiles), tiles=tiles, kind=Kind.EXTEND
    )
    for asked in (
        problem,
        replace(problem, objective=Objective.POINTS),
        replace(problem, leave=problem.rack),
        replace(problem, jokers_due=True),
    ):
        solution = solve(asked)

        assert solution.rank == best_rank(asked), asked
        assert solution.proven
        assert solution.tidy


JOKERS_ALONE = [
    ("k2 k3 * * * *", ""),
    ("r3 b3 * * * *", ""),
    ("k10 r10 * * * *", ""),
    ("* * * *", "r2 r3 r4"),
    ("* * *", "k1 k2 *k3"),
    ("b2 b3 b4 * * *", ""),
    ("* * * *", ""),
    ("r4 * * *", "k5 r5 b5 o5"),
    ("* * *", "r3 *r4 r5"),
    ("b4 * * *", "k4 r4 *4"),
]
"""Racks and tables with jokers that may lack a tile to share a meld with."""


def jokers_alone() -> list[tuple[str, str, JokerMelds]]:
    """Return the positions of ``JOKERS_ALONE`` with every law for melds with jokers.

    A short run uses every law only if the table has such a meld, and otherwise each law in turn.
    """
    laws = [*JokerMelds]
    return [
        (on_rack, on_table, melds)
        for number, (on_rack, on_table) in enumerate(JOKERS_ALONE)
        for melds in (laws if LONG or "*" in on_table else [laws[number % len(laws)]])
    ]


@pytest.mark.parametrize(("on_rack", "on_table", "melds"), jokers_alone())
@pytest.mark.parametrize("numbers", [5, 10] if LONG else [6])
def test_jokers_share_melds_with_tiles_if_possible(
    on_rack: str, on_table: str, numbers: int, melds: JokerMelds, solve: Solve
) -> None:
    tiles = TileSet(numbers=numbers, jokers=4)
    on_rack = on_rack.replace("10", str(numbers))
    problem = Problem(
        rack=rack(on_rack, tiles),
        table=table(on_table, tiles),
        tiles=tiles,
        law=JokerLaw(melds=melds),
    )

    solution = solve(problem)

    assert solution.rank[:2] == best_rank(problem)[:2]
    assert solution.proven


def test_a_tile_that_joins_a_freed_joker_is_not_laid_a_second_time(solve: Solve) -> None:
    """Both groups of 2 had been left unchanged, and b2 had also been in a run with the joker."""
    lying = table(
        "k3 k4 k5 k6 / k5 k6 k7 / r4 r5 r6 r7 / r6 r7 r8 / b4 b5 b6 b7 / b7 *b8 b9 b10 b11 / "
        "o6 o7 o8 / k1 r1 b1 / k2 r2 b2 o2 / k2 b2 o2 / k3 r3 o3 / r4 b4 o4 / r5 b5 o5 / "
        "r8 b8 o8 / k9 r9 b9 / k9 r9 o9 / k10 r10 b10 / k11 r11 o11 / k11 b11 o11 / "
        "k12 r12 b12 o12 / k12 r12 o12 / k13 b13 o13 / r13 b13 o13"
    )
    law = JokerLaw(melds=JokerMelds.OPEN, replace_from=ReplaceFrom.ANY, reuse=Reuse.NEW_MELD)

    after = solve(Problem(rack=rack("k10 b1"), table=lying, law=law)).after

    assert after.tiles == lying.tiles + rack("k10 b1")
