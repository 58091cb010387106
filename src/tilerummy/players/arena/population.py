"""Ratings of a population: Elo, and each player's worst match-up."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import log10
from typing import Final

MEAN_ELO: Final = 1500
"""The mean Elo of a population."""

_STEPS = 2000
"""The maximum number of fitting steps; fitting stops once no Elo changes by a hundredth."""


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
    """The rating of a player in its population.

    ``elo`` summarises the match-ups in one number, as if strength were transitive: 400 more points
    mean ten times the odds. ``worst`` is its lowest share of wins against a field of another
    player, ``worst_field``: the share that an adversary choosing the opponents can enforce.
    """

    player: str
    elo: float
    worst: float
    worst_field: str


def ratings(meetings: Iterable[Meeting]) -> tuple[Rating, ...]:
    """Return the rating of each player in these meetings, the highest first.

    Each gets a weight such that its winning chance is its share of the weights at the table
    (Bradley and Terry; Luce for more than two). The weights maximise the likelihood (Hunter 2004,
    MM algorithms), with half a win added for and against each player of each meeting so that the
    maximum exists.
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
