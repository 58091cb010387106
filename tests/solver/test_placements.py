"""Every set of tiles that one play can lay, found by brute force and by every solver."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import permutations
from random import Random

import pytest
from tests.laws.colours import recoloured
from tests.solver.oracles import brute_force
from tests.solver.problems.random_problems import any_law, problems
from tests.support.examples import examples

from tilerummy.jokers import JokerLaw, JokerMelds, Reuse
from tilerummy.melds import table
from tilerummy.solver import (
    HAS_KERNEL,
    Kind,
    Objective,
    Placements,
    Problem,
    best,
    empties,
    kernel,
    placing,
    playable,
    reference,
    solve,
)
from tilerummy.tiles import Rack, TileSet, rack

POSITIONS = examples(24, 5000)
SEEDS = range(5)


Enumerate = Callable[[Problem], Placements]
ENUMERATORS: dict[str, Enumerate] = {
    "reference": reference.enumerate_placements,
    **({"kernel": kernel.enumerate_placements} if HAS_KERNEL else {}),
}


@pytest.fixture(params=ENUMERATORS)
def found(request: pytest.FixtureRequest) -> Enumerate:
    return ENUMERATORS[request.param]


def small(seed: int) -> list[Problem]:
    """Return small problems of every kind, including melds that only grow with every joker rule."""
    rng = Random(seed)
    return [
        replace(problem, law=any_law(rng)) if problem.kind is Kind.EXTEND else problem
        for problem in problems(seed, POSITIONS // len(SEEDS), most=15)
    ]


@pytest.mark.parametrize("seed", SEEDS)
def test_placements_agree_with_the_referee(seed: int) -> None:
    unproven = 0
    for problem in small(seed):
        tried = brute_force.playable(problem)
        for name, enumerator in ENUMERATORS.items():
            answer = enumerator(problem)

            assert {*answer} <= tried, (name, problem)
            assert len(answer) == len({*answer}), (name, problem)
            assert not answer.proven or {*answer} == tried, (name, problem)
            unproven += not answer.proven

    assert unproven <= POSITIONS // 50


@pytest.mark.parametrize("seed", SEEDS)
def test_queries_agree_with_brute_force(seed: int) -> None:
    for problem in small(seed + 100)[:40]:
        tried = brute_force.playable(problem)
        every = [problem.rack - [tile] for tile in problem.leave] or [problem.rack]

        assert playable(problem) == bool(tried), problem
        assert empties(problem) == any(tiles in tried for tiles in every), problem


@pytest.mark.parametrize("seed", range(20, 22))
def test_every_enumeration_agrees_with_the_reference(seed: int) -> None:
    for problem in problems(seed, POSITIONS // 10, most=25):
        expected = reference.enumerate_placements(problem)

        assert [enumerator(problem) for enumerator in ENUMERATORS.values()] == [expected] * len(
            ENUMERATORS
        ), problem


@pytest.mark.parametrize("seed", range(30, 32))
def test_all_colours_are_equal(seed: int, found: Enumerate) -> None:
    rng = Random(seed)
    for problem in problems(seed, POSITIONS // 10, most=15):
        letters = problem.tiles.letters
        new = dict(zip(letters, rng.choice([*permutations(letters)]), strict=True))
        again = found(recoloured(problem, new))

        assert {recoloured(tiles, new) for tiles in found(problem)} == {*again}


def test_the_best_plays_place_different_tiles_and_come_in_order() -> None:
    problem = Problem(rack=rack("k1 k2 k3 k4 r9 r10"), table=table("r6 r7 r8 / b1 o1 *1"))

    plays = best(problem, 4)

    assert [str(play.placed) for play in plays] == [
        "k1 k2 k3 k4 r9 r10",
        "k2 k3 k4 r9 r10",
        "k1 k3 k4 r9 r10",
        "k1 k2 k4 r9 r10",
    ]
    ranks = [(len(play.placed), play.points) for play in plays]
    assert ranks == sorted(ranks, reverse=True)
    assert plays[0].rank == solve(problem).rank
    assert all(play.proven for play in plays)


def test_the_best_by_points_have_the_most_points() -> None:
    tiles = rack("k1 k2 k3 k4 r13 b13 o13")
    plays = best(Problem(rack=tiles, objective=Objective.POINTS), 2)

    assert [str(play.placed) for play in plays] == [
        "k1 k2 k3 k4 r13 b13 o13",
        "k2 k3 k4 r13 b13 o13",
    ]


def test_only_placeable_sets_are_members(found: Enumerate) -> None:
    answer = found(Problem(rack=rack("k1 k2 k3 k3")))

    assert [*answer] == [rack("k1 k2 k3")]
    assert rack("k1 k2 k3") in answer
    assert rack("k1 k2") not in answer
    assert rack("k1 k2 k3 k4") not in answer


def test_melds_that_compete_for_a_1_and_a_2_each_get_one(found: Enumerate) -> None:
    problem = Problem(
        rack=rack("k2 b1 b1 b2"),
        table=table("k1 k2 k3 k4 / b2 b3 b4 / b3 b4 *b1", TileSet(numbers=4, one_high=True)),
        tiles=TileSet(numbers=4, one_high=True),
        kind=Kind.EXTEND,
    )
    answer = found(problem)

    assert answer.proven
    assert rack("b1 b2") in answer


def test_an_impossible_set_has_no_play() -> None:
    problem = Problem(rack=rack("k1 k2 k3 r5"))

    assert placing(problem, rack("k1 k2 k3"))
    assert placing(problem, rack("k1 k2 r5")) is None


def test_a_freed_joker_must_go_into_a_lawful_meld(found: Enumerate) -> None:
    before = table("b5 b6 *b7 / r9 r10 r11")
    tiles = rack("b7 k1 k2")

    assert rack("b7") in found(Problem(rack=tiles, table=before))
    for reuse in (Reuse.NEW_MELD, Reuse.NEW_MELD_WITH_RACK, Reuse.RACK_ONLY):
        answer = found(Problem(rack=tiles, table=before, law=JokerLaw(reuse=reuse)))

        assert [*answer] == [rack("b7 k1 k2")]


def test_jokers_alone_are_no_meld(found: Enumerate) -> None:
    tiles = TileSet(jokers=4)
    answer = found(Problem(rack=rack("k1 * * * *", tiles), tiles=tiles))

    assert {*answer} == {rack(f"k1 {'* ' * n}", tiles) for n in (2, 3, 4)}


def test_without_a_state_budget_nothing_is_found_or_proven(found: Enumerate) -> None:
    answer = found(Problem(rack=rack("k1 k2 k3"), budget=1))

    assert not answer
    assert not answer.proven


def test_a_rack_with_too_many_different_tiles_is_refused(found: Enumerate) -> None:
    tiles = Rack(tile for tile in TileSet(copies=1, jokers=0) if tile.number < 8) + rack("k8")

    with pytest.raises(ValueError, match="a rack of 29 tiles has too many subsets"):
        found(Problem(rack=tiles))


def test_many_equal_tiles_are_counted(found: Enumerate) -> None:
    tiles = TileSet(copies=4)
    answer = found(Problem(rack=rack("k1 k1 k1 k2 k2 k2 k3 k3 k3 k3", tiles), tiles=tiles))

    assert {*answer} == {rack("k1 k2 k3 " * n, tiles) for n in (1, 2, 3)}


def test_the_joker_rules_differ_in_what_can_be_placed(found: Enumerate) -> None:
    counts = Counter(
        {
            melds: len(
                found(
                    Problem(
                        rack=rack("r1 r2 b4 b8"),
                        table=table("b5 b6 b7 *b8 / k1 o1 *1"),
                        law=JokerLaw(melds=melds),
                    )
                )
            )
            for melds in JokerMelds
        }
    )

    assert counts[JokerMelds.LOCKED] <= counts[JokerMelds.OPEN] <= counts[JokerMelds.FREE]
    assert counts[JokerMelds.LOCKED] < counts[JokerMelds.FREE]
