"""What a position is worth to the seat to move, and what each thing it may do.

``evaluate`` is the door; players and reviews of games use it. From the bottom up:

* ``sightings`` reads off the history what a seat saw of the others,
* ``opponents`` are the types that an opponent may be of,
* ``tile_bits`` and ``hands`` say what an opponent did and could have done with certain tiles,
* ``posterior`` finds worlds in proportion to how likely that makes them,
* ``lines`` plays lines on in these worlds, by the fast simulator; ``aims`` and ``intervals`` say
  what came of it,
* ``curated`` finds what is worth thinking about in a turn.
"""

from typing import TYPE_CHECKING

from tilerummy.lazy import exports

if TYPE_CHECKING:
    from tilerummy.players.evaluation.aims import Aim, RoundObjective
    from tilerummy.players.evaluation.curated import candidates
    from tilerummy.players.evaluation.evaluating import (
        Budget,
        Candidate,
        Evaluation,
        Knowledge,
        evaluate,
    )
    from tilerummy.players.evaluation.intervals import Interval
    from tilerummy.players.evaluation.posterior import Posterior
else:
    __getattr__, __dir__ = exports(
        __name__,
        {
            "tilerummy.players.evaluation.aims": "Aim RoundObjective",
            "tilerummy.players.evaluation.curated": "candidates",
            "tilerummy.players.evaluation.evaluating": (
                "Budget Candidate Evaluation Knowledge evaluate"
            ),
            "tilerummy.players.evaluation.intervals": "Interval",
            "tilerummy.players.evaluation.posterior": "Posterior",
        },
    )

__all__ = [
    "Aim",
    "Budget",
    "Candidate",
    "Evaluation",
    "Interval",
    "Knowledge",
    "Posterior",
    "RoundObjective",
    "candidates",
    "evaluate",
]
