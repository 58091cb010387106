"""A quick upper bound on the number of playable tiles, which often settles a search early."""

from __future__ import annotations

from dataclasses import replace

from tilerummy.analysis.solving import solve_by
from tilerummy.deadline import Deadline
from tilerummy.jokers import JokerLaw, JokerMelds
from tilerummy.solver import Kind, Problem, Solution


def bound(question: Problem, deadline: Deadline) -> Solution:
    """Return the best play under the assumption that all jokers on the table are wild.

    A turn can never lay more tiles than this play, unless the result is unproven because time ran
    out.
    """
    free = JokerLaw(melds=JokerMelds.FREE)
    freely = replace(question, kind=Kind.REARRANGE, law=free, at_least=0, tidy=False)
    return solve_by(freely, deadline)
