"""Tiles that lie together in a draft, whether they are a meld yet or not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import lru_cache

from tilerummy.melds import AmbiguousJoker, InvalidMeld, Meld, Run, meld
from tilerummy.tiles import COLOURS, JOKER, Tile, TileSet, tile

Pile = tuple[str, ...]
"""Tiles that lie together, each in notation: a meld, or one that is not complete yet."""


class DraftError(ValueError):
    """A change of the draft that cannot be made; the message says what can be done instead."""


def tile_of(word: str, tiles: TileSet) -> Tile:
    """Return the tile that a word of a pile denotes; a joker is a joker whatever it represents."""
    return JOKER if word.startswith("*") else tile(word, tiles)


@lru_cache(maxsize=2048)
def tiles_of(pile: Pile, tiles: TileSet) -> tuple[Tile, ...]:
    """Return the tiles that lie in a pile."""
    return tuple(tile_of(word, tiles) for word in pile)


@lru_cache(maxsize=2048)
def read_pile(pile: Pile, tiles: TileSet) -> Meld:
    """Return the meld that *pile* is; unlike in notation, jokers may stand at any place.

    >>> from tilerummy.tiles import STANDARD
    >>> read_pile(("r3", "r5", "*"), STANDARD)
    r3 *r4 r5

    A joker keeps the number that it represents if it can. Raises NotationError.
    """
    try:
        return meld(" ".join(pile), tiles)
    except InvalidMeld:
        jokers = [w for w in pile if w.startswith("*")]
        if not jokers or len(pile) < 3:
            raise
        readings = set(_arranged(pile, len(jokers), tiles))
        known = Counter(_number(w) for w in jokers if w != "*")
        readings = {m for m in readings if known <= Counter(_numbers(m))} or readings
        if not readings:
            raise
        if len(readings) > 1:
            ways = " or ".join(sorted(map(repr, readings)))
            text = " ".join(pile)
            raise AmbiguousJoker(f"{text!r} can be read as {ways}: write it so", text) from None
        return readings.pop()


def _arranged(pile: Pile, jokers: int, tiles: TileSet) -> Iterator[Meld]:
    """Yield the melds that the tiles of *pile* can form, wherever its jokers stand."""
    naturals = [w for w in pile if not w.startswith("*")]
    for words in (_group(naturals, jokers), *_runs(naturals, len(pile), tiles)):
        with suppress(InvalidMeld):
            yield meld(" ".join(words), tiles)


def _group(naturals: list[str], jokers: int) -> list[str]:
    return naturals + [f"*{_number(naturals[0])}"] * jokers if naturals else []


def _runs(naturals: list[str], length: int, tiles: TileSet) -> Iterator[list[str]]:
    """Yield the runs of that *length* which contain all of *naturals*."""
    colours = {w[0] for w in naturals}
    last = tiles.numbers + tiles.one_high
    for first in range(1, last - length + 2):
        for colour in colours if len(colours) == 1 else ():
            numbers = [1 if n > tiles.numbers else n for n in range(first, first + length)]
            faces = [f"{colour}{n}" for n in numbers]
            if set(naturals) <= set(faces) and len(set(naturals)) == len(naturals):
                yield [face if face in naturals else f"*{face}" for face in faces]


def _number(word: str) -> int:
    return int("".join(c for c in word if c.isdigit()))


def _numbers(read: Meld) -> list[int]:
    if isinstance(read, Run):
        return [face.number for face in read.wild]
    return [read.number] * read.jokers


def is_run(pile: Pile) -> bool:
    """Return whether a meld is a run: its tiles, and what its jokers represent, have one colour."""
    colours = {w.lstrip("*")[:1] for w in pile}
    return len(colours) == 1 and not next(iter(colours)).isdigit()


def stands_for(joker: str, word: str) -> bool:
    """Return whether a joker represents that tile, or does not say what it represents."""
    return joker == "*" or word == joker[1:] or word.lstrip(COLOURS) == joker[1:]


def place_in(pile: Sequence[str], word: str, number: int) -> int:
    """Return the place of a tile or joker in *pile*; ``*`` is any joker. Raises DraftError."""
    for place, there in enumerate(pile):
        if there == word or (word == "*" and there.startswith("*")):
            return place
    raise DraftError(f"There is no {word} in meld {number}: {' '.join(pile)}.")


def without(parts: list[list[str]], word: str, number: int) -> list[list[list[str]]]:
    """Return the parts without *word*; the part that held it is divided there."""
    place = place_in([w for part in parts for w in part], word, number)
    divided = []
    for part in parts:
        if 0 <= place < len(part):
            divided.append([part[:place], part[place + 1 :]])
        else:
            divided.append([part])
        place -= len(part)
    return divided
