"""Enumerates all plays, not only the best ones.

``plays`` yields one play for each set of rack tiles that can be placed, and ``every_play`` one for
each table that a play can leave. ``playable`` and ``can_go_out`` only check whether the player to
move can play or go out. ``perft`` counts sets of tiles and tables, so that different programs can
compare their counts (RULES 2.2 and 3).
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterator
from dataclasses import dataclass
from itertools import chain

from tilerummy.analysis.best_plays.best import best_play, foot_tables, problem
from tilerummy.analysis.best_plays.face_up_tiles import usable_face_up
from tilerummy.analysis.partitions import Partitions
from tilerummy.analysis.positions import check_arguments, is_legal, may_play
from tilerummy.analysis.solving import placements_by, solve_by
from tilerummy.analysis.turns.winning import going_out
from tilerummy.deadline import NEVER, Deadline, OutOfTimeError
from tilerummy.jokers import JokerMelds
from tilerummy.melds import Meld, Table
from tilerummy.rules import Ruleset
from tilerummy.solver import Kind, Objective, Placements, Problem, empties, placing
from tilerummy.solver import playable as can_be_played
from tilerummy.state import Play, State
from tilerummy.tiles import JOKER, Rack


class Plays(Iterator[Play]):
    """A lazy iterator over plays.

    ``proven`` becomes True once every play has been listed.
    """

    def __init__(self, found: Generator[Play, None, bool]) -> None:
        self._found, self.proven = found, False

    def __next__(self) -> Play:
        try:
            return next(self._found)
        except StopIteration as end:
            self.proven = self.proven or bool(end.value)
            raise


def plays(
    rules: Ruleset | str,
    view: State,
    objective: Objective = Objective.TILES,
    *,
    deadline: Deadline = NEVER,
) -> Plays:
    """Yield a legal play for each distinct set of rack tiles that one play can lay, best first.

    Each play leaves as many table melds unchanged as possible. *objective* determines how sets of
    tiles are ranked. Taking the first few is cheap, because plays are computed on request. Face-up
    tiles are not used. If the *deadline* passes, the iteration ends. The plays yielded so far are
    in order, and ``proven`` is False.

    Every rack is supported. If more than 28 different tiles could be placed (a pair counts as two),
    or if the search reaches its limit, some plays are missing and ``proven`` is False. The first
    play is still the best. If there are very many plays, the later ones are not in order.
    """
    rules = check_arguments(rules, view, objective)
    return Plays(_plays(rules, view, objective, deadline))


def _plays(
    rules: Ruleset, view: State, objective: Objective, deadline: Deadline
) -> Generator[Play, None, bool]:
    """Yield the plays, and return True if the list is complete."""
    if not may_play(rules, view):
        return True
    question = problem(rules, view, objective)
    first = Rack()
    try:
        if not rules.closed_hands:  # in other games a Foot may be better
            first = yield from _best_of(question, deadline.share(_FIRST))
        found = placements_by(question, deadline, _FINDING)
        for after in other_foot_tables(rules, view, found, deadline):
            yield Play.between(view.table, after)
        if rules.closed_hands and not found and not found.proven:
            first = yield from _best_of(question, deadline)
        ranking = deadline.share(_RANKING)
        many = len(found) > _MOST_RANKED
        ranked = found if many else found.best(len(found), deadline=ranking)
        for placed in ranked:
            if placed == first:
                continue
            deadline.check()
            solution = placing(question, placed, deadline=deadline)
            if solution is not None:
                yield Play.between(view.table, solution.after)
            else:
                deadline.check()
    except OutOfTimeError:
        return False
    return found.proven and len(ranked) == len(found)


def _best_of(question: Problem, deadline: Deadline) -> Generator[Play, None, Rack]:
    """Yield the best play, if there is one, and return the tiles that it lays."""
    best = solve_by(question, deadline)
    if best:
        yield Play.between(question.table, best.after)
    return best.placed


_FIRST = 0.3
"""The share of the time for finding the best play, which is yielded first."""

_MOST_RANKED = 50_000
"""The maximum number of sets of tiles to rank. Beyond it, only the first play is in order."""

_FINDING = 0.5
"""The share of the time for finding the sets of tiles."""

_RANKING = 0.3
"""The share of the remaining time for ranking the sets, not including the sorting."""


def other_foot_tables(
    rules: Ruleset, view: State, found: Placements, deadline: Deadline = NEVER
) -> tuple[Table, ...]:
    """Return the table after each Foot whose tiles are not in *found* (S4 "Foot").

    A Foot is a play that melds all tiles but one. Raises OutOfTimeError if the *deadline* passes.
    """
    if not rules.closed_hands or len(view.mover.rack) != rules.deal.tiles + 1:
        return ()
    tables = foot_tables(rules, view, found.problem, deadline)
    return tuple(after for after in tables if after.tiles - view.table.tiles not in found)


def playable(rules: Ruleset | str, view: State, *, deadline: Deadline = NEVER) -> bool:
    """Return whether the mover can play anything now, possibly using face-up tiles.

    The result is also False if the *deadline* passes before a play is found.

    >>> from tilerummy import read_state
    >>> from tilerummy.analysis import playable
    >>> playable("sabra", read_state("table r3 r4 r5 | rack r6 k1"))
    True
    """
    rules = check_arguments(rules, view)
    if not may_play(rules, view):
        return False
    if can_be_played(problem(rules, view), deadline=deadline):
        return True
    helped = usable_face_up(view) or rules.closed_hands
    return bool(helped and best_play(rules, view, tidy=False, deadline=deadline).plays)


def can_go_out(rules: Ruleset | str, view: State, *, deadline: Deadline = NEVER) -> bool:
    """Return whether ``going_out`` finds a way for the mover to go out in this turn.

    A single play usually decides the question; otherwise the entire turn is searched. The result is
    also False if the *deadline* passes before a way is found.
    """
    rules = check_arguments(rules, view)
    if may_play(rules, view) and empties(problem(rules, view), deadline=deadline.share(0.5)):
        return True
    return bool(going_out(rules, view, deadline=deadline))


def every_play(rules: Ruleset | str, view: State, *, deadline: Deadline = NEVER) -> Plays:
    """Yield every legal play, one for each distinct resulting table, in no particular order.

    These are the plays that ``perft`` counts. On a full table there can be millions. Face-up tiles
    are not used. If the *deadline* passes, the iteration ends and ``proven`` is False. ``proven``
    is also False if the rack has too many placeable tiles to search.

    >>> from tilerummy import read_state, ruleset
    >>> [play.lay for play in every_play(ruleset("sabra"), read_state("rack r7 * *"))]
    [*r5 *r6 r7, *r6 r7 *r8, r7 *r8 *r9, r7 *7 *7]
    """
    rules = check_arguments(rules, view)
    return Plays(_every_play(rules, view, deadline))


def _every_play(rules: Ruleset, view: State, deadline: Deadline) -> Generator[Play, None, bool]:
    """Yield the plays, and return True if the list is complete."""
    sets = rack_sets(rules, view, deadline=deadline.share(0.5))
    try:
        for placed in sets:
            for after in possible_tables(rules, view, placed, deadline):
                deadline.check()
                play = Play.between(view.table, after)
                if is_legal(rules, view, play):
                    yield play
    except OutOfTimeError:
        return False
    return sets.proven


@dataclass(frozen=True, slots=True)
class Perft:
    """The number of distinct sets of rack tiles that plays can lay, and of tables they can leave.

    Tables are distinct if their melds differ, including the tiles that jokers represent. ``proven``
    is False if the true numbers may be higher.
    """

    racks: int
    plays: int
    proven: bool = True


def perft(rules: Ruleset | str, view: State, *, deadline: Deadline = NEVER) -> Perft:
    """Count the possible plays of the mover of *view*, which is slow except in small positions.

    If the *deadline* passes, the counts so far are returned as unproven. Counting the sets of rack
    tiles takes at most half of the time.

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
            for count in table_counts(rules, view, placed, deadline=deadline):
                tables += count
    except OutOfTimeError:
        proven = False
    return Perft(len(sets), tables, proven)


@dataclass(frozen=True, slots=True)
class RackSets(Collection[Rack]):
    """The distinct sets of rack tiles that one play can lay.

    ``found`` contains the sets that the search found, and ``feet`` the sets of all tiles but one.
    ``proven`` is True if the list is complete.
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
    """Return the sets of rack tiles that the mover of *view* can lay in one play.

    If the *deadline* passes, the sets found so far are returned as unproven. The result is also
    unproven if the rack has too many placeable tiles.
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


def table_counts(
    rules: Ruleset, view: State, placed: Rack, *, deadline: Deadline = NEVER
) -> Iterator[int]:
    """Yield partial counts that add up to the number of tables that legal plays can leave.

    Only plays that lay exactly the tiles *placed* are counted. Raises OutOfTimeError if the
    *deadline* passes.
    """
    question = problem(rules, view)
    if question.kind is Kind.REARRANGE and _all_tables_are_legal(question):
        yield _partitions(question, placed, deadline).count(view.table.tiles + placed)
        return
    for after in possible_tables(rules, view, placed, deadline):
        deadline.check()
        yield is_legal(rules, view, Play.between(view.table, after))


def _all_tables_are_legal(question: Problem) -> bool:
    """Return whether the joker rules allow every way to lay the tiles."""
    return JOKER not in question.table.tiles or question.law.melds is JokerMelds.FREE


def possible_tables(
    rules: Ruleset, view: State, placed: Rack, deadline: Deadline
) -> Iterator[Table]:
    """Yield all tables that plays could leave, including those that the joker rules forbid."""
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
        """Return whether *meld* is an old meld that only grew, or consists of rack tiles."""
        tiles = {*meld.numbered}
        grown = any(isinstance(meld, type(old)) and {*old.numbered} <= tiles for old in olds)
        return grown or tiles <= own

    olds, own = {*question.table}, {*placed}
    return Partitions(question.tiles, jokers, of_one_origin, deadline=deadline)
