"""The solver: the best play, exactly, under every joker rule.

It knows tiles and melds, and no rulesets: it is asked a :class:`Problem` and answers with a
:class:`Solution`. The way from one to the other, a room for each step:

* :mod:`~tilerummy.solver.search` goes through all that may become of the jokers of the table,
  :mod:`~tilerummy.solver.settlements`, and where replaced ones may go,
  :mod:`~tilerummy.solver.homes`.
* :mod:`~tilerummy.solver.branches` makes of each an inner problem in which tiles are only counted,
  :mod:`~tilerummy.solver.counts`.
* :mod:`~tilerummy.solver.reference` answers that and is its specification;
  :mod:`~tilerummy.solver.native` has the C++ kernel answer it, where that is installed
  (``HAS_KERNEL``).
* :mod:`~tilerummy.solver.arranging` makes melds of the answer again, and
  :mod:`~tilerummy.solver.mending` mends what counting does not see.

All that can be placed, not only the best, is what :mod:`~tilerummy.solver.enumeration` finds, with
:mod:`~tilerummy.solver.lodging` where replaced jokers need homes; the inner problems are answered
by :mod:`~tilerummy.solver.parts` or the kernel. :mod:`~tilerummy.solver.asking` asks shortly:
whether anything can be played, whether all, which few plays are best.
"""

from typing import TYPE_CHECKING

from tilerummy.lazy import exports

if TYPE_CHECKING:
    from tilerummy.solver.asking import best, best_of, empties, placing, playable
    from tilerummy.solver.enumeration import Placements
    from tilerummy.solver.native import HAS_KERNEL, placements, solve
    from tilerummy.solver.problem import (
        MOST,
        GroupOfThree,
        JokerLaw,
        JokerMelds,
        Kind,
        Objective,
        Problem,
        ReplaceFrom,
        Reuse,
        Solution,
    )
else:
    __getattr__, __dir__ = exports(
        __name__,
        {
            "tilerummy.solver.asking": "best best_of empties placing playable",
            "tilerummy.solver.native": "HAS_KERNEL placements solve",
            "tilerummy.solver.enumeration": "Placements",
            "tilerummy.solver.problem": "MOST GroupOfThree JokerLaw Kind JokerMelds Objective "
            "Problem ReplaceFrom Reuse Solution",
        },
    )

__all__ = [
    "HAS_KERNEL",
    "MOST",
    "GroupOfThree",
    "JokerLaw",
    "Kind",
    "JokerMelds",
    "Objective",
    "Placements",
    "Problem",
    "ReplaceFrom",
    "Reuse",
    "Solution",
    "best",
    "best_of",
    "empties",
    "placements",
    "placing",
    "playable",
    "solve",
]
