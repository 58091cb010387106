"""Both solvers agree with brute force if tiles are required."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from tests.solver.oracles import brute_force
from tests.solver.problems.random_problems import problems
from tests.support.examples import examples

from tilerummy.solver import HAS_KERNEL, Problem, Solution, kernel, placements, placing, reference
from tilerummy.tiles import Rack, rack

Solve = Callable[[Problem], Solution]
SOLVERS: dict[str, Solve] = {
    "reference": reference.solve,
    **({"kernel": kernel.solve} if HAS_KERNEL else {}),
}
POSITIONS = examples(15, 3000)


@pytest.mark.parametrize("solver", SOLVERS)
def test_the_best_play_contains_the_required_tiles(solver: str) -> None:
    rng, played = Random(1), 0
    for asked in problems(50, POSITIONS, most=15):
        problem = replace(asked, leave=Rack())
        tried = brute_force.playable(problem)
        for size in (1, 2):
            required = Rack(rng.sample([*problem.rack], min(size, len(problem.rack))))
            holding = [placed for placed in tried if placed >= required]
            answer = SOLVERS[solver](replace(problem, required=required))

            if not holding:
                assert not answer.proven or not answer, (problem, required)
                continue
            played += 1
            best = max(worth(problem, placed) for placed in holding)
            assert answer.placed in tried, (problem, required)
            assert answer.placed >= required, (problem, required)
            assert not answer.proven or worth(problem, answer.placed) == best
    assert played


def worth(problem: Problem, placed: Rack) -> tuple[int, int]:
    tiles, points = len(placed), problem.points(placed)
    return (tiles, points) if problem.objective.value == "tiles" else (points, tiles)


def test_every_placement_contains_the_required_tiles() -> None:
    for asked in problems(51, POSITIONS, most=15):
        problem = replace(asked, leave=Rack())
        required = Rack(problem.rack[:1])

        holding = {placed for placed in placements(problem) if placed >= required}

        assert {*placements(replace(problem, required=required))} == holding, problem


def test_placing_ignores_required_tiles() -> None:
    problem = Problem(rack=rack("k1 k2 k3 k4"), required=rack("k4"))

    answer = placing(problem, rack("k1 k2 k3"))

    assert answer is not None
    assert answer.placed == rack("k1 k2 k3")


def test_required_tiles_are_validated() -> None:
    with pytest.raises(ValueError, match="required tiles are not on the rack: k2"):
        Problem(rack=rack("k1"), required=rack("k2"))
    with pytest.raises(ValueError, match="not both"):
        Problem(rack=rack("k1 k2"), required=rack("k2"), leave=rack("k1"))
