"""Measures one player against copies of another player in a single call."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from statistics import fmean

from tilerummy.players.arena.estimates import Estimate
from tilerummy.players.interface import Player
from tilerummy.players.self_play import play_round
from tilerummy.rules import Ruleset
from tilerummy.rules.rounds.scoring import points_ahead
from tilerummy.state import Ended

PlayerMaker = Callable[[Random], Player]
"""Creates a player that uses the given random number generator, like the values of ``PLAYERS``."""


@dataclass(frozen=True, slots=True)
class ArenaResult:
    """A player's result against a field: its share of rounds won, and its points per round.

    ``points`` is the player's mean lead over the other seats, averaged over all seats of each deal;
    positive is better. If all players are equally strong, the share of wins is one divided by the
    number of seats.
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
            f"{points.mean:+.1f} ± {points.margin:.1f} points per round "
            f"({self.deals} deals of {self.rules} for {self.seats}, from every seat)"
        )


def against(
    rules: Ruleset, candidate: PlayerMaker, field: PlayerMaker, *, seats: int = 2, deals: int = 100
) -> ArenaResult:
    """Return the result of *candidate* in one seat against *field* players in all the other seats.

    Every deal is played once from each seat. The deal number seeds the deal and all random numbers,
    so repeating the call gives the same result unless the players have a time limit.

    >>> from tilerummy.players import PLAYERS
    >>> from tilerummy.rules import ruleset
    >>> better, worse = PLAYERS["casual"], PLAYERS["beginner"]
    >>> against(ruleset("sabra"), better, worse, deals=3).wins.mean > 0.5
    True
    """
    wins: list[float] = []
    points: list[float] = []
    for deal in range(deals):
        rounds = [_played(rules, candidate, field, deal, seats, seat) for seat in range(seats)]
        wins.append(fmean(ended.winner == seat for seat, ended in enumerate(rounds)))
        points.append(
            fmean(
                points_ahead(rules.scoring, ended.scores, seat) for seat, ended in enumerate(rounds)
            )
        )
    return ArenaResult(rules, seats, deals, Estimate.of(wins), Estimate.of(points))


def _played(
    rules: Ruleset, candidate: PlayerMaker, field: PlayerMaker, deal: int, seats: int, place: int
) -> Ended:
    players = [
        (candidate if seat == place else field)(Random(f"deal {deal} seat {seat}"))
        for seat in range(seats)
    ]
    *_, ended = play_round(rules, players, seed=f"deal {deal}".encode().ljust(32))
    return ended
