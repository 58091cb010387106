"""Hints, levels and reviews end a round with the most points."""

from __future__ import annotations

from random import Random

import pytest

from tilerummy.analysis import going_out, hint
from tilerummy.players import PLAYERS, player
from tilerummy.review import Code, DecisionPoint
from tilerummy.review.proven_errors import Finding, finding
from tilerummy.rules import decide_all, ruleset
from tilerummy.state import Action, Ended, State
from tilerummy.state.notation import read_action, read_state

FOOT = "k10 k11 k12 k13 o2 o3 o4 b4 b5 b6 k7 b7 o7 r9"
"""Thirteen tiles in melds, and one that fits another player's run."""

CLOSED = "k10 k11 k12 k13 o10 o11 o12 o13 b4 b5 b6 b7 b8 b9"

ENDINGS = {
    "S4 a joker discarded doubles an Open win": (
        "international",
        "table r6 r7 r8 / k3 k4 k5 | rack r9 * | opened 3 | seat 1 rack k2 k9; opened 2",
        ("play r6 r7 r8 => r6 r7 r8 r9", "discard *"),
        (200, -22),
    ),
    "S4 an Open win with two jokers discards one": (
        "international",
        "table r6 r7 r8 / k3 k4 k5 | rack r9 k6 * * | opened 3 | seat 1 rack k2 k9; opened 2",
        None,
        (200, -22),
    ),
    "S4 Foot scores more than the same tiles laid by an opening and another play": (
        "international",
        f"table r6 r7 r8 | rack {FOOT} k2 | opened no | seat 1 rack k2 k9; opened 2",
        None,
        (200, -11),
    ),
    "S4 Foot with a joker discarded scores more than a Closed hand with the joker": (
        "international",
        f"table r6 r7 r8 | rack {FOOT} * | opened no | seat 1 rack k2 k9; opened 2",
        None,
        (400, -22),
    ),
    "S4 a Closed hand that discards its joker scores double": (
        "international",
        f"table r6 r7 r8 | rack {CLOSED} * | opened no | seat 1 rack k2 k9; opened 2",
        ("declare *",),
        (1400, -22),
    ),
    "2.3 the lowest rack wins: a joker is discarded when the pool is empty": (
        "american",
        "rack k2 k13 * | pool | opened no | seat 1 rack k3 k9 b1",
        ("discard *",),
        (-2, 2),
    ),
    "3.2 the remaining tiles cost their value when the pool is empty": (
        "international",
        "table k3 k4 k5 | rack k6 r4 r9 b13 * | pool | opened 3 | seat 1 rack k3; opened 2",
        None,
        (-13, -3),
    ),
}


def view_of(position: str, rules: str) -> State:
    """Return the position with the mover about to meld; the pool is empty unless specified."""
    return read_state(f"{position} | turn 20 | players 2 | phase meld", ruleset(rules).tiles)


def scores(rules: str, view: State, actions: tuple[Action, ...]) -> tuple[int, ...] | None:
    """Return the scores of the round, or None while it continues."""
    *_, last = decide_all(ruleset(rules), view, actions)
    return last.scores if isinstance(last, Ended) else None


@pytest.mark.parametrize(("rules", "position", "actions", "scored"), ENDINGS.values(), ids=ENDINGS)
def test_the_ending_that_scores_most_is_best(
    rules: str, position: str, actions: tuple[str, ...] | None, scored: tuple[int, ...]
) -> None:
    """RULES 3.2 and 2.3: finished rounds are compared by their scores."""
    view = view_of(position, rules)
    advised = hint(ruleset(rules), view)

    assert scores(rules, view, advised.actions) == scored
    if actions is not None:
        assert advised.actions == tuple(map(read_action, actions))
    for name in PLAYERS:
        chosen = player(name, Random(1)).choose(ruleset(rules), view, 0)
        overlooked = [None] if name == "beginner" else []
        assert scores(rules, view, chosen) in [scored, *overlooked], name
    if advised.out:
        assert scores(rules, view, going_out(ruleset(rules), view)) == scored


def test_a_review_reports_a_better_scoring_ending() -> None:
    """RULES 3.2: the player wins too, but with half of the points."""
    rules, position, better, _ = ENDINGS["S4 a joker discarded doubles an Open win"]
    view, worse = view_of(position, rules), ("play k3 k4 k5 => k3 k4 k5 *k6", "discard r9")

    def found(actions: tuple[str, ...]) -> Finding | None:
        chosen = tuple(map(read_action, actions))
        point = DecisionPoint(round=0, view=view, history=(), seed=b"", chosen=chosen)
        return finding(ruleset(rules), point)

    missed = found(worse)
    assert better is not None
    assert missed is not None
    assert missed.reason.code is Code.SCORES_MORE
    assert missed.better == tuple(map(read_action, better))
    assert not missed.is_error
    assert found(better) is None


def test_the_trump_is_drawn_for_the_win_that_scores_most() -> None:
    """RULES 3.2: "The trump may be the final draw for Foot and Closed"."""
    rules = ruleset("international")
    view = read_state(
        f"table r6 r7 r8 | rack {FOOT} | trump * | opened no | turn 20 | players 2 | "
        "pool ?5 | phase draw | seat 1 rack k2 k9; opened 2",
        rules.tiles,
    )
    advised = hint(rules, view)

    assert scores("international", view, advised.actions) == (400, -22)
