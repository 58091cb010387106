"""Finds the best turn of several plays, for example when one play frees jokers for the next."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tilerummy.analysis.best_plays.answer import NOTHING, Best
from tilerummy.analysis.best_plays.best import best_play, problem
from tilerummy.analysis.best_plays.face_up_tiles import usable_face_up
from tilerummy.analysis.best_plays.openings import TooManyOpeningsError, minimal_openings
from tilerummy.analysis.positions import after_table, check_arguments, may_play
from tilerummy.analysis.turns.turn_for import MOST_PLAYS, Turn, turn_for
from tilerummy.deadline import NEVER, Deadline, OutOfTimeError
from tilerummy.jokers.freeing_plays import FreeingPlays
from tilerummy.jokers.two_plays import (
    freeing_may_help,
    law_for_one_play,
    more_plays_may_help,
)
from tilerummy.rules import Ruleset
from tilerummy.rules.plays.rearrange import Rearrange
from tilerummy.solver import Objective
from tilerummy.state import Play, State
from tilerummy.state.events import tables_after
from tilerummy.tiles import Rack

MOST_TRIED = 300
"""The maximum number of first plays to try. If it is reached, the result is unproven."""

FIRST_ATTEMPT = 0.5
"""The share of the time for the first attempt, which precedes the search of all first plays."""

Rank = tuple[int, int]


def best_turn(
    rules: Ruleset | str,
    view: State,
    objective: Objective = Objective.TILES,
    *,
    leave: Rack | None = None,
    tidy: bool = True,
    deadline: Deadline = NEVER,
) -> Best:
    """Return the best turn, with up to three plays, that the mover of *view* can make.

    The result is never worse than ``best_play``. If it is proven, no turn of the following form
    lays better rack tiles: an opening, a play that frees jokers into melds of rack tiles (see
    :mod:`tilerummy.jokers.freeing_plays`), and another play, as far as the rules allow. Further
    plays are also tried if they could add tiles, but without a guarantee. *leave*, *tidy* and
    *deadline* have the same meaning as in ``best_play``. With little time, further plays may add
    fewer tiles.

    >>> from tilerummy import read_state
    >>> from tilerummy.analysis import best_turn
    >>> turn = best_turn("sabra", read_state("table b5 b6 *b7 | rack b7 k8 k9 o1"))
    >>> turn.placed, turn.tables[-1]
    (k8 k9 b7, k8 k9 *k10 / b5 b6 b7)
    """
    rules = check_arguments(rules, view, objective)
    search = _BestTurnSearch(rules, view, objective, leave=leave, tidy=tidy, deadline=deadline)
    try:
        search.run()
    except OutOfTimeError:
        search.proven = False
    return search.found()


def made_of(rules: Ruleset, view: State, plays: tuple[Play, ...]) -> Best:
    """Return a result, marked as proven, with *plays* as the entire turn so far."""
    tables = (*tables_after(view.table, plays),)
    placed = tables[-1].tiles - view.table.tiles if tables else Rack()
    points = problem(rules, view).points(placed & view.mover.rack)
    return Best(plays, tables, placed, points, proven=True)


class _BestTurnSearch:
    """A search for the best turn: the best found so far, and its rank under the objective."""

    def __init__(
        self,
        rules: Ruleset,
        view: State,
        objective: Objective,
        *,
        leave: Rack | None,
        tidy: bool,
        deadline: Deadline,
    ) -> None:
        self.rules, self.view, self.objective, self.tidy = rules, view, objective, tidy
        self.leave, self.deadline = leave, deadline
        self.law, self.rearranges = rules.table.jokers, isinstance(rules.table, Rearrange)
        self.best = NOTHING
        self.rank: Rank = (0, 0)
        self.proven = True
        self.tried = 0

    def found(self) -> Best:
        """Return the best turn found."""
        return replace(self.best, proven=self.proven, tidy=self.proven and self.best.tidy)

    def run(self) -> None:
        """Run the search for the best turn."""
        same_turn = self.rules.opening.same_turn or self.view.mover.opened is not None
        more = same_turn and may_play(self.rules, self.view)
        if more and self._freeing_helps():
            self._search_freeing_plays()
        else:
            self._take_best_play(self.deadline)
        if more and self._more_helps():
            self._add_plays()

    def _take_best_play(self, deadline: Deadline, *, tidy: bool = True) -> None:
        """Find and store the best single play, unless a better turn is known."""
        best = self._best_play(self.rules, self.view, deadline, tidy=tidy)
        self.proven = best.proven
        if self._rank(self.view, best) >= self.rank:
            self.best, self.rank = best, self._rank(self.view, best)

    def _best_play(
        self, rules: Ruleset, view: State, deadline: Deadline, *, tidy: bool = True
    ) -> Best:
        tidy = tidy and self.tidy
        return best_play(
            rules, view, self.objective, leave=self.leave, tidy=tidy, deadline=deadline
        )

    def _freeing_helps(self) -> bool:
        """Return whether freeing jokers first may allow the mover to lay more than one play can."""
        tiles = self.rules.tiles
        return self.rearranges and freeing_may_help(self.law, self.view.table, tiles)

    def _search_freeing_plays(self) -> None:
        """Search for a turn whose plays free jokers for later plays.

        If there is a deadline, first find the best single play, in case time runs out. Next, find
        the best play under joker rules that allow everything a turn can do, and split it into legal
        plays. Unless that is the best possible turn, try all plays that free jokers.
        """
        if self.deadline:
            self._take_best_play(self.deadline, tidy=False)
            self.deadline.check()
        law = law_for_one_play(self.law, self.view.table, self.rules.tiles)
        freely = replace(self.rules, table=Rearrange(law))
        first = self.deadline.share(FIRST_ATTEMPT)
        bound = self._best_play(freely, self.view, first)
        turn = Turn(())
        if bound:
            turn = turn_for(self.rules, self.view, bound.tables[-1], deadline=first)
        if bound.proven and len(turn.plays) == len(bound.plays):
            self._take(turn.plays, tidy=bound.tidy, or_equal=True)
            self.proven = True
            return
        self._take_best_play(self.deadline.share(FIRST_ATTEMPT))
        limit = self._rank(self.view, bound)
        if bound.proven and self.rank >= limit:
            return
        self._take(turn.plays, tidy=bound.tidy)
        for plays, state in self._opened(freely):
            if bound.proven and self.rank >= limit:
                return
            self._free_first(plays, state, freely)

    def _opened(self, freely: Ruleset) -> Iterator[tuple[tuple[Play, ...], State]]:
        """Yield each opening with the state after it, or no play if the player has opened."""
        if self.view.mover.opened is not None:
            yield (), self.view
            return
        try:
            question = problem(self.rules, self.view)
            for melds in minimal_openings(question, deadline=self.deadline):
                after = after_table(self.rules, self.view, self.view.table + melds)
                if after and self._hopeful(after, freely):
                    yield (Play.between(self.view.table, after.table),), after
        except TooManyOpeningsError:
            self.proven = False

    def _free_first(self, before: tuple[Play, ...], state: State, freely: Ruleset) -> None:
        """Try every play that frees jokers, followed by the best play after it."""
        mover = state.mover
        due = self.rules.jokers_due and mover.opened != state.turn
        freeing = FreeingPlays(self.law, self.rules.tiles, due, lambda _: True, self.deadline)
        for table in freeing.tables(state.table, mover.rack + usable_face_up(state)):
            if self.tried == MOST_TRIED:
                self.proven = False
                return
            self.deadline.check()
            then = after_table(self.rules, state, table)
            if then and self._hopeful(then, freely):
                self.tried += 1
                best = self._best_play(self.rules, then, self.deadline)
                self.proven = self.proven and best.proven
                plays = (*before, Play.between(state.table, table), *best.plays)
                self._take(plays, tidy=best.tidy)

    def _hopeful(self, state: State, freely: Ruleset) -> bool:
        """Return whether a turn through *state* could beat the best one found so far."""
        bound = best_play(freely, state, self.objective, tidy=False, deadline=self.deadline)
        return not bound.proven or self._rank(state, bound) > self.rank

    def _more_helps(self) -> bool:
        """Return whether another play may add tiles to the best turn found."""
        last = self.best.tables[-1] if self.best else self.view.table
        more = more_plays_may_help(self.law, last, rearranges=self.rearranges)
        return bool(self.view.free) or more

    def _add_plays(self) -> None:
        """Add plays to the best turn found, up to ``MOST_PLAYS`` in total."""
        while 0 < len(self.best.plays) < MOST_PLAYS:
            state: State | None = self.view
            for table in self.best.tables:
                state = state and after_table(self.rules, state, table)
            more = self._best_play(self.rules, state, self.deadline) if state else None
            if not more:
                return
            self._take((*self.best.plays, *more.plays), tidy=self.best.tidy and more.tidy)

    def _take(self, plays: tuple[Play, ...], *, tidy: bool, or_equal: bool = False) -> None:
        """Store *plays*, which are the entire turn so far, if they beat the best turn found."""
        best = replace(made_of(self.rules, self.view, plays), tidy=tidy)
        rank = self._rank(self.view, best)
        if rank > self.rank or (or_equal and rank == self.rank):
            self.best, self.rank = best, rank

    def _rank(self, state: State, best: Best) -> Rank:
        """Return the rank of playing *best* in *state*."""
        start = self.view.mover.rack
        left = state.mover.rack - best.placed
        gone = start - left
        points = problem(self.rules, self.view).points(gone)
        return (len(gone), points) if self.objective is Objective.TILES else (points, len(gone))
