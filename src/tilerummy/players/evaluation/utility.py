"""The possible aims of a seat in a round, and the value of a round's end under each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from tilerummy.rules import Ruleset
from tilerummy.rules.rounds.scoring import points_ahead


class RoundObjective(StrEnum):
    """What counts."""

    WIN = "win"
    """To win the round."""
    POINTS = "points"
    """The points of the round, more than the others make on average."""
    MATCH = "match"
    """To lead the match after this round."""


@dataclass(frozen=True, slots=True)
class Utility:
    """An *objective*; for that of a match also its ``totals`` before the round.

    Besides, each point that the seat makes more than the others on average is worth ``point``.

    >>> from tilerummy.rules import ruleset
    >>> Utility(RoundObjective.MATCH, (30, 0)).value(ruleset("sabra"), 0, 1, (-20, 20))
    0.0
    """

    objective: RoundObjective = RoundObjective.WIN
    totals: tuple[int, ...] = ()
    point: float = 0.0

    def value(self, rules: Ruleset, seat: int, winner: int, scores: Sequence[int]) -> float:
        """Return what it is worth to *seat* that *winner* won with these *scores*."""
        besides = self.point * points_ahead(rules.scoring, scores, seat) if self.point else 0.0
        return self._reached(rules, seat, winner, scores) + besides

    worth = value
    """The former name, for one release."""

    def _reached(self, rules: Ruleset, seat: int, winner: int, scores: Sequence[int]) -> float:
        """Return how far the objective is reached."""
        match self.objective:
            case RoundObjective.WIN:
                return float(winner == seat)
            case RoundObjective.POINTS:
                return points_ahead(rules.scoring, scores, seat)
            case RoundObjective.MATCH:
                totals = self.totals or (0,) * len(scores)
                sums = [total + score for total, score in zip(totals, scores, strict=True)]
                best = min(sums) if rules.scoring.low_wins else max(sums)
                return (sums[seat] == best) / sums.count(best)


WIN = Utility(point=1 / 600)
"""To win the round, and with four players not to lose too much where that is unlikely.

Where all hold their tiles back, a round is worth some 600 points.
"""
