"""A second referee, with its own account of a round: RULES 2.3, 2.4, 3 and 5.1.

It shares tiles and events with the package, but none of the rules. It reads the players' actions,
and decides purely from the texts how many tiles there are and who gets them, whose turn comes next,
when the round ends, and what everyone scores. It trusts the players' plays, which
:mod:`tests.differential.by_hand` judges, and the value of a closed hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from tilerummy.state import (
    Dealt,
    Declared,
    Discarded,
    Drew,
    Ended,
    Event,
    Exposed,
    Moved,
    Played,
    Source,
)
from tilerummy.state.events import Passed, Penalised, Restored, TimedOut
from tilerummy.tiles import JOKER, Tile

SETS = {"sabra-six": (3, 4)}
"""Copies of each tile and jokers, if not 2 and 2. McGraw's depend on the players."""
FULL_SETS = {1: 1, 2: 1, 3: 2, 4: 2, 5: 3, 6: 3}
"""McGraw: how many sets with two of each tile are on the table."""
ALL_MUST_PASS = {"rummikub", "mcgraw"}
DISCARDING = {"american", "international"}
JOKER_IS_25 = {"dutch-1985", "dutch-sabra"}


def all_tiles(name: str, seats: int) -> Counter[Tile]:
    """Return the tiles that this number of players play with."""
    copies, jokers = SETS.get(name, (2, 2))
    if name == "mcgraw":
        copies, jokers = 2 * FULL_SETS[seats], 4
    numbered = {Tile.of(c, n): copies for c in "krbo" for n in range(1, 14)}
    return Counter({**numbered, JOKER: jokers})


def jokers_on_top(seats: int, number: int) -> list[int]:
    """Deal four jokers one by one; the seat that gets the first moves on each round."""
    given, seat = [0] * seats, (seats - 1 + number) % seats
    for _ in range(4):
        given[seat] += 1
        seat = (seat + 1) % seats
    return given


@dataclass
class Books:
    """The books of a round of *name* with this number of *seats*."""

    name: str
    seats: int
    racks: list[Counter[Tile]] = field(default_factory=list)
    pool: int = 0
    handfuls: tuple[tuple[int, int], ...] = ()
    to_move: int = -1
    passes: int = 0
    idle: int = 0
    melded: set[int] = field(default_factory=set)
    plays: list[tuple[int, bool]] = field(default_factory=list)
    """The plays of this turn: the tiles placed, and whether an old meld was extended."""
    opened_now: bool = False
    drew: bool = False
    late: bool = False
    """True if the turn's time has run out."""
    drawn: Tile | None = None
    taken: Tile | None = None
    """The tile drawn from the pool in this turn, and the one taken from the discards."""
    declared: bool = False
    last: Tile | None = None
    """The latest discard."""
    start: Counter[Tile] = field(default_factory=Counter)
    """The mover's rack at the start of the turn."""
    melded_before: set[int] = field(default_factory=set)
    """The seats that had melded at the start of the turn."""

    def deal(self, events: Iterable[Event], number: int = 0) -> None:
        """Check the deal, and write it into the books."""
        on_top = [0] * self.seats
        for event in events:
            if isinstance(event, Dealt):
                self.racks = [Counter(rack) for rack in event.racks]
                self.pool, self.handfuls = len(event.pool), event.handfuls
                every = Counter(event.pool) + Counter(event.aside)
                assert sum(self.racks, every) == all_tiles(self.name, self.seats)
            elif isinstance(event, Drew):
                assert event.source is Source.ASIDE
                on_top[event.seat] += len(event.tiles)
                self.racks[event.seat] += Counter(event.tiles)
            elif isinstance(event, Exposed):
                self.pool -= len(event.free) + (event.trump is not None)
                assert len(event.free) == (4 * self.seats if self.name == "mcgraw" else 0)
                assert (event.trump is not None) == (self.name in DISCARDING)
            elif isinstance(event, Moved):
                self.to_move = event.seat
        sizes = [14] * self.seats
        if self.name == "mcgraw":
            sizes = [
                sum(pair) + more
                for pair, more in zip(self.handfuls, jokers_on_top(self.seats, number), strict=True)
            ]
            assert on_top == jokers_on_top(self.seats, number)
        elif self.name == "international":
            sizes[self.to_move] += 1
        assert [rack.total() for rack in self.racks] == sizes
        assert self.pool >= self.seats
        self._begin_turn()

    def _begin_turn(self) -> None:
        self.plays, self.drew, self.opened_now = [], False, False
        self.late, self.drawn, self.taken = False, None, None
        self.start, self.melded_before = self.racks[self.to_move].copy(), {*self.melded}

    def follow(self, events: Iterable[Event]) -> None:
        """Record an action's events, and check the consequences."""
        moved = [e for e in events if isinstance(e, Moved)]
        ended = next((e for e in events if isinstance(e, Ended)), None)
        turn_over = False
        for event in events:
            turn_over = self._note(event) or turn_over
        mover = self.to_move
        if turn_over or not self.racks[mover]:
            self._end_turn(ended, moved)
        else:
            assert ended is None
            assert all(e.seat == mover for e in moved), "the turn goes on"

    def _note(self, event: Event) -> bool:
        """Write down what happened to the tiles. Return whether it ends the turn."""
        seat = self.to_move
        match event:
            case Drew(who, source, tiles):
                assert who == seat
                self.racks[seat] += Counter(tiles)
                if source is Source.POOL:
                    self.pool -= len(tiles)
                    self.drew = True
                if source is Source.DISCARD:
                    assert self.seats > 1, "a single player cannot take a discard"
                    self.taken = tiles[0]
                elif self.name in DISCARDING:
                    self.drawn = tiles[0]
                return self.name not in DISCARDING
            case Played(who, lift, _, placed, free):
                assert who == seat
                self.racks[seat] -= Counter(placed)
                self.opened_now = self.opened_now or seat not in self.melded
                self.melded.add(seat)
                self.plays.append((len(placed) + len(free), bool(lift)))
            case Declared(who, _, tiles):
                assert who == seat
                self.racks[seat] -= Counter(tiles)
                self.declared = True
            case Discarded(who, tile):
                assert who == seat
                assert not self.late or tile in self.late_discards()
                self.racks[seat] -= Counter([tile])
                self.last = tile
                return True
            case Passed(who):
                assert who == seat
                return True
            case TimedOut(who):
                assert who == seat
                self.late = True
                return self.name not in DISCARDING
            case Restored(who):
                assert who == seat
                self.racks[seat], self.melded = self.start.copy(), {*self.melded_before}
                self.plays = []
                return True
            case Penalised(who, tiles):
                assert who == seat
                self.racks[seat] += Counter(tiles)
                self.pool -= len(tiles)
                self.drew = self.drew or bool(tiles)
                return True
        return False

    def late_discards(self) -> set[Tile]:
        """Return the tiles that a player can discard after a time-out: RULES 3.

        A tile just taken from the discards may not be discarded, but an equal one of the player's
        own may. It then counts as the tile drawn, because the two are indistinguishable.
        """
        rack, taken = self.racks[self.to_move], self.taken
        barred = None if taken is None or self.start[taken] else taken
        drawn = self.drawn if taken is None else taken
        if drawn is not None and drawn != barred and rack[drawn]:
            return {drawn}
        left = {tile for tile, count in rack.items() if count and tile != barred}
        highest = max((t.number for t in left if t != JOKER), default=0)
        return {t for t in left if t != JOKER and t.number == highest} or {JOKER}

    def _end_turn(self, ended: Ended | None, moved: list[Moved]) -> None:
        seat, out = self.to_move, not self.racks[self.to_move]
        nothing = not self.plays and not self.drew
        self.idle = self.idle + 1 if nothing else 0
        self.passes = self.passes + 1 if nothing and not self.pool else 0
        enough = self.seats if self.name in ALL_MUST_PASS else 1
        exhausted = not self.pool if self.name in DISCARDING else self.passes >= enough
        if out or exhausted or self.idle >= 10 * self.seats:
            assert ended is not None, "the round is over"
            assert [Counter(rack) for rack in ended.racks] == self.racks
            winner, scores = self._scores(seat if out else None, ended)
            assert (ended.winner, ended.scores) == (winner, tuple(scores))
            return
        assert ended is None, "the round goes on"
        self.to_move = (seat + 1) % self.seats
        assert moved[-1].seat == self.to_move
        self._begin_turn()

    def _scores(self, out: int | None, ended: Ended) -> tuple[int | None, list[int]]:
        if self.name == "international":
            return out, self._by_kind_of_win(out, ended)
        joker = 25 if self.name in JOKER_IS_25 else 30
        values = [
            sum(n * (joker if t == JOKER else t.number) for t, n in rack.items())
            for rack in self.racks
        ]
        if self.name == "mcgraw":
            bonus = {14: 5, 13: 3, 15: 3}
            return out, [
                value - sum(bonus.get(size, 0) for size in pair)
                for value, pair in zip(values, self.handfuls, strict=True)
            ]
        if self.seats == 1:
            return out, [-values[0]]
        winner = out
        if winner is None:
            best = min(values)
            tied = [s for s in range(self.seats) if values[s] == best]
            fewest = min(self.racks[s].total() for s in tied)
            tied = [s for s in tied if self.racks[s].total() == fewest]
            winner = self.to_move
            while True:
                winner = (winner + 1) % self.seats
                if winner in tied:
                    break
        losses = [value - values[winner] for value in values]
        return winner, [sum(losses) if s == winner else -loss for s, loss in enumerate(losses)]

    def _by_kind_of_win(self, out: int | None, ended: Ended) -> list[int]:
        at_once = self.opened_now and len(self.plays) == 1 and self.plays[0][0] == 14
        closed = self.declared or (at_once and not self.plays[0][1])
        doubled = 2 if out is not None and self.last == JOKER else 1
        others = self.melded - {out}
        if closed:
            assert out is not None
            won = ended.scores[out] // doubled
        elif at_once:
            won = 200
        else:
            won = 100 if others else 200
        scores = []
        for seat, rack in enumerate(self.racks):
            if seat == out:
                scores.append(won)
            elif seat in self.melded:
                scores.append(-sum(n * _left(tile) for tile, n in rack.items()))
            else:
                scores.append(-(won if closed else 100))
        return [doubled * score for score in scores]


def _left(tile: Tile) -> int:
    """Return the cost of a tile left on the rack in International."""
    if tile == JOKER:
        return 30
    return tile.number if 2 <= tile.number <= 9 else 10
