"""The failure rate of casual players at bundled puzzles, by difficulty.

``python -m benchmarks.puzzles.failing`` has a casual player try each of the puzzles whose rules
allow melds to be rearranged.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from random import Random
from statistics import correlation, mean

from tilerummy.melds import Table
from tilerummy.players import player
from tilerummy.puzzles import Goal, Puzzle, bundled_puzzles, position
from tilerummy.rules import ruleset
from tilerummy.state import Play

FEWEST = 20
"""The minimum number of puzzles for a difficulty to count in the correlation."""

BANDS = ((4, 5), (6, 7), (8, 9), (10, 11), (12, 14), (15, 17), (18, 21), (22, 26), (27, 40))


def fails(puzzle: Puzzle) -> bool:
    """Return whether a casual player lays fewer tiles than possible."""
    view = position(puzzle)
    casual = player("casual", Random(puzzle.id), milliseconds=None)
    after = view.table
    for action in casual.choose(ruleset(puzzle.rules), view, view.to_move):
        if isinstance(action, Play):
            after = after - action.lift + action.lay
    return _placed(puzzle, after) < len(puzzle.placed)


def _placed(puzzle: Puzzle, after: Table) -> int:
    return len(after.tiles - puzzle.table.tiles)


def tried() -> Iterator[tuple[int, bool]]:
    """Yield each puzzle's difficulty and whether a casual player failed at it."""
    for puzzle in bundled_puzzles():
        rearranges = not ruleset(puzzle.rules).draws_and_discards
        if rearranges and puzzle.opened and puzzle.goal in (Goal.OUT, Goal.MOST):
            yield puzzle.difficulty.total, fails(puzzle)


def rank_correlation(one: Sequence[float], other: Sequence[float]) -> float:
    """Return Spearman's rank correlation."""
    return correlation(_ranks(one), _ranks(other))


def _ranks(values: Sequence[float]) -> list[float]:
    """Return the rank of each value; equal values share their mean rank."""
    order = sorted(values)
    first = {value: place for place, value in reversed([*enumerate(order)])}
    last = {value: place for place, value in enumerate(order)}
    return [(first[value] + last[value]) / 2 for value in values]


def lines() -> Iterator[str]:
    """Yield the rows of the table and the correlations."""
    results = [*tried()]
    yield "| D | puzzles | casual fails |"
    yield "|---|---:|---:|"
    for low, high in BANDS:
        failed = [fail for d, fail in results if low <= d <= high]
        if failed:
            yield f"| {low}–{high} | {len(failed)} | {100 * mean(failed):.0f} % |"
    by_total: defaultdict[int, list[bool]] = defaultdict(list)
    for d, fail in results:
        by_total[d].append(fail)
    often = {d: mean(failed) for d, failed in by_total.items() if len(failed) >= FEWEST}
    bins = rank_correlation([*often], [*often.values()])
    alone = rank_correlation([d for d, _ in results], [float(fail) for _, fail in results])
    yield ""
    yield (
        f"Rank correlation of D with failing: {bins:.2f} over {len(often)} difficulties with"
        f" {FEWEST} puzzles or more, {alone:.2f} over single puzzles."
    )


if __name__ == "__main__":
    for line in lines():
        print(line, flush=True)
