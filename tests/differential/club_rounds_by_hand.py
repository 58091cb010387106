"""A second scorekeeper that follows a round at the table: docs/RULES.md, sections 2.3 and 5.2.

It shares tiles, melds and their notation with the package, but none of the rules. It gets only the
deal and each player's actions ("Ann draws", "Ben lays these melds"), manages racks and pool as at a
real table, and decides when the round ends and how it is scored. It tries every way to lay a rack
to find out whether its player could have opened.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations

from tilerummy.melds import Table
from tilerummy.tiles import JOKER, Rack, Tile, TileSet

USUAL_POINTS, USUAL_JOKER = 30, 30
"""The points of the first melds and of a joker in the published rules."""


@dataclass(slots=True)
class Player:
    """A player at the table; ``turns`` counts the turns begun."""

    rack: list[Tile]
    opened: bool = False
    turns: int = 0


@dataclass(slots=True)
class BoxGame:
    """A round with a real box. The options are the ruleset's, under the same names."""

    options: Mapping[str, object]
    tiles: TileSet
    players: list[Player]
    pool: list[Tile]
    mover: int
    table: Counter[str] = field(default_factory=Counter)
    passes: int = 0
    empty_turns: int = 0
    placed: bool = False
    """True if tiles have been placed in this turn."""
    before: tuple[list[Tile], Counter[str], bool] = field(init=False)
    """The mover's rack, the table, and whether the mover had opened, when the turn began."""
    result: list[int] | None = None
    winner: int | None = None
    mattered: Counter[str] = field(default_factory=Counter)

    @classmethod
    def deal(
        cls,
        options: Mapping[str, object],
        tiles: TileSet,
        order: Sequence[Tile],
        *,
        players: int,
        starter: int,
    ) -> BoxGame:
        """Give each player jokers from the box, and then tiles from the shuffled *order*."""
        jokers = int(str(options["deal.jokers"]))
        shuffled, racks = list(order), []
        for _ in range(players):
            random = int(str(options["deal.tiles"])) - jokers
            racks.append([JOKER] * jokers + shuffled[:random])
            del shuffled[:random]
        game = cls(options, tiles, [Player(rack) for rack in racks], shuffled, starter)
        game._begin()
        game.mattered["deal.jokers"] += jokers > 0
        return game

    def number(self, option: str) -> int:
        """Return the value of a number option."""
        return int(str(self.options[option]))

    def draws(self) -> None:
        """The player to move draws, and the turn ends."""
        player = self.players[self.mover]
        count = self.number("draw.tiles")
        if player.opened and self.number("draw.opened"):
            self.mattered["draw.opened"] += count != self.number("draw.opened")
            count = self.number("draw.opened")
        self._takes(count)

    def _takes(self, count: int) -> None:
        """The player to move takes tiles from the pool, and the turn ends."""
        self.players[self.mover].rack += self.pool[:count]
        del self.pool[:count]
        self.passes = self.empty_turns = 0
        self._next()

    def runs_out(self, *, in_order: bool) -> None:
        """Time has run out; *in_order* if the table shown was the last one that was legal."""
        if not in_order:
            self._takes_back("penalty.invalid", 3)
        elif self.placed:
            self.passes_on()
        else:
            self._takes_back("penalty.timeout", 1)

    def is_caught(self) -> None:
        """The player to move has declared an illegal play finished, at a strict table."""
        self.mattered["invalid_play"] += 1
        self._takes_back("penalty.invalid", 3)

    def _takes_back(self, penalty: str, usual: int) -> None:
        """Restore the start of the turn, and end it with a penalty."""
        player, count = self.players[self.mover], self.number(penalty)
        player.rack, self.table, player.opened = self.before
        self.placed = False
        self.mattered[penalty] += min(count, len(self.pool)) != min(usual, len(self.pool))
        self.mattered["short pool"] += len(self.pool) < count
        if self.pool:
            self._takes(count)
        else:
            self.passes_on()

    def lays(self, lifted: Table, laid: Table) -> None:
        """The player to move lays *laid* instead of the melds *lifted*."""
        player = self.players[self.mover]
        placed = Counter(t for m in laid for t in m.tiles)
        placed.subtract(Counter(t for m in lifted for t in m.tiles))
        for tile in placed.elements():
            player.rack.remove(tile)
        self.table.subtract(map(str, lifted))
        self.table.update(map(str, laid))
        if not player.opened:
            self._opens(laid)
        player.opened = self.placed = True
        if not player.rack:
            self._over(self.mover)

    def _opens(self, laid: Table) -> None:
        """The first melds have enough points; a joker counts as the number that it shows."""
        points = sum(int(number) for meld in laid for number in re.findall(r"\d+", str(meld)))
        assert laid
        assert points >= self.number("initial_meld.points")
        self.mattered["initial_meld.points"] += points < USUAL_POINTS

    def passes_on(self) -> None:
        """The player to move passes, after playing or because there is nothing to draw."""
        self.passes = 0 if self.placed else self.passes + 1
        self.empty_turns = self.empty_turns + 1 if not self.pool else 0
        most = 1 if self.options["empty_pool"] == "first_pass" else len(self.players)
        last = self.number("end.empty_turns")
        if self.passes >= most:
            self._over(None)
        elif last and self.empty_turns == last * len(self.players):
            self.mattered["end.empty_turns"] += 1
            self._over(None)
        else:
            self._next()

    def _next(self) -> None:
        self.mover = (self.mover + 1) % len(self.players)
        self._begin()

    def _begin(self) -> None:
        player = self.players[self.mover]
        player.turns += 1
        self.placed, self.before = False, ([*player.rack], self.table.copy(), player.opened)

    def _over(self, winner: int | None) -> None:
        """Count what is left on the racks, penalties included; the winner gets the losses."""
        count, following = len(self.players), self.mover + 1
        counts = [self._left(player) for player in self.players]
        if count == 1:  # the single player neither gains nor pays
            self.result, self.winner = [-counts[0]], winner
            return
        if winner is None:
            ranked = [
                (counts[s], len(self.players[s].rack), (s - following) % count)
                for s in range(count)
            ]
            winner = ranked.index(min(ranked))
        least = counts[winner] if self.players[winner].rack else 0
        self.result = [least - each for each in counts]
        self.result[winner] = -sum(each for s, each in enumerate(self.result) if s != winner)
        self.winner = winner

    def _left(self, player: Player) -> int:
        joker = self.number("joker.rack_value")
        self.mattered["joker.rack_value"] += JOKER in player.rack and joker != USUAL_JOKER
        total = sum(joker if tile == JOKER else tile.number for tile in player.rack)
        if player.opened or not player.turns:
            return total
        low, high = self.number("score.not_opened"), self.number("score.could_open")
        could = high > low and self.could_open(player.rack)
        self.mattered["score.not_opened"] += low > 0 and not could
        self.mattered["score.could_open"] += could
        return total + (high if could else low)

    def could_open(self, rack: Sequence[Tile]) -> bool:
        """Return whether any way to lay tiles of *rack* in melds has the points to open."""
        jokers = rack.count(JOKER) if self.options["initial_meld.jokers"] else 0
        left = tuple(sorted(tile for tile in rack if tile != JOKER))
        return reaches(left, jokers, max(1, self.number("initial_meld.points")), self.tiles)


@lru_cache(maxsize=1 << 17)
def reaches(left: tuple[Tile, ...], jokers: int, need: int, tiles: TileSet) -> bool:
    """Return whether melds of these tiles and jokers can have *need* points.

    The first tile is in one of the melds that can contain it, or stays on the rack.
    """
    if need <= 0:
        return True
    if not left or sum(t.number for t in left) + jokers * tiles.numbers < need:
        return False
    first, rest = left[0], left[1:]
    for faces in melds_with(first, tiles):
        others = list(faces)
        others.remove(first)
        for wild in range(min(jokers, len(others)) + 1):
            for shown in combinations(others, wild):
                wanted = Counter(others) - Counter(shown)
                if wanted <= Counter(rest):
                    after = tuple(sorted((Counter(rest) - wanted).elements()))
                    points = sum(face.number for face in faces)
                    if reaches(after, jokers - wild, need - points, tiles):
                        return True
    return reaches(rest, jokers, need, tiles)


def most_points(left: tuple[Tile, ...], jokers: int, tiles: TileSet) -> int:
    """Return the most points that melds of these tiles and jokers can have; no melds have 0."""
    most = 0
    while reaches(left, jokers, most + 1, tiles):
        most += 1
    return most


@lru_cache(maxsize=1 << 12)
def melds_with(tile: Tile, tiles: TileSet) -> tuple[tuple[Tile, ...], ...]:
    """Return the faces of every meld that contains *tile*."""
    return tuple(faces for faces in _every_meld(tiles) if tile in faces)


@lru_cache(maxsize=64)
def _every_meld(tiles: TileSet) -> tuple[tuple[Tile, ...], ...]:
    return (*_every_group(tiles), *_every_run(tiles))


def _every_group(tiles: TileSet) -> Iterator[tuple[Tile, ...]]:
    for number in range(1, tiles.numbers + 1):
        same = [Tile.of(letter, number) for letter in tiles.letters]
        for size in range(3, len(same) + 1):
            yield from combinations(same, size)


def _every_run(tiles: TileSet) -> Iterator[tuple[Tile, ...]]:
    row = [*range(1, tiles.numbers + 1)]
    rows = [row, [*row[1:], 1]] if tiles.one_high and tiles.numbers > 3 else [row]
    found = {
        tuple(numbers[first:last])
        for numbers in rows
        for first in range(len(numbers))
        for last in range(first + 3, len(numbers) + 1)
    }
    for letter in tiles.letters:
        for numbers in sorted(found):
            yield tuple(Tile.of(letter, number) for number in numbers)


def seen_racks(game: BoxGame) -> tuple[Rack, ...]:
    """Return the racks as values that can be compared with a state's racks."""
    return tuple(Rack(player.rack) for player in game.players)
