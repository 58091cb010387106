"""Ratings of a population: Elo, and each player's worst match-up."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import log10
from typing import Final

MEAN_ELO: Final = 1500
"""The mean of the Elo numbers of a population."""

_STEPS = 2000
"""The most steps of the fit; it ends as soon as no step changes any Elo by a hundredth."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """The share of wins of one *player* against a *field* on all other seats."""

    player: str
    field: str
    seats: int
    rounds: int
    wins: float


@dataclass(frozen=True, slots=True)
class Rating:
    """A player in its population.

    ``elo`` sums the match-ups up in one number, as if strength were transitive: 400 points more
    are ten times the weight in the lots for the winner. ``worst`` is its lowest share of wins
    against a field of another player, ``worst_field``: whoever chooses its opponents holds it to
    that.
    """

    player: str
    elo: float
    worst: float
    worst_field: str


def ratings(meetings: Iterable[Meeting]) -> tuple[Rating, ...]:
    """Return the rating of each player that met others, the highest first.

    Each is given a weight such that the chance to win is its part of the weights at the table
    (Bradley and Terry; Luce for more than two). The weights are the most likely ones (Hunter 2004,
    MM algorithms), where half a win is added for and against each player of each meeting, so that
    they exist.
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
    """Return the most likely weights."""
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
