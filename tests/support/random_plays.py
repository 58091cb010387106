"""Finds random plays by moving tiles: replace a joker, split a run, take tiles off, lay off.

Plays are generated without regard to the rules: most are legal, and the referee rejects the rest.
Speed matters more than quality, because the tests play thousands of games.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

from tilerummy.melds import Group, Meld, Run, Table, fits
from tilerummy.tiles import JOKER, Rack, Tile, TileSet

LONGEST = 5
"""The maximum length of a new run; longer runs only arise by adding tiles."""


def melds_with(
    tile: Tile, numbered: Counter[Tile], jokers: int, tiles: TileSet, rng: Random
) -> list[Meld]:
    """Return short melds that contain *tile*, built from *numbered* and at most *jokers* jokers."""
    if not tile.is_numbered:
        return []
    melds: list[Meld] = [*_runs(tile, numbered, jokers, tiles)]
    melds += _groups(tile, numbered, jokers, tiles)
    melds = [meld for meld in melds if fits(meld, tiles)]
    rng.shuffle(melds)
    return melds


def _runs(tile: Tile, numbered: Counter[Tile], jokers: int, tiles: TileSet) -> Iterator[Run]:
    """Yield short runs that contain *tile*; a 1 that may be high can be at either end."""
    top = tiles.numbers + tiles.one_high
    line = [Tile.of(tile.colour, n if n <= tiles.numbers else 1) for n in range(1, top + 1)]
    places = [tile.number - 1, *([top - 1] if tile.number == 1 and tiles.one_high else [])]
    for place in places:
        for length in range(3, LONGEST + 1):
            for first in range(max(0, place - length + 1), min(place, top - length) + 1):
                faces = line[first : first + length]
                gaps = [f for f in faces if not numbered[f]]
                if len(gaps) <= jokers:
                    yield Run(tuple(faces), tuple(gaps))


def _groups(tile: Tile, numbered: Counter[Tile], jokers: int, tiles: TileSet) -> Iterator[Group]:
    same = [Tile.of(letter, tile.number) for letter in tiles.letters]
    others = [t for t in same if t != tile and numbered[t]]
    for wild in range(jokers + 1):
        for size in range(max(0, 2 - wild), len(others) + 1):
            yield Group(tuple(sorted((tile, *others[:size]))), wild)
            if 0 < size < len(others):
                yield Group(tuple(sorted((tile, *others[-size:]))), wild)


def grown(meld: Meld, tile: Tile, tiles: TileSet) -> list[Meld]:
    """Return the melds that adding *tile*, which may be a joker, to *meld* can give."""
    melds: list[Meld] = []
    match meld:
        case Group(numbered, jokers):
            if tile == JOKER:
                melds.append(Group(numbered, jokers + 1))
            elif numbered and tile.number == meld.number:
                melds.append(Group(tuple(sorted((*numbered, tile))), jokers))
        case Run(faces, wild) if tile == JOKER or tile.colour == faces[0].colour:
            for below, face in _ends(meld, tiles):
                if tile in (face, JOKER):
                    longer = (face, *faces) if below else (*faces, face)
                    now = {*wild, face} if tile == JOKER else {*wild}
                    melds.append(Run(longer, tuple(f for f in longer if f in now)))
    return [m for m in melds if fits(m, tiles)]


def _ends(run: Run, tiles: TileSet) -> Iterator[tuple[bool, Tile]]:
    """Yield each tile that extends a run, preceded by whether it extends the low end."""
    low, high, colour = run.faces[0].number, run.faces[-1].number, run.faces[0].colour
    if low > 1:
        yield True, Tile.of(colour, low - 1)
    if low < high < tiles.numbers:
        yield False, Tile.of(colour, high + 1)
    if tiles.one_high and 1 < low < high == tiles.numbers:
        yield False, Tile.of(colour, 1)


class WorkingTable:
    """A table during a turn: its melds, the tiles in ``air`` (picked up), and the rack.

    ``masks`` are the tiles that picked-up jokers represent, if they must not change.
    """

    def __init__(self, table: Table, rack: Rack, tiles: TileSet, rng: Random) -> None:
        self.before, self.melds = {*table}, list(table)
        self.rack = Counter(rack)
        self.air: Counter[Tile] = Counter()
        self.masks: Counter[Tile] = Counter()
        self.techniques: list[str] = []
        self.tiles, self.rng = tiles, rng

    @property
    def table(self) -> Table | None:
        """The current table, or None while tiles are picked up or a pile is not a meld."""
        in_order = all(m in self.before or fits(m, self.tiles) for m in self.melds)
        return Table(self.melds) if in_order and not self.air and not self.masks else None

    def lift(self, index: int, *, keeping: bool) -> None:
        """Pick up all tiles of a meld; with *keeping*, its jokers must represent the same tiles."""
        meld = self.melds.pop(index)
        self.techniques.append(
            "take a meld with a joker apart" if meld.jokers else "take a meld apart"
        )
        self.air.update(meld.numbered)
        if not keeping:
            self.air.update((JOKER,) * meld.jokers)
        elif isinstance(meld, Run):
            self.masks.update(meld.wild)
        else:
            self.masks.update(self.rng.sample(meld.missing(self.tiles), meld.jokers))

    def take_off(self, index: int) -> bool:
        """Pick up an end of a long run or a tile of a large group; return whether one was found."""
        meld = self.melds[index]
        if len(meld) <= 3:
            return False
        tile = self.rng.choice(meld.numbered)
        new: Meld
        match meld:
            case Run(faces, wild):
                if tile not in (faces[0], faces[-1]):
                    return False
                new = Run(faces[1:] if tile == faces[0] else faces[:-1], wild)
            case Group(numbered, jokers):
                new = Group(tuple(t for t in numbered if t != tile), jokers)
        if not fits(new, self.tiles):
            return False
        self.melds[index] = new
        self.air[tile] += 1
        self.techniques.append("take a tile off a meld")
        return True

    def split(self) -> bool:
        """Split a run at a tile that the rack has too, and return whether this was possible.

        See S0, "Splitting a run"."""
        for index in self._shuffled(len(self.melds)):
            meld = self.melds[index]
            if not isinstance(meld, Run):
                continue
            for place, face in enumerate(meld.faces[2:-2], 2):
                if self.rack[face] and face not in meld.wild:
                    for faces in (meld.faces[: place + 1], meld.faces[place:]):
                        self.melds.append(Run(faces, tuple(w for w in meld.wild if w in faces)))
                    del self.melds[index]
                    _take(self.rack, face)
                    self.techniques.append("split a run")
                    return True
        return False

    def replace_joker(self, *, everywhere: bool, every_colour: bool) -> bool:
        """Replace a joker by a tile, and pick up the joker; return whether this was possible.

        The tile comes from the rack or is picked up, with *everywhere* also from other melds. With
        *every_colour*, a group gets all the colours that it lacks.
        """
        for index in self._shuffled(len(self.melds)):
            meld = self.melds[index]
            if not meld.jokers:
                continue
            faces = meld.wild if isinstance(meld, Run) else meld.missing(self.tiles)
            if isinstance(meld, Run) or not every_colour or len(meld) == self.tiles.colours:
                faces = tuple(f for f in faces if self.air[f] or self.rack[f]) or faces
                faces = (self.rng.choice(faces),)
            del self.melds[index]
            if all(self._fetch(face, everywhere=everywhere) for face in faces):
                new, freed = _with(meld, faces, all_jokers=len(faces) > 1)
                self.melds.append(new)
                self.air.update((JOKER,) * freed)
                self.techniques.append("replace a joker")
                return True
            self.melds.append(meld)
            return False
        return False

    def _fetch(self, face: Tile, *, everywhere: bool) -> bool:
        """Take *face* from the picked-up tiles, the rack or, with *everywhere*, another meld."""
        for heap in (self.air, self.rack):
            if heap[face]:
                _take(heap, face)
                return True
        for index, meld in enumerate(self.melds if everywhere else ()):
            if face in meld.numbered:
                self.lift(index, keeping=True)
                _take(self.air, face)
                return True
        return False

    def new_meld(self) -> bool:
        """Lay a new meld from the rack, and return whether this was possible."""
        kinds = [t for t in self.rack if self.rack[t] and t.is_numbered]
        for tile in self.rng.sample(kinds, min(4, len(kinds))):
            for meld in melds_with(tile, self.rack, self.rack[JOKER], self.tiles, self.rng):
                self._lay(meld)
                self.techniques.append("lay a new meld")
                return True
        return False

    def lay_off(self, tile: Tile) -> bool:
        """Add a picked-up tile or a rack tile to a meld, and return whether it fits any."""
        for index in self._shuffled(len(self.melds)):
            for meld in grown(self.melds[index], tile, self.tiles):
                self.melds[index] = meld
                _take(self.air if self.air[tile] else self.rack, tile)
                self.techniques.append("lay off")
                return True
        return False

    def put_back(self, tries: int = 12) -> bool:
        """Put all picked-up tiles into melds, adding rack tiles if needed; return if this works."""
        for _ in range(tries):
            if not self.air and not self.masks:
                return True
            if not self._put_one_back():
                return False
        return False

    def _put_one_back(self) -> bool:
        everything = self.rack + self.air + self.masks
        flying = sorted((self.air + self.masks).elements())
        tile = self.rng.choice(flying)
        if tile == JOKER:
            with_it = [t for t in everything if t.is_numbered]
            tile = self.rng.choice(with_it) if with_it else JOKER
        elif not self.masks[tile] and self.rng.random() < 0.3 and self.lay_off(tile):
            return True
        jokers = self.air[JOKER]
        best = melds_with(tile, everything, jokers, self.tiles, self.rng)[:4]
        if not best:
            return JOKER in flying and self.rng.random() < 0.7 and self.lay_off(JOKER)
        # the meld that uses the most picked-up tiles
        self._lay(max(best, key=lambda m: sum(t in flying for t in m.tiles)))
        return True

    def _lay(self, meld: Meld) -> None:
        """Lay *meld*, using picked-up tiles first, then jokers in ``masks``, then rack tiles."""
        masked = []
        for tile in meld.tiles:
            if self.air[tile]:
                _take(self.air, tile)
            elif self.masks[tile]:
                _take(self.masks, tile)
                masked.append(tile)
            else:
                _take(self.rack, tile)
        self.melds.append(_masked(meld, masked))

    def _shuffled(self, number: int) -> list[int]:
        return self.rng.sample(range(number), number)


def _take(heap: Counter[Tile], tile: Tile) -> None:
    heap[tile] -= 1
    if heap[tile] <= 0:
        del heap[tile]


def _with(meld: Meld, faces: tuple[Tile, ...], *, all_jokers: bool) -> tuple[Meld, int]:
    """Return *meld* after *faces* have replaced jokers, and the number of freed jokers."""
    if isinstance(meld, Run):
        return Run(meld.faces, tuple(w for w in meld.wild if w not in faces)), len(faces)
    freed = meld.jokers if all_jokers else len(faces)
    return Group(tuple(sorted((*meld.numbered, *faces))), meld.jokers - freed), freed


def _masked(meld: Meld, masked: list[Tile]) -> Meld:
    """Return *meld* with jokers instead of the tiles *masked*."""
    if not masked:
        return meld
    if isinstance(meld, Run):
        return Run(meld.faces, tuple(f for f in meld.faces if f in meld.wild or f in masked))
    numbered = tuple(t for t in meld.numbered if t not in masked)
    return Group(numbered, meld.jokers + len(masked))
