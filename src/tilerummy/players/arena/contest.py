"""A contest: its match-ups and its deals, with the rounds to play given as jobs."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass

from tilerummy.players.arena.jobs import RoundJob, RoundKey
from tilerummy.players.arena.seatings import Matchup


@dataclass(frozen=True, slots=True, kw_only=True)
class Contest:
    """Several match-ups that play the same deals, with the same *ruleset* and number of *seats*.

    ``deals`` is the number of deals. Deals are numbered from 0, and each is the same in every
    contest with this ``seed``, ruleset and number of seats. ``milliseconds`` is the time limit per
    decision. None means that each player uses its own limit, and 0 means no limit.
    """

    ruleset: str
    seats: int
    matchups: tuple[Matchup, ...]
    deals: int = 100
    seed: str = ""
    milliseconds: float | None = None

    @property
    def rounds(self) -> int:
        """The total number of rounds to play if no match-up is stopped early."""
        return self.deals * sum(len(matchup.seatings) for matchup in self.matchups)

    def jobs(self, *, without: Container[RoundKey] = ()) -> Iterator[RoundJob]:
        """Yield the rounds to play, deal by deal, except those in *without*.

        *without* may grow while the rounds are being yielded.
        """
        for deal in range(self.deals):
            for number, matchup in enumerate(self.matchups):
                for seating in range(len(matchup.seatings)):
                    key = RoundKey(number, deal, seating)
                    if key not in without:
                        players = matchup.seated(seating)
                        yield RoundJob(key, self.ruleset, players, self.seed, self.milliseconds)
