"""Tiles that lie together in a draft, whether they are a meld yet or not."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache

from tilerummy.melds import InvalidMeld, Meld, meld
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
    """Return the meld that *pile* is; jokers are moved where what they represent does not fit.

    >>> from tilerummy.tiles import STANDARD
    >>> read_pile(("r3", "r5", "*"), STANDARD), read_pile(("r3", "*9", "r5"), STANDARD)
    (r3 *r4 r5, r3 *r4 r5)

    A joker keeps the number that it represents if all can. Raises NotationError.
    """
    try:
        return meld(" ".join(pile), tiles)
    except InvalidMeld:
        colour = next((word[0] for word in pile if not word.startswith("*")), "")
        numbered = [
            [re.sub(r"^\*\D?(\d)", rf"*{face}\1", word) for word in pile] for face in (colour, "")
        ]  # the numbers are kept, in a run or in a group
        bare = ["*" if word.startswith("*") else word for word in pile]
        for words in (*numbered, bare):
            with suppress(InvalidMeld):
                return meld(" ".join(words), tiles)
        raise


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
