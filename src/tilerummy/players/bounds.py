"""What can be played at most, which is soon found and often enough to know."""

from __future__ import annotations

from dataclasses import replace

from tilerummy.solver import JokerPolicy, Kind, Melds, Problem, Solution, solve


def bound(question: Problem) -> Solution:
    """Return what could be played with the whole table and all jokers free: no turn places more."""
    free = JokerPolicy(melds=Melds.FREE)
    return solve(replace(question, kind=Kind.REARRANGE, policy=free, at_least=0, tidy=False))
