"""A round that is played by numbers: the one path from a number to what happens."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from tilerummy.arguments import SEED_BYTES
from tilerummy.env.actions.decisions import AgentDecision, Encoding
from tilerummy.rules import Ruleset, begin, chance, decide
from tilerummy.state import Action, Phase, State, fold


class Episode:
    """A round of *rules* in which decisions are taken in an *encoding*."""

    def __init__(self, rules: Ruleset, encoding: Encoding, state: State) -> None:
        self.rules, self.encoding, self.state = rules, encoding, state
        self._decision: AgentDecision | None = None

    @classmethod
    def dealt(cls, rules: Ruleset, encoding: Encoding, *, seats: int, rng: Random) -> Episode:
        """Return a round that has just been dealt; its chance is taken from *rng*.

        The seats draw lots for the start.
        """
        drawn = chance(rules.deal, rules.tiles, seats=seats, seed=rng.randbytes(SEED_BYTES))
        events = begin(rules, drawn, seats=seats)
        return cls(rules, encoding, fold(events, State.before_deal(seats)))

    @property
    def over(self) -> bool:
        """Whether the round is over."""
        return self.state.phase is Phase.OVER

    @property
    def seat(self) -> int:
        """The seat to move."""
        return self.state.to_move

    @property
    def decision(self) -> AgentDecision:
        """What the seat to move decides now; the round is not over."""
        if self._decision is None:
            self._decision = self.encoding.decision(self.state)
        return self._decision

    def take(self, number: int) -> None:
        """Do what *number* stands for; raises ValueError for one that the mask forbids."""
        taken = self.decision.take(number)
        if isinstance(taken, Action):
            self.act((taken,))
        else:
            self._decision = taken

    def act(self, actions: Iterable[Action]) -> None:
        """Do *actions* of the seat to move, one after the other; the referee judges them."""
        for action in actions:
            self.state = fold(decide(self.rules, self.state, action), self.state)
        self._decision = None
