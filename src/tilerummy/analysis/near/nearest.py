"""Finds the closed hands that a rack is nearest to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

from tilerummy.analysis.hints.discards import unseen
from tilerummy.analysis.near import shapes
from tilerummy.analysis.near.melds import MeldSearch
from tilerummy.analysis.near.stock import Completed, Rows, Stock
from tilerummy.analysis.positions import is_legal
from tilerummy.deadline import NEVER, Deadline, OutOfTimeError
from tilerummy.rules import Ruleset
from tilerummy.rules.arguments import check_arguments
from tilerummy.rules.closed_hands.hands import CLOSED_HANDS, ClosedHand, Shape, When
from tilerummy.rules.closed_hands.shapes import FOURTEEN
from tilerummy.state import Draw, Phase, Source, State
from tilerummy.tiles import HIDDEN, Rack, Tile

ALL_MELDED = ClosedHand(0, "Going out at once", Shape.SETS, points=(0, 0, 0))
"""The target in games without closed hands: all rack tiles in melds. It scores nothing itself."""

DIFFERENT = 3
"""A farther hand that does not score more is listed only if at least this many tiles differ."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NearHand:
    """A closed hand, the tiles ``missing`` for it, and its points with the jokers it contains.

    ``shown`` has all fourteen tiles in notation. If a tile appears several times, its last copies
    are missing. ``copies`` has the number of unseen copies of each distinct missing tile. The trump
    and the previous discard are not unseen: ``trump`` and ``discard`` are True if that tile is
    missing and can be drawn. ``examples`` is True if many other tiles would do as well as the
    missing ones, because any tiles can form the hand.
    """

    hand: ClosedHand
    points: int
    jokers: int
    shown: str
    missing: Rack
    copies: tuple[int, ...]
    examples: bool = False
    trump: bool = False
    discard: bool = False


@dataclass(frozen=True, slots=True)
class NearHands:
    """The nearest hands, nearest first. ``proven`` is False if nearer ones may exist."""

    hands: tuple[NearHand, ...] = ()
    proven: bool = True


def nearest_hands(
    rules: Ruleset | str,
    view: State,
    seat: int | None = None,
    *,
    count: int | None = 3,
    most: int = FOURTEEN,
    deadline: Deadline = NEVER,
) -> NearHands:
    """Return the *count* closed hands that are missing the fewest tiles.

    *seat* is the seat to move by default. Its rack must be visible. A hand is left out if it is
    missing more than *most* tiles, or if a nearer one consists of almost the same tiles and scores
    at least as much. Without a *count*, the result has the nearest hand of every type. In games
    with discards but without closed hands, the only hand is ``ALL_MELDED``. The result is empty if
    the seat has opened, and in all other games.

    A tile is missing if it must still be drawn. The number of missing tiles is the minimum for the
    type, given the tiles that can still be drawn. The hand is complete if ``missing`` is 0 and the
    referee accepts the discard. Hands that count only in the first turn are found only if they can
    be completed in it. If the *deadline* passes, the hands found so far are returned.

    >>> from tilerummy import read_state
    >>> rack = "k1 k1 r2 r2 b3 b3 o4 o4 k5 k5 r6 r6 b7 o9"
    >>> view = read_state(f"players 2 | opened no | turn 9 | phase draw | rack {rack}")
    >>> near = nearest_hands("international", view).hands[0]
    >>> near.hand.name, near.missing, near.points
    ('Seven pairs minor', b7, 2000)

    Raises ValueError if the rack is face down.
    """
    rules = check_arguments(rules, view)
    seat = view.to_move if seat is None else seat
    rack = view.seats[seat].rack
    if HIDDEN in rack:
        raise ValueError(f"the rack of seat {seat} is face down")
    if not rules.draws_and_discards or view.seats[seat].opened is not None or view.ended:
        return NearHands()
    if not rack or rules.tiles.numbers != 13 or rules.deal.tiles != FOURTEEN:
        return NearHands()
    found: list[NearHand] = []
    search = _Search(rules, view, seat)
    try:
        for near in search.by_distance(most, deadline):
            if count is None or _adds_to(found, near):
                found.append(near)
            if len(found) == count:
                break
    except OutOfTimeError:
        return NearHands((*found,), proven=False)
    return NearHands((*found,))


def _adds_to(found: Iterable[NearHand], new: NearHand) -> bool:
    return all(new.points > near.points or _differ(near, new) for near in found)


def _differ(one: NearHand, other: NearHand) -> bool:
    tiles = [Counter(_faces(near.shown)) for near in (one, other)]
    return (tiles[0] - tiles[1]).total() >= DIFFERENT


def _faces(shown: str) -> list[str]:
    return shown.replace("*", "").replace("/", "").split()


class _Search:
    """The search for the nearest hand of every type."""

    def __init__(self, rules: Ruleset, view: State, seat: int) -> None:
        self._rules, self._view, self._seat = rules, view, seat
        self._unseen = unseen(rules, view, seat)
        trump = [view.trump] if view.trump is not None else []
        takeable = is_legal(rules, view, Draw(Source.DISCARD)) and seat == view.to_move
        discard = view.seats[view.previous].discards[-1:] if takeable else ()
        self._trump, self._discard = Counter(trump), Counter(discard)
        self._drawable = self._unseen + self._trump + self._discard
        self._types = [*self._types_now()]

    def by_distance(self, most: int, deadline: Deadline) -> Iterator[NearHand]:
        """Yield the nearest hand of each type, nearest first and the most valuable first."""
        waiting = self._types
        for missing in range(min(most, FOURTEEN) + 1):
            found = {
                each: near
                for each in waiting
                if missing <= each.most and (near := self._near(each, missing, deadline))
            }
            waiting = [each for each in waiting if each not in found]
            yield from sorted(found.values(), key=lambda near: -near.points)

    def _near(self, each: _Type, missing: int, deadline: Deadline) -> NearHand | None:
        found = each.find(missing, deadline)
        if found is None:
            return None
        lacking = Counter(found.missing)
        return NearHand(
            hand=each.row,
            points=each.row.points[found.jokers],
            jokers=found.jokers,
            shown=found.shown,
            missing=found.missing,
            copies=tuple(self._unseen[tile] for tile in lacking),
            examples=each.row.shape is Shape.ANY and bool(lacking),
            trump=bool(lacking & self._trump),
            discard=bool(lacking & self._discard),
        )

    def _types_now(self) -> Iterator[_Type]:
        """Yield the types that the seat may still complete."""
        rows = CLOSED_HANDS if self._rules.closed_hands else (ALL_MELDED,)
        view, seats = self._view, len(self._view.seats)
        rack = self._view.seats[self._seat].rack
        letters = self._rules.tiles.letters
        offered = {*self._trump, *self._discard}
        stock = Stock.of(rack, self._drawable, letters, offered)
        first = (self._seat - view.to_move + view.turn) % seats  # its first turn's number
        moves = first == view.turn
        for row in rows:
            match row.when:
                case When.ANY_TURN:
                    yield _Type(row, stock)
                case When.FIRST_TURN if first >= view.turn:
                    drew = first == 0 or (moves and view.phase is not Phase.DRAW)
                    yield _Type(row, stock, 0 if drew else 1)
                case When.DEALT if first >= view.turn and first:
                    dealt = view.start.seat.rack if moves else rack
                    yield _Type(row, Stock.of(dealt, Counter[Tile](), letters), 0)
                case _:
                    pass


class _Type:
    """The search for the nearest hand of one type, if that lacks at most *most* tiles."""

    def __init__(self, row: ClosedHand, stock: Stock, most: int = FOURTEEN) -> None:
        self.row, self.most = row, most
        self._stock = stock
        numbers = shapes.numbers_of(row)
        every = len(stock.letters)
        self._parts: list[Stock] = []
        self._nearest: tuple[int, Completed] | None = None
        if row.shape in (Shape.SETS, Shape.GROUPS, Shape.RUNS):
            colours = combinations(stock.letters, row.colours or every)
            self._parts = [stock.restricted(letters, numbers) for letters in colours]
            self._searches: dict[int, MeldSearch] = {}
        else:
            self._nearest = self._of_shape()

    def find(self, missing: int, deadline: Deadline) -> Completed | None:
        """Return the nearest hand if it lacks *missing* tiles, given that it lacks no fewer."""
        if self._parts:
            return self._melded(missing + self._stock.jokers, deadline)
        if self._nearest is None or self._nearest[0] > missing:
            return None
        return self._nearest[1]

    def _of_shape(self) -> tuple[int, Completed] | None:
        stock, hands = self._stock, _SHAPES[self.row.shape](self.row, self._stock)
        for rows in sorted(hands, key=lambda rows: stock.price(_tiles(rows))):
            found = stock.completed(rows)
            if found is not None:
                return len(found.missing), found
        return None

    def _melded(self, lacking: int, deadline: Deadline) -> Completed | None:
        """Return the nearest hand of melds that lacks at most *lacking* tiles if no joker helps."""
        best: tuple[tuple[int, int], Completed] | None = None
        for index, part in enumerate(self._parts):
            if FOURTEEN - part.own.total() > lacking:
                continue
            if index not in self._searches:
                self._searches[index] = MeldSearch(self.row, part)
            rows = self._searches[index].find(lacking, deadline)
            if rows is None:
                continue
            found = part.completed(rows)
            if found is None:  # a tile is missing more often than it can be drawn
                self._searches[index] = MeldSearch(self.row, part, counts=True)
                rows = self._searches[index].find(lacking, deadline)
                found = None if rows is None else part.completed(rows)
            if found is None or rows is None:
                continue
            price = part.price(_tiles(rows))
            if best is None or price < best[0]:
                best = price, found
        return None if best is None else best[1]


_SHAPES = {
    Shape.ANY: shapes.loose,
    Shape.SQUARE: shapes.square,
    Shape.PAIRS: shapes.pairs,
    Shape.SPAN: shapes.spans,
    Shape.MIXED: shapes.mixed,
}


def _tiles(rows: Rows) -> tuple[Tile, ...]:
    return tuple(tile for row in rows for tile in row)
