"""Rounds as jobs: plain values that any process can play, and the reports it returns."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import NamedTuple

from tilerummy.players.arena.turn_times import TurnTimes


class RoundKey(NamedTuple):
    """Identifies a round of a contest by match-up, deal and seating, each counted from 0."""

    matchup: int
    deal: int
    seating: int


@dataclass(frozen=True, slots=True)
class RoundJob:
    """A round to play; *players* has the text that names each player, by seat.

    ``milliseconds`` is the time limit per decision; None means that each player uses its own limit,
    and 0 means no limit.
    """

    key: RoundKey
    ruleset: str
    players: tuple[str, ...]
    seed: str
    milliseconds: float | None = None

    @property
    def deal_seed(self) -> bytes:
        """The seed of the deal; it depends only on the contest's seed and the deal number."""
        return self._deal.encode().ljust(32)

    def chance_of(self, seat: int) -> Random:
        """Return the random number generator for this *seat*'s player, equal in all seatings."""
        return Random(f"{self._deal} seat {seat}")

    @property
    def _deal(self) -> str:
        return f"{self.seed} deal {self.key.deal}".lstrip()


class ForfeitKind(StrEnum):
    """The reason for forfeiting a round."""

    ILLEGAL = "illegal"
    CRASH = "crash"
    TIMEOUT = "timeout"


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A round that a player lost because of a fault, regardless of the result under the rules."""

    kind: ForfeitKind
    reason: str


@dataclass(frozen=True, slots=True)
class SeatReport:
    """The report for one seat.

    ``won`` and ``ahead`` are the seat's result: ``ahead`` is its lead in points over the mean of
    the other seats, and is positive if it did better. ``timeouts`` counts the decisions made after
    their deadline.
    """

    won: bool
    ahead: float
    times: TurnTimes
    timeouts: int = 0
    forfeit: Forfeit | None = None


@dataclass(frozen=True, slots=True)
class RoundReport:
    """The report on a finished round."""

    key: RoundKey
    seats: tuple[SeatReport, ...]
