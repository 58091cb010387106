"""The free tiles of McGraw: which may be used, and which had best be: RULES 2.4."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tilerummy.analysis.best_plays.answer import Best
from tilerummy.deadline import NEVER, Deadline
from tilerummy.rules.plays.faults import face_up_faults
from tilerummy.solver import Objective
from tilerummy.state import State
from tilerummy.tiles import Rack

MOST_ASKED = 300
"""So often the solver is asked at most before the answer is left unproven."""

Rank = tuple[int, int]


def usable_face_up(view: State) -> Rack:
    """Return the free tiles that the mover may use now, beside at least one of the own tiles."""
    if not view.free:
        return view.free
    return Rack(tile for tile in view.free if not any(face_up_faults(view, Rack((tile,)))))


class FaceUpChoice:
    """Which free tiles had best be used, those of *rack* alone counting.

    *ask* answers with the best plays where certain free tiles count as if they were of the rack.
    Of the plays that use exactly these no one can then be better, so all that has to be found is
    which free tiles to use: with some chosen, the answer for them and all others is a bound.
    """

    def __init__(self, ask: Callable[[Rack], Best], rack: Rack, objective: Objective) -> None:
        self.ask, self.rack, self.objective = ask, rack, objective
        self.best = ask(Rack())
        self.worth = self.rank(self.best)
        self.known = {Rack(): self.best}
        self.cut = False

    def best_of(self, free: Rack, deadline: Deadline = NEVER) -> Best:
        """Return the best plays with some of the tiles *free* that are found by the *deadline*."""
        self._among(Rack(), free, deadline)
        proven = not self.cut and all(best.proven for best in self.known.values())
        return replace(self.best, proven=proven)

    def _among(self, chosen: Rack, others: Rack, deadline: Deadline) -> None:
        """Look at every choice that has all *chosen* tiles and some of *others*."""
        found = self._asked(chosen + others, deadline)
        if found is None or self._less(self.rank(found), found.placed - self.rack, chosen):
            return
        if others:
            self._among(chosen + others[:1], Rack(others[1:]), deadline)
            self._among(chosen, Rack(others[1:]), deadline)

    def _less(self, own: Rank, used: Rack, chosen: Rack) -> bool:
        """Return whether with all *chosen* tiles nothing can be better than what was found."""
        all_in_all = (own[0] + self._free(used)[0], own[1] + self._free(used)[1])
        given = self._free(chosen)
        return (all_in_all[0] - given[0], all_in_all[1] - given[1]) <= self.worth

    def _asked(self, free: Rack, deadline: Deadline) -> Best | None:
        if free not in self.known:
            if len(self.known) >= MOST_ASKED or deadline.is_over:
                self.cut = True
                return None
            found = self.known[free] = self.ask(free)
            if self.rank(found) > self.worth:
                self.best, self.worth = found, self.rank(found)
        return self.known[free]

    def rank(self, best: Best) -> Rank:
        """Return what the objective compares, of the tiles of the rack."""
        return self._in_order(len(best.placed & self.rack), best.points)

    def _free(self, tiles: Rack) -> Rank:
        """Return the same for free tiles, which are all numbered."""
        return self._in_order(len(tiles), sum(tile.number for tile in tiles))

    def _in_order(self, tiles: int, points: int) -> Rank:
        return (tiles, points) if self.objective is Objective.TILES else (points, tiles)
