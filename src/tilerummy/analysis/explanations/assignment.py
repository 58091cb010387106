"""Which meld of a table became which: the pairs that leave most tiles where they lie."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from heapq import heappop, heappush

from tilerummy.deadline import NEVER, Deadline
from tilerummy.melds import Group, Meld, Run

Worths = Sequence[Mapping[int, int]]
"""For each row what a pair with a column is worth, more than 0; other pairs are not there."""


def worth(old: Meld, new: Meld, naturals: int, jokers: int, *, kept: int = 1) -> int:
    """Return what a pair is worth in which so many tiles stay: their number, then their kind.

    Of pairs in which equally many tiles stay, a joker counts *kept* times as much as another tile.
    """
    shared = naturals + jokers
    wholes = 16 * (shared == len(old)) + 4 * (shared == len(new)) + 8 * (type(old) is type(new))
    steady = _jokers_in_place(old, new) if jokers else 0
    return (shared << 20) + 64 * (naturals + (kept - 1) * jokers) + wholes + steady


def _jokers_in_place(old: Meld, new: Meld) -> int:
    """Return how many jokers stay in their place."""
    match old, new:
        case Run(), Run():
            return len({*old.wild} & {*new.wild})
        case Group(), Group():
            return min(old.jokers, new.jokers)
        case _:
            return 0


def best_assignment(worths: Worths, deadline: Deadline = NEVER) -> tuple[dict[int, int], bool]:
    """Return the columns of the rows in a best assignment, and whether it is known to be best.

    No other assignment of rows to columns, each used once, is worth more in sum. When the time is
    over, the rows that are left take the column that is worth most to them.

    >>> best_assignment([{0: 3, 1: 2}, {0: 3}])
    ({0: 1, 1: 0}, True)
    """
    assignment = _Assignment(worths)
    best = True
    for row in range(len(worths)):
        if best and deadline.is_over:
            best = False
        if not assignment.take_free(row, best=best) and best:
            assignment.augment(row)
    return dict(sorted(assignment.column_of.items())), best


class _Assignment:
    """An assignment that grows row by row along shortest augmenting paths.

    A row may also have no column, which is worth nothing. Rows and columns have prices: that of a
    row and that of a column are together never less than what the pair is worth.
    """

    def __init__(self, worths: Worths) -> None:
        self.worths = worths
        self.column_of: dict[int, int] = {}
        self.row_of: dict[int, int] = {}
        self.of_row = [max(row.values(), default=0) for row in worths]
        self.of_column: dict[int, int] = {}

    def take_free(self, row: int, *, best: bool) -> bool:
        """Give the row a free column: of those that are worth most to it, or of all."""
        free = [(w, -c) for c, w in self.worths[row].items() if c not in self.row_of]
        most = max(free, default=None)
        if most is None or (best and most[0] < self.of_row[row]):
            return not self.worths[row]
        self._pair(row, -most[1])
        return True

    def _pair(self, row: int, column: int) -> None:
        self.column_of[row], self.row_of[column] = column, row

    def augment(self, start: int) -> None:
        """Place the row *start*, for which others may have to go elsewhere."""
        reached: dict[int, int] = {}  # the columns whose distance is known
        move: dict[int, int] = {}  # from which row each column is reached best
        far: dict[int, int] = {}
        heap: list[tuple[int, int]] = []
        end, row, here = None, start, 0  # the row that ends without a column
        best, loser = self.of_row[start], start
        while True:
            price = self.of_row[row]
            for column, value in self.worths[row].items():
                step = here + price + self.of_column.get(column, 0) - value
                if column not in reached and step < far.get(column, step + 1):
                    far[column], move[column] = step, row
                    heappush(heap, (step, column))
            if here + price < best:
                best, loser = here + price, row
            while heap and (heap[0][1] in reached or heap[0][0] > far[heap[0][1]]):
                heappop(heap)
            if not heap or heap[0][0] >= best:
                here = best
                break
            here, column = heappop(heap)
            if column not in self.row_of:
                end = column
                break
            reached[column] = here
            row = self.row_of[column]
        self.of_row[start] -= here
        for column, distance in reached.items():
            self.of_row[self.row_of[column]] -= here - distance
            self.of_column[column] = self.of_column.get(column, 0) + here - distance
        self._swap(start, end, loser, move)

    def _swap(self, start: int, end: int | None, loser: int, move: Mapping[int, int]) -> None:
        """Give the rows on the path new columns: a free one at the *end*, or one row loses its."""
        if end is None:
            if loser == start:
                return
            end = self.column_of.pop(loser)
        column, row = end, move[end]
        while row != start:
            before = self.column_of[row]
            self._pair(row, column)
            column, row = before, move[before]
        self._pair(row, column)
