"""A second scorekeeper for rounds with real tiles: RULES 2.3, 2.4, 3.2, 5.2 and 5.5.

It shares only the count itself with the package. It reads the value of a closed hand in the
published table.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from tilerummy import Count
from tilerummy.state import Win

RULES = Path(__file__).parents[2] / "docs" / "RULES.md"

Scores = tuple[int | None, list[int]]
"""The winner, if there is one, and the scores."""


class AskNextError(Exception):
    """Raised if several racks are equally low, and the next player is unknown."""


@cache
def hands() -> dict[int, tuple[int, ...]]:
    """Return the points of each closed hand with 0, 1 and 2 jokers, from the table in RULES."""
    rows = re.findall(
        r"^\| (\d+) \|[^|]*\| (\d+) \| (\d+) \| (\d+) \|$", RULES.read_text(), re.MULTILINE
    )
    return {int(number): tuple(map(int, points)) for number, *points in rows}


class Keeper:
    """Scores a count under a preset with these options."""

    def __init__(self, preset: str, options: Mapping[str, object], count: Count) -> None:
        self.preset, self.count = preset, count
        self.joker = int(str(options["joker.rack_value"]))
        self.not_opened = int(str(options.get("score.not_opened", 0)))
        self.trump_bonus = options.get("trump_bonus") is True
        self.seats = range(len(count.left))
        self.melded = {s for s in self.seats if not count.opened or count.opened[s]}
        self.values = [self.value(s) for s in self.seats]
        self.decided = ""
        """The rule that found the lowest rack: ``low``, ``fewest`` tiles, or the ``next`` turn."""

    def value(self, seat: int) -> int:
        """Return the points left on a rack."""
        left = self.count.left[seat]
        if left is None or isinstance(left, int):
            return left or 0
        points = 0
        for number in left:
            ten = self.preset == "international" and number not in range(2, 10)
            points += self.joker if number == 0 else 10 if ten else number
        return points

    def scores(self) -> Scores:
        """Return the winner and the scores. Raises AskNextError if the next turn is needed."""
        if self.preset == "international":
            return self.count.out, self._by_kind_of_win()
        for seat in {*self.seats} - self.melded - {self.count.out}:
            self.values[seat] += self.not_opened
        if self.preset == "mcgraw":
            return self.count.out, self._after_handfuls()
        winner = self._lowest() if self.count.out is None else self.count.out
        least = self.values[winner]
        lost = [value - least for value in self.values]
        return winner, [sum(lost) if s == winner else -lost[s] for s in self.seats]

    def _lowest(self) -> int:
        low = [s for s in self.seats if self.values[s] == min(self.values)]
        self.decided = "low" if len(low) == 1 else "fewest"
        racks = [self.count.left[s] for s in low]
        if all(isinstance(rack, tuple) for rack in racks):
            sizes = {s: len(rack) for s, rack in zip(low, racks, strict=True)}  # type: ignore[arg-type]
            low = [s for s in low if sizes[s] == min(sizes.values())]
        if len(low) == 1:
            return low[0]
        self.decided = "next"
        if self.count.following is None:
            raise AskNextError
        turn = self.count.following
        while turn not in low:
            turn = (turn + 1) % len(self.seats)
        return turn

    def _after_handfuls(self) -> list[int]:
        bonus = {13: 3, 14: 5, 15: 3}
        pairs = self.count.handfuls or ((),) * len(self.seats)
        return [
            value - sum(bonus.get(size, 0) for size in pair)
            for value, pair in zip(self.values, pairs, strict=True)
        ]

    def _by_kind_of_win(self) -> list[int]:
        count, closed = self.count, self.count.win is Win.CLOSED
        others = self.melded - {count.out}
        won = 100 if others and count.win is not Win.FOOT else 200
        if closed:
            assert count.hand is not None
            won = hands()[count.hand][count.hand_jokers]
        scores = []
        for seat in self.seats:
            if seat == count.out:
                scores.append(won)
            elif seat in others:
                scores.append(-self.values[seat])
            else:
                scores.append(-(won if closed else 100))
        doubled = 2 if count.out is not None and count.joker_discarded else 1
        trump = count.trump_holders if self.trump_bonus else ()
        return [doubled * score + 50 * (s in trump) for s, score in enumerate(scores)]
