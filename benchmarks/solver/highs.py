"""Finds the tidiest play with HiGHS; the tests' model gets a column for each old meld."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import highspy
import numpy as np
from tests.solver.oracles.integer_program import program
from tests.solver.oracles.integer_program_shape import FIRST, bounds

from tilerummy.solver import Problem


def tidiest(problem: Problem) -> tuple[int, int, int]:
    """Return the tiles, the points and the unchanged melds of the play with most of each in turn.

    There are two passes, the second with tiles and points fixed, because a single weighted
    objective exceeds the numerical tolerance.
    """
    base = program(problem.tiles, problem.objective, problem.joker_value)
    tiles, points = base.best(problem)
    faces, highs, old = base.faces, base.highs, base.lp
    olds = Counter(problem.table)
    row = {face: number for number, face in enumerate(faces)}
    joker = len(faces)
    entries = [
        [*((row[tile], 1.0) for tile in meld.numbered), (joker, float(meld.jokers))]
        for meld in olds
    ]
    worth = [*(FIRST + face.number for face in faces), FIRST + problem.joker_value]
    least, most = bounds(problem, faces)
    lp = highspy.HighsLp()
    lp.num_col_, lp.num_row_ = old.num_col_ + len(olds), old.num_row_ + 1
    lp.col_cost_ = np.array([0.0] * old.num_col_ + [1.0] * len(olds))
    lp.sense_ = highspy.ObjSense.kMaximize
    lp.col_lower_ = np.zeros(lp.num_col_)
    lp.col_upper_ = np.array([*old.col_upper_, *map(float, olds.values())])
    starts, indices, values = old.a_matrix_.start_, old.a_matrix_.index_, old.a_matrix_.value_
    columns = [list(zip(indices[a:b], values[a:b], strict=True)) for a, b in pairwise(starts)]
    columns += entries
    for column in columns:
        column.append((joker + 1, float(sum(worth[r] * v for r, v in column))))
    matrix = lp.a_matrix_
    matrix.format_ = highspy.MatrixFormat.kColwise
    matrix.start_ = np.cumsum([0, *map(len, columns)]).astype(np.int32)
    matrix.index_ = np.array([r for c in columns for r, _ in c], dtype=np.int32)
    matrix.value_ = np.array([v for c in columns for _, v in c])
    table_worth = sum(n * w for n, w in zip(least, worth, strict=True))
    all_ = float(table_worth + tiles * FIRST + points)
    lp.row_lower_ = np.array([*least, all_], dtype=float)
    lp.row_upper_ = np.array([*most, all_], dtype=float)
    lp.integrality_ = [highspy.HighsVarType.kInteger] * lp.num_col_
    highs.clearSolver()
    highs.passModel(lp)
    highs.run()
    assert highs.getModelStatus() == highspy.HighsModelStatus.kOptimal
    return tiles, points, round(highs.getInfo().objective_function_value)
