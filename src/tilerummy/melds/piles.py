"""Tiles laid together that do not form a meld. A foul may leave some on the table (RULES 2.3)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from tilerummy.melds.notation import InvalidMeld, meld
from tilerummy.melds.tables import Table
from tilerummy.melds.values import Meld
from tilerummy.tiles import JOKER, STANDARD, NotationError, Tile, TileSet, numbered, tokens
from tilerummy.words import check_length


@dataclass(frozen=True, slots=True, repr=False)
class Pile:
    """Tiles laid together that do not form a meld.

    ``words`` contains the tiles in notation, in order. A joker's word includes what was written of
    its face. ``tiles`` contains the tiles, with jokers as plain jokers.

    >>> Pile.of("k4 r4 *".split()).tiles
    (k4, r4, *)
    """

    words: tuple[str, ...]
    tiles: tuple[Tile, ...]

    @classmethod
    def of(cls, words: Iterable[str], tiles: TileSet = STANDARD) -> Self:
        """Return the pile made up of *words*. Raises NotationError if any word is not a tile."""
        written = tuple(words)
        lying = (JOKER if word.startswith("*") else numbered(word, tiles) for word in written)
        return cls(written, tuple(lying))

    def __len__(self) -> int:
        return len(self.tiles)

    def __repr__(self) -> str:
        return " ".join(self.words)


def melds_and_piles(text: str, tiles: TileSet = STANDARD) -> tuple[Table, tuple[Pile, ...]]:
    """Return the melds in *text* as a table and, separately, the piles that are not melds.

    >>> melds_and_piles("k1 k2 k4 / r3 r4 r5 / o9 *")
    (r3 r4 r5, (k1 k2 k4, o9 *))

    Raises the same errors as :func:`~tilerummy.melds.table`, but accepts tiles that form no meld.
    """
    check_length(text)
    melds: list[Meld] = []
    piles: list[Pile] = []
    errors: list[NotationError] = []
    start = 0
    for part in text.split("/") if text.strip() else ():
        try:
            melds.append(meld(part, tiles))
        except InvalidMeld as error:
            if pile := Pile.of((word.text for word in tokens(part, tiles)), tiles):
                piles.append(pile)
            else:
                errors.append(error.within(text, start))
        except NotationError as error:
            errors.append(error.within(text, start))
        start += len(part) + 1
    if errors:
        raise min(errors, key=lambda error: error.rank)
    return Table(melds), tuple(sorted(piles, key=repr))
