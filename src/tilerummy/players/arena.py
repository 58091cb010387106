"""Measures how strong a player is: it plays the same deals from every seat."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import sqrt
from random import Random
from statistics import fmean, stdev

from tilerummy.players.interface import Player
from tilerummy.players.self_play import play_round
from tilerummy.rules import Ruleset
from tilerummy.state import Ended

Level = Callable[[Random], Player]
"""Makes a player from its random numbers, as the values of ``PLAYERS`` do."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean and half of its 95 % confidence interval, for independent deals."""

    mean: float
    margin: float

    @classmethod
    def of(cls, values: Iterable[float]) -> Estimate:
        """Return the estimate from one value for each deal; for one deal the margin is infinite."""
        each = [*values]
        margin = 1.96 * stdev(each) / sqrt(len(each)) if len(each) > 1 else float("inf")
        return cls(fmean(each), margin)


@dataclass(frozen=True, slots=True)
class ArenaResult:
    """How one player did against others: its share of wins, and its points a round.

    ``points`` are the player's points minus the mean of the others', averaged over the seats of
    each deal; where low totals win, the other way round. With equal players the share of wins is
    one divided by the number of seats.
    """

    rules: Ruleset
    seats: int
    deals: int
    wins: Estimate
    points: Estimate

    def __str__(self) -> str:
        wins, points = self.wins, self.points
        return (
            f"{100 * wins.mean:.1f} ± {100 * wins.margin:.1f} % of the rounds, "
            f"{points.mean:+.1f} ± {points.margin:.1f} points a round "
            f"({self.deals} deals of {self.rules} for {self.seats}, from every seat)"
        )


def against(
    rules: Ruleset, candidate: Level, field: Level, *, seats: int = 2, deals: int = 100
) -> ArenaResult:
    """Return how *candidate* does alone against a *field* player on each other seat.

    Every deal is played once from each seat. Deals and random numbers follow from the number of the
    deal, so the same call has the same result, as long as the players have no time limit, as in
    ``partial(player, "club", milliseconds=None)``.

    >>> from tilerummy.players import PLAYERS
    >>> from tilerummy.rules import ruleset
    >>> better, worse = PLAYERS["casual"], PLAYERS["beginner"]
    >>> against(ruleset("american"), better, worse, deals=5).wins.mean > 0.5
    True
    """
    wins: list[float] = []
    points: list[float] = []
    for deal in range(deals):
        rounds = [_played(rules, candidate, field, deal, seats, seat) for seat in range(seats)]
        wins.append(fmean(ended.winner == seat for seat, ended in enumerate(rounds)))
        points.append(fmean(_ahead(rules, ended, seat) for seat, ended in enumerate(rounds)))
    return ArenaResult(rules, seats, deals, Estimate.of(wins), Estimate.of(points))


def _played(
    rules: Ruleset, candidate: Level, field: Level, deal: int, seats: int, place: int
) -> Ended:
    players = [
        (candidate if seat == place else field)(Random(f"deal {deal} seat {seat}"))
        for seat in range(seats)
    ]
    *_, ended = play_round(rules, players, seed=f"deal {deal}".encode().ljust(32))
    assert isinstance(ended, Ended)
    return ended


def _ahead(rules: Ruleset, ended: Ended, seat: int) -> float:
    others = fmean(score for i, score in enumerate(ended.scores) if i != seat)
    ahead = ended.scores[seat] - others
    return -ahead if rules.scoring.low_wins else ahead
