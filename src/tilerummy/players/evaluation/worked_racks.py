"""Samples hidden tiles in games with discards, based on the choices that other seats had."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from enum import Enum
from functools import lru_cache
from itertools import chain, combinations
from math import exp, log
from random import Random

from tilerummy.analysis.hints.discards import completing, unseen
from tilerummy.analysis.solving import can_lay_off
from tilerummy.deadline import NEVER, Deadline
from tilerummy.rules import Ruleset
from tilerummy.simulator import Policy, World
from tilerummy.state import State
from tilerummy.tiles import HIDDEN, JOKER, Rack, Tile, TileSet

OFFERS = 1.75
"""The mean number of tiles offered to a seat per turn: one from the pool and, often, a discard."""

MOST_STEPS = 40
"""The maximum number of exchanges. Further exchanges would make little difference."""

MELD = 100
"""The amount that is added to the need for a tile if it completes a meld with two rack tiles."""

LOW, LOW_TOTAL = 4, 41
"""For a seat that collects low tiles, the highest number that it saves, and its maximum total."""

_THROWN = 0.2
"""The probability that a seat discards a tile of the type that it is collecting."""


class HandTarget(Enum):
    """The types of closed hand that a seat may aim for before it opens, as ``Policy.HUNT`` does."""

    MELDS = "melds"
    HIGH = "high"
    """Tiles with a number of 10 or higher, and tiles with the number 1."""
    LOW = "low"
    """Tiles whose numbers add up to at most 41."""


class TileNeeds:
    """Measures how much a rack needs each kind of tile in a tile set.

    The need for a tile is the number of nearby kinds of tiles on the rack, plus ``MELD`` if the
    tile completes a meld with two of these. If the seat is collecting high or low tiles, such tiles
    are needed most.
    """

    def __init__(self, tiles: TileSet) -> None:
        self._pairs: dict[Tile, list[tuple[Tile, Tile]]] = {tile: [] for tile in tiles.kinds}
        for pair in combinations(tiles.kinds, 2):
            for tile in completing(*pair, tiles):
                self._pairs[tile].append(pair)
        self._near = {tile: {*chain(*pairs)} for tile, pairs in self._pairs.items()}
        numbered = [tile for tile in tiles.kinds if tile != JOKER]
        self._wanted = {
            HandTarget.MELDS: set[Tile](),
            HandTarget.HIGH: {tile for tile in numbered if tile.number >= 10 or tile.number == 1},
            HandTarget.LOW: {tile for tile in numbered if tile.number <= LOW},
        }

    def need(self, rack: Counter[Tile], tile: Tile, target: HandTarget = HandTarget.MELDS) -> int:
        """Return the need of *rack* for *tile*. A higher number means a more useful tile."""
        if tile == JOKER:
            return 10 * MELD
        found = sum(rack[other] > 0 for other in self._near[tile])
        if found > 1 and any(rack[a] and rack[b] for a, b in self._pairs[tile]):
            found += MELD
        if target is HandTarget.LOW:
            return found // MELD + MELD * (30 - tile.number) // 10
        return found + 2 * MELD * (tile in self._wanted[target])

    def weights(self, discards: Sequence[Tile]) -> tuple[float, ...]:
        """Return, in order, the likelihood of each possible target given these discards."""
        thrown = [tile for tile in discards if tile != JOKER]
        odds = []
        for wanted in self._wanted.values():
            share, of_them = len(wanted) / len(self._pairs), sum(tile in wanted for tile in thrown)
            odds.append(
                of_them * log(_THROWN / share)
                + (len(thrown) - of_them) * log((1 - _THROWN) / (1 - share))
                if wanted
                else 0.0
            )
        return tuple(exp(each - max(odds)) for each in odds)


@lru_cache(maxsize=16)
def tile_needs(tiles: TileSet) -> TileNeeds:
    """Return the cached :class:`TileNeeds` for this tile set."""
    return TileNeeds(tiles)


class WorkedRacks:
    """Samples worlds that are possible for the seat to move in *view*.

    Hidden tiles are dealt at random. Each of the other seats is then offered about as many random
    pool tiles as in its past turns, and each time it returns its least useful tile. A seat that may
    be aiming for a closed hand collects melds, high tiles or low tiles, and stops when it lacks
    only one tile. Its target is chosen by how well it explains the seat's discards. All other seats
    are assumed to have laid every tile they could. The same *rng* gives the same worlds.

    The search for tiles that fit the table stops at the *deadline*.
    """

    def __init__(
        self, rules: Ruleset, view: State, rng: Random, *, deadline: Deadline = NEVER
    ) -> None:
        self._view, self._rng, self._needs = view, rng, tile_needs(rules.tiles)
        self._known = [[tile for tile in seat.rack if tile != HIDDEN] for seat in view.seats]
        self._hidden = [*unseen(rules, view).elements()]
        missing = sum(seat.rack.count(HIDDEN) for seat in view.seats) + len(view.pool)
        missing -= len(self._hidden)  # a position may show more tiles than the set contains
        self._hidden += rng.choices(rules.tiles.kinds, k=max(0, missing))
        self._others = [i for i in range(len(view.seats)) if i != view.to_move]
        self._weights = {
            i: self._needs.weights(view.seats[i].discards)
            for i in self._others
            if rules.closed_hands and view.seats[i].opened is None
        }
        opened = any(view.seats[i].opened is not None for i in self._others)
        self._fitting = {
            tile
            for tile in (rules.tiles.kinds if opened else ())
            if can_lay_off(rules, view.table, tile, deadline=deadline)
        }

    def worlds(self, number: int, *, deadline: Deadline = NEVER) -> Iterator[World]:
        """Yield *number* worlds, or fewer if the *deadline* passes first."""
        for _ in range(number):
            if deadline.is_over:
                return
            yield self._world()

    def _world(self) -> World:
        view, rng = self._view, self._rng
        pool = rng.sample(self._hidden, len(self._hidden))
        racks = []
        for seat, known in zip(view.seats, self._known, strict=True):
            hidden = len(seat.rack) - len(known)
            racks.append(pool[:hidden])
            del pool[:hidden]
        policies = [Policy.HUNT] * len(racks)
        for s in self._others if pool else ():
            rack = _WorkedRack(racks[s], Counter(racks[s] + self._known[s]), pool, rng)
            if s in self._weights:
                [target] = rng.choices([*HandTarget], self._weights[s])
                self._collect(rack, target)
            else:
                self._lay(rack, opened=view.seats[s].opened is not None)
        whole = tuple(Rack([*a, *b]) for a, b in zip(racks, self._known, strict=True))
        return World(whole, tuple(pool[: len(view.pool)]), tuple(policies), rng.getrandbits(32))

    @property
    def _steps(self) -> range:
        turns = self._view.turn // len(self._view.seats)
        return range(min(MOST_STEPS, round(OFFERS * turns)))

    def _collect(self, rack: _WorkedRack, target: HandTarget) -> None:
        """Exchange tiles for as many turns as the seat has had, or until it lacks only one tile."""

        def need(tile: Tile) -> int:
            return self._needs.need(rack.tiles, tile, target)

        enough = (2 if target is HandTarget.HIGH else 1) * MELD
        for _ in self._steps:
            new = rack.draw()
            second = sorted(map(need, rack.hidden))[1:2]
            out = not second or second[0] >= enough
            if target is HandTarget.LOW:
                numbers = sorted(t.number for t in rack.tiles.elements() if t != JOKER)
                out = sum(numbers[:-1]) <= LOW_TOTAL
            if out:
                rack.put_back(new)
                return
            rack.put_back(min(rack.hidden, key=need))

    def _lay(self, rack: _WorkedRack, *, opened: bool) -> None:
        """Exchange tiles until the rack contains no meld and no tile that fits the table."""

        def need(tile: Tile) -> int:
            return self._needs.need(rack.tiles, tile)

        def lays(tile: Tile) -> bool:
            return tile != JOKER and (need(tile) >= MELD or (opened and tile in self._fitting))

        for _ in range(len(rack.hidden)):
            laid = next(filter(lays, rack.hidden), None)
            if laid is None:
                break
            rack.draw()
            rack.put_back(laid)
        for _ in self._steps:
            new = rack.draw()
            rack.put_back(new if lays(new) else min(rack.hidden, key=need))


class _WorkedRack:
    """A rack in a sampled world, and the pool for exchanging its tiles."""

    def __init__(
        self, hidden: list[Tile], tiles: Counter[Tile], pool: list[Tile], rng: Random
    ) -> None:
        self.hidden, self.tiles, self._pool, self._rng = hidden, tiles, pool, rng
        self._place = 0

    def draw(self) -> Tile:
        """Draw a random tile from the pool."""
        self._place = self._rng.randrange(len(self._pool))
        tile = self._pool[self._place]
        self.hidden.append(tile)
        self.tiles[tile] += 1
        return tile

    def put_back(self, tile: Tile) -> None:
        """Return a hidden tile to the pool, to replace the tile last drawn."""
        self.hidden.remove(tile)
        self.tiles[tile] -= 1
        self._pool[self._place] = tile
