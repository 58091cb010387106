"""What the rules and the solver say together: best plays, hints, explanations.

Everything here takes a view or a state, and the referee accepts every play it gives.
"""

from tilerummy.analysis.answer import Best
from tilerummy.analysis.best import best_play, problem
from tilerummy.analysis.best_turns import best_turn
from tilerummy.analysis.explaining import explain
from tilerummy.analysis.hints import Advice, Hint, hint
from tilerummy.analysis.perft import Perft, perft
from tilerummy.analysis.plays import can_go_out, playable, plays
from tilerummy.analysis.steps import Side, Step, StepKind, Steps
from tilerummy.analysis.turns import Turn, turn_for
from tilerummy.analysis.winning import Closed, closed_hand, going_out
from tilerummy.solver import Objective

__all__ = [
    "Advice",
    "Best",
    "Closed",
    "Hint",
    "Objective",
    "Perft",
    "Side",
    "Step",
    "StepKind",
    "Steps",
    "Turn",
    "best_play",
    "best_turn",
    "can_go_out",
    "closed_hand",
    "explain",
    "going_out",
    "hint",
    "perft",
    "playable",
    "plays",
    "problem",
    "turn_for",
]
