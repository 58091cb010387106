"""The experiment of docs/waiting.md scores rounds like the simulator: RULES 5.2."""

from __future__ import annotations

import pytest
from benchmarks.waiting import played

from tilerummy.rules import ruleset
from tilerummy.simulator import Policy, simulate


@pytest.mark.parametrize(("seats", "penalty"), [(2, 50), (3, 150), (4, 300)])
def test_a_round_is_scored_for_every_penalty(seats: int, penalty: int) -> None:
    deals, wait = 25, Policy.HOLD_BEFORE_OPENING
    rounds = [*played(ruleset("sabra"), Policy.SAVE_JOKERS, wait, seats, deals)]
    rules = ruleset(f"sabra+score.not_opened={penalty}")
    paid = 0

    for single in range(seats):
        policies = [wait] * seats
        policies[single] = Policy.SAVE_JOKERS
        scored = simulate(rules, policies, range(deals))
        for number in range(deals):
            each = rounds[single * deals + number]
            assert each.scored(penalty) == scored.scores_of(number)
            paid += each.scored(penalty) != each.scores

    assert paid or seats == 2, "two who wait nearly always go out"
