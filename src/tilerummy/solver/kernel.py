"""Calls the C++ kernel.

``HAS_KERNEL`` is True if the kernel is installed; otherwise, no function here may be called.
"""

from __future__ import annotations

from tilerummy.deadline import NEVER, Deadline
from tilerummy.melds import Group, Meld, Run, Table
from tilerummy.solver.placement_set import PlacementRows, Placements
from tilerummy.solver.problem import Problem, Solution
from tilerummy.solver.subsets import Subsets, shifts
from tilerummy.tiles import COLOURS, Tile

try:
    from tilerummy import _kernel  # a compiled module, outside the layers
except ImportError:  # installed without a C++ compiler
    HAS_KERNEL = False
else:
    HAS_KERNEL = True
"""True if the compiled kernel is installed."""


def solve(problem: Problem, *, deadline: Deadline = NEVER) -> Solution:
    """Return the best play, or the best play found by the *deadline*."""
    melds, proven, tidy = _kernel.solve(_arguments(problem, deadline))
    return Solution(problem, Table.in_order([*map(unpacked_meld, melds)]), proven, tidy)


def enumerate_placements(problem: Problem, *, deadline: Deadline = NEVER) -> Placements:
    """Return all sets of rack tiles that one play can lay, or the sets found by the *deadline*.

    Raises ValueError if the rack has too many different tiles.
    """
    subsets = Subsets.of(problem.rack)
    begins = bytes(shifts(subsets, problem.tiles))
    proven, codes = _kernel.enumerate(_arguments(problem, deadline), begins)
    return Placements(problem, subsets, int.from_bytes(codes, "little"), proven)


def placement_rows(problem: Problem, limit: int) -> PlacementRows:
    """Return the sets that can be laid as rows, or no rows for more than *limit* sets."""
    proven, count, numbers = _kernel.placement_rows(_arguments(problem, NEVER), limit)
    return PlacementRows(count, numbers, proven)


def can_empty(problem: Problem, *, deadline: Deadline = NEVER) -> bool:
    """Return whether one play can lay the entire rack, or all but one tile that must be left.

    Returns False if no such play is found by the *deadline*.
    """
    return _kernel.can_empty(_arguments(problem, deadline))


def _arguments(problem: Problem, deadline: Deadline) -> tuple[object, ...]:
    """Return the fields of a problem in the order that kernel/binding/reading.cpp expects."""
    limits = [ms for ms in (problem.milliseconds or 0.0, _left(deadline)) if ms]
    tiles, law = problem.tiles, problem.law
    return (
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
        problem.required,
        problem.tidy,
        problem.budget or 0,
        min(limits, default=0.0),
    )


def _left(deadline: Deadline) -> float:
    """Return the kernel's time limit in milliseconds. 0 means no limit."""
    return max(1e-6, deadline.left) if deadline else 0.0


class _MeldCache(dict[int, Meld]):
    """A cache of melds, keyed by their packed numbers."""

    def __missing__(self, packed: int) -> Meld:
        if len(self) >= _MAX_MELDS:
            self.clear()
        self[packed] = meld = _unpacked(packed)
        return meld


_MAX_MELDS = 100_000
unpacked_meld = _MeldCache().__getitem__
"""Return the meld that a packed number encodes."""


def _unpacked(packed: int) -> Meld:
    """Unpack a number that encodes a meld in the format of kernel/binding/reading.cpp."""
    if packed & 1:
        number, mask = packed >> 1 & 31, packed >> 6 & 255
        numbered = (Tile.of(letter, number) for c, letter in enumerate(COLOURS) if mask >> c & 1)
        return Group(tuple(numbered), packed >> 14)
    colour, first, last = COLOURS[packed >> 1 & 7], packed >> 4 & 31, packed >> 9 & 31
    ends_high = packed >> 42 & 1
    faces = {
        place: Tile.of(colour, 1 if ends_high and place == last else place)
        for place in range(first, last + 1)
    }
    wild = tuple(face for place, face in faces.items() if packed >> 14 + place & 1)
    return Run(tuple(faces.values()), wild)
