"""The best play as a program for CP-SAT: the same unknowns as for HiGHS."""

from __future__ import annotations

from functools import lru_cache

from ortools.sat.python import cp_model
from tests.solver.integer_program_shape import FIRST, bounds, patterns_of

from tilerummy.solver import Problem
from tilerummy.tiles import JOKER, Tile, TileSet


@lru_cache
def _shape(tiles: TileSet) -> tuple[list[tuple[Tile, ...]], list[Tile]]:
    patterns = patterns_of(tiles)
    return patterns, sorted({face for pattern in patterns for face in pattern})


def best(problem: Problem) -> tuple[int, int]:
    """Return the tiles and the points of the play with most tiles, then most points."""
    patterns, faces = _shape(problem.tiles)
    least, most = bounds(problem, faces)
    model = cp_model.CpModel()
    times = [model.new_int_var(0, 8, "") for _ in patterns]
    wild = [model.new_int_var(0, most[-1], "") for _ in faces]
    used: dict[Tile, list[cp_model.IntVar]] = {face: [] for face in faces}
    for variable, pattern in zip(times, patterns, strict=True):
        for face in pattern:
            used[face].append(variable)
    placed = []
    for face, jokers, low, high in zip(faces, wild, least, most, strict=False):
        laid = sum(used[face]) - jokers
        model.add_linear_constraint(laid, low, high)
        placed.append((laid, FIRST + face.number))
    model.add_linear_constraint(sum(wild), least[-1], most[-1])
    worth = FIRST + problem.joker_value
    model.maximize(sum(laid * w for laid, w in placed) + sum(wild) * worth)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status = solver.solve(model)
    assert status == cp_model.OPTIMAL
    value = round(solver.objective_value)
    value -= sum(
        n * (FIRST + (problem.joker_value if f == JOKER else f.number))
        for f, n in zip([*faces, JOKER], least, strict=True)
    )
    return int(value // FIRST), int(value % FIRST)
