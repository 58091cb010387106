"""The input of a policy (a context) and its output (a decision)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from random import Random

from tilerummy.deadline import NEVER, Deadline
from tilerummy.rules import Ruleset
from tilerummy.state import Action, Event, State


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionContext:
    """The position as the seat to move sees it, with a deadline and a random number generator.

    ``history`` contains the round's past events as the seat could see them, oldest first. It is
    empty for levels whose ``needs_history`` is False.
    """

    rules: Ruleset
    view: State
    rng: Random
    deadline: Deadline = NEVER
    history: Sequence[Event] = ()

    def then(self, view: State) -> DecisionContext:
        """Return the context for a later decision in the same turn, based on the new *view*."""
        return replace(self, view=view)

    def within(self, part: float) -> DecisionContext:
        """Return the same context, but limited to *part* of the remaining time.

        *part* is a fraction from 0 to 1.
        """
        return replace(self, deadline=self.deadline.share(part))


Situation = DecisionContext
"""The former name of :class:`DecisionContext`, available for one release."""


@dataclass(frozen=True, slots=True)
class Motive:
    """The reason for a choice, given as a message code with parameters.

    It may reveal tiles on the rack, so it must not be shown before the round has ended.
    """

    code: str
    params: tuple[tuple[str, int], ...] = ()

    @classmethod
    def of(cls, code: str, **params: int) -> Motive:
        """Return the motive with this *code* and these parameters.

        >>> Motive.of("most", n=3)
        Motive(code='most', params=(('n', 3),))
        """
        return cls(code, tuple(params.items()))


def latest_motives(motives: Iterable[Motive]) -> tuple[Motive, ...]:
    """Return the two latest of a player's *motives* that have different codes, in order.

    >>> latest_motives([Motive.of("most", n=3), Motive.of("nothing"), Motive.of("most", n=1)])
    (Motive(code='nothing', params=()), Motive(code='most', params=(('n', 1),)))
    """
    by_code: dict[str, Motive] = {}
    for motive in motives:
        by_code.pop(motive.code, None)
        by_code[motive.code] = motive
    return tuple(by_code.values())[-2:]


@dataclass(frozen=True, slots=True)
class Decision:
    """The next actions of the seat to move (at least one), and the reason for choosing them."""

    actions: tuple[Action, ...]
    motive: Motive


Policy = Callable[[DecisionContext], Decision]
"""A function that makes a level's decisions in one type of game.

The decision depends only on the context. Soon after the deadline, a policy returns the best
decision found so far. Without a deadline, equal contexts lead to equal decisions.
"""
