"""Renamed public names still work under their former names for one release."""

from importlib import import_module

import pytest

from tilerummy.analysis import Step, StepKind
from tilerummy.melds import meld
from tilerummy.puzzles import Difficulty
from tilerummy.review import RoundReview
from tilerummy.review.breakdown import BreakdownStep, Part, Value

NAMES = [
    ("tilerummy.players.arena", "cross", "round_robin"),
    ("tilerummy.players.decisions", "Situation", "DecisionContext"),
    ("tilerummy.players.evaluation", "Aim", "Utility"),
    ("tilerummy.players.interface", "Remembering", "HistoryPlayer"),
    ("tilerummy.puzzles", "daily_place", "daily_index"),
    ("tilerummy.puzzles", "shipped_puzzle", "bundled_puzzle"),
    ("tilerummy.puzzles", "shipped_puzzles", "bundled_puzzles"),
    ("tilerummy.review", "LedgerStep", "BreakdownStep"),
    ("tilerummy.review", "Moment", "DecisionPoint"),
    ("tilerummy.review", "RoundLedger", "RoundBreakdown"),
    ("tilerummy.review", "Worth", "Value"),
    ("tilerummy.simulator", "Effort", "RolloutLimits"),
    ("tilerummy.solver", "MOST", "MAX_COPIES"),
]


@pytest.mark.parametrize(("module", "former", "current"), NAMES)
def test_a_former_name_is_the_same_object(module: str, former: str, current: str) -> None:
    found = import_module(module)

    assert getattr(found, former) is getattr(found, current)
    assert former not in getattr(found, "__all__", ())


def test_numbered_tiles_of_a_meld_were_naturals() -> None:
    for written in ("k3 k4 *k5", "k7 b7 *7"):
        assert meld(written).naturals == meld(written).numbered


def test_former_attributes_have_the_same_value() -> None:
    step = Step(kind=StepKind.TAKE, picked_up=("k5",))
    difficulty = Difficulty(melds=1, moved=2, picked_up=3, steps=4, near=5)
    entry = BreakdownStep(0, Part.DEAL, Value(0.5, 20))
    played = RoundReview(number=0, decisions=(), won=None, points=None)

    assert step.hand == step.picked_up
    assert difficulty.hand == difficulty.picked_up
    assert entry.worth == entry.value
    assert played.ledger is played.breakdown
