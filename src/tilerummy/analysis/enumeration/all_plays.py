"""All plays of the mover, one for each set of rack tiles, and whether there are any."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from tilerummy.analysis.arguments import check_arguments
from tilerummy.analysis.best_plays.best import best_play, foot_tables, problem
from tilerummy.analysis.best_plays.face_up_tiles import usable_face_up
from tilerummy.analysis.positions import may_play
from tilerummy.analysis.solving import placements_by, solve_by
from tilerummy.analysis.turns.winning import going_out
from tilerummy.deadline import NEVER, Deadline, OutOfTimeError
from tilerummy.melds import Table
from tilerummy.rules import Ruleset
from tilerummy.solver import Objective, Placements, Problem, empties, placing
from tilerummy.solver import playable as can_be_played
from tilerummy.state import Play, State
from tilerummy.tiles import Rack


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

    Needs a view in which the mover's rack is known.
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

    It is false, too, if nothing was found by the *deadline*. Needs a view in which the mover's
    rack is known.
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

    Needs a view in which the mover's rack is known.
    """
    rules = check_arguments(rules, view)
    if may_play(rules, view) and empties(problem(rules, view), deadline=deadline.share(0.5)):
        return True
    return bool(going_out(rules, view, deadline=deadline))
