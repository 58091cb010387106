"""The tiles that a hand can be formed from: those on the rack and those that can still be drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import chain

from tilerummy.tiles import JOKER, Rack, Tile

MAX_JOKERS = 2
"""The maximum number of jokers in a closed hand."""

FACE_UP = 2
"""A face-up tile counts as this many unseen copies."""

Rows = tuple[tuple[Tile, ...], ...]
"""The tiles of a hand, separated into melds. A joker among them may represent any tile."""


@dataclass(frozen=True, slots=True)
class Completed:
    """A closed hand: its notation, its ``missing`` tiles, and the number of ``jokers`` in it.

    If a face appears several times, the missing copies are the last ones.
    """

    shown: str
    missing: Rack
    jokers: int


@dataclass(frozen=True, slots=True)
class Stock:
    """The numbered tiles on a rack, its jokers, and the tiles that can still be drawn.

    ``jokers`` and ``more_jokers`` are the jokers on the rack and those that can be drawn.
    ``offered`` are the face-up tiles among the drawable ones.
    """

    own: Counter[Tile]
    drawable: Counter[Tile]
    jokers: int
    more_jokers: int
    letters: str
    offered: frozenset[Tile] = frozenset()

    @classmethod
    def of(
        cls,
        rack: Iterable[Tile],
        drawable: Counter[Tile],
        letters: str,
        offered: Iterable[Tile] = (),
    ) -> Stock:
        """Return the stock of a rack without hidden tiles, given the tiles that can be drawn."""
        own, others = Counter(rack), drawable.copy()
        jokers, more = own.pop(JOKER, 0), others.pop(JOKER, 0)
        return cls(own, others, min(jokers, MAX_JOKERS), more, letters, frozenset(offered))

    @property
    def wild(self) -> int:
        """The maximum number of jokers in a hand."""
        return min(MAX_JOKERS, self.jokers + self.more_jokers)

    def restricted(self, letters: Iterable[str], numbers: Iterable[int]) -> Stock:
        """Return the stock without the numbered tiles that have other colours or numbers."""
        kinds = {Tile.of(letter, number) for letter in letters for number in numbers}
        own, drawable = (
            Counter({tile: count for tile, count in tiles.items() if tile in kinds})
            for tiles in (self.own, self.drawable)
        )
        return replace(self, own=own, drawable=drawable, letters="".join(letters))

    def ease(self, face: Tile) -> int:
        """Rate how easy a tile is to draw: the copies left, plus a bonus if one is face up."""
        return self.drawable[face] + FACE_UP * (face in self.offered)

    def price(self, faces: Iterable[Tile]) -> tuple[int, int]:
        """Count the *faces* that are not on the rack; also return their total ease, negated.

        The lower the price, the nearer the hand. A joker counts as not on the rack, because it can
        be used for another tile.
        """
        needed = Counter(faces)
        jokers = needed.pop(JOKER, 0)
        lacking = needed - self.own
        ease = sum(self.ease(face) * count for face, count in lacking.items())
        return lacking.total() + jokers, -ease

    def forced(self, faces: Iterable[Tile]) -> int:
        """Count the *faces* that must be jokers, because no copy of the tile is left."""
        needed = Counter(faces)
        jokers = needed.pop(JOKER, 0)
        return jokers + (needed - self.own - self.drawable).total()

    def completed(self, rows: Rows) -> Completed | None:
        """Return the hand with these rows. The rack's jokers replace the tiles hardest to draw.

        Returns None if it would need more jokers than there are.
        """
        faces = Counter(chain(*rows))
        bare = faces.pop(JOKER, 0)
        forced = faces - self.own - self.drawable
        needed = bare + forced.total()
        if needed > self.wild:
            return None
        rest = sorted((faces - self.own - forced).elements(), key=lambda f: (self.ease(f), f))
        spare = max(0, self.jokers - needed)
        wild = forced + Counter(rest[:spare])
        missing = Rack(rest[spare:]) + (JOKER,) * max(0, needed - self.jokers)
        return Completed(self._shown(rows, wild), missing, bare + wild.total())

    def _shown(self, rows: Rows, wild: Counter[Tile]) -> str:
        own, wild = self.own.copy(), wild.copy()

        def word(face: Tile) -> str:
            if own[face]:
                own[face] -= 1
            elif wild[face]:
                wild[face] -= 1
                return f"*{face}"
            return str(face)

        return " / ".join(" ".join(map(word, row)) for row in rows)
