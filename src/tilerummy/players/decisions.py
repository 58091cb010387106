"""The input and output of a policy: a situation and a decision."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from random import Random

from tilerummy.deadline import NEVER, Deadline
from tilerummy.rules import Ruleset
from tilerummy.state import Action, Event, State


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionContext:
    """A position as its mover sees it, with a deadline and a source of random numbers.

    ``history`` are the events of the round as the mover could see them, the oldest first; it is
    empty for a level that does not ask for it.
    """

    rules: Ruleset
    view: State
    rng: Random
    deadline: Deadline = NEVER
    history: Sequence[Event] = ()

    def then(self, view: State) -> DecisionContext:
        """Return the situation later in the same turn, when the mover sees *view*."""
        return replace(self, view=view)

    def within(self, part: float) -> DecisionContext:
        """Return the situation with that *part* of the time left."""
        return replace(self, deadline=self.deadline.share(part))


Situation = DecisionContext
"""The former name, for one release."""


@dataclass(frozen=True, slots=True)
class Motive:
    """The reason for a choice: a message code and its parameters.

    It may reveal tiles on the rack, so it is shown only after the round.
    """

    code: str
    params: tuple[tuple[str, int], ...] = ()

    @classmethod
    def of(cls, code: str, **params: int) -> Motive:
        """Return the motive with that code and these parameters.

        >>> Motive.of("most", n=3)
        Motive(code='most', params=(('n', 3),))
        """
        return cls(code, tuple(params.items()))


def latest_motives(motives: Iterable[Motive]) -> tuple[Motive, ...]:
    """Return the latest two of a player's *motives* with different codes, the latest one last.

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
    """One or more next actions of the mover, and the reason for them."""

    actions: tuple[Action, ...]
    motive: Motive


Policy = Callable[[DecisionContext], Decision]
"""The way a level plays one kind of game.

It depends only on the situation. Soon after the deadline it returns the best decision it has
found; without a deadline, equal situations have equal decisions.
"""
