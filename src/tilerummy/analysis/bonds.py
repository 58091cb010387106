"""What the law of jokers ties down when tiles go from one table to another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from tilerummy.analysis.spots import Spot
from tilerummy.tiles import Tile

RACK = -1
"""The source of tiles that lie in no pile."""


@dataclass(frozen=True, slots=True)
class Bonds:
    """Ties."""

    kept: Counter[tuple[int, int]] = field(default_factory=Counter)
    homes: tuple[int, ...] = ()
    piles: tuple[int, ...] = ()
    whole: tuple[int, ...] = ()

    def __bool__(self) -> bool:
        return False

    def may_stay(self, pile: int, home: int, tile: Tile) -> bool:
        return True

    def tied(
        self,
        offers: list[tuple[int, Spot | None]],
        wants: list[tuple[int, Spot]],
        home_of: dict[int, int],
    ) -> Iterator[tuple[int, int, Spot | None, Spot]]:
        yield from ()


NO_BONDS = Bonds()
