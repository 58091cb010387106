"""Candidate turns: a limited number of promising choices to compare."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import reduce
from itertools import chain

from tilerummy.analysis import Objective, best_turn, problem
from tilerummy.analysis.best_plays.openings import TooManyOpeningsError, minimal_openings
from tilerummy.analysis.positions import after_play, is_legal, may_play
from tilerummy.deadline import NEVER, Deadline, OutOfTimeError
from tilerummy.melds import Table
from tilerummy.rules import Ruleset
from tilerummy.rules.options import as_ruleset
from tilerummy.solver import Kind, placements
from tilerummy.solver.queries import best_of, placing
from tilerummy.solver.subsets import Subsets
from tilerummy.state import Action, Draw, Pass, Phase, Play, State
from tilerummy.tiles import JOKER, Rack

MAX_CANDIDATES = 64
"""The maximum number of candidates per turn."""

_FEW_TILES = 14
"""The maximum number of rack tiles when searching for all sets of tiles that can be laid."""

_OPENINGS = 3
"""The maximum number of openings among the candidates. Those with the fewest tiles are chosen."""

Actions = tuple[Action, ...]


def candidates(
    rules: Ruleset | str,
    view: State,
    *,
    limit: int = MAX_CANDIDATES,
    every_set: bool = True,
    known: tuple[Play, ...] = (),
    deadline: Deadline = NEVER,
) -> tuple[Actions, ...]:
    """Return at most *limit* ways to play the rest of the turn for the seat to move in *view*.

    The first one lays nothing: it draws, or passes if drawing is impossible. Next come plays that
    lay the most tiles, first with all jokers and then with fewer and fewer, and the play that lays
    the most points. If the seat has not opened, the smallest openings follow. Otherwise, plays for
    all sets of tiles that can be laid follow if there are at most *limit* such sets, or plays of
    one tile each if there are more. Setting *every_set* to False skips the search for all sets,
    which takes seconds on a large table.

    *known* are the plays of a legal turn that the caller has found. They are a candidate even if
    the *deadline* passes before other plays are found.

    All candidates are legal, and each lays a different set of tiles.

    >>> from tilerummy import read_state
    >>> from tilerummy.players.evaluation import candidates
    >>> view = read_state("table r3 r4 r5 | rack r6 k1 | players 2")
    >>> for actions in candidates("sabra", view):
    ...     print(*actions, sep="; ")
    draw
    play r3 r4 r5 => r3 r4 r5 r6; pass
    """
    rules = as_ruleset(rules)
    found: dict[Rack, Actions] = {}
    others = _plays(rules, view, limit if every_set else 0, deadline)
    for plays in chain(((), known), others):
        last = reduce(after_play, plays, view)
        placed = view.mover.rack - last.mover.rack
        if placed not in found:
            found[placed] = (*plays, *turn_end(last))
        if len(found) == limit:
            break
    return tuple(found.values())


def turn_end(last: State) -> Actions:
    """Return the action, if any is needed, that ends the turn after its last play."""
    if not last.mover.rack:
        return ()
    return (Pass() if last.phase is Phase.MORE or not last.pool else Draw(),)


def _plays(
    rules: Ruleset, view: State, limit: int, deadline: Deadline
) -> Iterator[tuple[Play, ...]]:
    """Yield the sequence of plays for each candidate that lays tiles, most important first.

    If at most *limit* sets of tiles can be laid, all are included. A *limit* of 0 skips this
    search.
    """
    if not may_play(rules, view):
        return
    yield from _best(rules, view, deadline)
    if view.mover.opened is None:
        yield from _openings(rules, view, deadline)
        return
    yield from _small(rules, view, limit, deadline)


def _best(rules: Ruleset, view: State, deadline: Deadline) -> Iterator[tuple[Play, ...]]:
    """Yield the plays with most tiles for each number of jokers, then the one with most points."""
    rack = view.mover.rack
    for jokers in range(rack.count(JOKER), -1, -1):
        kept = (JOKER,) * (rack.count(JOKER) - jokers)
        part = view.with_seat(view.to_move, replace(view.mover, rack=rack - kept))
        plays = best_turn(rules, part, tidy=False, deadline=deadline).plays
        if plays and _legal(rules, view, plays):
            yield plays
    plays = best_turn(rules, view, Objective.POINTS, tidy=False, deadline=deadline).plays
    if plays:
        yield plays


def _legal(rules: Ruleset, view: State, plays: tuple[Play, ...]) -> bool:
    """Return whether *plays* stay legal with the full rack, whose jokers may have to be played."""
    for play in plays:
        if not is_legal(rules, view, play):
            return False
        view = after_play(view, play)
    return True


def _openings(rules: Ruleset, view: State, deadline: Deadline) -> Iterator[tuple[Play, ...]]:
    """Yield the smallest openings, sorted by number of tiles and then by points."""
    found: list[Table] = []
    try:
        smallest = minimal_openings(problem(rules, view), deadline=deadline.share(0.3))
        found.extend(map(Table, smallest))
    except (TooManyOpeningsError, OutOfTimeError):
        pass
    found.sort(key=lambda melds: (len(melds.tiles), melds.points))
    for melds in found[:_OPENINGS]:
        play = Play.between(view.table, view.table + melds)
        if is_legal(rules, view, play):
            yield (play,)


def _small(
    rules: Ruleset, view: State, limit: int, deadline: Deadline
) -> Iterator[tuple[Play, ...]]:
    """Yield plays of every possible set of tiles or, if there are too many, of each single tile."""
    question = replace(problem(rules, view), kind=Kind.REARRANGE, tidy=False)
    rack = view.mover.rack
    if limit and len(rack) <= _FEW_TILES and Subsets.of(rack).bits <= _FEW_TILES:
        sets = placements(question, deadline=deadline.share(0.3))
        if len(sets) <= limit:
            for solution in best_of(sets, limit, deadline=deadline):
                yield from _if_legal(rules, view, solution.after)
            return
    for tile in dict.fromkeys(rack):
        if deadline.is_over:
            return
        alone = placing(question, Rack((tile,)), deadline=deadline)
        if alone is not None:
            yield from _if_legal(rules, view, alone.after)


def _if_legal(rules: Ruleset, view: State, after: Table) -> Iterator[tuple[Play, ...]]:
    play = Play.between(view.table, after)
    if play.placed and is_legal(rules, view, play):
        yield (play,)
