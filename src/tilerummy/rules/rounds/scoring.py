"""The methods of scoring a round (RULES, sections 2.3, 2.4 and 3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from operator import add
from typing import Protocol

from tilerummy.state.events import Win
from tilerummy.tiles import JOKER, Rack, Tile


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """The facts about the end of a round that determine its score.

    ``winner`` is the seat that went out, or None. ``to_move`` is the seat whose turn would be next.
    ``hand`` is the value of a closed hand, and ``aim`` is the target size of a handful.
    ``unopened`` are the seats that have had a turn but never opened, and ``could_open`` the
    unopened seats that could have. The remaining fields apply only to some rulesets. ``sums``
    contains the points left on a rack whose points were counted instead of its tiles, or None, by
    seat; it may be empty.
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
    unopened: frozenset[int] = frozenset()
    could_open: frozenset[int] = frozenset()
    sums: tuple[int | None, ...] = ()

    def values(self, value: Callable[[Rack], int]) -> list[int]:
        """Return the points left on each rack. *value* returns the points of a rack's tiles."""
        return [self.value_of(seat, value) for seat in range(len(self.racks))]

    def value_of(self, seat: int, value: Callable[[Rack], int]) -> int:
        """Return the points left on a seat's rack. *value* returns the points of a rack's tiles."""
        points = self.sums[seat] if self.sums else None
        return value(self.racks[seat]) if points is None else points


@dataclass(frozen=True, slots=True)
class Scored:
    """The result of scoring: the seat that won the round, if any, and the scores of all seats.

    ``penalties`` are the points included for never having opened, by seat; () without penalties.
    """

    winner: int | None
    scores: tuple[int, ...]
    penalties: tuple[int, ...] = ()


class Scoring(Protocol):
    """A method of scoring rounds."""

    @property
    def joker(self) -> int:
        """The points for a joker left on a rack."""

    @property
    def low_wins(self) -> bool:
        """True if the lowest total wins the match."""

    def value(self, rack: Iterable[Tile]) -> int:
        """Return the points that a loser loses for the tiles on *rack*."""

    def score(self, result: Result) -> Scored:
        """Return the winner and the scores of a round."""


class PenalisesUnopened(Protocol):
    """A method of scoring with penalties for players who have never opened."""

    @property
    def not_opened(self) -> int:
        """The penalty for a player who has never opened."""

    @property
    def could_open(self) -> int:
        """The penalty for a player who could have opened, if it is higher."""


def unopened_penalties(scoring: PenalisesUnopened, result: Result) -> tuple[int, ...]:
    """Return each seat's penalty for never having opened, scored as if it were tiles on its rack.

    RULES, section 5.2. Seats that could have opened pay the higher of the two penalties.
    """
    higher = max(scoring.not_opened, scoring.could_open)
    return tuple(
        higher if s in result.could_open else scoring.not_opened if s in result.unopened else 0
        for s in range(len(result.racks))
    )


def points_ahead(scoring: Scoring, scores: Sequence[int], seat: int) -> float:
    """Return the lead of *seat* over the mean of the other seats. A positive number is good.

    The only seat leads over 0.
    """
    others = (sum(scores) - scores[seat]) / (len(scores) - 1) if len(scores) > 1 else 0.0
    return others - scores[seat] if scoring.low_wins else scores[seat] - others


def rack_value(rack: Iterable[Tile], joker: int) -> int:
    """Return the sum of the numbers on *rack*, counting *joker* points for each joker."""
    return sum(joker if tile == JOKER else tile.number for tile in rack)


@dataclass(frozen=True, slots=True, kw_only=True)
class WinnerTakesAll:
    """Losers lose the points left on their racks, and the winner scores the sum of these points.

    S0 "They each score minus the total of their remaining tiles". If no one went out, S4 "The
    player with the lowest tile count wins", and each loser loses the difference between its own
    rack and the winner's. The only player loses the rack, and wins only by going out (RULES 5.1).
    """

    joker: int = 30
    not_opened: int = 0
    could_open: int = 0
    low_wins: bool = False

    def value(self, rack: Iterable[Tile]) -> int:
        """Return the sum of the numbers on *rack* and of the points for its jokers."""
        return rack_value(rack, self.joker)

    def score(self, result: Result) -> Scored:
        """Return the winner and the scores. If no one went out, the lowest rack wins."""
        penalties = unopened_penalties(self, result)
        values = [*map(add, result.values(self.value), penalties)]
        if len(values) == 1:
            return Scored(result.winner, (-values[0],), penalties)
        winner = lowest(result, values) if result.winner is None else result.winner
        losses = [value - values[winner] for value in values]
        if result.winner is not None:
            losses = [0 if seat == winner else value for seat, value in enumerate(values)]
        scores = [-loss for loss in losses]
        scores[winner] = sum(losses)
        return Scored(winner, tuple(scores), penalties)


def lowest(result: Result, values: list[int]) -> int:
    """Return the seat with the lowest rack. Ties go to fewer tiles, then to the next to move.

    If the points of one of the lowest racks were counted instead of its tiles, the numbers of tiles
    are unknown, and only the order decides.
    """
    seats = len(values)
    low = [seat for seat, value in enumerate(values) if value == min(values)]
    known = not result.sums or all(result.sums[seat] is None for seat in low)
    return min(
        low, key=lambda s: (len(result.racks[s]) if known else 0, (s - result.to_move) % seats)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class CountAgainst:
    """Each rack counts against its owner, minus bonuses for handfuls (McGraw), and low scores win.

    S2 "minus 5 points for each of those picks", "added to their score".
    """

    joker: int = 30
    not_opened: int = 0
    could_open: int = 0
    exact_bonus: int = 5
    near_bonus: int = 3
    low_wins: bool = True

    def value(self, rack: Iterable[Tile]) -> int:
        """Return the sum of the numbers on *rack* and of the points for its jokers."""
        return rack_value(rack, self.joker)

    def score(self, result: Result) -> Scored:
        """Return the winner and the scores. If no one won, every rack counts."""
        penalties = unopened_penalties(self, result)
        values = [*map(add, result.values(self.value), penalties)]
        handfuls = result.handfuls or ((),) * len(values)
        scores = tuple(
            value - sum(self.bonus(h - result.aim) for h in sizes)
            for value, sizes in zip(values, handfuls, strict=True)
        )
        return Scored(result.winner, scores, penalties)

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

    def value(self, rack: Iterable[Tile]) -> int:
        """Return the penalty for a rack: S4 "tiles 10, 11, 12, 13 and 1 as 10 points each"."""
        return sum(
            self.joker if tile == JOKER else tile.number if 2 <= tile.number <= 9 else 10
            for tile in rack
        )

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
            return -result.value_of(seat, self.value)
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
