"""Reads melds and tables from text (RULES section 1)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from tilerummy.arguments import check_argument
from tilerummy.melds.tables import Table
from tilerummy.melds.values import Group, Meld, Run, fits, numbers_from
from tilerummy.message_text import quoted
from tilerummy.tiles import (
    JOKER,
    STANDARD,
    NotationError,
    Rack,
    Tile,
    TileSet,
    numbered,
    tokens,
    vocabulary,
)
from tilerummy.words import check_length

KNOWN = 4096
"""The maximum number of meld texts to cache."""
SHORT = 64
"""The maximum length of a cached text. Even a run of thirteen tiles has only 51 characters."""


class InvalidMeld(NotationError):
    """Raised for text that is neither a group nor a run.

    >>> from tilerummy import InvalidMeld, meld
    >>> try:
    ...     meld("r3 r4 r6")
    ... except InvalidMeld as error:
    ...     print(error.message)
    'r3 r4 r6' is not a run: its numbers are not consecutive in this order
    """

    code = "invalid_meld"
    rank = 2


class AmbiguousJoker(NotationError):
    """Raised for a meld with a bare joker that can be read in two ways, such as group or run.

    >>> from tilerummy import AmbiguousJoker, meld
    >>> try:
    ...     meld("b5 * *")
    ... except AmbiguousJoker as error:
    ...     print(error.message)
    'b5 * *' can be read as b5 *5 *5 or b5 *b6 *b7: write the joker's tile
    """

    code = "ambiguous_joker"
    rank = 1


@dataclass(frozen=True, slots=True)
class _Word:
    """One word in a meld: a numbered tile, or a joker with the written part of its face."""

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
    bare = Rack(w.face for w in words if w.face and not w.wild)
    jokers = [w for w in words if w.wild]
    if not bare or any(w.face or w.number not in (None, bare[0].number) for w in jokers):
        return
    group = Group(tuple(bare), len(jokers))
    if fits(group, tiles):
        yield group


def _as_run(words: list[_Word], tiles: TileSet) -> Iterator[Run]:
    """Yield the runs that these words may mean, in the given order if there are bare jokers."""
    known = [w.face for w in words if w.face]
    if not known or any(w.number for w in words):
        return
    every = len(known) == len(words) == tiles.numbers > 3  # three numbers have only one run
    high = [face.number for face in known] == numbers_from(2, tiles.numbers, tiles)
    if len(known) == len(words):
        words = sorted(words, key=lambda w: w.face or JOKER)
    for first in _starts(words, tiles):
        numbers = numbers_from(first, len(words), tiles)
        if not 1 <= min(numbers) <= max(numbers) <= tiles.numbers:
            continue
        if every and (numbers[-1] == 1) != high:
            continue  # a 1 with all other numbers is high if they ascend to it
        faces = tuple(Tile.of(known[0].colour, n) for n in numbers)
        if len(known) == len(words) and numbers[-1] == 1:
            placed = [*words[1:], words[0]]
        else:
            placed = words
        if all(w.face in (None, f) for w, f in zip(placed, faces, strict=True)):
            wild = {f for w, f in zip(placed, faces, strict=True) if w.wild}
            yield from _run(faces, wild, tiles)


def _as_run_in_any_order(words: list[_Word], tiles: TileSet) -> Iterator[Run]:
    """Yield the runs that these words form in any order, with bare jokers filling any gaps."""
    known = {w.face: w.wild for w in words if w.face}
    bare = sum(w.wild and w.face is None and w.number is None for w in words)
    if not known or not bare or len(known) + bare < len(words) or len(words) > tiles.numbers + 1:
        return
    colour = next(iter(known)).colour
    for first in range(1, tiles.numbers + 1):
        numbers = numbers_from(first, len(words), tiles)
        if max(numbers) <= tiles.numbers and (first == 1 or len(words) < tiles.numbers):
            faces = tuple(Tile.of(colour, n) for n in numbers)
            if known.keys() <= set(faces):
                yield from _run(faces, {f for f in faces if known.get(f, True)}, tiles)


def _run(faces: tuple[Tile, ...], wild: set[Tile], tiles: TileSet) -> Iterator[Run]:
    """Yield the run with these *faces* if it is valid."""
    run = Run(faces, tuple(f for f in faces if f in wild))
    if fits(run, tiles):
        yield run


def _starts(words: list[_Word], tiles: TileSet) -> Iterator[int]:
    """Yield the numbers that a run may start with, given the first face that is written."""
    place, face = next((i, w.face) for i, w in enumerate(words) if w.face)
    yield face.number - place
    if tiles.one_high and face.number == 1:
        if place > 0:
            yield tiles.numbers + 1 - place
        elif len(words) > 1 and words[1].face:
            yield words[1].face.number


def meld(text: str, tiles: TileSet = STANDARD) -> Meld:
    """Return the meld that is written in *text*.

    >>> meld("b5 b6 *"), meld("o4 k4 *4"), meld("*b7 b6 b5"), meld("o12 o13 *")
    (b5 b6 *b7, k4 o4 *4, b5 b6 *b7, *o11 o12 o13)

    Raises NotationError if a word is not a tile, InvalidMeld if the tiles do not form a meld, and
    AmbiguousJoker if a bare joker could be read in two ways.
    """
    check_argument(text, str, 'a meld is read from a string such as "k1 k2 k3"')
    check_length(text)
    plain = _known_plain if len(text) <= SHORT else _plain
    return plain(text, tiles) or _read(text, tiles)


def _plain(text: str, tiles: TileSet) -> Meld | None:
    """Return the meld if *text* has the format that ``repr`` produces, otherwise None."""
    known = vocabulary(tiles)
    words = text.lower().split()
    bare = sorted(filter(None, [known.get(word) for word in words]))
    stars = [word[1:] for word in words if word[0] == "*"]
    if len(words) < 3 or not bare or len(bare) + len(stars) < len(words):
        return None
    if tiles.one_high and len(words) == tiles.numbers:
        return None
    wild = sorted(filter(None, [known.get(star) for star in stars]))
    faces = sorted(bare + wild) if wild else bare
    if len(set(faces)) < len(faces):
        return None
    if len(faces) == len(words):
        if faces[-1] - faces[0] == len(faces) - 1:  # consecutive numbers of a colour
            return Run(tuple(faces), tuple(wild))
        if wild:
            return None
    number = bare[0].number
    is_group = all(face.number == number for face in bare) and set(stars) <= {str(number)}
    return Group(tuple(bare), len(stars)) if is_group and len(words) <= tiles.colours else None


_known_plain = lru_cache(KNOWN)(_plain)
"""The results are cached, because consecutive tables share most of their melds."""


def _read(text: str, tiles: TileSet) -> Meld:
    """Return the meld written in *text*, or raise an error that explains why it is not a meld."""
    words = []
    place = len(text) - len(text.lstrip()), len(text.rstrip())
    for word in tokens(text, tiles):
        try:
            words.append(_word(word.text, tiles))
        except NotationError as error:
            raise NotationError(error.message, text, word.start, word.end) from None
    readings: list[Meld] = [*_as_group(words, tiles)]
    readings += dict.fromkeys(_as_run(words, tiles))
    readings = readings or [*dict.fromkeys(_as_run_in_any_order(words, tiles))]
    if len(readings) > 1:
        ways = " or ".join(map(repr, readings))
        raise AmbiguousJoker(
            f"{quoted(text.strip())} can be read as {ways}: write the joker's tile",
            text,
            *place,
        )
    if not readings:
        raise InvalidMeld(f"{quoted(text.strip())} is {_why_not(words, tiles)}", text, *place)
    return readings[0]


def _why_not(words: list[_Word], tiles: TileSet) -> str:
    """Return a message that explains why these words are not a valid meld."""
    faces = [w.face for w in words if w.face]
    bare = [w.face for w in words if w.face and not w.wild]
    if len(words) < 3:
        return "not a meld: it needs at least three tiles"
    if not bare:
        return "not a meld: it needs a numbered tile"
    if len({f.colour for f in faces}) == 1 and not any(w.number for w in words):
        if len(set(faces)) < len(faces):
            return "not a run: a tile appears twice"
        return "not a run: its numbers are not consecutive in this order"
    if len({f.number for f in bare}) == 1:
        if len(set(bare)) < len(bare):
            return "not a group: a colour appears twice"
        if len(words) > tiles.colours:
            return f"not a group: there are only {tiles.colours} colours"
        return "not a group: write a joker in it as * and its number"
    return "neither a group (one number, different colours) nor a run (one colour, in sequence)"


def table(text: str, tiles: TileSet = STANDARD) -> Table:
    """Return the table written in *text*, with melds separated by ``/``; "" is the empty table.

    Raises the same errors as :func:`meld`, with positions in *text*. If there are several errors,
    raises the one that comes first in RULES section 4, regardless of their positions.

    >>> from tilerummy import table
    >>> table("b5 b6 *b7 / k5 r5 o5")
    b5 b6 *b7 / k5 r5 o5
    >>> len(table(""))
    0
    """
    check_argument(text, str, 'a table is read from a string such as "k1 k2 k3 / r5 b5 o5"')
    check_length(text)
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
