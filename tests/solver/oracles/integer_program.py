"""The best play under free jokers as an integer program, which shares no code with the solver.

The variables count how often each pattern of faces is laid and how many jokers represent each face.
The program must use all tiles of the table and may use tiles from the rack.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

import highspy
import numpy as np
from tests.solver.oracles.integer_program_shape import FIRST, bounds, patterns_of

from tilerummy.solver import Objective, Problem
from tilerummy.tiles import JOKER, Tile, TileSet


def best(problem: Problem) -> tuple[int, int]:
    """Return the number of tiles and the points of the best play. Jokers count their rack value.

    Jokers on the table can be moved freely. There are at most two jokers, so no pattern
    consists only of jokers.
    """
    return program(problem.tiles, problem.objective, problem.joker_value).best(problem)


@lru_cache
def program(tiles: TileSet, objective: Objective, joker_value: int) -> Program:
    """Return the program for a tile set and an objective, cached."""
    return Program(tiles, objective, joker_value)


class Program:
    """Patterns times their counts, and faces times the jokers that represent them."""

    def __init__(self, tiles: TileSet, objective: Objective, joker_value: int) -> None:
        self.joker_value, self.objective = joker_value, objective
        self.patterns = patterns_of(tiles)
        self.faces = sorted({face for pattern in self.patterns for face in pattern})
        row = {face: number for number, face in enumerate(self.faces)}
        worth = [self._worth(face) for face in self.faces]
        joker = self._worth(JOKER)
        entries = [[(row[face], 1.0) for face in pattern] for pattern in self.patterns]
        entries += [[(row[face], -1.0), (len(self.faces), 1.0)] for face in self.faces]
        costs = [sum(worth[row[f]] for f in pattern) for pattern in self.patterns]
        self.lp = highspy.HighsLp()
        self.lp.num_col_, self.lp.num_row_ = len(entries), len(self.faces) + 1
        self.lp.col_cost_ = np.array([*costs, *(joker - w for w in worth)], dtype=float)
        self.lp.sense_ = highspy.ObjSense.kMaximize
        self.lp.col_lower_ = np.zeros(len(entries))
        self.lp.col_upper_ = np.full(len(entries), 8.0)
        matrix = self.lp.a_matrix_
        matrix.format_ = highspy.MatrixFormat.kColwise
        starts = np.cumsum([0, *map(len, entries)])
        matrix.start_ = starts.astype(np.int32)
        matrix.index_ = np.array([i for e in entries for i, _ in e], dtype=np.int32)
        matrix.value_ = np.array([v for e in entries for _, v in e])
        self.lp.integrality_ = [highspy.HighsVarType.kInteger] * len(entries)
        self.highs = highspy.Highs()  # type: ignore[no-untyped-call]
        for option, value in (
            ("output_flag", "false"),
            ("threads", 1),
            ("mip_rel_gap", 0.0),
            ("mip_abs_gap", 0.5),
        ):
            self.highs.setOptionValue(option, value)

    def _worth(self, face: Tile) -> int:
        points = self.joker_value if face == JOKER else face.number
        return FIRST + points if self.objective is Objective.TILES else points * FIRST + 1

    def best(self, problem: Problem) -> tuple[int, int]:
        """Return the tiles and the points of the best play."""
        least, most = bounds(problem, self.faces)
        assert most[-1] <= 2
        self.lp.row_lower_ = np.array(least, dtype=float)
        self.lp.row_upper_ = np.array(most, dtype=float)
        self.highs.clearSolver()
        self.highs.passModel(self.lp)
        self.highs.run()
        assert self.highs.getModelStatus() == highspy.HighsModelStatus.kOptimal
        return self.placed([round(v) for v in self.highs.getSolution().col_value], least)

    def placed(self, x: list[int], least: list[int]) -> tuple[int, int]:
        """Return the tiles and the points placed by the variables *x*."""
        used: Counter[Tile] = Counter()
        for times, pattern in zip(x, self.patterns, strict=False):
            for face in pattern:
                used[face] += times
        wild = dict(zip(self.faces, x[len(self.patterns) :], strict=True))
        jokers = sum(wild.values()) - least[-1]
        placed = {f: used[f] - wild[f] - n for f, n in zip(self.faces, least, strict=False)}
        points = sum(n * f.number for f, n in placed.items()) + jokers * self.joker_value
        return sum(placed.values()) + jokers, points
