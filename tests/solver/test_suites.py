"""The solve cases of the protocol, and positions whose optimum is known: free jokers."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from benchmarks.suite import suite_problem

from tilerummy.analysis import best_play
from tilerummy.rules import Ruleset, faults, ruleset
from tilerummy.solver import HAS_KERNEL, Objective, native
from tilerummy.state import Phase, Seat, State
from tilerummy.tiles import JOKER

HERE = Path(__file__).parent
CASES = [
    json.loads(line)
    for name in ("solve.jsonl", "solve-random.jsonl")
    for line in (HERE.parent / "cases" / name).read_text().splitlines()
]
ENOUGH = 300_000
"""States that suffice to reach an optimum, with large tile sets not always to prove it."""
LARGEST = {f"scaled-0{number}" for number in (52, 56, 58, 59, 62, 64, 65)}
"""Positions that take more states; ``python -m benchmarks.suite`` looks at all of them."""
JOKERS_ALONE = {"edge-005": 0}
"""In the model of the suite jokers alone are a meld, by the rules they are not: S4 "jokers"."""
POSITIONS = [json.loads(line) for line in (HERE / "positions.jsonl").read_text().splitlines()]
QUICK = {"early", "edge"}
"""The tiers that take seconds without the kernel; the others would take minutes."""


def _ours() -> list[dict[str, object]]:
    return [
        position
        for position in POSITIONS
        if position["id"] not in LARGEST and (HAS_KERNEL or position["tier"] in QUICK)
    ]


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
    proven = _reaches_the_optimum(position)

    assert proven or position["tier"] == "scaled"


def _reaches_the_optimum(position: dict[str, object]) -> bool:
    """Check both objectives; return whether both answers are proven."""
    problem = replace(suite_problem(position), budget=ENOUGH)
    by_points = replace(problem, objective=Objective.POINTS)

    if position["id"] in JOKERS_ALONE:
        assert len(native.solve(problem).placed) == JOKERS_ALONE[str(position["id"])]
        return True
    most, dearest = native.solve(problem), native.solve(by_points)

    assert len(most.placed) == position["opt_tiles"]
    assert dearest.points == position["opt_value30"]
    return most.proven and dearest.proven
