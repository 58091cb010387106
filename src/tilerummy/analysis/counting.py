"""Counting what can be played, so that programs can be compared: RULES 2.2 and 3."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tilerummy.analysis.all_plays import other_feet
from tilerummy.analysis.asked import asked
from tilerummy.analysis.best import problem
from tilerummy.analysis.going_on import legal, may_play
from tilerummy.analysis.partitions import Partitions
from tilerummy.melds import Meld, Table
from tilerummy.rules import Ruleset
from tilerummy.solver import Kind, Melds, Placements, Problem, placements
from tilerummy.state import Play, State
from tilerummy.tiles import JOKER, Rack


@dataclass(frozen=True, slots=True)
class Perft:
    """How many distinct sets of rack tiles one play can place, and how many tables it may leave.

    Tables are distinct by their melds, jokers with what they represent. ``proven`` is false where
    the sets that can be placed may be more than were found.
    """

    racks: int
    plays: int
    proven: bool = True


def perft(rules: Ruleset, view: State) -> Perft:
    """Return both counts for the mover of *view*; the tables take long on all but small positions.

    >>> from tilerummy import ruleset
    >>> from tilerummy.state.notation import read_state
    >>> perft(ruleset("sabra"), read_state("table r3 r4 r5 r6 r7 | rack r5 b9"))
    Perft(racks=1, plays=1, proven=True)

    Raises ValueError for a rack with too many parts to be told apart.
    """
    asked(rules, view)
    sets = rack_sets(rules, view)
    tables = sum(count_tables(rules, view, placed) for placed in sets.racks)
    return Perft(len(sets.racks), tables, sets.proven)


@dataclass(frozen=True, slots=True)
class RackSets:
    """The distinct sets of rack tiles that one play can place, and whether these are all."""

    racks: tuple[Rack, ...]
    proven: bool = True


def rack_sets(rules: Ruleset, view: State) -> RackSets:
    """Return the sets of rack tiles that the mover of *view* can place in one play.

    Raises ValueError for a rack with too many parts to be told apart.
    """
    if not may_play(rules, view):
        return RackSets(())
    found: Placements = placements(problem(rules, view))
    feet = dict.fromkeys(t.tiles - view.table.tiles for t in other_feet(rules, view, found))
    return RackSets((*found, *feet), found.proven)


def count_tables(rules: Ruleset, view: State, placed: Rack) -> int:
    """Return how many tables the legal plays that place just these tiles may leave."""
    question = problem(rules, view)
    if question.kind is Kind.REARRANGE and _no_joker_matters(question):
        return _partitions(question, placed).count(view.table.tiles + placed)
    return sum(
        legal(rules, view, Play.between(view.table, after))
        for after in _candidates(rules, view, placed)
    )


def _no_joker_matters(question: Problem) -> bool:
    """Return whether every way to lay the tiles is legal."""
    return JOKER not in question.table.tiles or question.policy.melds is Melds.FREE


def _candidates(rules: Ruleset, view: State, placed: Rack) -> Iterator[Table]:
    """Yield the tables that may be left, those that the law of jokers forbids among them."""
    question = problem(rules, view)
    foot = rules.closed_hands and len(placed) == rules.deal.tiles
    if question.kind is Kind.OPEN and not foot:
        for new in _partitions(question, placed).all(placed):
            yield view.table + new
        return
    for melds in _partitions(question, placed).all(view.table.tiles + placed):
        yield Table(melds)


def _partitions(question: Problem, placed: Rack) -> Partitions:
    jokers = (question.table.tiles + placed).count(JOKER)
    if question.kind is Kind.REARRANGE:
        return Partitions(question.tiles, jokers)

    def of_one_origin(meld: Meld) -> bool:
        """Return whether it is a meld that only grew, or one of tiles of the rack."""
        tiles = {*meld.naturals}
        grown = any(isinstance(meld, type(old)) and {*old.naturals} <= tiles for old in olds)
        return grown or tiles <= own

    olds, own = {*question.table}, {*placed}
    return Partitions(question.tiles, jokers, of_one_origin)
