"""The solver with its inner problems answered by the C++ kernel, where that is installed.

``HAS_KERNEL`` says whether it is; without it :mod:`tilerummy.solver.reference` answers. That is
imported where it is used: beside the kernel most programs never load it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from tilerummy.deadline import NEVER, Deadline
from tilerummy.melds import Group, Meld, Run, Table
from tilerummy.solver.problem import Problem, Solution
from tilerummy.tiles import COLOURS, Tile

if TYPE_CHECKING:
    from tilerummy.solver.reference.dp.counts import Cell, Counts, Laid, OldGroup, OldRun
    from tilerummy.solver.reference.enumerate.enumeration import Placements

try:
    from tilerummy import _kernel  # a compiled module, which has no place among the layers
except ImportError:  # installed without a C++ compiler
    HAS_KERNEL = False
else:
    HAS_KERNEL = True


def solve(problem: Problem, *, deadline: Deadline = NEVER) -> Solution:
    """Return the best play, or the best that is found by the *deadline*."""
    if not HAS_KERNEL:
        from tilerummy.solver.reference.dp import transitions

        return transitions.solve(problem.within(deadline))
    limits = [ms for ms in (problem.milliseconds or 0, _left(deadline)) if ms]
    tiles, law = problem.tiles, problem.law
    melds, proven, tidy = _kernel.solve(
        Run,
        problem.rack,
        problem.table,
        tiles.numbers,
        tiles.colours,
        tiles.one_high,
        problem.kind.value,
        law.melds,
        law.replace_from,
        law.group_of_three,
        law.reuse,
        problem.objective.value,
        problem.joker_value,
        problem.at_least,
        problem.joker_opens,
        problem.jokers_due,
        problem.leave,
        problem.tidy,
        problem.budget or 0,
        min(limits, default=0),
    )
    return Solution(problem, Table.in_order([_MELDS[packed] for packed in melds]), proven, tidy)


class _Melds(dict[int, Meld]):
    """Melds by what the kernel packs them in, each made once, as equal melds are equal values."""

    def __missing__(self, packed: int) -> Meld:
        if len(self) >= _MOST_MELDS:
            self.clear()
        self[packed] = meld = _unpacked(packed)
        return meld


_MOST_MELDS = 100_000
_MELDS = _Melds()


def _unpacked(packed: int) -> Meld:
    """Return the meld that the kernel packs so: see kernel/binding/reading.cpp."""
    if packed & 1:
        number, mask = packed >> 1 & 31, packed >> 6 & 255
        naturals = (Tile.of(letter, number) for c, letter in enumerate(COLOURS) if mask >> c & 1)
        return Group(tuple(naturals), packed >> 14)
    colour, first, last = COLOURS[packed >> 1 & 7], packed >> 4 & 31, packed >> 9 & 31
    ends_high = packed >> 42 & 1
    faces = {
        place: Tile.of(colour, 1 if ends_high and place == last else place)
        for place in range(first, last + 1)
    }
    wild = tuple(face for place, face in faces.items() if packed >> 14 + place & 1)
    return Run(tuple(faces.values()), wild)


def placements(problem: Problem, *, deadline: Deadline = NEVER) -> Placements:
    """Return every set of tiles of the rack that one play can place, as far as there is time.

    Raises ValueError for a rack with too many parts to be told apart: more than 28 different tiles,
    each pair counting as two.
    """
    from tilerummy.solver.reference.enumerate.enumeration import enumerate_placements

    return enumerate_placements(problem, parts, solve, deadline=deadline)


def lay(counts: Counts, *, deadline: Deadline = NEVER) -> Laid | None:
    """Return the best way to lay what is counted, or None if the tiles needed cannot be laid.

    Raises OutOfBudgetError where the budget, or in the kernel the time, is used up before there is
    any.
    """
    from tilerummy.solver.reference.dp.counts import Laid, OutOfBudgetError

    if not HAS_KERNEL:
        from tilerummy.solver.reference.dp import transitions

        return transitions.lay(counts)
    found, proven, score, kept, runs, groups, cells = _kernel.lay(
        counts.numbers,
        counts.colours,
        counts.high,
        bytes(counts.need),
        bytes(counts.spare),
        counts.jokers_need,
        counts.jokers_spare,
        counts.per_tile,
        counts.per_point,
        counts.per_joker,
        _flat(_run(run) for run in counts.runs),
        _flat(_group(group) for group in counts.groups),
        counts.at_least,
        counts.floor,
        counts.budget or 0,
        _left(deadline),
    )
    if found:
        laid = tuple(_cells(counts, cells))
        return Laid(score, kept, tuple(sorted(runs)), tuple(sorted(groups)), laid, proven)
    if not proven:
        raise OutOfBudgetError
    return None


def parts(counts: Counts, shifts: Sequence[int], *, deadline: Deadline = NEVER) -> int:
    """Return the family of all sets of spare tiles and jokers that can be laid with those needed.

    *shifts* tells for each cell, and last for the jokers, where in a code their bits begin.
    Raises OutOfBudgetError where the budget, the memory or the time is used up.
    """
    from tilerummy.solver.reference.dp.counts import OutOfBudgetError

    if not HAS_KERNEL:
        from tilerummy.solver.reference.enumerate import count_subsets as plain

        return plain.parts(counts, shifts, deadline=deadline)
    whole, family = _kernel.placements(
        counts.numbers,
        counts.colours,
        counts.high,
        bytes(counts.need),
        bytes(counts.spare),
        counts.jokers_need,
        counts.jokers_spare,
        _flat(_run(run) for run in counts.runs if run.core),
        _flat(_group(group) for group in counts.groups if group.core),
        counts.at_least,
        counts.budget or 0,
        bytes(shifts),
        _left(deadline),
    )
    if not whole:
        raise OutOfBudgetError
    return int.from_bytes(family, "little")


def _left(deadline: Deadline) -> float:
    """Return the milliseconds left as the kernel has them: 0 for no limit."""
    return max(1e-6, deadline.left) if deadline else 0.0


def _run(run: OldRun) -> tuple[int, ...]:
    wild = run.wild.to_bytes(4, "little")
    return (run.colour, run.first, run.last, run.core, run.bonus, *wild)


def _group(group: OldGroup) -> tuple[int, ...]:
    return group.number, group.colours, group.room, group.core, group.bonus, group.jokers


def _flat(rows: Iterable[tuple[int, ...]]) -> bytes:
    return bytes(chain.from_iterable(rows))


def _cells(counts: Counts, cells: bytes) -> Iterable[Cell]:
    """Yield the cells; the kernel names a group by its place among those that may grow."""
    from tilerummy.solver.reference.dp.counts import Cell

    for i in range(0, len(cells), 6):
        tiles, jokers, grouped, low, high, taken = cells[i : i + 6]
        grown = low | high << 8
        if grown:
            number = i // 6 // counts.colours + 1
            here = [
                j
                for j, group in enumerate(counts.groups)
                if group.number == number and group.core and group.room > 0
            ]
            chosen = tuple(j for k, j in enumerate(here) if grown >> k & 1)
        else:
            chosen = ()
        yield Cell(tiles, jokers, grouped, chosen, taken)
