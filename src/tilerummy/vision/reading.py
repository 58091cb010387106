"""The result of reading a photo. The web client has the same fields in ``photo/reading.ts``."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from tilerummy.tiles import JOKER, Tile

Point: TypeAlias = tuple[float, float]
"""A point in pixels of the upright photo, from its upper left corner: x, y."""

Advice: TypeAlias = Literal["dark", "shaken", "far"]
"""Why another photo would be read better: the light, a blur, or tiles too small to be read."""


@dataclass(frozen=True, slots=True)
class FaceCandidate:
    """A possible face of a tile, with its calibrated probability from 0 to 1."""

    face: Tile
    probability: float


@dataclass(frozen=True, slots=True)
class ReadTile:
    """A tile found in a photo.

    ``corners`` are clockwise, beginning with the upper left one as seen by a reader of the tile.
    ``candidates`` are at least the two best readings, the likeliest first. ``doubtful`` is True if
    the user should check the tile.
    """

    corners: tuple[Point, Point, Point, Point]
    candidates: tuple[FaceCandidate, ...]
    doubtful: bool

    @property
    def face(self) -> Tile | None:
        """The likeliest face, or None if a joker is the likeliest but in doubt.

        A tile that cannot be read could be any tile. It must not become a joker, which fits almost
        everywhere.
        """
        likeliest = self.candidates[0].face
        return None if self.doubtful and likeliest == JOKER else likeliest

    @property
    def label(self) -> str:
        """The face in notation, or ``?`` if it is not known."""
        return "?" if self.face is None else repr(self.face)


@dataclass(frozen=True, slots=True)
class PhotoReading:
    """All tiles found in a photo.

    ``width`` and ``height`` are the size of the upright photo in pixels. ``rows`` are tiles next to
    each other, as indices of ``tiles`` in reading order; every tile is in one row. ``rack`` are the
    rows that seem to be a rack, as indices of ``rows``. ``advice`` is the reason to take another
    photo, or None.
    """

    width: int
    height: int
    tiles: tuple[ReadTile, ...]
    rows: tuple[tuple[int, ...], ...]
    rack: tuple[int, ...]
    advice: Advice | None

    @property
    def table_notation(self) -> str:
        """The faces of all rows but the rack's, in notation: ``r3 r4 r5 / k7 b7 o7``.

        The rows need not be legal melds. A tile without a face is ``?``, which is refused where
        notation is read, so it has to be replaced first.
        """
        rows = [row for number, row in enumerate(self.rows) if number not in self.rack]
        return " / ".join(map(self._notation, rows))

    @property
    def rack_notation(self) -> str:
        """The faces on the rack, in notation and in reading order: ``k4 r1 *``."""
        return " ".join(self._notation(self.rows[number]) for number in self.rack)

    def _notation(self, row: Iterable[int]) -> str:
        return " ".join(self.tiles[index].label for index in row)
