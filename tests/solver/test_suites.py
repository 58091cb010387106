"""The solve cases of the protocol, and positions whose optimum is known: free jokers."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from benchmarks.solver.suite import suite_problem

from tilerummy.analysis import best_play
from tilerummy.rules import Ruleset, faults, ruleset
from tilerummy.solver import HAS_KERNEL, Objective, solve
from tilerummy.state import Phase, Seat, State
from tilerummy.tiles import JOKER

HERE = Path(__file__).parent
CASES = [
    json.loads(line)
    for name in ("solve.jsonl", "solve-random.jsonl")
    for line in (HERE.parent / "cases" / name).read_text().splitlines()
]
JOKERS_ALONE = {"edge-005": 0}
"""The suite's model accepts melds of jokers only, the rules do not: S4 "jokers"."""
POSITIONS = [json.loads(line) for line in (HERE / "positions.jsonl").read_text().splitlines()]
QUICK = {"early", "edge"}
"""The tiers that take seconds without the kernel, where the rest would take minutes."""


def _ours() -> list[dict[str, object]]:
    return [position for position in POSITIONS if HAS_KERNEL or position["tier"] in QUICK]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_the_best_play_is_as_good_as_the_case_says(case: dict[str, object]) -> None:
    rules = ruleset(str(case["ruleset"]))
    state = _state(rules, case)
    expect = case["expect"]
    assert isinstance(expect, dict)

    best = best_play(rules, state, Objective(case.get("objective", "tiles")))

    assert (len(best.placed), best.points) == (expect["tiles"], expect["points"])
    if "unchanged" in expect:
        after = best.tables[-1] if best.tables else state.table
        assert len(state.table) - len(state.table - after) == expect["unchanged"]
    if best.plays:
        assert not list(faults(rules, state, best.plays[0]))


def _state(rules: Ruleset, case: dict[str, object]) -> State:
    opened = 0 if case.get("opened", True) else None
    mover = Seat(rack=rules.rack(str(case["rack"])), opened=opened)
    phase = Phase.MELD if rules.draws_and_discards else Phase.ACT
    table = rules.read_table(str(case["table"]))
    other = Seat(rack=rules.rack("k1 k2"), opened=0)
    return State(seats=(mover, other), table=table, phase=phase, turn=4, pool=(JOKER,))


@pytest.mark.parametrize("position", _ours(), ids=lambda position: str(position["id"]))
def test_the_optimum_of_the_suite_is_reached(position: dict[str, object]) -> None:
    problem = suite_problem(position)
    most = solve(problem)
    dearest = solve(replace(problem, objective=Objective.POINTS))

    if position["id"] in JOKERS_ALONE:
        assert len(most.placed) == JOKERS_ALONE[str(position["id"])]
        return
    assert (len(most.placed), most.proven) == (position["opt_tiles"], True)
    assert (dearest.points, dearest.proven) == (position["opt_value30"], True)
