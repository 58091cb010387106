"""Every solver function returns soon after its deadline, with the results until then.

``make find-slow`` measures the delay; without a deadline these problems take seconds.
"""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from tests.solver.oracles.brute_force import legal
from tests.solver.problems.large_problems import large
from tests.solver.problems.random_problems import problems
from tests.solver.test_best_play import SOLVERS, Solve

from tilerummy.deadline import Deadline
from tilerummy.solver import (
    Problem,
    best,
    best_of,
    empties,
    placements,
    placing,
    playable,
)
from tilerummy.tiles import Rack, Tile

ROOT = Path(__file__).parents[2]


@pytest.fixture(params=SOLVERS, ids=lambda solve: solve.__module__.split(".")[2])
def solve(request: pytest.FixtureRequest) -> Solve:
    found: Solve = request.param
    return found


def over() -> Deadline:
    """Return an expired deadline."""
    deadline = Deadline(1e-6)
    while not deadline.is_over:
        pass
    return deadline


@pytest.mark.parametrize("seed", range(6))
def test_a_large_position_meets_its_deadline(seed: int, solve: Solve) -> None:
    for problem in large(seed, 4):
        found = solve(replace(problem, milliseconds=50))

        assert not found or legal(problem, found.after), problem
        assert found.proven or not found.tidy, problem


@pytest.mark.parametrize("seed", range(10, 13))
def test_what_is_proven_by_the_deadline_is_as_good_as_without_one(seed: int, solve: Solve) -> None:
    for problem in problems(seed, 40, most=40):
        hasty, patient = solve(replace(problem, milliseconds=20)), solve(problem)

        assert hasty.rank <= patient.rank, problem
        assert not hasty.proven or hasty.rank[:2] == patient.rank[:2], problem
        assert not hasty.tidy or hasty.rank == patient.rank, problem


def test_placements_meet_their_deadline() -> None:
    late = 0
    for problem in large(20, 6):
        asked = replace(problem, rack=Rack(list(problem.rack)[:14]), leave=Rack())
        found = placements(asked, deadline=Deadline(1))
        plays = best_of(found, 3, deadline=Deadline(30))

        assert all(play.placed in found for play in plays), problem
        late += not found.proven

    assert late


@pytest.mark.parametrize("seed", range(3))
def test_placements_found_by_the_deadline_can_be_placed(seed: int) -> None:
    for problem in problems(seed, 12, most=20):
        every = {*placements(problem)}
        some = placements(problem, deadline=Deadline(3))

        assert {*some} <= every, problem
        assert not some.proven or {*some} == every, problem


def test_after_the_deadline_nothing_is_found_and_nothing_is_proven() -> None:
    for problem in problems(5, 10, most=20):
        found = placements(problem, deadline=over())

        assert not found.proven, problem
        assert not found, problem
        assert best(problem, 3, deadline=over()) == (), problem
        assert best_of(placements(problem), 3, deadline=over()) == (), problem


def test_after_the_deadline_queries_find_nothing() -> None:
    problem = Problem(rack=Rack([Tile.of("k", n) for n in (1, 2, 3)]))

    assert playable(problem)
    assert not playable(problem, deadline=over())
    assert empties(problem)
    assert not empties(problem, deadline=over())
    assert placing(problem, problem.rack)
    assert placing(problem, problem.rack, deadline=over()) is None


def test_the_earlier_of_two_deadlines_applies() -> None:
    problem = Problem(rack=Rack(), milliseconds=5)

    assert problem.within(Deadline()) is problem
    assert problem.within(Deadline(1000)).milliseconds == 5
    assert 0 < (problem.within(over()).milliseconds or 0) < 1
    assert replace(problem, milliseconds=None).within(Deadline(1000)).milliseconds is not None


def test_a_table_of_600_tiles_takes_no_more_memory_than_the_kernel_spends_on_a_problem() -> None:
    """The state limit bounds memory even without a deadline; the result is not proven then."""
    program = (
        "import resource; limit = 1500 << 20\n"
        "resource.setrlimit(resource.RLIMIT_AS, (limit, limit))\n"
        "from dataclasses import replace\n"
        "from benchmarks.solver.suite import suite\n"
        "from tilerummy.solver import solve\n"
        "problems = [problem for _, problem in suite() if len(problem.table.tiles) > 600]\n"
        "solution = solve(replace(problems[0], tidy=True))\n"
        "print(len(solution.placed), solution.proven)\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, cwd=ROOT
    )

    assert (ran.stdout, ran.stderr) == ("28 True\n", "")
