"""Equally good plays are ranked by the melds that they leave unchanged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from tests.solver.oracles.brute_force import best_rank, legal
from tests.solver.problems.random_problems import any_law
from tests.solver.test_best_play import SOLVERS, Solve
from tests.support.examples import examples
from tests.support.positions import position

from tilerummy.analysis import best_play
from tilerummy.jokers import JokerLaw, JokerMelds, Reuse
from tilerummy.melds import Run, Table, table
from tilerummy.solver import Problem
from tilerummy.tiles import JOKER, Rack, Tile, TileSet, rack

POSITIONS = examples(60, 2000)


@pytest.fixture(params=SOLVERS, ids=lambda solve: solve.__module__.split(".")[2])
def solve(request: pytest.FixtureRequest) -> Solve:
    found: Solve = request.param
    return found


def test_of_two_overlapping_runs_the_possible_one_is_unchanged(solve: Solve) -> None:
    open_ = JokerLaw(melds=JokerMelds.OPEN, reuse=Reuse.NEW_MELD_WITH_RACK)
    for before in ("o1 o2 o3 o4 o5 / o2 o3 *o4 o5 o6", "o1 o2 o3 o4 o5 / o2 o3 o4 o5 o6"):
        problem = Problem(rack=rack("o4"), table=table(before), law=open_)

        assert solve(problem).rank == (1, 4, 1) == best_rank(problem)


@pytest.mark.parametrize("seed", range(4))
def test_no_equally_good_play_leaves_more_melds(seed: int, solve: Solve) -> None:
    for problem in overlapping(seed, POSITIONS // 4):
        found = solve(problem)

        assert found.proven, problem
        assert found.tidy, problem
        assert found.rank == best_rank(problem), problem
        assert not found or legal(problem, found.after), problem


def test_the_best_play_leaves_an_overlapping_run() -> None:
    at = position("pressman-1998", "o1 o2 o3 o4 o5 / o2 o3 *o4 o5 o6", "o4 k1")

    (play,) = best_play(at.rules, at.state).plays

    assert len(at.state.table - play.lift) == 1


def overlapping(seed: int, count: int) -> Iterator[Problem]:
    """Yield problems with two or three runs of a colour on the same numbers, a joker in one."""
    rng = Random(seed)
    tiles = TileSet(numbers=8, colours=3, copies=3, jokers=2)
    made = 0
    while made < count:
        letter = rng.choice(tiles.letters)
        runs = [_run(rng, letter) for _ in range(rng.choice((2, 2, 3)))]
        numbers = [tile.number for run in runs for tile in run]
        held = rng.choices(numbers, k=rng.randint(1, 2))
        hand = [Tile.of(letter, number) for number in held]
        all_ = Counter([*(tile for run in runs for tile in run), *hand])
        if sum(map(len, runs)) + len(hand) > 14 or max(all_.values()) > tiles.copies + 1:
            continue
        wild = [rng.choice(runs[0])] if rng.random() < 0.7 else []
        melds = [Run(runs[0], tuple(wild)), *(Run(run) for run in runs[1:])]
        hand += [JOKER] if rng.random() < 0.1 else []
        made += 1
        yield Problem(rack=Rack(hand), table=Table(melds), tiles=tiles, law=any_law(rng))


def _run(rng: Random, letter: str) -> tuple[Tile, ...]:
    length = rng.choice((3, 4, 5, 5))
    first = rng.randint(1, 8 - length + 1)
    return tuple(Tile.of(letter, number) for number in range(first, first + length))
