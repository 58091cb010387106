"""Rounds as jobs that any process can play, and the reports on the rounds once finished."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import NamedTuple

from tilerummy.players.arena.turn_times import TurnTimes


class RoundKey(NamedTuple):
    """Identifies a round in a contest by match-up, deal and seating, each numbered from 0."""

    matchup: int
    deal: int
    seating: int


@dataclass(frozen=True, slots=True)
class RoundJob:
    """A round to play. *players* contains the name or command of each player, in seat order.

    ``milliseconds`` is the time limit per decision. None means that each player uses its own limit,
    and 0 means no limit.
    """

    key: RoundKey
    ruleset: str
    players: tuple[str, ...]
    seed: str
    milliseconds: float | None = None

    @property
    def deal_seed(self) -> bytes:
        """The seed for dealing. It depends only on the contest's seed and the deal number."""
        return self._deal.encode().ljust(32)

    def chance_of(self, seat: int) -> Random:
        """Return the random number generator for the player in *seat*, the same in all seatings."""
        return Random(f"{self._deal} seat {seat}")

    @property
    def _deal(self) -> str:
        return f"{self.seed} deal {self.key.deal}".lstrip()


class ForfeitKind(StrEnum):
    """The kind of fault that made a player forfeit a round."""

    ILLEGAL = "illegal"
    CRASH = "crash"
    TIMEOUT = "timeout"


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A round that a player lost through a fault, regardless of its result under the rules."""

    kind: ForfeitKind
    reason: str


@dataclass(frozen=True, slots=True)
class SeatReport:
    """The report for one seat in a round.

    ``won`` is True if the seat won. ``ahead`` is its lead in points over the mean of the other
    seats; positive is better. ``timeouts`` counts the decisions that were made after their
    deadline.
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
