"""Tiles, racks of tiles and tile sets (RULES, section 1)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Self, TypeVar

from tilerummy.arguments import check_argument, check_no_text
from tilerummy.message_text import quoted
from tilerummy.pictures import Pictured
from tilerummy.words import COLOUR_NAMES, COLOURS, NotationError, Word, check_length, tile_words

HIGHEST = 26
"""The highest number that a tile set can have."""

__all__ = [
    "COLOURS",
    "COLOUR_NAMES",
    "FEW",
    "HIDDEN",
    "HIGHEST",
    "JOKER",
    "STANDARD",
    "NotationError",
    "Rack",
    "Tile",
    "TileSet",
    "names",
    "numbered",
    "rack",
    "taken",
    "tile",
    "tile_list",
    "tile_of",
    "tokens",
    "vocabulary",
]


class Tile(Pictured, int):
    """A tile: a number in a colour, the joker, or a face-down tile.

    Equal tiles are interchangeable. A tile has no identity.

    >>> tile("b10"), tile("b10").colour, tile("b10").number
    (b10, 'b', 10)
    >>> JOKER, HIDDEN
    (*, ?)
    """

    __slots__ = ()

    def __new__(cls, *code: int) -> Self:
        """Return the tile with an internal *code*. Call :func:`tile` or :meth:`of` instead."""
        if len(code) != 1 or type(code[0]) is not int or not 0 <= code[0] < len(_NAMES):
            raise TypeError(f'a tile is tile("k7") or Tile.of("k", 7), not Tile{code!r}')
        return super().__new__(cls, code[0])

    @classmethod
    def of(cls, colour: str, number: int) -> Tile:
        """Return the tile with this *colour* letter and *number* (1–26), or raise ValueError."""
        if colour in _COLOURS and number in _NUMBERS:
            return _ALL[COLOURS.index(colour) * _STRIDE + number]
        raise ValueError(
            f'expected a colour and a number, as in Tile.of("k", 7), not {colour!r}, {number!r}'
        )

    @property
    def colour(self) -> str:
        """The letter of the tile's colour, which only numbered tiles have."""
        assert self.is_numbered, f"{self!r} has no colour"
        return COLOURS[self // _STRIDE]

    @property
    def number(self) -> int:
        """The tile's number, from 1 to 26, which only numbered tiles have."""
        assert self.is_numbered, f"{self!r} has no number"
        return self % _STRIDE

    @property
    def is_numbered(self) -> bool:
        """True if the tile has a number and a colour, False if it is a joker or face down."""
        return self < JOKER

    def __repr__(self) -> str:
        return _NAMES[self]

    __str__ = __repr__

    def __format__(self, spec: str) -> str:
        return format(_NAMES[self], spec)


_COLOURS, _NUMBERS = frozenset(COLOURS), range(1, HIGHEST + 1)
_STRIDE = 32  # a tile's code, colour index times this plus number, is never 0, so a tile is truthy
_NAMES = [f"{c}{n}" for c in COLOURS for n in range(_STRIDE)] + ["*", "?"]
_ALL = [Tile(code) for code in range(len(_NAMES))]

JOKER = _ALL[-2]
"""The joker, which represents a tile only while it is in a meld.

>>> from tilerummy import JOKER, rack
>>> JOKER in rack("r3 r4 *")
True
"""

HIDDEN = _ALL[-1]
"""A face-down tile. In a view, it stands for a tile that is hidden from the viewer.

>>> from tilerummy import HIDDEN, Round
>>> game = Round("sabra", seats=2, seed=1)
>>> game.view(0).seats[1].rack[0] == HIDDEN
True
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class TileSet:
    """The tiles of a game, and whether a run may end with a high 1.

    >>> len(STANDARD), STANDARD
    (106, 13x4x2+2)

    Raises ValueError for numbers outside the ranges given in RULES 2.3.
    """

    numbers: int = 13
    colours: int = 4
    copies: int = 2
    jokers: int = 2
    one_high: bool = False

    RANGES: ClassVar[dict[str, tuple[int, int]]] = {
        "numbers": (3, HIGHEST),
        "colours": (2, len(COLOURS)),
        "copies": (1, 6),
        "jokers": (0, 8),
    }

    def __post_init__(self) -> None:
        for name, (low, high) in self.RANGES.items():
            number = getattr(self, name)
            check_argument(number, int, f"tiles.{name} is a number")
            if not low <= number <= high:
                raise ValueError(f"tiles.{name} is {number}, outside {low} to {high}")
        check_argument(self.one_high, bool, "one_high is True or False")

    @property
    def letters(self) -> str:
        """The letters of the colours in this set."""
        return COLOURS[: self.colours]

    @property
    def kinds(self) -> tuple[Tile, ...]:
        """The distinct numbered tiles, sorted by colour and number."""
        return _kinds(self.colours, self.numbers)

    def __len__(self) -> int:
        return self.numbers * self.colours * self.copies + self.jokers

    def __iter__(self) -> Iterator[Tile]:
        """Yield every tile in canonical order: by colour, number and copy, with jokers last."""
        return iter(_tiles(self.colours, self.numbers, self.copies, self.jokers))

    def __contains__(self, tile: object) -> bool:
        if not isinstance(tile, Tile):
            return False
        if not tile.is_numbered:
            return tile == JOKER
        return tile // _STRIDE < self.colours and tile.number <= self.numbers

    def __repr__(self) -> str:
        high = " 1 high" if self.one_high else ""
        return f"{self.numbers}x{self.colours}x{self.copies}+{self.jokers}{high}"


@lru_cache(256)
def _kinds(colours: int, numbers: int) -> tuple[Tile, ...]:
    return tuple(Tile.of(c, n) for c in COLOURS[:colours] for n in range(1, numbers + 1))


@lru_cache(256)
def _tiles(colours: int, numbers: int, copies: int, jokers: int) -> tuple[Tile, ...]:
    numbered = (kind for kind in _kinds(colours, numbers) for _ in range(copies))
    return (*numbered, *(JOKER,) * jokers)


STANDARD = TileSet()
"""The standard tile set: two of each number 1–13 in four colours, and two jokers.

>>> from tilerummy import STANDARD
>>> STANDARD.numbers, STANDARD.colours, STANDARD.jokers
(13, 4, 2)
"""


class Rack(Pictured, tuple[Tile, ...]):
    """A sorted tuple of tiles: a rack, or any other collection of tiles whose order is irrelevant.

    >>> rack("r3 * k7") - rack("k7")
    r3 *
    >>> rack("k7 k7 r3") >= rack("k7 k7")
    True
    """

    __slots__ = ()

    def __new__(cls, tiles: Iterable[Tile] = ()) -> Self:
        """Return a rack of the given tiles, which may be in any order."""
        with suppress(TypeError):
            ordered = sorted(tiles)
            if not ordered or type(ordered[0]) is Tile:
                return super().__new__(cls, ordered)
        raise TypeError(f'tiles must be read from a string, as in rack("k1 k2 *"), not {tiles!r}')

    def __contains__(self, tile: object) -> bool:
        if type(tile) is not Tile:
            raise _no_tile(tile)
        return super().__contains__(tile)

    def count(self, tile: object) -> int:
        """Return the number of copies of *tile*."""
        if type(tile) is not Tile:
            raise _no_tile(tile)
        return super().count(tile)

    def __add__(self, tiles: Iterable[Tile]) -> Rack:  # type: ignore[override]
        return Rack((*self, *tiles))

    def __sub__(self, tiles: Iterable[Tile]) -> Rack:
        """Return the rack without *tiles*, removing at most one copy for each."""
        if not self or not tiles:
            return self
        kept, _ = taken(self, tiles)
        return self if len(kept) == len(self) else super().__new__(Rack, kept)  # already sorted

    def __and__(self, tiles: Iterable[Tile]) -> Rack:
        """Return the multiset intersection of the rack and *tiles*."""
        if not self:
            return self
        _, missing = taken(tiles, self)
        both, _ = taken(self, missing)
        return super().__new__(Rack, both)  # already sorted

    def __ge__(self, tiles: Iterable[Tile]) -> bool:
        """Return whether the rack contains all of *tiles*, including enough copies of each."""
        return not taken(self, tiles)[1]

    def __le__(self, tiles: Iterable[Tile]) -> bool:
        return not taken(tiles, self)[1]

    def __repr__(self) -> str:
        return " ".join(names(self))

    __str__ = __repr__


def _no_tile(thing: object) -> TypeError:
    return TypeError(f'a rack consists of tiles, such as tile("k7"), not {thing!r}')


Thing = TypeVar("Thing")
FEW = 40
"""The maximum number of items that are faster to search linearly than to count."""


def taken(there: Iterable[Thing], away: Iterable[Thing]) -> tuple[list[Thing], list[Thing]]:
    """Return the multiset differences *there* - *away* and *away* - *there*, keeping the order.

    >>> from tilerummy.tiles import rack, taken
    >>> taken(rack("r3 r4 r5"), rack("r4 k1"))
    ([r3, r5], [k1])
    """
    check_no_text(there, away)
    left, asked, missing = [*there], [*away], list[Thing]()
    if len(asked) > FEW:
        return _counted(left, asked)
    for place, each in enumerate(asked):
        if not left:
            return left, missing + asked[place:]
        try:
            left.remove(each)
        except ValueError:
            missing.append(each)
    return left, missing


def _counted(there: list[Thing], away: list[Thing]) -> tuple[list[Thing], list[Thing]]:
    """Compute the result of :func:`taken` in linear time."""
    counts, left, missing = Counter(away), [], []
    for each in there:
        if counts.get(each):
            counts[each] -= 1
        else:
            left.append(each)
    for each in reversed(away):
        if counts[each]:
            counts[each] -= 1
            missing.append(each)
    return left, missing[::-1]


def names(tiles: Iterable[Tile]) -> list[str]:
    """Return each of *tiles* in notation. Raises TypeError for anything that is not a tile.

    >>> from tilerummy.tiles import names, rack
    >>> names(rack("r3 *"))
    ['r3', '*']
    """
    try:
        return [*map(_NAMES.__getitem__, tiles)]
    except TypeError:
        raise TypeError(
            f'tiles must be read from a string, as in rack("k1 k2 *"), not {tiles!r}'
        ) from None


_TILE = re.compile(r"([a-z])(\d{1,3})", re.ASCII)


@lru_cache(maxsize=64)
def vocabulary(tiles: TileSet) -> Mapping[str, Tile]:
    """Return a mapping from lower-case notation to tile for each numbered tile in the set.

    >>> from tilerummy.tiles import STANDARD, vocabulary
    >>> vocabulary(STANDARD)["k7"]
    k7
    """
    return {str(kind): kind for kind in tiles.kinds}


def tokens(text: str, tiles: TileSet) -> Iterator[Word]:
    """Yield the words of *text*, each converted to notation.

    Raises NotationError if a word is ambiguous.

    >>> from tilerummy.tiles import STANDARD, tokens
    >>> [word.text for word in tokens("7k red5", STANDARD)]
    ['k7', 'r5']
    """
    return tile_words(text, tiles.letters, tiles.numbers)


def numbered(word: str, tiles: TileSet = STANDARD) -> Tile:
    """Return the numbered tile written as *word*. Raises NotationError for any other word.

    >>> from tilerummy.tiles import numbered
    >>> numbered("k7")
    k7
    """
    match = _TILE.fullmatch(word)
    if match is None:
        raise NotationError(
            f"{quoted(word)} is not a tile; write a colour and a number, like k7", word
        )
    letter, number = match[1], int(match[2])
    if letter not in tiles.letters:
        raise NotationError(f"{quoted(word)}: the colours are {' '.join(tiles.letters)}", word)
    if not 1 <= number <= tiles.numbers or match[2].startswith("0"):
        raise NotationError(f"{quoted(word)}: the numbers are 1 to {tiles.numbers}", word)
    return Tile.of(letter, number)


def tile(text: str, tiles: TileSet = STANDARD) -> Tile:
    """Return the tile written as *text*: ``k7``, ``*`` for a joker, or ``?`` for a face-down tile.

    Raises NotationError for any other text.

    >>> from tilerummy import JOKER, tile
    >>> tile("k7").colour, tile("k7").number, tile("*") == JOKER
    ('k', 7, True)
    """
    read = rack(text, tiles)
    if len(read) != 1:
        raise NotationError(f"expected one tile, not {len(read)}", text)
    return read[0]


def tile_list(text: str, tiles: TileSet = STANDARD) -> tuple[Tile, ...]:
    """Return the tiles in *text*, in the order written. Raises NotationError for anything else.

    Common variants are accepted: ``7k``, ``Black 7``, ``r5-r7``, ``J``, ``y7`` for orange, and
    commas.

    >>> tile_list("Red 5, 6b y7-y9 J")
    (r5, b6, o7, o8, o9, *)
    """
    check_argument(text, str, 'tiles are read from a string such as "k7 r3 *"')
    check_length(text)
    known = vocabulary(tiles)
    read = [known.get(word) or _FACELESS.get(word) for word in text.lower().split()]
    if None not in read:
        return tuple(filter(None, read))
    return tuple(_word_by_word(text, tiles))


_FACELESS = {"*": JOKER, "?": HIDDEN}


def _word_by_word(text: str, tiles: TileSet) -> Iterator[Tile]:
    """Yield the tiles; raise NotationError pointing at the first word that does not name a tile."""
    for word in tokens(text, tiles):
        yield tile_of(word, text, tiles)


def tile_of(word: Word, text: str, tiles: TileSet = STANDARD) -> Tile:
    """Return the tile written as *word*. Raises NotationError pointing at the word in *text*."""
    try:
        return _FACELESS.get(word.text) or numbered(word.text, tiles)
    except NotationError as error:
        raise NotationError(error.message, text, word.start, word.end) from None


def rack(text: str, tiles: TileSet = STANDARD) -> Rack:
    """Return the tiles in *text*, sorted by colour and number, with jokers last.

    >>> rack("r4 * R3")
    r3 r4 *

    Raises NotationError pointing at the first word that is not a tile in the set.
    """
    return Rack(tile_list(text, tiles))
