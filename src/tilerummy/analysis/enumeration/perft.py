"""Counting what can be played, so that programs can be compared: RULES 2.2 and 3."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import chain

from tilerummy.analysis.arguments import check_arguments
from tilerummy.analysis.best_plays.best import problem
from tilerummy.analysis.enumeration.all_plays import other_foot_tables
from tilerummy.analysis.partitions import Partitions
from tilerummy.analysis.positions import is_legal, may_play
from tilerummy.analysis.solving import placements_by
from tilerummy.deadline import NEVER, Deadline, OutOfTimeError
from tilerummy.jokers import JokerMelds
from tilerummy.melds import Meld, Table
from tilerummy.rules import Ruleset
from tilerummy.solver import Kind, Problem
from tilerummy.state import Play, State
from tilerummy.tiles import JOKER, Rack


@dataclass(frozen=True, slots=True)
class Perft:
    """How many distinct sets of rack tiles one play can place, and how many tables it may leave.

    Tables are distinct by their melds, jokers with what they represent. ``proven`` is false where
    either may be more than was found.
    """

    racks: int
    plays: int
    proven: bool = True


def perft(rules: Ruleset | str, view: State, *, deadline: Deadline = NEVER) -> Perft:
    """Return both counts for the mover of *view*; the tables take long on all but small positions.

    When the *deadline* is over, the counts reached are returned, not proven. The sets take half of
    the time at most.

    >>> from tilerummy import ruleset
    >>> from tilerummy.state.notation import read_state
    >>> perft(ruleset("sabra"), read_state("table r3 r4 r5 r6 r7 | rack r5 b9"))
    Perft(racks=1, plays=1, proven=True)
    """
    rules = check_arguments(rules, view)
    sets = rack_sets(rules, view, deadline=deadline.share(0.5))
    tables, proven = 0, sets.proven
    try:
        for placed in sets:
            for one in table_counts(rules, view, placed, deadline=deadline):
                tables += one
    except OutOfTimeError:
        proven = False
    return Perft(len(sets), tables, proven)


@dataclass(frozen=True, slots=True)
class RackSets(Collection[Rack]):
    """The distinct sets of rack tiles that one play can place, and whether these are all.

    They are those *found* and those of *feet*, in which all tiles are melded at once.
    """

    found: Collection[Rack] = ()
    feet: tuple[Rack, ...] = ()
    proven: bool = True

    def __len__(self) -> int:
        return len(self.found) + len(self.feet)

    def __iter__(self) -> Iterator[Rack]:
        return chain(self.found, self.feet)

    def __contains__(self, placed: object) -> bool:
        return placed in self.found or placed in self.feet


def rack_sets(rules: Ruleset, view: State, *, deadline: Deadline = NEVER) -> RackSets:
    """Return the sets of rack tiles that the mover of *view* can place in one play.

    When the *deadline* is over it returns those found until then, not proven. They are not proven
    either where the rack or what can be placed of it is too large.
    """
    if not may_play(rules, view):
        return RackSets()
    found = placements_by(problem(rules, view), deadline, 0.75)
    feet, proven = dict[Rack, None](), found.proven
    try:
        feet = dict.fromkeys(
            foot.tiles - view.table.tiles
            for foot in other_foot_tables(rules, view, found, deadline)
        )
    except OutOfTimeError:
        proven = False
    return RackSets(found, tuple(feet), proven)


def count_tables(rules: Ruleset, view: State, placed: Rack, *, deadline: Deadline = NEVER) -> int:
    """Return how many tables the legal plays that place just these tiles may leave.

    Raises OutOfTimeError when the *deadline* is over.
    """
    return sum(table_counts(rules, view, placed, deadline=deadline))


def table_counts(
    rules: Ruleset, view: State, placed: Rack, *, deadline: Deadline = NEVER
) -> Iterator[int]:
    """Yield numbers whose sum is what ``count_tables`` returns, as they are found."""
    question = problem(rules, view)
    if question.kind is Kind.REARRANGE and _all_tables_are_legal(question):
        yield _partitions(question, placed, deadline).count(view.table.tiles + placed)
        return
    for after in possible_tables(rules, view, placed, deadline):
        deadline.check()
        yield is_legal(rules, view, Play.between(view.table, after))


def _all_tables_are_legal(question: Problem) -> bool:
    """Return whether every way to lay the tiles is legal."""
    return JOKER not in question.table.tiles or question.law.melds is JokerMelds.FREE


def possible_tables(
    rules: Ruleset, view: State, placed: Rack, deadline: Deadline
) -> Iterator[Table]:
    """Yield the tables that may be left, also those that the joker law forbids."""
    question = problem(rules, view)
    foot = rules.closed_hands and len(placed) == rules.deal.tiles
    if question.kind is Kind.OPEN and not foot:
        for new in _partitions(question, placed, deadline).all(placed):
            yield view.table + new
        return
    for melds in _partitions(question, placed, deadline).all(view.table.tiles + placed):
        yield Table(melds)


def _partitions(question: Problem, placed: Rack, deadline: Deadline) -> Partitions:
    jokers = (question.table.tiles + placed).count(JOKER)
    if question.kind is Kind.REARRANGE:
        return Partitions(question.tiles, jokers, deadline=deadline)

    def of_one_origin(meld: Meld) -> bool:
        """Return whether it is a meld that only grew, or one of tiles of the rack."""
        tiles = {*meld.naturals}
        grown = any(isinstance(meld, type(old)) and {*old.naturals} <= tiles for old in olds)
        return grown or tiles <= own

    olds, own = {*question.table}, {*placed}
    return Partitions(question.tiles, jokers, of_one_origin, deadline=deadline)
