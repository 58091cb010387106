"""Calls to the solver with a deadline."""

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
"""The time for a turn of a computer player and for a hint."""


def solve_by(question: Problem, deadline: Deadline) -> Solution:
    """Return the best play found by the *deadline*; no play, unproven, if it has passed."""
    if not deadline:
        return solve(question)
    if deadline.is_over:
        return Solution(question, question.table, proven=False, tidy=False)
    return solve(question, deadline=deadline)


def can_lay_off(rules: Ruleset, table: Table, tile: Tile, *, deadline: Deadline = NEVER) -> bool:
    """Return whether a player who has opened can lay off *tile* on the *table*.

    Also False if nothing was found by the *deadline*.
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
    """Return the sets of tiles that can be placed, as far as found within *part* of the time.

    With many different tiles the set of these sets takes megabytes; each operation on it takes
    milliseconds and cannot be interrupted. If time is too short for that, the result is empty and
    unproven; without any deadline the number of states is limited instead. A rack too large for the
    solver is searched in part; the result is unproven if another tile could be placed.
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
    """Return a problem whose rack is small enough for the solver, and whether it is equivalent.

    The tiles in the fewest melds are left out; it is equivalent if those could not be laid.
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
"""The milliseconds it takes to build the largest possible set of sets."""

_UNLIMITED_BITS = 20
"""Racks of up to this many bits are searched completely if there is no deadline."""

_STATES = 30_000
"""The maximum number of states for larger racks: about a second and a hundred megabytes."""
