"""Finds the best play with CP-SAT; the model has HiGHS's variables and the unchanged melds."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from ortools.sat.python import cp_model
from tests.solver.oracles.integer_program_shape import FIRST, bounds, patterns_of

from tilerummy.melds import Meld
from tilerummy.solver import Problem
from tilerummy.tiles import Tile, TileSet


@lru_cache
def _shape(tiles: TileSet) -> tuple[list[tuple[Tile, ...]], list[Tile]]:
    patterns = patterns_of(tiles)
    return patterns, sorted({face for pattern in patterns for face in pattern})


def best(problem: Problem) -> tuple[int, int]:
    """Return the tiles and the points of the play with most tiles, then most points."""
    program = Program(problem, Counter())
    program.solve(program.worth)
    return program.placed()


def tidiest(problem: Problem) -> tuple[int, int, int]:
    """Return the tiles, the points and the unchanged melds of the play with most of each in turn.

    There are two passes, the second with tiles and points fixed, because a single weighted
    objective takes many times longer.
    """
    tiles, points = best(problem)
    program = Program(problem, Counter(problem.table))
    program.model.add(program.tiles == sum(program.least) + tiles)
    program.model.add(program.worth == program.table_worth + tiles * FIRST + points)
    return tiles, points, program.solve(sum(program.left))


class Program:
    """A model with counts of each pattern, of unchanged melds, and of jokers for each face."""

    def __init__(self, problem: Problem, olds: Counter[Meld]) -> None:
        patterns, faces = _shape(problem.tiles)
        self.least, most = bounds(problem, faces)
        self.model = model = cp_model.CpModel()
        worth = [FIRST + face.number for face in faces] + [FIRST + problem.joker_value]
        self.table_worth = sum(n * w for n, w in zip(self.least, worth, strict=True))
        times = [model.new_int_var(0, 8, "") for _ in patterns]
        wild = [model.new_int_var(0, most[-1], "") for _ in faces]
        self.left = [model.new_int_var(0, n, "") for n in olds.values()]
        used: dict[Tile, list[cp_model.IntVar]] = {face: [] for face in faces}
        for variable, pattern in zip(times, patterns, strict=True):
            for face in pattern:
                used[face].append(variable)
        for variable, meld in zip(self.left, olds, strict=True):
            for tile in meld.numbered:
                used[tile].append(variable)
        jokers = sum(m.jokers * v for v, m in zip(self.left, olds, strict=True)) + sum(wild)
        laid = [sum(used[face]) - stands for face, stands in zip(faces, wild, strict=True)]
        self.tiles = sum(laid) + jokers
        self.worth = sum(n * w for n, w in zip([*laid, jokers], worth, strict=True))
        for kind, low, high in zip([*laid, jokers], self.least, most, strict=True):
            model.add_linear_constraint(kind, low, high)
        self.solver = cp_model.CpSolver()
        self.solver.parameters.num_workers = 1

    def solve(self, objective: cp_model.LinearExprT) -> int:
        """Return the maximum of *objective*."""
        self.model.maximize(objective)
        status = self.solver.solve(self.model)
        assert status == cp_model.OPTIMAL
        most: int = round(self.solver.objective_value)
        return most

    def placed(self) -> tuple[int, int]:
        """Return the tiles and the points of the solution."""
        tiles, points = divmod(round(self.solver.objective_value) - self.table_worth, FIRST)
        return int(tiles), int(points)
