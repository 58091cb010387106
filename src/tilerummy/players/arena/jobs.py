"""Rounds as jobs: plain values that any process can play, and its reports."""

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
    """A round to play; *players* are their names as text, by seat.

    ``milliseconds`` is the time per decision: each player's own if None, unlimited if 0.
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
        """Return the generator of the player on that *seat*, the same in every seating."""
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
    """A round that a player lost because of a fault instead of by the rules."""

    kind: ForfeitKind
    reason: str


@dataclass(frozen=True, slots=True)
class SeatReport:
    """The report for one seat.

    ``won`` and ``ahead`` are its result; ``ahead`` is its lead in points over the mean of the other
    seats, positive if better. ``timeouts`` counts decisions after their deadline.
    """

    won: bool
    ahead: float
    times: TurnTimes
    timeouts: int = 0
    forfeit: Forfeit | None = None


@dataclass(frozen=True, slots=True)
class RoundReport:
    """A finished round."""

    key: RoundKey
    seats: tuple[SeatReport, ...]
