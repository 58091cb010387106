"""Melds, tables of melds and their notation: RULES section 1."""

from __future__ import annotations

import re
from bisect import insort
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Self

from tilerummy.arguments import check_argument, wrong_type
from tilerummy.pictures import Pictured
from tilerummy.quoting import quoted
from tilerummy.tiles import (
    JOKER,
    STANDARD,
    NotationError,
    Rack,
    Tile,
    TileSet,
    names,
    numbered,
    taken,
    tokens,
    vocabulary,
)


class InvalidMeld(NotationError):
    """Text in notation that is neither a group nor a run."""

    code = "invalid_meld"
    rank = 2


class AmbiguousJoker(NotationError):
    """A meld with a bare joker that reads both as a group and as a run."""

    code = "ambiguous_joker"
    rank = 1


@dataclass(frozen=True, slots=True, repr=False)
class Run(Pictured):
    """Consecutive numbers of one colour.

    ``faces`` are the tiles it stands for in ascending order, a high 1 last;
    ``wild`` are those of them for which a joker lies there.
    Only :func:`fits` tells whether it is a valid meld.
    """

    faces: tuple[Tile, ...]
    wild: tuple[Tile, ...] = ()

    @property
    def naturals(self) -> tuple[Tile, ...]:
        """The numbered tiles in it, in their order."""
        return tuple(t for t in self.faces if t not in self.wild) if self.wild else self.faces

    @property
    def jokers(self) -> int:
        """How many jokers lie in it."""
        return len(self.wild)

    @property
    def points(self) -> int:
        """The sum of the numbers, a joker counting as the tile it represents, a high 1 as 1."""
        return sum(face.number for face in self.faces)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles that lie there, jokers as jokers."""
        return (*self.naturals, *(JOKER,) * len(self.wild)) if self.wild else self.faces

    def __len__(self) -> int:
        return len(self.faces)

    def __repr__(self) -> str:
        if not self.wild:
            return " ".join(names(self.faces))
        return " ".join(f"*{f}" if f in self.wild else str(f) for f in self.faces)


@dataclass(frozen=True, slots=True, repr=False)
class Group(Pictured):
    """Tiles of one number in different colours.

    ``naturals`` are the numbered tiles in it by colour, ``jokers`` the number of jokers.
    Only :func:`fits` tells whether it is a valid meld.
    """

    naturals: tuple[Tile, ...]
    jokers: int = 0

    @property
    def number(self) -> int:
        """The number that all its tiles share."""
        return self.naturals[0].number

    @property
    def points(self) -> int:
        """The sum of the numbers, a joker counting as the tile it represents."""
        return self.number * len(self)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles that lie there, jokers as jokers."""
        return (*self.naturals, *(JOKER,) * self.jokers) if self.jokers else self.naturals

    def missing(self, tiles: TileSet = STANDARD) -> tuple[Tile, ...]:
        """Return the tiles of the colours it lacks: what a joker in it may represent."""
        every = (Tile.of(letter, self.number) for letter in tiles.letters)
        return tuple(t for t in every if t not in self.naturals)

    def __len__(self) -> int:
        return len(self.naturals) + self.jokers

    def __repr__(self) -> str:
        return " ".join([*names(self.naturals), *[f"*{self.number}"] * self.jokers])


Meld = Run | Group
"""A valid set on the table: a run or a group."""


@lru_cache(maxsize=1 << 15)
def fits(meld: Meld, tiles: TileSet = STANDARD) -> bool:
    """Return whether *meld* is a valid meld of that tile set: RULES section 1, S0 "groups", "runs".

    >>> fits(meld("k7 r7 o7")), fits(Group(meld("k7 r7 o7").naturals[:2]))
    (True, False)
    """
    match meld:
        case Run(faces, wild):
            return (
                3 <= len(faces)
                and len(wild) < len(faces)
                and set(wild) <= set(faces)
                and all(f in tiles and f.is_numbered for f in faces)
                and _ascends(faces, tiles)
            )
        case Group(naturals, jokers):
            return (
                3 <= len(naturals) + jokers <= tiles.colours
                and jokers >= 0
                and len(naturals) > 0
                and all(n in tiles and n.is_numbered for n in naturals)
                and all(n.number == naturals[0].number for n in naturals)
                and list(naturals) == sorted(set(naturals))
            )
    raise wrong_type(meld, 'a meld is read from a text with meld("k1 k2 k3")')


def misfit(melds: Iterable[Meld], tiles: TileSet = STANDARD) -> Meld | None:
    """Return the first of *melds* that is no valid meld of that tile set, None if there is none."""
    known = _known(tiles)
    for meld in melds:
        if meld not in known:
            if not fits(meld, tiles):
                return meld
            if len(known) >= _MOST_KNOWN:
                known.clear()
            known.add(meld)
    return None


_MOST_KNOWN = 1 << 15


@lru_cache(maxsize=64)
def _known(tiles: TileSet) -> set[Meld]:  # noqa: ARG001 - what tells the sets apart
    """Return the melds that are known to be valid ones of that tile set; it grows."""
    return set()


def _ascends(faces: tuple[Tile, ...], tiles: TileSet) -> bool:
    check_argument = _numbers(faces[0].number, len(faces), tiles)
    if len(faces) == tiles.numbers and faces[0].number != 1:
        return False  # a run of every number has a low 1, so that equal runs are equal values
    return [f.number for f in faces] == check_argument and len({f.colour for f in faces}) == 1


def _numbers(first: int, length: int, tiles: TileSet) -> list[int]:
    """Return *length* numbers from *first*, with a high 1 at the end where the rules have one."""
    numbers = [*range(first, first + length)]
    if tiles.one_high and first > 1 and numbers[-1] == tiles.numbers + 1:
        numbers[-1] = 1
    return numbers


def _order(meld: Meld) -> tuple[int, tuple[Tile, ...], tuple[Tile, ...]]:
    if isinstance(meld, Run):
        return (0, meld.faces, meld.wild)
    return (meld.naturals[0].number, meld.naturals, (JOKER,) * meld.jokers)


class Table(Pictured, tuple[Meld, ...]):
    """Melds in canonical order: runs by colour and number, then groups by number.

    The order says nothing, so equal tables are equal values.

    >>> table("k4 r4 o4 / b5 b6 *b7") == table("b5 b6 * / o4 r4 k4")
    True
    """

    __slots__ = ()

    def __new__(cls, melds: Iterable[Meld] = ()) -> Self:
        """Return the melds as a table, in whatever order they come."""
        return super().__new__(cls, sorted(melds, key=_order))

    @classmethod
    def in_order(cls, melds: Iterable[Meld]) -> Self:
        """Return *melds* as a table; they must come in canonical order, which is not looked at."""
        return super().__new__(cls, melds)

    @property
    def tiles(self) -> Rack:
        """Every tile that lies there, jokers as jokers."""
        return Rack(chain.from_iterable([meld.tiles for meld in self]))

    @property
    def points(self) -> int:
        """The sum of the points of the melds."""
        return sum(m.points for m in self)

    def __add__(self, melds: Iterable[Meld]) -> Table:  # type: ignore[override]
        both = [*self]
        for meld in melds:
            insort(both, meld, key=_order)
        return Table.in_order(both)

    def __sub__(self, melds: Iterable[Meld]) -> Table:
        """Return the table without *melds*, each taken once where it is there."""
        kept, _ = taken(self, melds)
        return self if len(kept) == len(self) else Table.in_order(kept)

    def changed(self, after: Table) -> tuple[Table, Table]:
        """Return the melds that are not in *after*, and those of *after* that are not here.

        Both differences in one pass: each meld is compared once.

        >>> table("k1 k2 k3 / b5 r5 o5").changed(table("k1 k2 k3 k4 / b5 r5 o5"))
        (k1 k2 k3, k1 k2 k3 k4)
        """
        new = dict.fromkeys(after)
        if len(new) < len(after):  # of equal melds each counts
            return self - after, after - self
        none = object()
        gone = Table.in_order([meld for meld in self if new.pop(meld, none) is none])
        return gone, Table.in_order(new)

    def __ge__(self, melds: Iterable[Meld]) -> bool:
        """Return whether every one of *melds* lies there, equal ones counted."""
        return not taken(self, melds)[1]

    def __le__(self, melds: Iterable[Meld]) -> bool:
        return not taken(melds, self)[1]

    def __repr__(self) -> str:
        return " / ".join(map(repr, self))

    __str__ = __repr__


@dataclass(frozen=True, slots=True)
class _Word:
    """One word of a meld: a numbered tile, or a joker with as much of a face as was written."""

    face: Tile | None = None
    number: int | None = None
    wild: bool = False


_GROUP_JOKER = re.compile(r"\*(\d{1,3})", re.ASCII)


def _word(word: str, tiles: TileSet) -> _Word:
    if word == "*":
        return _Word(wild=True)
    if match := _GROUP_JOKER.fullmatch(word):
        if not 1 <= int(match[1]) <= tiles.numbers:
            raise NotationError(f"{quoted(word)}: the numbers are 1 to {tiles.numbers}", word)
        return _Word(number=int(match[1]), wild=True)
    if word.startswith("*"):
        try:
            return _Word(numbered(word[1:], tiles), wild=True)
        except NotationError as error:
            raise NotationError(error.message, word) from None
    return _Word(numbered(word, tiles))


def _as_group(words: list[_Word], tiles: TileSet) -> Iterator[Group]:
    naturals = Rack(w.face for w in words if w.face and not w.wild)
    jokers = [w for w in words if w.wild]
    if not naturals or any(w.face or w.number not in (None, naturals[0].number) for w in jokers):
        return
    group = Group(tuple(naturals), len(jokers))
    if fits(group, tiles):
        yield group


def _as_run(words: list[_Word], tiles: TileSet) -> Iterator[Run]:
    """Yield the runs that these words can be; with a bare joker, words are read by their place."""
    known = [w.face for w in words if w.face]
    if not known or any(w.number for w in words):
        return
    if len(known) == len(words):
        words = sorted(words, key=lambda w: w.face or JOKER)
    for first in _starts(words, tiles):
        numbers = _numbers(first, len(words), tiles)
        if not 1 <= min(numbers) <= max(numbers) <= tiles.numbers:
            continue
        faces = tuple(Tile.of(known[0].colour, n) for n in numbers)
        if len(known) == len(words) and numbers[-1] == 1:
            placed = [*words[1:], words[0]]
        else:
            placed = words
        if all(w.face in (None, f) for w, f in zip(placed, faces, strict=True)):
            wild = {f for w, f in zip(placed, faces, strict=True) if w.wild}
            order = tuple(sorted(faces)) if len(faces) == tiles.numbers else faces
            run = Run(order, tuple(f for f in order if f in wild))
            if fits(run, tiles):
                yield run


def _starts(words: list[_Word], tiles: TileSet) -> Iterator[int]:
    """Yield the numbers with which a run of these words may start, given the first face written."""
    place, face = next((i, w.face) for i, w in enumerate(words) if w.face)
    yield face.number - place
    if tiles.one_high and face.number == 1:
        if place > 0:
            yield tiles.numbers + 1 - place
        elif len(words) > 1 and words[1].face:
            yield words[1].face.number


def meld(text: str, tiles: TileSet = STANDARD) -> Meld:
    """Return the meld that *text* writes.

    >>> meld("b5 b6 *"), meld("o4 k4 *4"), meld("*b7 b6 b5")
    (b5 b6 *b7, k4 o4 *4, b5 b6 *b7)

    Raises NotationError for words that are no tiles, InvalidMeld for tiles that are no meld,
    AmbiguousJoker where a bare joker can be read in two ways.
    """
    check_argument(text, str, 'a meld is read from a text, as "k1 k2 k3"')
    return _plain(text, tiles) or _read(text, tiles)


def _plain(text: str, tiles: TileSet) -> Meld | None:
    """Return the meld that *text* writes as ``repr`` does; None for any other, right or wrong."""
    known = vocabulary(tiles)
    words = text.lower().split()
    naturals = sorted(filter(None, [known.get(word) for word in words]))
    stars = [word[1:] for word in words if word[0] == "*"]
    if len(words) < 3 or not naturals or len(naturals) + len(stars) < len(words):
        return None
    wild = sorted(filter(None, [known.get(star) for star in stars]))
    faces = sorted(naturals + wild) if wild else naturals
    if len(set(faces)) < len(faces):
        return None
    if len(faces) == len(words):
        if faces[-1] - faces[0] == len(faces) - 1:  # the numbers of a colour follow one another
            return Run(tuple(faces), tuple(wild))
        if wild:
            return None
    number = naturals[0].number
    is_group = all(face.number == number for face in naturals) and set(stars) <= {str(number)}
    return Group(tuple(naturals), len(stars)) if is_group and len(words) <= tiles.colours else None


def _read(text: str, tiles: TileSet) -> Meld:
    """Return the meld that *text* writes, or raise the error that says what is wrong."""
    words = []
    place = len(text) - len(text.lstrip()), len(text.rstrip())
    for word, start in tokens(text):
        try:
            words.append(_word(word, tiles))
        except NotationError as error:
            raise error.within(text, start) from None
    readings: list[Meld] = [*_as_group(words, tiles)]
    readings += dict.fromkeys(_as_run(words, tiles))
    if len(readings) > 1:
        ways = " or ".join(map(repr, readings))
        raise AmbiguousJoker(
            f"{quoted(text.strip())} can be read as {ways}: write what is meant", text, *place
        )
    if not readings:
        raise InvalidMeld(f"{quoted(text.strip())} is {_why_not(words, tiles)}", text, *place)
    return readings[0]


def _why_not(words: list[_Word], tiles: TileSet) -> str:
    """Return in words why these tiles are no meld."""
    faces = [w.face for w in words if w.face]
    naturals = [w.face for w in words if w.face and not w.wild]
    if len(words) < 3:
        return "no meld: it takes at least three tiles"
    if not naturals:
        return "no meld: it needs a numbered tile"
    if len({f.colour for f in faces}) == 1 and not any(w.number for w in words):
        if len(set(faces)) < len(faces):
            return "no run: it has a tile twice"
        return "no run: its numbers do not follow one another in this order"
    if len({f.number for f in naturals}) == 1:
        if len(set(naturals)) < len(naturals):
            return "no group: it has a colour twice"
        if len(words) > tiles.colours:
            return f"no group: there are only {tiles.colours} colours"
        return "no group: a joker in it is written as * and its number"
    return "neither a group (one number, different colours) nor a run (one colour, in sequence)"


def table(text: str, tiles: TileSet = STANDARD) -> Table:
    """Return the table that *text* writes: melds separated by ``/``; empty text is the empty table.

    Raises what :func:`meld` raises, pointing into the whole text. Of several errors the first by
    RULES section 4 is raised, wherever it stands.
    """
    check_argument(text, str, 'a table is read from a text, as "k1 k2 k3 / r5 b5 o5"')
    if not text.strip():
        return Table()
    melds: list[Meld] = []
    errors: list[NotationError] = []
    start = 0
    for part in text.split("/"):
        try:
            melds.append(meld(part, tiles))
        except NotationError as error:
            errors.append(error.within(text, start))
        start += len(part) + 1
    if errors:
        raise min(errors, key=lambda error: error.rank)
    return Table(melds)
