"""Exact search of the two-player endgame with an empty pool, when both racks are known."""

from __future__ import annotations

from dataclasses import dataclass

from tilerummy.deadline import Deadline, OutOfTimeError
from tilerummy.players.evaluation.candidate_selection import candidates
from tilerummy.players.evaluation.utility import Utility
from tilerummy.rules import Ruleset, decide_all
from tilerummy.rules.judging.endings import round_over
from tilerummy.state import Action, Ending, Phase, State, fold
from tilerummy.state.state import with_seat
from tilerummy.tiles import Rack

Actions = tuple[Action, ...]

_DEPTHS = (1, 2, 3, 4)
"""The search depths to try, in turns and in this order."""

_CHOICES = 12
"""The maximum number of candidates in each turn after the first."""


@dataclass(frozen=True, slots=True)
class SearchedChoice:
    """The index and value of the best candidate.

    ``sure`` is True if every line was searched to the end of the round.
    """

    index: int
    value: float
    sure: bool


def is_known(view: State) -> bool:
    """Return whether the player to move can infer every tile.

    This is the case if there are two players and the pool is empty.
    """
    return len(view.seats) == 2 and not view.pool


def with_other_rack(rules: Ruleset, view: State) -> State:
    """Return *view* with all unseen tiles placed on the other player's rack."""
    other = 1 - view.to_move
    tiles = Rack(rules.tiles_for(2))
    seen = (view.mover.rack, view.table.tiles, view.free, view.aside)
    for each in seen:
        tiles -= each
    return view.with_seat(other, with_seat(view.seats[other], rack=Rack(tiles)))


def searched(
    rules: Ruleset, view: State, choices: tuple[Actions, ...], utility: Utility, deadline: Deadline
) -> SearchedChoice | None:
    """Return the best of *choices* against best play, or None if there is too little time.

    The search depth is increased until the deadline passes.
    """
    search = _Search(rules, view.to_move, utility, deadline)
    state, found = with_other_rack(rules, view), None
    try:
        for depth in _DEPTHS:
            found = search.best(state, choices, depth)
            if found.sure:
                break
    except OutOfTimeError:
        pass
    return found


@dataclass(slots=True)
class _Search:
    """An alpha-beta search for the best choice for *seat*, with utilities as values."""

    rules: Ruleset
    seat: int
    utility: Utility
    deadline: Deadline

    def best(self, state: State, choices: tuple[Actions, ...], depth: int) -> SearchedChoice:
        """Return the best of *choices* for the seat to move in *state*.

        Raises OutOfTimeError after the deadline.
        """
        best = SearchedChoice(0, float("-inf"), sure=True)
        sure = True
        for index, actions in enumerate(choices):
            after = self._after(state, actions)
            value, known = self._search(after, depth - 1, best.value, float("inf"))
            sure = sure and known
            if value > best.value:
                best = SearchedChoice(index, value, known)
        return SearchedChoice(best.index, best.value, sure)

    def _search(self, state: State, depth: int, low: float, high: float) -> tuple[float, bool]:
        """Return the value of *state* for the seat, and whether the search reached the end."""
        self.deadline.check()
        if state.phase is Phase.OVER or not depth:
            return self._evaluate(state), state.phase is Phase.OVER
        own = state.to_move == self.seat
        best, sure = (float("-inf") if own else float("inf")), True
        for actions in candidates(self.rules, state, limit=_CHOICES, deadline=self.deadline):
            value, known = self._search(self._after(state, actions), depth - 1, low, high)
            sure = sure and known
            if own:
                best, low = max(best, value), max(low, value)
            else:
                best, high = min(best, value), min(high, value)
            if low >= high:
                break
        return best, sure

    def _after(self, state: State, actions: Actions) -> State:
        return fold(decide_all(self.rules, state, actions), state)

    def _evaluate(self, state: State) -> float:
        """Return the value of the round for the seat, scored as if it ended now."""
        ended = state.ended or round_over(self.rules, state, Ending.POOL_EXHAUSTED)
        winner = -1 if ended.winner is None else ended.winner
        return self.utility.value(self.rules, self.seat, winner, ended.scores)
