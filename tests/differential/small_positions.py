"""Random small positions for comparing two referees: RULES 2.2.

A position is built by random play. Some jokers of a random table are replaced by their tile from
the table or the bag, some melds are taken apart, some grow, and the loose tiles are laid in new
melds with a few tiles from the bag, which become the rack's. To make many plays nearly legal,
jokers taken off the table often show their old tile again, and occasionally a joker moves at the
end. Some melds have twins, before or after the play, so that it matters which one a freed joker
lengthens.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations
from random import Random

from tests.differential.by_hand import Position

from tilerummy.melds import Group, Meld, Run, Table, fits
from tilerummy.tiles import JOKER, Tile, TileSet

MOST_PLACED = 5

Lay = dict[Tile, Tile]
"""A meld under construction: each face, and the tile or joker that shows it."""


def positions(seed: int) -> Iterator[Position]:
    """Yield an infinite sequence of positions determined by the seed."""
    rng = Random(seed)
    while True:
        position = _position(rng)
        if position is not None:
            yield position


def _position(rng: Random) -> Position | None:
    tiles = TileSet(
        numbers=rng.choice((4, 5, 6, 6, 7)),
        colours=rng.choice((3, 4, 4, 4, 4, 4, 4, 4, 5)),
        jokers=rng.choice((1, 2, 2, 2, 2, 3)),
        one_high=rng.random() < 0.1,
    )
    player = _Player(rng, tiles)
    before = player.set_up()
    if not player.play():
        return None
    after = player.leave()
    placed = after.tiles - before.tiles
    if not 1 <= len(placed) <= MOST_PLACED:
        return None
    untouched = all(after.count(meld) for meld in before if meld.jokers)
    if untouched and rng.random() < 0.8:
        return None  # the joker options hardly matter
    extra = rng.choices([*player.bag.elements()], k=rng.randint(0, 2))
    opening = rng.choice((6, 10, 14)) if rng.random() < 0.04 else None
    return Position(before, placed + extra, after, tiles, opening)


@cache
def _shapes(tiles: TileSet) -> tuple[tuple[Tile, ...], ...]:
    """Return the faces of every group and every short run of *tiles*."""
    numbers = [*range(1, tiles.numbers + 1), *([1] if tiles.one_high else [])]
    runs = (
        [Tile.of(colour, number) for number in numbers[first : first + length]]
        for colour in tiles.letters
        for length in (3, 4, 5)
        for first in range(len(numbers) - length + 1)
    )
    groups = (
        [Tile.of(colour, number) for colour in colours]
        for number in range(1, tiles.numbers + 1)
        for length in (3, 4, 5)
        for colours in combinations(tiles.letters, length)
    )
    shapes = {tuple(_natural(faces)) for faces in (*runs, *groups)}
    return tuple(sorted(faces for faces in shapes if _meld(_natural(faces), tiles)))


def _natural(faces: Iterable[Tile]) -> Lay:
    return {face: face for face in faces}


def _meld(lay: Lay, tiles: TileSet) -> Meld | None:
    """Return the meld formed by *lay*, or None."""
    faces = sorted(lay)
    wild = [face for face in faces if lay[face] == JOKER]
    numbered = tuple(face for face in faces if face not in wild)
    readings: list[Meld] = [
        Group(numbered, len(wild)),
        *(
            Run(tuple(order), tuple(face for face in order if face in wild))
            for order in (faces, [*faces[1:], *faces[:1]])
        ),
    ]
    return next((meld for meld in readings if len(faces) >= 3 and fits(meld, tiles)), None)


class _Player:
    """A random player that mostly follows some of the rules."""

    def __init__(self, rng: Random, tiles: TileSet) -> None:
        self.rng, self.tiles = rng, tiles
        self.bag = Counter(tiles)
        self.table: list[Lay] = []
        self.loose: Counter[Tile] = Counter()
        self.showing: list[Tile] = []  # the tiles that jokers off the table must show again

    def set_up(self) -> Table:
        """Lay one to four random melds from the bag, usually with jokers."""
        wanted = self.rng.choice((1, 2, 2, 3, 3, 4))
        while len(self.table) < wanted:
            twin = bool(self.table) and self._maybe(0.15)
            lay = _natural(self.rng.choice(self.table if twin else _shapes(self.tiles)))
            most = min(self.bag[JOKER], len(lay) - 1, 2)
            for face in self.rng.sample([*lay], self.rng.randint(0, most)):
                lay[face] = JOKER
            if Counter(lay.values()) <= self.bag:
                self.bag.subtract(lay.values())
                self.table.append(lay)
        return self.leave()

    def leave(self) -> Table:
        """Return the current table."""
        melds = [_meld(lay, self.tiles) for lay in self.table]
        return Table(meld for meld in melds if meld is not None)

    def play(self) -> bool:
        """Play at random; return whether every tile was laid."""
        for lay in [*self.table]:
            if JOKER in lay.values() and self._maybe(0.6):
                self._replace(lay)
        for lay in [*self.table]:
            if self._maybe(0.25) or _meld(lay, self.tiles) is None:
                self._take_apart(lay)
        if self.loose[JOKER] and self._maybe(0.3):
            self._lengthen()
        for _ in range(self.rng.randint(0, 2)):
            self._grow()
        laid = self._lay_all()
        if self._maybe(0.15):
            self._shift_joker()
        return laid and all(_meld(lay, self.tiles) for lay in self.table)

    def _maybe(self, probability: float) -> bool:
        return self.rng.random() < probability

    def _replace(self, lay: Lay) -> None:
        """Replace a joker of *lay*, in a group perhaps with tiles of all missing colours."""
        group = len({face.number for face in lay}) == 1
        number = next(iter(lay)).number
        free = [Tile.of(c, number) for c in self.tiles.letters] if group else []
        faces = [face for face in {**_natural(free), **lay} if lay.get(face) in (JOKER, None)]
        self.rng.shuffle(faces)
        every = group and self._maybe(0.5)
        for face in faces if every else faces[:1]:
            if not self._fetch(face, lay):
                continue
            if face not in lay:
                shown = [f for f in lay if lay[f] == JOKER]
                for other in shown[:1]:
                    del lay[other]
                    self.loose[JOKER] += 1
            elif lay[face] == JOKER:
                self.loose[JOKER] += 1
            lay[face] = face

    def _fetch(self, tile: Tile, lay: Lay) -> bool:
        """Take *tile* off the table, except from *lay*, or out of the bag, if possible."""
        for other in self.table:
            if other is not lay and other.get(tile) == tile and self._maybe(0.4):
                del other[tile]
                return True
        return self._take(tile)

    def _take(self, tile: Tile) -> bool:
        """Take *tile* from the loose tiles or the bag, if possible."""
        for heap in (self.loose, self.bag):
            if heap[tile] > 0:
                heap[tile] -= 1
                return True
        return False

    def _take_apart(self, lay: Lay) -> None:
        self.table.remove(lay)
        for face, tile in lay.items():
            if tile == JOKER and self._maybe(0.7):
                self.showing.append(face)
            else:
                self.loose[tile] += 1

    def _grow(self) -> None:
        """Add a tile, or a complete meld, to a meld of the table."""
        lay = self.rng.choice(self.table or [{}])
        if self._maybe(0.3):
            other = self.rng.choice(self.table or [{}])
            if not other.keys() & lay.keys() and _meld({**lay, **other}, self.tiles):
                self.table.remove(other)
                lay.update(other)
            return
        grown = [kind for kind in self.tiles.kinds if kind not in lay]
        grown = [kind for kind in grown if _meld({**lay, kind: kind}, self.tiles)]
        if grown and lay:
            face = self.rng.choice(grown)
            tile = JOKER if self.loose[JOKER] and self._maybe(0.5) else face
            if self._take(tile):
                lay[face] = tile

    def _lengthen(self) -> None:
        """Add a freed joker to a meld, or to its twin laid from the bag."""
        lay = self.rng.choice(self.table or [{}])
        faces = [f for f in self.tiles.kinds if f not in lay and _meld({**lay, f: f}, self.tiles)]
        if not faces:
            return
        if self._maybe(0.5):
            lay = {face: face for face in lay}
            if not all(self.bag[face] > 0 for face in lay):
                return
            self.bag.subtract(lay)
            self.table.append(lay)
        self.loose[JOKER] -= 1
        lay[self.rng.choice(faces)] = JOKER

    def _lay_all(self) -> bool:
        """Lay the loose tiles in new melds, with tiles from the bag; return whether it succeeds."""
        while +self.loose or self.showing:
            wanted = {tile for tile in +self.loose if tile != JOKER} | {*self.showing}
            shapes = [faces for faces in _shapes(self.tiles) if not wanted or wanted & {*faces}]
            picks = [self._pick(faces) for faces in self.rng.choices(shapes, k=12)]
            fewest = min((bagged for bagged, _ in picks), default=MOST_PLACED + 1)
            if fewest > MOST_PLACED:
                return False
            self._lay(next(pick for bagged, pick in picks if bagged == fewest))
        return True

    def _pick(self, faces: tuple[Tile, ...]) -> tuple[int, list[tuple[Tile, Tile, bool]]]:
        """Return the tiles for that meld: (face, tile, whether a joker shows its old tile again).

        They are preceded by the number of tiles from the bag, too large if the meld is impossible.
        """
        jokers, spare, bagged = self.loose[JOKER], self.bag[JOKER], 0
        pick: list[tuple[Tile, Tile, bool]] = []
        for face in faces:
            if face in self.showing:
                pick.append((face, JOKER, True))
            elif jokers and (self.loose[face] <= 0 or self._maybe(0.1)) and self._maybe(0.6):
                jokers -= 1
                pick.append((face, JOKER, False))
            elif self.loose[face] > 0 or self.bag[face] > 0:
                bagged += self.loose[face] <= 0
                pick.append((face, face, False))
            else:
                bagged += 1 if spare > 0 else MOST_PLACED + 1
                spare -= 1
                pick.append((face, JOKER, False))
        useless = bagged == len(faces) or all(tile == JOKER for _, tile, _ in pick)
        return (MOST_PLACED + 1 if useless else bagged), pick

    def _lay(self, pick: list[tuple[Tile, Tile, bool]]) -> None:
        for face, tile, again in pick:
            if again:
                self.showing.remove(face)
            else:
                assert self._take(tile), f"{tile} is not there to be laid"
        self.table.append({face: tile for face, tile, _ in pick})

    def _shift_joker(self) -> None:
        """Move a joker of a run to the other end, or have it show the next tile."""
        lay = self.rng.choice(self.table or [{}])
        for face in [face for face, tile in lay.items() if tile == JOKER]:
            shapes = [{*faces} for faces in _shapes(self.tiles) if len(faces) == len(lay)]
            ends = [{*lay} ^ faces for faces in shapes if len({*lay} - faces) == 1]
            ends = [end - {face} for end in ends if face in end]
            if ends:
                del lay[face]
                lay[self.rng.choice([face for end in ends for face in end])] = JOKER
                return
