"""The hidden tiles of a game with discards, as the other seats are likely to have chosen them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, combinations
from math import exp, log
from random import Random

from tilerummy.analysis.hints.discards import completing, unseen
from tilerummy.deadline import NEVER, Deadline
from tilerummy.rules import Ruleset
from tilerummy.simulator import Policy, World
from tilerummy.state import State
from tilerummy.tiles import HIDDEN, JOKER, Rack, Tile, TileSet

OFFERS = 1.75
"""How many tiles a seat sees in a turn: that of the pool, and often a discard that it may take."""

MOST_STEPS = 40
"""More tiles than these change little."""

MELD = 100
"""The company of a tile that makes a meld with two others."""

_THROWS_HIGH = 0.2
"""How often a seat that hunts for high tiles throws one."""


class TileNeeds:
    """How much racks of a tile set need a tile, as the policies of the kernel count it.

    It is the number of kinds near the tile, ``MELD`` more if two of them make a meld with it, and
    twice as much more if the rack hunts for high tiles and it is one.
    """

    def __init__(self, tiles: TileSet) -> None:
        self._pairs: dict[Tile, list[tuple[Tile, Tile]]] = {tile: [] for tile in tiles.kinds}
        for pair in combinations(tiles.kinds, 2):
            for tile in completing(*pair, tiles):
                self._pairs[tile].append(pair)
        self._near = {tile: {*chain(*pairs)} for tile, pairs in self._pairs.items()}
        self.high = {tile for tile in tiles.kinds if tile.number >= 10 or tile.number == 1}

    def need(self, rack: Counter[Tile], tile: Tile, *, high: bool) -> int:
        """Return how much a *rack* needs a tile."""
        if tile == JOKER:
            return 10 * MELD
        found = sum(rack[other] > 0 for other in self._near[tile])
        if found > 1 and any(rack[a] and rack[b] for a, b in self._pairs[tile]):
            found += MELD
        return found + 2 * MELD * (high and tile in self.high)

    def hunts_high(self, discards: Sequence[Tile]) -> float:
        """Return how likely a seat that has discarded these hunts for high tiles."""
        thrown = [tile for tile in discards if tile != JOKER]
        kinds, high = len(self._pairs), len(self.high)
        of_high = sum(tile in self.high for tile in thrown)
        odds = of_high * log(_THROWS_HIGH * kinds / high)
        odds += (len(thrown) - of_high) * log((1 - _THROWS_HIGH) * kinds / (kinds - high))
        return 1 / (1 + exp(min(-odds, 700.0)))  # more would overflow


@lru_cache(maxsize=16)
def tile_needs(tiles: TileSet) -> TileNeeds:
    """Return how much racks of that set need their tiles."""
    return TileNeeds(tiles)


class WorkedRacks:
    """Worlds that the mover of *view* may be in.

    The hidden tiles are dealt at random. Then every seat that may have a closed hand is offered
    random tiles of the pool, as many as in the turns that it had, and exchanges them for those that
    it needs least, until it lacks one tile. It hunts for high tiles or for melds, as likely as its
    discards make that. The same *chance* gives the same worlds.
    """

    def __init__(self, rules: Ruleset, view: State, chance: Random) -> None:
        self._view, self._chance, self._needs = view, chance, tile_needs(rules.tiles)
        self._known = [[tile for tile in seat.rack if tile != HIDDEN] for seat in view.seats]
        self._hidden = [*unseen(rules, view).elements()]
        missing = sum(seat.rack.count(HIDDEN) for seat in view.seats) + len(view.pool)
        missing -= len(self._hidden)  # a position may show more tiles than the set has
        self._hidden += chance.choices(rules.tiles.kinds, k=max(0, missing))
        self._hunts_high = {
            i: self._needs.hunts_high(seat.discards)
            for i, seat in enumerate(view.seats)
            if rules.closed_hands and i != view.to_move and seat.opened is None
        }

    def worlds(self, number: int, *, deadline: Deadline = NEVER) -> Iterator[World]:
        """Yield *number* worlds, or fewer if the *deadline* passes first."""
        for _ in range(number):
            if deadline.is_over:
                return
            yield self._world()

    def _world(self) -> World:
        view, chance = self._view, self._chance
        pool = chance.sample(self._hidden, len(self._hidden))
        racks = []
        for seat, known in zip(view.seats, self._known, strict=True):
            hidden = len(seat.rack) - len(known)
            racks.append(pool[:hidden])
            del pool[:hidden]
        policies = [Policy.MOST_TILES] * len(racks)
        for s, likely in self._hunts_high.items():
            policies[s] = Policy.HUNT
            if pool:
                self._work(racks[s], self._known[s], pool, high=chance.random() < likely)
        whole = tuple(Rack([*a, *b]) for a, b in zip(racks, self._known, strict=True))
        return World(whole, tuple(pool[: len(view.pool)]), tuple(policies), chance.getrandbits(32))

    def _work(
        self, hidden: list[Tile], known: Sequence[Tile], pool: list[Tile], *, high: bool
    ) -> None:
        """Exchange *hidden* tiles of a rack as in the turns that its seat had."""
        need, rack = self._needs.need, Counter([*hidden, *known])
        turns = self._view.turn // len(self._view.seats)
        for _ in range(min(MOST_STEPS, round(OFFERS * turns))):
            place = self._chance.randrange(len(pool))
            hidden.append(pool[place])
            rack[pool[place]] += 1
            needs = sorted((need(rack, tile, high=high), i) for i, tile in enumerate(hidden))
            if len(needs) < 2 or needs[1][0] >= (2 if high else 1) * MELD:
                hidden.pop()  # it would have gone out
                return
            pool[place] = hidden.pop(needs[0][1])
            rack[pool[place]] -= 1
