"""A second dealer that decides on requests for a new deal: docs/RULES.md, section 5.2.

It takes tiles, racks and their notation from the package, but has rules and a shuffle of its own,
written from docs/shuffle.md. Its input is the deal and the actions of each player.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tilerummy.tiles import JOKER, Rack, Tile


@dataclass(slots=True)
class Dealer:
    """A dealer at the table with all racks and the pool in memory.

    ``given`` is the number of jokers that each player gets apart from the shuffled tiles, and
    ``size`` the number of other tiles on a rack. ``mover`` counts from the player who starts.
    """

    pairs: int
    starter: int
    size: int
    given: int
    racks: list[list[Tile]]
    pool: list[Tile]
    asked: int = 0
    turns: int = 0
    opened: bool = False
    why: list[str] = field(default_factory=list)

    @property
    def mover(self) -> int:
        """The player whose turn it is."""
        return (self.starter + self.turns) % len(self.racks)

    def draws(self, count: int) -> None:
        """The player to move draws tiles from the pool, and the turn ends."""
        self.racks[self.mover] += self.pool[:count]
        del self.pool[:count]
        self.turns += 1

    def opens(self) -> None:
        """The player to move lays the first melds of the round, and the turn ends."""
        self.opened = True
        self.turns += 1

    def grants(self) -> bool:
        """Return whether the player to move gets a new deal, and note the reason if not."""
        wrong = {
            "not the first turn": self.turns >= len(self.racks),
            "opened": self.opened,
            "three new deals": self.asked == 3,
            "too few pairs": _pairs(self.racks[self.mover]) < self.pairs,
        }
        self.why += [reason for reason, applies in wrong.items() if applies]
        return not any(wrong.values())

    def deals_again(self) -> None:
        """Collect all tiles, shuffle them, and deal them again to the same players."""
        rows = [*map(sorted, self.racks), self.pool]
        seed = "\n".join(" ".join(map(str, row)) for row in rows).encode()
        bag = sorted(tile for row in rows for tile in row)
        for _ in range(self.given * len(self.racks)):
            bag.remove(JOKER)
        order = shuffle(bag, seed, "new deal")
        for player in range(len(self.racks)):
            self.racks[player] = order[: self.size] + [JOKER] * self.given
            del order[: self.size]
        self.pool = order
        self.asked, self.turns = self.asked + 1, 0

    def seen(self) -> tuple[tuple[Rack, ...], tuple[Tile, ...]]:
        """Return all racks and the pool."""
        return tuple(map(Rack, self.racks)), tuple(self.pool)


def _pairs(rack: Sequence[Tile]) -> int:
    """Put equal tiles together, and take them away two by two."""
    left, pairs = sorted(rack), 0
    while len(left) > 1:
        tile = left.pop()
        if left[-1] == tile:
            left.pop()
            pairs += 1
    return pairs


def shuffle(bag: Sequence[Tile], seed: bytes, label: str) -> list[Tile]:
    """Return *bag* in the order that docs/shuffle.md describes."""
    numbers, order = _numbers(seed, label), list(bag)
    for i in reversed(range(1, len(order))):
        number = next(numbers)
        while number >= 2**32 // (i + 1) * (i + 1):
            number = next(numbers)
        j = number % (i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def _numbers(seed: bytes, label: str) -> Iterator[int]:
    key = hmac.new(seed, label.encode(), "sha256").digest()
    counter = 0
    while True:
        block = hmac.new(key, counter.to_bytes(8, "big"), "sha256").digest()
        yield from (int.from_bytes(block[k : k + 4], "big") for k in range(0, 32, 4))
        counter += 1
