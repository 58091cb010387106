"""Everything that can be played, not only the best.

``plays`` yields one play for each set of rack tiles that can be placed, ``every_play`` one for each
table that a play may leave; ``playable`` and ``can_go_out`` say whether there are any. ``perft``
counts the plays and the tables they lead to, so that two programs can be compared: RULES 2.2 and 3.
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
    """An iterator of plays, each computed when it is requested.

    ``proven`` says at the end whether these were all plays; until then it is false.
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
    """Yield a legal play for each distinct set of rack tiles that one play can place, best first.

    Each leaves as many melds of the table as possible as they are. The *objective* says what is
    best; taking the first few is cheap, as a play is computed when it is requested. Face-up tiles
    are left out. When the *deadline* is over, there are no more plays: the order is then that of
    the plays found, and ``proven`` is false.

    There are plays for every rack. Where it has more than 28 different tiles that could be placed,
    each pair counting as two, and where so much can be done that the search for it is limited, some
    are left out, and ``proven`` is false. The first is the best all the same; after it those are in
    no order that are very many.
    """
    rules = check_arguments(rules, view, objective)
    return Plays(_plays(rules, view, objective, deadline))


def _plays(
    rules: Ruleset, view: State, objective: Objective, deadline: Deadline
) -> Generator[Play, None, bool]:
    """Yield the plays, and return whether these are all."""
    if not may_play(rules, view):
        return True
    question = problem(rules, view, objective)
    first = Rack()
    try:
        if not rules.closed_hands:  # else a Foot may be better
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
    """Yield the best play, if there is one, and return the tiles that it places."""
    best = solve_by(question, deadline)
    if best:
        yield Play.between(question.table, best.after)
    return best.placed


_FIRST = 0.3
"""The share of the time for the best play, which comes before the others are searched for."""

_MOST_RANKED = 50_000
"""More sets of tiles are not ranked: after the best, plays come as they are found."""

_FINDING = 0.5
"""The share of the time for finding the sets of tiles."""

_RANKING = 0.3
"""The share of the time left for ranking them; sorting comes on top."""


def other_foot_tables(
    rules: Ruleset, view: State, found: Placements, deadline: Deadline = NEVER
) -> tuple[Table, ...]:
    """Return tables after melding all tiles but one at once, where an opening cannot: S4 "Foot".

    Raises OutOfTimeError.
    """
    if not rules.closed_hands or len(view.mover.rack) != rules.deal.tiles + 1:
        return ()
    tables = foot_tables(rules, view, found.problem, deadline)
    return tuple(after for after in tables if after.tiles - view.table.tiles not in found)


def playable(rules: Ruleset | str, view: State, *, deadline: Deadline = NEVER) -> bool:
    """Return whether the mover can play anything now, also with the help of face-up tiles.

    It is false, too, if nothing was found by the *deadline*.
    """
    rules = check_arguments(rules, view)
    if not may_play(rules, view):
        return False
    if can_be_played(problem(rules, view), deadline=deadline):
        return True
    helped = usable_face_up(view) or rules.closed_hands
    return bool(helped and best_play(rules, view, tidy=False, deadline=deadline).plays)


def can_go_out(rules: Ruleset | str, view: State, *, deadline: Deadline = NEVER) -> bool:
    """Return whether the mover can end the round in this turn, as far as ``going_out`` finds it.

    Mostly a single play decides it; only otherwise the whole turn is searched. It is false, too, if
    no such turn was found by the *deadline*.
    """
    rules = check_arguments(rules, view)
    if may_play(rules, view) and empties(problem(rules, view), deadline=deadline.share(0.5)):
        return True
    return bool(going_out(rules, view, deadline=deadline))


def every_play(rules: Ruleset | str, view: State, *, deadline: Deadline = NEVER) -> Plays:
    """Yield every legal play, one for each distinct table that it leaves, in no order.

    They are the plays that ``perft`` counts: on a full table they may be millions. Face-up free
    tiles are left out. When the *deadline* is over, there are no more, and ``proven`` is false; so
    it is where the rack, or what can be placed of it, is too large to be looked through.

    >>> from tilerummy import read_state, ruleset
    >>> [play.lay for play in every_play(ruleset("sabra"), read_state("rack r7 * *"))]
    [*r5 *r6 r7, *r6 r7 *r8, r7 *r8 *r9, r7 *7 *7]
    """
    rules = check_arguments(rules, view)
    return Plays(_every_play(rules, view, deadline))


def _every_play(rules: Ruleset, view: State, deadline: Deadline) -> Generator[Play, None, bool]:
    """Yield the plays, and return whether there are no others."""
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
            for count in table_counts(rules, view, placed, deadline=deadline):
                tables += count
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


def table_counts(
    rules: Ruleset, view: State, placed: Rack, *, deadline: Deadline = NEVER
) -> Iterator[int]:
    """Yield numbers as they are found: their sum counts the tables after plays of these tiles.

    That is how many tables the legal plays that place just the tiles *placed* may leave. Raises
    OutOfTimeError when the *deadline* is over.
    """
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
        tiles = {*meld.numbered}
        grown = any(isinstance(meld, type(old)) and {*old.numbered} <= tiles for old in olds)
        return grown or tiles <= own

    olds, own = {*question.table}, {*placed}
    return Partitions(question.tiles, jokers, of_one_origin, deadline=deadline)
