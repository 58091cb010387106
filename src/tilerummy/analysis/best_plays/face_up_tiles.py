"""Finds the face-up tiles of McGraw that may be used, and the best ones to use (RULES 2.4)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tilerummy.analysis.best_plays.answer import Best
from tilerummy.deadline import NEVER, Deadline
from tilerummy.rules.judging.faults import face_up_faults
from tilerummy.solver import Objective
from tilerummy.state import State
from tilerummy.tiles import Rack

MOST_ASKED = 300
"""The maximum number of solver calls. If it is reached, the result is unproven."""

Rank = tuple[int, int]


def usable_face_up(view: State) -> Rack:
    """Return the face-up tiles that the mover may use now, together with at least one rack tile."""
    if not view.free:
        return view.free
    return Rack(tile for tile in view.free if not any(face_up_faults(view, Rack((tile,)))))


class FaceUpChoice:
    """A search for the best face-up tiles to use. Only tiles from *rack* have a value.

    *ask* returns the best plays when certain face-up tiles count as rack tiles. The result for the
    chosen tiles and the undecided ones together is an upper bound, because using only some of these
    tiles cannot be better. Therefore only the choice of face-up tiles must be searched.
    """

    def __init__(self, ask: Callable[[Rack], Best], rack: Rack, objective: Objective) -> None:
        self.ask, self.rack, self.objective = ask, rack, objective
        self.best = ask(Rack())
        self.worth = self.rank(self.best)
        self.known = {Rack(): self.best}
        self.cut = False

    def best_of(self, face_up: Rack, deadline: Deadline = NEVER) -> Best:
        """Return the best plays found by the *deadline*, using any of the tiles *face_up*."""
        self._among(Rack(), face_up, deadline)
        proven = not self.cut and all(best.proven for best in self.known.values())
        return replace(self.best, proven=proven)

    def _among(self, chosen: Rack, others: Rack, deadline: Deadline) -> None:
        """Search every choice that includes all *chosen* tiles and any subset of *others*."""
        found = self._best_with(chosen + others, deadline)
        if found is None or self._less(self.rank(found), found.placed - self.rack, chosen):
            return
        if others:
            self._among(chosen + others[:1], Rack(others[1:]), deadline)
            self._among(chosen, Rack(others[1:]), deadline)

    def _less(self, own: Rank, used: Rack, chosen: Rack) -> bool:
        """Return whether plays that use all *chosen* tiles cannot beat the best plays found."""
        all_in_all = (own[0] + self._free(used)[0], own[1] + self._free(used)[1])
        given = self._free(chosen)
        return (all_in_all[0] - given[0], all_in_all[1] - given[1]) <= self.worth

    def _best_with(self, face_up: Rack, deadline: Deadline) -> Best | None:
        if face_up not in self.known:
            if len(self.known) >= MOST_ASKED or deadline.is_over:
                self.cut = True
                return None
            found = self.known[face_up] = self.ask(face_up)
            if self.rank(found) > self.worth:
                self.best, self.worth = found, self.rank(found)
        return self.known[face_up]

    def rank(self, best: Best) -> Rank:
        """Return the rank of the rack tiles in *best* under the objective."""
        return self._in_order(len(best.placed & self.rack), best.points)

    def _free(self, tiles: Rack) -> Rank:
        """Return the rank of the face-up *tiles*, which never include jokers."""
        return self._in_order(len(tiles), sum(tile.number for tile in tiles))

    def _in_order(self, tiles: int, points: int) -> Rank:
        return (tiles, points) if self.objective is Objective.TILES else (points, tiles)
