"""A quick upper bound on the tiles that can be played; it often decides a search early."""

from __future__ import annotations

from dataclasses import replace

from tilerummy.analysis.solving import solve_by
from tilerummy.deadline import Deadline
from tilerummy.jokers import JokerLaw, JokerMelds
from tilerummy.solver import Kind, Problem, Solution


def bound(question: Problem, deadline: Deadline) -> Solution:
    """Return the best play if all jokers on the table were wild; no turn can lay more.

    If the result is unproven because time ran out, a turn may lay more.
    """
    free = JokerLaw(melds=JokerMelds.FREE)
    freely = replace(question, kind=Kind.REARRANGE, law=free, at_least=0, tidy=False)
    return solve_by(freely, deadline)
