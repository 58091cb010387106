"""Runs and groups as immutable objects, and the check for valid melds (RULES section 1)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache

from tilerummy.arguments import check_no_text, wrong_type
from tilerummy.pictures import Pictured
from tilerummy.tiles import JOKER, STANDARD, Tile, TileSet, names


@dataclass(frozen=True, slots=True, repr=False)
class Run(Pictured):
    """A run: consecutive numbers in one colour.

    ``faces`` contains the tiles in ascending order, with a high 1 last. The tiles that are also in
    ``wild`` are represented by jokers. Only :func:`fits` checks whether the run is a valid meld.

    >>> from tilerummy import meld
    >>> run = meld("b5 b6 *b7")
    >>> type(run).__name__, len(run)
    ('Run', 3)
    """

    faces: tuple[Tile, ...]
    wild: tuple[Tile, ...] = ()

    @property
    def numbered(self) -> tuple[Tile, ...]:
        """The numbered tiles in the run, in order."""
        return tuple(t for t in self.faces if t not in self.wild) if self.wild else self.faces

    @property
    def naturals(self) -> tuple[Tile, ...]:
        """The former name of ``numbered``, available for one release."""
        return self.numbered

    @property
    def jokers(self) -> int:
        """The number of jokers in the run."""
        return len(self.wild)

    @property
    def points(self) -> int:
        """The sum of the numbers. A joker counts as the tile it represents, and a high 1 as 1."""
        return sum(face.number for face in self.faces)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles in the run, with jokers as plain jokers."""
        return (*self.numbered, *(JOKER,) * len(self.wild)) if self.wild else self.faces

    def __len__(self) -> int:
        return len(self.faces)

    def __repr__(self) -> str:
        if not self.wild:
            return " ".join(names(self.faces))
        return " ".join(f"*{f}" if f in self.wild else str(f) for f in self.faces)


@dataclass(frozen=True, slots=True, repr=False)
class Group(Pictured):
    """A group: tiles with the same number in different colours.

    ``numbered`` contains its numbered tiles in colour order, and ``jokers`` is the number of
    jokers. Only :func:`fits` checks whether the group is a valid meld.

    >>> from tilerummy import meld
    >>> group = meld("r5 b5 *5")
    >>> type(group).__name__, len(group)
    ('Group', 3)
    """

    numbered: tuple[Tile, ...]
    jokers: int = 0

    @property
    def naturals(self) -> tuple[Tile, ...]:
        """The former name of ``numbered``, available for one release."""
        return self.numbered

    @property
    def number(self) -> int:
        """The number that all its tiles share."""
        return self.numbered[0].number

    @property
    def points(self) -> int:
        """The sum of the numbers. A joker counts as the tile it represents."""
        return self.number * len(self)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles in the group, with jokers as plain jokers."""
        return (*self.numbered, *(JOKER,) * self.jokers) if self.jokers else self.numbered

    def missing(self, tiles: TileSet = STANDARD) -> tuple[Tile, ...]:
        """Return the tiles in the missing colours. A joker may represent any one of these tiles."""
        every = (Tile.of(letter, self.number) for letter in tiles.letters)
        return tuple(t for t in every if t not in self.numbered)

    def __len__(self) -> int:
        return len(self.numbered) + self.jokers

    def __repr__(self) -> str:
        return " ".join([*names(self.numbered), *[f"*{self.number}"] * self.jokers])


Meld = Run | Group
"""A set of tiles on the table: a run or a group.

>>> from tilerummy import table
>>> [type(meld).__name__ for meld in table("b5 b6 *b7 / k5 r5 o5")]
['Run', 'Group']
"""


@lru_cache(maxsize=1 << 15)
def fits(meld: Meld, tiles: TileSet = STANDARD) -> bool:
    """Return whether *meld* is valid with this tile set (RULES section 1; S0 "groups", "runs").

    >>> from tilerummy.melds import meld
    >>> fits(meld("k7 r7 o7")), fits(Group(meld("k7 r7 o7").numbered[:2]))
    (True, False)
    """
    match meld:
        case Run(faces, wild):
            check_no_text(faces)
            return (
                3 <= len(faces)
                and len(wild) < len(faces)
                and set(wild) <= set(faces)
                and all(f in tiles and f.is_numbered for f in faces)
                and _ascends(faces, tiles)
            )
        case Group(numbered, jokers):
            check_no_text(numbered)
            return (
                3 <= len(numbered) + jokers <= tiles.colours
                and jokers >= 0
                and len(numbered) > 0
                and all(n in tiles and n.is_numbered for n in numbered)
                and all(n.number == numbered[0].number for n in numbered)
                and list(numbered) == sorted(set(numbered))
            )
    raise wrong_type(meld, 'a meld is read from a string, as in meld("k1 k2 k3")')


def misfit(melds: Collection[Meld], tiles: TileSet = STANDARD) -> Meld | None:
    """Return the first of the *melds* that is not valid with this tile set, or None.

    >>> from tilerummy import TileSet, table
    >>> from tilerummy.melds import misfit
    >>> misfit(table("k1 k2 k3 / r11 r12 r13"), TileSet(numbers=12))
    r11 r12 r13
    """
    known = _known(tiles)
    if known.issuperset(melds):
        return None
    for meld in melds:
        if meld not in known:
            if not fits(meld, tiles):
                return meld
            if len(known) >= _MAX_KNOWN:
                known.clear()
            known.add(meld)
    return None


_MAX_KNOWN = 1 << 15


@lru_cache(maxsize=64)
def _known(tiles: TileSet) -> set[Meld]:  # noqa: ARG001 - the cache key
    """Return the cache of valid melds for this tile set, which callers may add to."""
    return set()


def _ascends(faces: tuple[Tile, ...], tiles: TileSet) -> bool:
    expected = numbers_from(faces[0].number, len(faces), tiles)
    if len(faces) == tiles.numbers == 3 and faces[0].number != 1:
        return False  # three numbers have only one run
    return [f.number for f in faces] == expected and len({f.colour for f in faces}) == 1


def numbers_from(first: int, length: int, tiles: TileSet) -> list[int]:
    """Return *length* consecutive numbers, starting with *first*.

    The number after the largest one is a high 1, if the tile set allows it.
    """
    numbers = [*range(first, first + length)]
    if tiles.one_high and first > 1 and numbers[-1] == tiles.numbers + 1:
        numbers[-1] = 1
    return numbers
