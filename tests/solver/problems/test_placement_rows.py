"""The kernel's rows of placements are equal to rows built from sets."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from random import Random

import pytest
from tests.solver.problems.random_problems import problems
from tests.support.examples import examples
from tests.support.positions import position

from tilerummy.analysis import problem
from tilerummy.rules import PRESETS, ruleset
from tilerummy.simulator import Policy, simulated_events
from tilerummy.solver import HAS_KERNEL, Problem, placement_rows, placements
from tilerummy.state import Moved, State, fold
from tilerummy.tiles import JOKER

SMALL = examples(60, 5000)
POSITIONS = examples(20, 1000)
MANIPULATION = [name for name, rules in PRESETS.items() if not rules.draws_and_discards]
LAWS = ["sabra+joker.melds=free", "sabra+joker.melds=open", "sabra+tiles.jokers=0"]


def of_rounds(name: str, count: int) -> Iterator[Problem]:
    """Yield *count* problems of random rounds whose placements are few enough to build them all."""
    rules, rng = ruleset(name), Random(name)
    while count > 0:
        events = simulated_events(rules, [Policy.RANDOM, Policy.RANDOM], rng.randbytes(32))
        moved = [at for at, event in enumerate(events, 1) if isinstance(event, Moved)]
        for at in rng.sample(moved, min(6, len(moved))):
            state = fold(events[:at], State.before_deal(2))
            jokers = state.mover.rack.count(JOKER) + sum(meld.jokers for meld in state.table)
            if len({*state.mover.rack}) <= 12 and jokers <= 2:
                yield problem(rules, state)
                count -= 1


def check(question: Problem, most: int = 20_000) -> int:
    """Check the rows of a problem, and return the number of sets."""
    found = placement_rows(question, most)
    assert found == placements(question).rows(most), question
    return found.count


@pytest.mark.parametrize("seed", [1, 2])
def test_small_problems_of_every_law(seed: int) -> None:
    assert sum(check(question) for question in problems(seed, SMALL)) > SMALL


@pytest.mark.skipif(not HAS_KERNEL, reason="rounds are simulated by the kernel")
@pytest.mark.parametrize("name", [*MANIPULATION, *LAWS])
def test_positions_of_rounds(name: str) -> None:
    assert sum(map(check, of_rounds(name, POSITIONS))) > POSITIONS / 2


def test_rows_are_sorted_and_describe_their_sets() -> None:
    at = position("sabra", "r3 r4 r5", "r6 r2 b2 k1")

    found = placement_rows(problem(at.rules, at.state), 3)

    kinds, numbers = (*at.rules.tiles.kinds, JOKER), array("h", found.numbers)
    width = len(kinds) + 2
    rows = [numbers[start : start + width].tolist() for start in range(0, len(numbers), width)]
    held = [[kind for kind, times in zip(kinds, row, strict=False) if times] for row in rows]
    assert held == [[*at.rules.rack(text)] for text in ("r2 r6", "r6", "r2")]
    assert [row[-2:] for row in rows] == [[2, 8], [1, 6], [1, 2]]
    assert found.count == 3


def test_too_many_sets_are_only_counted() -> None:
    at = position("sabra", "r3 r4 r5", "r6 r2 b2 k1")

    found = placement_rows(problem(at.rules, at.state), 2)

    assert (found.count, found.numbers) == (3, b"")


def test_part_of_a_rack_has_no_conditions() -> None:
    at = position("american", "r3 r4 r5", "r6 r2 b2 k1")
    question = problem(at.rules, at.state)

    part = question.of_part(at.rules.rack("r6"))

    assert question.leave
    assert (part.rack, part.leave, part.table) == (at.rules.rack("r6"), (), question.table)
    with pytest.raises(ValueError, match="not on the rack: k9"):
        question.of_part(at.rules.rack("k9"))


@pytest.mark.parametrize(
    ("name", "table", "rack"),
    [
        ("sabra", "k7 r7 *7", "b7 o7 k8 k9"),  # locked, with a tile that may replace it
        ("sabra", "k7 r7 *7", "k8 k9 k10 r8"),  # locked, without one
        ("sabra", "k7 r7 *7 / k7 b7 *7", "r7 o7"),  # two groups that may grow
        ("sabra", "k3 k4 *k5 / k6 k7 k8", "k2 k5 k9"),
        ("rummikub", "k7 r7 *7", "k8 k9 k10 r8"),
        ("rummikub", "k3 k4 *k5 / r5 b5 o5", "k6 k2"),
        ("sabra", "k1 k2 k3 / k1 k2 k3", "k4 k4 r1 b1"),
        ("mcgraw", "k1 k2 k3", "k4 * r2 b2"),
    ],
)
def test_where_jokers_lie(name: str, table: str, rack: str) -> None:
    at = position(name, table, rack, turn=12, since=2)

    check(problem(at.rules, at.state))
