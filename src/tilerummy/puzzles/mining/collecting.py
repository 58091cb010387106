"""Chooses which of the puzzles found are kept, so that they differ and are spread."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable

from tilerummy.puzzles.likeness import is_small_grid
from tilerummy.puzzles.mining.jobs import MinedRound
from tilerummy.puzzles.values import Puzzle

OF_A_ROUND = 2
"""So many puzzles of a round are kept at most."""

BANDS = (4, 6, 8, 10, 12, 15, 18, 22, 27)
"""The difficulties with which a band begins; the last goes on to the hardest."""

_BAND = 1 / 8
"""The share of all puzzles that a band may have: slightly more than an equal one."""

_SMALL_GRIDS = 1 / 25
"""The share of all puzzles that 3×3 grids may have."""


class PuzzleCollector:
    """Keeps *count* puzzles of the rounds that are given, in whatever order these come."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._kept: list[Puzzle] = []
        self._forms: set[str] = set()
        self._bands: Counter[int] = Counter()
        self._themes: Counter[str] = Counter()
        self._grids = 0
        self._waiting: dict[int, MinedRound] = {}
        self._next = 0

    def __len__(self) -> int:
        return len(self._kept)

    @property
    def is_full(self) -> bool:
        """Whether there are as many puzzles as are to be kept."""
        return len(self._kept) >= self.count

    def add(self, mined: MinedRound) -> None:
        """Choose from a round, when all before it have been chosen from."""
        self._waiting[mined.number] = mined
        while not self.is_full and self._next in self._waiting:
            self._choose(self._waiting.pop(self._next).puzzles)
            self._next += 1

    def puzzles(self) -> tuple[Puzzle, ...]:
        """Return the puzzles that are kept, the easiest first."""
        order = sorted(self._kept, key=lambda puzzle: (puzzle.difficulty.total, puzzle.id))
        return tuple(order)

    def _choose(self, found: Iterable[tuple[str, Puzzle]]) -> None:
        """Keep the puzzles that are lacking most."""
        left = dict(found)
        for _ in range(OF_A_ROUND):
            left = {form: puzzle for form, puzzle in left.items() if self._takes(form, puzzle)}
            if self.is_full or not left:
                return
            form = min(left, key=lambda form: (*self._need(left[form]), form))
            self._keep(form, left.pop(form))

    def _takes(self, form: str, puzzle: Puzzle) -> bool:
        """Return whether the puzzle is unlike those kept, and there is room for its kind."""
        full = self._bands[_band(puzzle)] >= max(1, self.count * _BAND)
        grids = is_small_grid(puzzle) and self._grids >= self.count * _SMALL_GRIDS
        return form not in self._forms and not full and not grids

    def _need(self, puzzle: Puzzle) -> tuple[int, int]:
        """Return how many there are of its rarest theme and in its band: the fewer, the better."""
        rarest = min(self._themes[theme] for theme in puzzle.themes)
        return rarest + self._bands[_band(puzzle)], rarest

    def _keep(self, form: str, puzzle: Puzzle) -> None:
        self._kept.append(puzzle)
        self._forms.add(form)
        self._bands[_band(puzzle)] += 1
        self._themes.update(puzzle.themes)
        self._grids += is_small_grid(puzzle)


def _band(puzzle: Puzzle) -> int:
    return bisect_right(BANDS, puzzle.difficulty.total)
