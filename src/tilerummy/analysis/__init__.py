"""Best plays, hints and explanations: the rules and the solver together.

Every function takes a ruleset and a view or a state, and the referee accepts every play it returns.
A question goes through these packages, from the bottom up:

* :mod:`~tilerummy.analysis.best_plays` puts the question of the rules to the solver and returns the
  best single play, or the best opening and the play after it; ``arrangement`` makes melds of the
  loose tiles of a table that fell apart.
* :mod:`~tilerummy.analysis.turns` combines plays: ``turn_for`` finds the plays that lead to a given
  table, ``best_turn`` those that place most; ``closed_hand`` and ``going_out`` end the round.
* :mod:`~tilerummy.analysis.explanations` turns two tables into steps that hands can follow.
* :mod:`~tilerummy.analysis.hints` chooses the action for every phase of a turn, with its steps.
* :mod:`~tilerummy.analysis.enumeration` yields and counts everything that can be played.

What the joker law allows is known by :mod:`tilerummy.jokers` alone. ``positions`` has the
view after a play or a draw, ``solving`` calls the solver with a deadline, ``partitions`` yields
the tables of given tiles, ``arguments`` checks arguments. Sentences are made above
this package, in :mod:`tilerummy.rules_text`.
"""

from typing import TYPE_CHECKING

from tilerummy.lazy import exports

if TYPE_CHECKING:
    from tilerummy.analysis.best_plays.answer import Best
    from tilerummy.analysis.best_plays.arrangement import Arrangement, arrangement
    from tilerummy.analysis.best_plays.best import best_play, problem
    from tilerummy.analysis.enumeration.all_plays import Plays, can_go_out, playable, plays
    from tilerummy.analysis.enumeration.complete import every_play
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
            "tilerummy.analysis.best_plays.arrangement": "Arrangement arrangement",
            "tilerummy.analysis.best_plays.best": "best_play problem",
            "tilerummy.analysis.turns.best_turn": "best_turn",
            "tilerummy.analysis.explanations.explain": "explain",
            "tilerummy.analysis.hints.advice": "Advice Hint hint",
            "tilerummy.analysis.enumeration.complete": "every_play",
            "tilerummy.analysis.enumeration.perft": "Perft perft",
            "tilerummy.analysis.enumeration.all_plays": "Plays can_go_out playable plays",
            "tilerummy.analysis.explanations.steps": "Side Step StepKind Steps",
            "tilerummy.analysis.turns.turn_for": "Turn turn_for",
            "tilerummy.analysis.turns.winning": "DeclarableHand closed_hand going_out",
            "tilerummy.solver.problem": "Objective",
        },
    )

__all__ = [
    "Advice",
    "Arrangement",
    "Best",
    "DeclarableHand",
    "Hint",
    "Objective",
    "Perft",
    "Plays",
    "Side",
    "Step",
    "StepKind",
    "Steps",
    "Turn",
    "arrangement",
    "best_play",
    "best_turn",
    "can_go_out",
    "closed_hand",
    "every_play",
    "explain",
    "going_out",
    "hint",
    "perft",
    "playable",
    "plays",
    "problem",
    "turn_for",
]
