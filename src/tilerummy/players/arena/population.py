"""Computes each player's Elo rating and worst match-up within a population."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import log10
from typing import Final

MEAN_ELO: Final = 1500
"""The mean Elo of a population."""

_STEPS = 2000
"""The maximum number of steps when fitting the ratings.

Fitting stops earlier if a step changes every Elo by less than 0.01."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """The share of games that *player* won against copies of *field* in all the other seats."""

    player: str
    field: str
    seats: int
    rounds: int
    wins: float


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's rating within its population.

    ``elo`` summarises all match-ups in one number, as if strength were transitive: 400 more points
    mean ten times the odds. ``worst`` is the player's smallest share of wins against any field, and
    ``worst_field`` is the player in that field. An adversary who chooses the opponents can limit
    the player to this share.
    """

    player: str
    elo: float
    worst: float
    worst_field: str


def ratings(meetings: Iterable[Meeting]) -> tuple[Rating, ...]:
    """Return the ratings of all players in these meetings, highest first.

    Each player is assigned a weight. The model is that a player's probability of winning is its
    weight divided by the sum of all weights at the table (Bradley and Terry; Luce for more than two
    players). The weights maximise the likelihood (Hunter 2004, MM algorithms). To ensure that a
    maximum exists, half a win and half a loss are added for each player in each meeting.
    """
    every = [*meetings]
    if not every:
        return ()
    names = [*dict.fromkeys(meeting.player for meeting in every)]
    weights = _weights(every, names)
    centre = sum(map(log10, weights.values())) / max(1, len(names))
    rated = []
    for name in names:
        worst = min((m for m in every if m.player == name), key=lambda m: m.wins / m.rounds)
        elo = MEAN_ELO + 400 * (log10(weights[name]) - centre)
        rated.append(Rating(name, elo, worst.wins / worst.rounds, worst.field))
    return tuple(sorted(rated, key=lambda rating: -rating.elo))


def _weights(meetings: Iterable[Meeting], names: Iterable[str]) -> dict[str, float]:
    """Return the maximum-likelihood weight of each player."""
    weights = dict.fromkeys(names, 1.0)
    for meeting in meetings:
        weights.setdefault(meeting.field, 1.0)
    for _ in range(_STEPS):
        wins, chances = dict.fromkeys(weights, 0.0), dict.fromkeys(weights, 0.0)
        for meeting in meetings:
            others = meeting.seats - 1
            table = weights[meeting.player] + others * weights[meeting.field]
            wins[meeting.player] += meeting.wins + 0.5
            wins[meeting.field] += meeting.rounds - meeting.wins + 0.5
            chances[meeting.player] += (meeting.rounds + 1) / table
            chances[meeting.field] += (meeting.rounds + 1) * others / table
        new = {name: wins[name] / chances[name] for name in weights}
        change = max(abs(log10(new[name] / weights[name])) for name in weights)
        weights = new
        if 400 * change < 0.01:
            break
    return weights
