"""Every solver agrees with brute force, over all joker rules, kinds and tile sets."""

from __future__ import annotations

import pytest
from tests.solver.oracles.brute_force import best_rank, legal
from tests.solver.problems.random_problems import problems
from tests.solver.test_best_play import SOLVERS
from tests.support.examples import examples

SEEDS = 10
POSITIONS = examples(30, 5000)


@pytest.mark.parametrize("seed", range(1000, 1000 + SEEDS))
def test_every_solver_finds_the_best_of_all_tables_that_the_referee_allows(seed: int) -> None:
    unproven = untidy = 0
    for problem in problems(seed, POSITIONS // SEEDS, most=15):
        best = best_rank(problem)
        for solve in SOLVERS:
            found = solve(problem)

            assert not found or legal(problem, found.after), (solve.__module__, problem)
            assert not found.proven or found.rank[:2] == best[:2], (solve.__module__, problem)
            unproven += not found.proven
            untidy += found.tidy and found.rank != best

    assert unproven <= POSITIONS // 100
    assert untidy <= POSITIONS // 1000
