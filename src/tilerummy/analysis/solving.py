"""Calls the solver with a deadline."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Final

from tilerummy.deadline import NEVER, Deadline
from tilerummy.melds import Table
from tilerummy.melds.enumeration import possible_melds
from tilerummy.rules import Ruleset
from tilerummy.solver import Kind, Placements, Problem, Solution, placements, solve
from tilerummy.solver.subsets import MAX_BITS, Subsets
from tilerummy.tiles import JOKER, Rack, Tile

TURN_MILLISECONDS: Final = 50
"""The time limit in milliseconds for a computer player's turn or for a hint."""


def solve_by(question: Problem, deadline: Deadline) -> Solution:
    """Return the best play found by the *deadline*.

    If the deadline has already passed, the result is empty and unproven.
    """
    if not deadline:
        return solve(question)
    if deadline.is_over:
        return Solution(question, question.table, proven=False, tidy=False)
    return solve(question, deadline=deadline)


def can_lay_off(rules: Ruleset, table: Table, tile: Tile, *, deadline: Deadline = NEVER) -> bool:
    """Return whether a player who has opened can lay off *tile* on the *table*.

    The result is also False if the *deadline* passes before a way is found.
    """
    question = Problem(
        rack=Rack((tile,)),
        table=table,
        tiles=rules.tiles,
        law=rules.table.jokers,
        kind=Kind.EXTEND,
        tidy=False,
    )
    return bool(solve_by(question, deadline))


def placements_by(question: Problem, deadline: Deadline, part: float) -> Placements:
    """Return the placeable sets of tiles found within the fraction *part* of the available time.

    If there are many different tiles, the result takes up megabytes of memory, and each operation
    on it takes milliseconds and cannot be interrupted. If there is too little time for that, the
    result is empty and unproven. Without a deadline, the number of states is limited instead. If a
    rack is too large for the solver, some tiles are left out. The result is unproven if one of the
    omitted tiles could be placed.
    """
    asked, whole = _told_apart(question)
    found = _placements(asked, deadline, part)
    return found if whole else replace(found, proven=False)


def _placements(question: Problem, deadline: Deadline, part: float) -> Placements:
    subsets = Subsets.of(question.rack)
    if not deadline:
        many = subsets.bits > _UNLIMITED_BITS
        return placements(replace(question, budget=_STATES) if many else question)
    handling = _HANDLING * 2.0 ** (subsets.bits - MAX_BITS)
    left = deadline.left
    if left * part <= 2 * handling:
        return Placements(question, subsets, 0, proven=False)
    return placements(question, deadline=deadline.share(part - handling / left))


def _told_apart(question: Problem) -> tuple[Problem, bool]:
    """Return a problem with a small enough rack, and whether it is equivalent to *question*.

    If the rack is too large, the tiles that occur in the fewest melds are left out. The problem is
    equivalent if those tiles could not be laid.
    """
    counts = Counter(question.rack)
    if sum(map(int.bit_length, counts.values())) <= MAX_BITS:
        return question, True
    held = counts if question.kind is Kind.OPEN else counts + Counter(question.table.tiles)
    jokers = held[JOKER] if question.kind is not Kind.OPEN or question.joker_opens else 0
    numbered = Counter({tile: n for tile, n in held.items() if tile != JOKER})
    melds = possible_melds(numbered, min(jokers, 2), question.tiles, longest=3)
    uses = Counter(tile for meld in melds for tile in meld.numbered)
    kept, bits, whole = list[Tile](), 0, True
    for tile in sorted(counts, key=lambda tile: (tile != JOKER, -uses[tile])):
        bits += counts[tile].bit_length()
        if bits <= MAX_BITS:
            kept += [tile] * counts[tile]
        else:
            whole = whole and not uses[tile]
    asked = question.of_part(Rack(kept))
    if question.leave <= asked.rack:
        asked = replace(asked, leave=question.leave)
    return asked, whole


_HANDLING = 200.0
"""The number of milliseconds that it takes to build the largest possible result."""

_UNLIMITED_BITS = 20
"""If there is no deadline, racks of up to this many bits are searched completely."""

_STATES = 30_000
"""The maximum number of states for larger racks. This takes about a second and 100 megabytes."""
