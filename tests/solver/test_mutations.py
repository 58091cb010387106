"""Permuting colours or reordering does not change the result."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from tests.solver.problems.random_problems import problems

from tilerummy.melds import Group, Meld, Run, Table
from tilerummy.solver import Problem, solve
from tilerummy.tiles import Rack, Tile


def recoloured(problem: Problem, rng: Random) -> Problem:
    """Return the problem with the colours of its tiles permuted."""
    letters = [*problem.tiles.letters]
    names = dict(zip(letters, rng.sample(letters, len(letters)), strict=True))

    def tile(old: Tile) -> Tile:
        return Tile.of(names[old.colour], old.number) if old.is_numbered else old

    def meld(old: Meld) -> Meld:
        if isinstance(old, Group):
            return Group(tuple(sorted(map(tile, old.numbered))), old.jokers)
        return Run(tuple(map(tile, old.faces)), tuple(map(tile, old.wild)))

    return replace(
        problem,
        rack=Rack(map(tile, problem.rack)),
        table=Table(map(meld, problem.table)),
        leave=Rack(map(tile, problem.leave)),
    )


def test_colours_are_interchangeable() -> None:
    rng = Random(3)
    for problem in problems(5, 150):
        other = recoloured(problem, rng)
        assert solve(other).rank == solve(problem).rank, problem


def test_the_order_of_tiles_and_melds_does_not_matter() -> None:
    rng = Random(4)
    for problem in problems(6, 100):
        rack, melds = [*problem.rack], [*problem.table]
        rng.shuffle(rack)
        rng.shuffle(melds)
        other = replace(problem, rack=Rack(rack), table=Table(melds))
        assert solve(other) == solve(problem)


def test_solving_is_deterministic() -> None:
    for problem in problems(7, 60):
        assert len({str(solve(problem).after) for _ in range(3)}) == 1
