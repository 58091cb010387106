"""The solver: the best play, exactly, under every joker rule.

It knows tiles and melds, and no rulesets: it is asked a :class:`Problem` and answers with a
:class:`Solution`.
"""

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
from tilerummy.solver.reference import solve

__all__ = [
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
