"""A round whose actions are chosen by number."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random

from tilerummy.arguments import SEED_BYTES
from tilerummy.env.actions.candidates import Candidates
from tilerummy.env.actions.decisions import AgentDecision, Encoding
from tilerummy.env.actions.micro_steps import MicroSteps
from tilerummy.rules import Ruleset, begin, chance, decide
from tilerummy.state import Action, Ended, Phase, State, fold

Reward = Callable[[Ruleset, Ended], tuple[float, ...]]


def by_wins(_rules: Ruleset, ended: Ended) -> tuple[float, ...]:
    """Return 1 for the winner and -1 divided equally among the losers, or zeros if no one won."""
    others = len(ended.scores) - 1
    if ended.winner is None:
        return (0.0,) * (others + 1)
    return tuple(1.0 if seat == ended.winner else -1.0 / others for seat in range(others + 1))


def by_points(rules: Ruleset, ended: Ended) -> tuple[float, ...]:
    """Return each seat's lead over the mean score. The sign is reversed if low totals win.

    The only seat gets its score.
    """
    mean = sum(ended.scores) / len(ended.scores) if len(ended.scores) > 1 else 0.0
    sign = -1.0 if rules.scoring.low_wins else 1.0
    return tuple(sign * (score - mean) for score in ended.scores)


REWARDS: dict[str, Reward] = {"wins": by_wins, "points": by_points}
"""The reward functions, keyed by name."""


def reward(name: str) -> Reward:
    """Return the reward function called *name*."""
    if name not in REWARDS:
        raise ValueError(f"rewards are {' or '.join(map(repr, REWARDS))}, not {name!r}")
    return REWARDS[name]


def encoding(name: str, rules: Ruleset) -> Encoding:
    """Return the encoding called *name* (``candidates`` or ``micro``) for *rules*."""
    if name == "candidates":
        return Candidates(rules)
    if name == "micro":
        return MicroSteps(rules)
    raise ValueError(f"an encoding is 'candidates' or 'micro', not {name!r}")


class Episode:
    """A round under *rules*, where actions are numbered by *encoding*."""

    def __init__(self, rules: Ruleset, encoding: Encoding, state: State) -> None:
        self.rules, self.encoding, self.state = rules, encoding, state
        self._decision: AgentDecision | None = None

    @classmethod
    def dealt(cls, rules: Ruleset, encoding: Encoding, *, seats: int, rng: Random) -> Episode:
        """Return a new round that was dealt with *rng*, after deciding the starter by lots."""
        drawn = chance(rules.deal, rules.tiles, seats=seats, seed=rng.randbytes(SEED_BYTES))
        events = begin(rules, drawn, seats=seats)
        return cls(rules, encoding, fold(events, State.before_deal(seats)))

    @property
    def over(self) -> bool:
        """True once the round has ended."""
        return self.state.phase is Phase.OVER

    @property
    def seat(self) -> int:
        """The seat to move."""
        return self.state.to_move

    @property
    def decision(self) -> AgentDecision:
        """The decision that the seat to move must make. The round must not have ended."""
        if self._decision is None:
            self._decision = self.encoding.decision(self.state)
        return self._decision

    def take(self, number: int) -> None:
        """Apply the action with this *number*. Raises ValueError if the mask forbids it."""
        taken = self.decision.take(number)
        if isinstance(taken, Action):
            self.act((taken,))
        else:
            self._decision = taken

    def act(self, actions: Iterable[Action]) -> None:
        """Apply *actions* in order for the seat to move, after the referee has checked them."""
        for action in actions:
            self.state = fold(decide(self.rules, self.state, action), self.state)
        self._decision = None
