"""What can be played at most, which is soon found and often enough to know."""

from __future__ import annotations

from dataclasses import replace

from tilerummy.analysis.solving import solve_by
from tilerummy.deadline import Deadline
from tilerummy.jokers import JokerLaw, JokerMelds
from tilerummy.solver import Kind, Problem, Solution


def bound(question: Problem, deadline: Deadline) -> Solution:
    """Return what could be played with the whole table and all jokers free: no turn places more.

    Where it is not proven, for want of time, a turn may place more.
    """
    free = JokerLaw(melds=JokerMelds.FREE)
    freely = replace(question, kind=Kind.REARRANGE, law=free, at_least=0, tidy=False)
    return solve_by(freely, deadline)
