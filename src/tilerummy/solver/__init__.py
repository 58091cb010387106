"""The solver: the best play, exactly, under every joker rule.

It knows tiles and melds, and no rulesets: it is asked a :class:`Problem` and answers with a
:class:`Solution`.
"""

from tilerummy.solver.native import HAS_KERNEL, solve
from tilerummy.solver.problem import (
    MOST,
    GroupOfThree,
    JokerPolicy,
    Kind,
    Melds,
    Objective,
    Problem,
    ReplaceFrom,
    Reuse,
    Solution,
)

__all__ = [
    "HAS_KERNEL",
    "MOST",
    "GroupOfThree",
    "JokerPolicy",
    "Kind",
    "Melds",
    "Objective",
    "Problem",
    "ReplaceFrom",
    "Reuse",
    "Solution",
    "solve",
]
