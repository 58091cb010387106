"""The utility of a round's possible results to a seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from tilerummy.rules import Ruleset
from tilerummy.rules.rounds.scoring import points_ahead


class RoundObjective(StrEnum):
    """The objective that a seat pursues in a round."""

    WIN = "win"
    """Win the round."""
    POINTS = "points"
    """Maximise the seat's lead in points over the mean of the other seats in this round."""
    MATCH = "match"
    """Have the best match total after this round."""


@dataclass(frozen=True, slots=True)
class Utility:
    """The utility of a round's result, as measured by an *objective*.

    ``totals`` contains the match totals before the round. It is used only for the objective
    ``MATCH``. Each point of lead over the mean of the other seats adds ``point`` to the utility.

    >>> from tilerummy.rules import ruleset
    >>> Utility(RoundObjective.MATCH, (30, 0)).value(ruleset("sabra"), 0, 1, (-20, 20))
    0.0
    """

    objective: RoundObjective = RoundObjective.WIN
    totals: tuple[int, ...] = ()
    point: float = 0.0

    def value(self, rules: Ruleset, seat: int, winner: int, scores: Sequence[int]) -> float:
        """Return the utility for *seat* if *winner* wins a round and the *scores* are as given."""
        besides = self.point * points_ahead(rules.scoring, scores, seat) if self.point else 0.0
        return self._reached(rules, seat, winner, scores) + besides

    worth = value
    """The former name of :meth:`value`, available for one release."""

    def _reached(self, rules: Ruleset, seat: int, winner: int, scores: Sequence[int]) -> float:
        """Return the degree of success, from 0 to 1, or the lead in points for ``POINTS``."""
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
"""Win the round. The small weight on points limits the loss when winning is unlikely.

This matters with four players. When all players hold their tiles back, about 600 points are at
stake in a round.
"""
