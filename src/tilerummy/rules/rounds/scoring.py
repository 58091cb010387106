"""The methods of scoring a round (RULES, sections 2.3, 2.4 and 3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from tilerummy.state.events import Win
from tilerummy.tiles import JOKER, Rack, Tile


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """The facts about the end of a round that determine its score.

    ``winner`` is the seat that went out, or None. ``to_move`` is the seat whose turn would be next.
    ``hand`` is the value of a closed hand, and ``aim`` is the target size of a handful. The
    remaining fields apply only to some rulesets.
    """

    racks: tuple[Rack, ...]
    winner: int | None = None
    to_move: int = 0
    opened: tuple[bool, ...] = ()
    win: Win | None = None
    hand: int = 0
    last_discard: Tile | None = None
    handfuls: tuple[tuple[int, ...], ...] = ()
    aim: int = 14
    trump_holders: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Scored:
    """The result of scoring: the seat that won the round, if any, and the scores of all seats."""

    winner: int | None
    scores: tuple[int, ...]


class Scoring(Protocol):
    """A method of scoring rounds."""

    @property
    def joker(self) -> int:
        """The points for a joker left on a rack."""

    @property
    def low_wins(self) -> bool:
        """True if the lowest total wins the match."""

    def score(self, result: Result) -> Scored:
        """Return the winner and the scores of a round."""


def points_ahead(scoring: Scoring, scores: Sequence[int], seat: int) -> float:
    """Return the lead of *seat* over the mean of the other seats. A positive number is good."""
    others = (sum(scores) - scores[seat]) / (len(scores) - 1)
    return others - scores[seat] if scoring.low_wins else scores[seat] - others


def rack_value(rack: Iterable[Tile], joker: int) -> int:
    """Return the sum of the numbers on *rack*, counting *joker* points for each joker."""
    return sum(joker if tile == JOKER else tile.number for tile in rack)


@dataclass(frozen=True, slots=True, kw_only=True)
class WinnerTakesAll:
    """Losers lose the points left on their racks, and the winner scores the sum of these points.

    S0 "They each score minus the total of their remaining tiles". If no one went out, S4 "The
    player with the lowest tile count wins", and each loser loses the difference between its own
    rack and the winner's.
    """

    joker: int = 30
    low_wins: bool = False

    def score(self, result: Result) -> Scored:
        """Return the winner and the scores. If no one went out, the lowest rack wins."""
        values = [rack_value(rack, self.joker) for rack in result.racks]
        winner = lowest(result, values) if result.winner is None else result.winner
        losses = [value - values[winner] for value in values]
        if result.winner is not None:
            losses = [0 if seat == winner else value for seat, value in enumerate(values)]
        scores = [-loss for loss in losses]
        scores[winner] = sum(losses)
        return Scored(winner, tuple(scores))


def lowest(result: Result, values: list[int]) -> int:
    """Return the seat with the lowest rack. Ties go to fewer tiles, then to the next to move."""
    seats = len(values)
    return min(
        range(seats),
        key=lambda s: (values[s], len(result.racks[s]), (s - result.to_move) % seats),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class CountAgainst:
    """Each rack counts against its owner, minus bonuses for handfuls (McGraw), and low scores win.

    S2 "minus 5 points for each of those picks", "added to their score".
    """

    joker: int = 30
    exact_bonus: int = 5
    near_bonus: int = 3
    low_wins: bool = True

    def score(self, result: Result) -> Scored:
        """Return the winner and the scores. If no one won, every rack counts."""
        handfuls = result.handfuls or ((),) * len(result.racks)
        scores = tuple(
            rack_value(rack, self.joker) - sum(self.bonus(h - result.aim) for h in sizes)
            for rack, sizes in zip(result.racks, handfuls, strict=True)
        )
        return Scored(result.winner, scores)

    def bonus(self, off: int) -> int:
        """Return the bonus for a handful that misses the target by *off* tiles."""
        return {0: self.exact_bonus, 1: self.near_bonus}.get(abs(off), 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class ByKindOfWin:
    """The winner scores by kind of win. A loser's penalty depends on whether it has melded.

    International: S4 "The scoring works as follows". This is not zero-sum.
    """

    joker: int = 30
    trump_bonus: bool = False
    low_wins: bool = False

    OPEN = 100
    OPEN_ALONE = 200
    FOOT = 200
    NOT_MELDED = 100
    TRUMP = 50

    def score(self, result: Result) -> Scored:
        """Return the winner and scores. A joker as last discard doubles all but the trump bonus."""
        doubled = 2 if result.winner is not None and result.last_discard == JOKER else 1
        bonuses = result.trump_holders if self.trump_bonus else frozenset[int]()
        scores = (
            doubled * self._of(seat, result) + (self.TRUMP if seat in bonuses else 0)
            for seat in range(len(result.racks))
        )
        return Scored(result.winner, tuple(scores))

    def _of(self, seat: int, result: Result) -> int:
        if seat == result.winner:
            return self._won(result)
        if result.opened[seat]:
            return -sum(self._value(tile) for tile in result.racks[seat])
        return -(self._won(result) if result.win is Win.CLOSED else self.NOT_MELDED)

    def _won(self, result: Result) -> int:
        match result.win:
            case Win.CLOSED:
                return result.hand
            case Win.FOOT:
                return self.FOOT
            case _:
                others = any(o for s, o in enumerate(result.opened) if s != result.winner)
                return self.OPEN if others else self.OPEN_ALONE

    def _value(self, tile: Tile) -> int:
        """Return the penalty for a tile: S4 "tiles 10, 11, 12, 13 and 1 as 10 points each"."""
        if tile == JOKER:
            return self.joker
        return tile.number if 2 <= tile.number <= 9 else 10
