"""Finds the sets of rack tiles that can be placed in one play, and the play for each set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property

from tilerummy.analysis import problem
from tilerummy.analysis.best_plays.face_up_tiles import usable_face_up
from tilerummy.analysis.enumeration import other_foot_tables
from tilerummy.analysis.positions import may_play
from tilerummy.melds import Table
from tilerummy.rules import Ruleset
from tilerummy.solver import (
    PlacementRows,
    Placements,
    Problem,
    placement_rows,
    placements,
    placing,
    solve,
)
from tilerummy.state import Play, State
from tilerummy.tiles import JOKER, Rack, Tile

ENUMERATED_BITS = 16
"""The maximum rack size for enumerating all placeable sets, in bits needed per subset.

Enumeration usually takes less than a millisecond. For larger racks, each query calls the solver.
"""

LISTED_BITS = 20
"""The maximum rack size for listing the sets as rows if there are no jokers, in bits per subset."""

ENUMERATED_JOKERS = 2
"""The maximum number of jokers on rack and table combined. With more, enumeration is slow."""


class Placeable:
    """The non-empty sets of tiles that the seat to move in *view* can place in one play.

    McGraw's face-up tiles count as rack tiles if they may be used, but every set includes at least
    one tile from the rack itself. All results are exact: :meth:`holds` returns True if and only if
    there is a legal play that places the set. The view must show the mover's rack.
    """

    def __init__(self, rules: Ruleset, view: State) -> None:
        self.rules, self.view = rules, view
        self.may_play = may_play(rules, view)
        self._masks: dict[tuple[Tile, int], int] = {}

    @cached_property
    def question(self) -> Problem:
        """The problem to pass to the solver, with any usable face-up tiles added to the rack."""
        return problem(self.rules, self.view, face_up=usable_face_up(self.view))

    @cached_property
    def found(self) -> Placements | None:
        """All sets that the solver can place, or None if there may be too many to enumerate."""
        return placements(self.question) if self.few else None

    def rows(self, most: int) -> PlacementRows | None:
        """Return the sets as rows in list order, or None if they cannot be listed.

        They cannot be listed if there might be more than *most* sets, or if face-up tiles or a
        possible Foot make the solver's sets incomplete.
        """
        if self.view.free or self._foot_possible:
            return None
        if not self.few and (self.jokers or self.bits > LISTED_BITS):
            return None
        rows = placement_rows(self.question, most)
        return rows if rows.count <= most else None

    @cached_property
    def few(self) -> bool:
        """True if there are few enough sets to enumerate them all quickly."""
        return self.few_jokers and self.bits <= ENUMERATED_BITS

    @property
    def bits(self) -> int:
        """An upper bound on the number of bits needed to encode a subset of the rack."""
        rack = self.question.rack
        if len(rack) <= ENUMERATED_BITS:  # otherwise equal tiles share bits
            return len(rack)
        return sum(times.bit_length() for times in Counter(rack).values())

    @property
    def few_jokers(self) -> bool:
        """True if there are few enough jokers to enumerate the sets quickly."""
        return self.jokers <= ENUMERATED_JOKERS

    @cached_property
    def jokers(self) -> int:
        """The number of jokers on the rack and the table."""
        question = self.question
        return question.rack.count(JOKER) + sum([meld.jokers for meld in question.table])

    @property
    def _foot_possible(self) -> bool:
        """True if it may be possible to meld all tiles but one in a single play (International)."""
        rules = self.rules
        return rules.closed_hands and len(self.view.mover.rack) == rules.deal.tiles + 1

    @cached_property
    def feet(self) -> dict[Rack, Table]:
        """The sets that can be placed only as a Foot, and the resulting tables (International)."""
        if not self._foot_possible or self.found is None:
            return {}
        tables = other_foot_tables(self.rules, self.view, self.found)
        return {table.tiles - self.view.table.tiles: table for table in tables}

    def holds(self, placed: Rack) -> bool:
        """Return whether a single play can place exactly these tiles."""
        if not self.may_play or not self.may_place(placed):
            return False
        if self.found is not None:
            return placed in self.found or placed in self.feet
        return not solve(replace(self.question, rack=placed, leave=Rack(), tidy=False)).left

    def may_place(self, placed: Rack) -> bool:
        """Return whether *placed* obeys the rules on tiles that must be played or left over."""
        question, left = self.question, self.question.rack - placed
        if question.jokers_due and JOKER in left:
            return False
        discardable = not question.leave or any(tile in question.leave for tile in left)
        return discardable and self._has_own(placed)

    def additions(self, placed: Rack) -> tuple[Tile, ...]:
        """Return the kinds of tiles that can be added to *placed* so that a play remains possible.

        In addition to the new tile, the play may need further tiles.
        """
        if not self.may_play or (self.found is not None and not self.found and not self.feet):
            return ()
        left = (self.question.rack - placed) if placed else self.question.rack
        kinds = [tile for tile in dict.fromkeys(left) if self._has_own((*placed, tile))]
        if self.found is None:
            return tuple(self._searched(placed, kinds))
        feet = [tiles - placed for tiles in self.feet if tiles >= placed]
        holding = self.found.code_set
        for tile, times in Counter(placed).items():
            holding &= self._with_tile(tile, times)
        return tuple(
            tile
            for tile in kinds
            if holding & self._with_tile(tile, placed.count(tile) + 1)
            or any(tile in tiles for tiles in feet)
        )

    def completed(self, placed: Rack) -> Rack:
        """Return the largest set that includes *placed* and can be placed, or an empty rack."""
        question = self.question
        if foot := next((tiles for tiles in self.feet if tiles >= placed), None):
            return foot
        if not question.leave:
            return solve(replace(question, required=placed, tidy=False)).placed
        whole = replace(question, leave=Rack(), tidy=False)
        found = (
            solve(replace(whole, rack=question.rack - [kept], required=placed))
            for kept in dict.fromkeys(question.leave)
            if question.rack - [kept] >= placed
        )
        return max((solution.placed for solution in found), key=len, default=Rack())

    def play(self, placed: Rack) -> Play:
        """Return the play that places exactly these tiles and changes the fewest melds.

        Raises ValueError if there is no such play.
        """
        after = self.feet.get(placed)
        if after is None and self.may_play and self.may_place(placed):
            solution = placing(self.question, placed)
            after = None if solution is None else solution.after
        if after is None:
            raise ValueError(f"no play lays exactly these tiles: {placed}")
        return Play.between(self.view.table, after)

    def _searched(self, placed: Rack, kinds: list[Tile]) -> Iterator[Tile]:
        """Yield the tiles among *kinds* that can be added.

        Each play that the search finds proves this for all the tiles that it lays.
        """
        known = set(self.completed(placed) - placed)
        for tile in kinds:
            if tile not in known:
                known |= set(self.completed(Rack((*placed, tile))) - placed)
            if tile in known:
                yield tile

    def _with_tile(self, tile: Tile, times: int) -> int:
        """Return a bit set that marks the sets which contain at least *times* copies of *tile*."""
        assert self.found is not None
        if (tile, times) not in self._masks:
            self._masks[tile, times] = self.found.subsets.with_all({tile: times})
        return self._masks[tile, times]

    def _has_own(self, placed: Iterable[Tile]) -> bool:
        """Return whether *placed* includes a tile from the mover's own rack."""
        return not self.view.free or any(tile in self.view.mover.rack for tile in placed)
