"""The Glicko-2 rating system, which estimates a player's strength and the estimate's uncertainty.

The step numbers refer to M. Glickman, Example of the Glicko-2 system, 2022
(glicko.net/glicko/glicko2.pdf). The calculation is too short to justify a dependency.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, pi, sqrt
from typing import NamedTuple

SCALE = 173.7178
"""The number of rating points per unit on the Glicko-2 scale."""
TAU = 0.75
"""Limits changes of the volatility. This and the next values are the ones that lichess uses."""
MIN_DEVIATION, MAX_DEVIATION = 45.0, 500.0
PROVISIONAL = 110.0
"""Ratings with at least this deviation are considered provisional."""
MAX_STEP = 700.0
"""The maximum change of a rating after one game, in points."""
_PRECISE = 1e-6


@dataclass(frozen=True, slots=True)
class SkillRating:
    """A rating in points, together with its deviation and volatility."""

    points: float = 1500.0
    deviation: float = 500.0
    volatility: float = 0.09

    @property
    def provisional(self) -> bool:
        """True while the rating is too uncertain to affect the ratings of puzzles."""
        return self.deviation >= PROVISIONAL


class RatedGame(NamedTuple):
    """A game against an opponent with this rating; the score is 1 for a win and 0 for a loss."""

    against: SkillRating
    score: float


def rated(player: SkillRating, results: Sequence[RatedGame], *, tau: float = TAU) -> SkillRating:
    """Return a player's rating after all games in a rating period; the change is not limited.

    >>> won = RatedGame(SkillRating(1400, 30), 1)
    >>> rated(SkillRating(1500, 200, 0.06), [won], tau=0.5).points > 1500
    True
    """
    mu, phi = (player.points - 1500) / SCALE, player.deviation / SCALE  # step 2
    precision = gain = 0.0
    for against, score in results:  # steps 3 and 4
        weight = 1 / sqrt(1 + 3 * (against.deviation / SCALE / pi) ** 2)
        expected = 1 / (1 + exp(-weight * (mu - (against.points - 1500) / SCALE)))
        precision += weight**2 * expected * (1 - expected)
        gain += weight * (score - expected)
    variance = 1 / precision
    sigma = _volatility(player.volatility, phi, (variance * gain, variance), tau)
    before = phi**2 + sigma**2  # step 6
    after = 1 / sqrt(1 / before + precision)  # step 7
    return SkillRating(1500 + SCALE * (mu + after**2 * gain), SCALE * after, sigma)  # step 8


def _volatility(sigma: float, phi: float, results: tuple[float, float], tau: float) -> float:
    """Return the new volatility (step 5), computed with the Illinois algorithm."""
    delta, variance = results
    start = log(sigma**2)

    def f(x: float) -> float:
        spread = phi**2 + variance + exp(x)
        return exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - start) / tau**2

    low = start
    if delta**2 > phi**2 + variance:
        high = log(delta**2 - phi**2 - variance)
    else:
        high = start - tau
        while f(high) < 0:
            high -= tau
    at_low, at_high = f(low), f(high)
    while abs(high - low) > _PRECISE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = f(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)


def after_game(player: SkillRating, against: SkillRating, *, won: bool) -> SkillRating:
    """Return a player's rating after one game, limited to the allowed range.

    >>> round(after_game(SkillRating(), SkillRating(), won=True).points)
    1742
    """
    new = rated(player, [RatedGame(against, float(won))])
    step = max(-MAX_STEP, min(MAX_STEP, new.points - player.points))
    deviation = max(MIN_DEVIATION, min(MAX_DEVIATION, new.deviation))
    return SkillRating(player.points + step, deviation, new.volatility)
