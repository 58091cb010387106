"""What the rules and the solver say together: best plays, hints, explanations.

Everything here takes a view or a state, and the referee accepts every play it gives.
"""

from typing import TYPE_CHECKING

from tilerummy.lazy import exports

if TYPE_CHECKING:
    from tilerummy.analysis.best_plays.answer import Best
    from tilerummy.analysis.best_plays.best import best_play, problem
    from tilerummy.analysis.enumeration.all_plays import can_go_out, playable, plays
    from tilerummy.analysis.enumeration.perft import Perft, perft
    from tilerummy.analysis.explanations.explain import explain
    from tilerummy.analysis.explanations.steps import Side, Step, StepKind, Steps
    from tilerummy.analysis.hints.advice import Advice, Hint, hint
    from tilerummy.analysis.turns.best_turn import best_turn
    from tilerummy.analysis.turns.turn_for import Turn, turn_for
    from tilerummy.analysis.turns.winning import DeclarableHand, closed_hand, going_out
    from tilerummy.solver.problem import Objective
else:
    __getattr__, __dir__ = exports(
        __name__,
        {
            "tilerummy.analysis.best_plays.answer": "Best",
            "tilerummy.analysis.best_plays.best": "best_play problem",
            "tilerummy.analysis.turns.best_turn": "best_turn",
            "tilerummy.analysis.explanations.explain": "explain",
            "tilerummy.analysis.hints.advice": "Advice Hint hint",
            "tilerummy.analysis.enumeration.perft": "Perft perft",
            "tilerummy.analysis.enumeration.all_plays": "can_go_out playable plays",
            "tilerummy.analysis.explanations.steps": "Side Step StepKind Steps",
            "tilerummy.analysis.turns.turn_for": "Turn turn_for",
            "tilerummy.analysis.turns.winning": "DeclarableHand closed_hand going_out",
            "tilerummy.solver.problem": "Objective",
        },
    )

__all__ = [
    "Advice",
    "Best",
    "DeclarableHand",
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
