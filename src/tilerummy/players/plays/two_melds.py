"""Finds the best play that changes at most two table melds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from random import Random

from tilerummy.analysis import problem
from tilerummy.analysis.best_plays.face_up_tiles import usable_face_up
from tilerummy.analysis.positions import is_legal
from tilerummy.analysis.solving import solve_by
from tilerummy.deadline import NEVER, Deadline
from tilerummy.melds import Meld, Table
from tilerummy.players.plays.upper_bound import bound
from tilerummy.rules import Ruleset
from tilerummy.solver import Kind, Solution
from tilerummy.state import Play, State
from tilerummy.tiles import JOKER, Rack

LOOKS = 6
"""The maximum number of pairs of melds to try, chosen at random."""

_BOUND = 0.5
"""The fraction of the time used for an upper bound, which often ends the search early."""


def play_touching_two(
    rules: Ruleset, view: State, rng: Random, *, deadline: Deadline = NEVER
) -> Play | None:
    """Return the play that lays the most tiles by changing at most two table melds, or None.

    The function tries at most ``LOOKS`` pairs of melds that could combine with rack tiles, so it
    overlooks some plays. The search stops at the *deadline*. An opening never changes table melds.
    """
    question = replace(problem(rules, view, face_up=usable_face_up(view)), tidy=False)
    if question.kind is Kind.OPEN:
        parts, most = iter([Table()]), None
    else:
        most = bound(question, deadline.share(_BOUND))
        if not most:
            return None
        parts = _parts(view.table, question.rack, rng)
    found: list[Solution] = []
    for part in parts:
        answer = solve_by(replace(question, table=part), deadline)
        if answer:
            found.append(answer)
        if deadline.is_over:
            break
        if most and most.proven and answer.rank[:2] >= most.rank[:2]:
            break
    for answer in sorted(found, key=lambda a: a.rank[:2], reverse=True):
        rest = view.table - answer.problem.table
        play = Play.between(view.table, rest + answer.after)
        if is_legal(rules, view, play):
            return play
    return None


def _parts(table: Table, rack: Rack, rng: Random) -> Iterator[Table]:
    """Yield sets of table melds that a play may change.

    The first set is empty. It is followed by pairs of melds in random order, with at least one meld
    in each pair near the rack, or by the table's only meld if that meld is near the rack.
    """
    yield Table()
    melds = [*table]
    near = [_near(meld, rack) for meld in melds]
    if near == [True]:
        yield table
    pairs = [(i, j) for i, j in combinations(range(len(melds)), 2) if near[i] or near[j]]
    for i, j in rng.sample(pairs, min(LOOKS, len(pairs))):
        yield Table([melds[i], melds[j]])


def _near(meld: Meld, rack: Rack) -> bool:
    """Return whether the *rack* has a tile that could be in the same meld as a tile of *meld*."""
    if meld.jokers or JOKER in rack:
        return True
    return any(
        tile.number == other.number
        or (tile.colour == other.colour and abs(tile.number - other.number) <= 2)
        for tile in rack
        for other in meld.numbered
    )
