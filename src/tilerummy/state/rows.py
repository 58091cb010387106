"""Rows of tiles in notation, where ``?14`` stands for fourteen face-down tiles."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import groupby

from tilerummy.tiles import HIDDEN, STANDARD, NotationError, Tile, TileSet, tile_of, tokens

MOST = 1000
"""A number of tiles that exceeds the size of any tile set."""

_FACE_DOWN = re.compile(r"\?(\d{1,4})", re.ASCII)


def read_row(text: str, tiles: TileSet = STANDARD) -> tuple[Tile, ...]:
    """Return the tiles listed in *text*, in order. ``?14`` stands for fourteen face-down tiles.

    >>> read_row("k1 ?2")
    (k1, ?, ?)

    Raises NotationError.
    """
    row: list[Tile] = []
    for word in tokens(text, tiles):
        if match := _FACE_DOWN.fullmatch(word.text):
            row += (HIDDEN,) * min(int(match[1]), MOST + 1)
        else:
            row.append(tile_of(word, text, tiles))
        if len(row) > MOST:
            raise NotationError(f"there are more than {MOST} tiles", text)
    return tuple(row)


def row_text(tiles: Iterable[Tile]) -> str:
    """Return the notation of *tiles* in order, abbreviating face-down tiles to their number."""
    words = []
    for tile, same in groupby(tiles):
        many = len(list(same))
        words += [f"?{many}"] if tile == HIDDEN and many > 1 else [str(tile)] * many
    return " ".join(words)
