"""What the rules and the solver say together: best plays, hints, explanations.

Everything here takes a view or a state, and the referee accepts every play it gives.
"""

from typing import TYPE_CHECKING

from tilerummy.lazy import exports

if TYPE_CHECKING:
    from tilerummy.analysis.all_plays import can_go_out, playable, plays
    from tilerummy.analysis.answer import Best
    from tilerummy.analysis.best import best_play, problem
    from tilerummy.analysis.best_turns import best_turn
    from tilerummy.analysis.counting import Perft, perft
    from tilerummy.analysis.explaining import explain
    from tilerummy.analysis.hints import Advice, Hint, hint
    from tilerummy.analysis.steps import Side, Step, StepKind, Steps
    from tilerummy.analysis.turns import Turn, turn_for
    from tilerummy.analysis.winning import Closed, closed_hand, going_out
    from tilerummy.solver.problem import Objective
else:
    __getattr__, __dir__ = exports(
        __name__,
        {
            "tilerummy.analysis.answer": "Best",
            "tilerummy.analysis.best": "best_play problem",
            "tilerummy.analysis.best_turns": "best_turn",
            "tilerummy.analysis.explaining": "explain",
            "tilerummy.analysis.hints": "Advice Hint hint",
            "tilerummy.analysis.counting": "Perft perft",
            "tilerummy.analysis.all_plays": "can_go_out playable plays",
            "tilerummy.analysis.steps": "Side Step StepKind Steps",
            "tilerummy.analysis.turns": "Turn turn_for",
            "tilerummy.analysis.winning": "Closed closed_hand going_out",
            "tilerummy.solver.problem": "Objective",
        },
    )

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
