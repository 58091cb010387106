"""The solver: the best play, exactly, under every joker rule.

It knows tiles and melds, and no rulesets: a :class:`Problem` goes in, a :class:`Solution` comes
out. How a solve goes:

1. Each joker on the table is kept or replaced. The solver enumerates all choices: *joker plans*.
2. A plan leaves a *count model*: how many tiles of each cell (a number in a colour) must be laid
   and how many may be laid, beside melds that must stay whole.
3. A dynamic program answers the count model cell by cell. Its state counts the open runs of each
   colour by length, and the jokers used.
4. JokerMelds are built from the counts of the best answer.
5. Where the rules restrict where a freed joker may go, the melds that take it are chosen first and
   steps 2 to 4 are done for what is left.

:mod:`~tilerummy.solver.kernel` calls the C++ kernel, which does all of this;
:mod:`~tilerummy.solver.reference` is the same in plain Python, the specification, and runs where
there is no compiler (``HAS_KERNEL`` is false). :mod:`~tilerummy.solver.questions` answers short
questions: whether anything can be played, whether the whole rack can, which few plays are best.
"""

from typing import TYPE_CHECKING

from tilerummy.lazy import exports

if TYPE_CHECKING:
    from tilerummy.solver.kernel import HAS_KERNEL, placements, solve
    from tilerummy.solver.problem import MOST, Kind, Objective, Problem, Solution
    from tilerummy.solver.questions import best, best_of, empties, placing, playable
    from tilerummy.solver.reference.enumerate.enumeration import Placements
else:
    __getattr__, __dir__ = exports(
        __name__,
        {
            "tilerummy.solver.questions": "best best_of empties placing playable",
            "tilerummy.solver.kernel": "HAS_KERNEL placements solve",
            "tilerummy.solver.reference.enumerate.enumeration": "Placements",
            "tilerummy.solver.problem": "MOST Kind Objective Problem Solution",
        },
    )

__all__ = [
    "HAS_KERNEL",
    "MOST",
    "Kind",
    "Objective",
    "Placements",
    "Problem",
    "Solution",
    "best",
    "best_of",
    "empties",
    "placements",
    "placing",
    "playable",
    "solve",
]
