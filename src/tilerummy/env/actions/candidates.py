"""The candidate encoding: a short list of complete actions, rebuilt for each decision."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from tilerummy.env.actions import turn_ends
from tilerummy.env.actions.decisions import Mask, check_allowed
from tilerummy.env.actions.placeable import Placeable
from tilerummy.env.tile_counts import TileKinds
from tilerummy.rules import Ruleset
from tilerummy.rules.options import as_ruleset
from tilerummy.solver import Objective, placements, solve
from tilerummy.solver.subsets import codes
from tilerummy.state import Action, Declare, Discard, Draw, GoOut, Source, State
from tilerummy.tiles import JOKER, Rack, Tile

CANDIDATES = 64
"""The maximum number of actions in the list."""

LISTED = 400
"""If more tile sets than this can be placed, only the most promising ones are considered."""

SUBSET_BITS = 9
"""Large racks are split into parts whose subsets can each be encoded in this many bits."""

FEATURES = ("play", "draw", "pass", "take", "go_out", "discard", "declare", "left", "points")
"""The columns that follow the tile counts: a flag for each type of action, the number of tiles left
on the rack, and the points removed from the rack (jokers count their rack value)."""


class Candidates:
    """The candidate encoding: up to 64 actions per decision.

    Action 0 draws from the pool, or passes if there is nothing to draw. Next come the plays, one
    for each set of tiles that can be placed, sorted by number of tiles and points. All other
    actions follow: take the discard, go out with the trump, declare, discard.

    If there are more than 64 actions, some plays are omitted and the decision's ``overflow`` is
    True. The list then contains the play with the most tiles and the one with the most points for
    every number of jokers, the smallest play that uses each kind of tile, and a sample of plays of
    all sizes.
    """

    size = CANDIDATES
    names: tuple[str, ...] = ()

    def __init__(self, rules: Ruleset | str) -> None:
        rules = as_ruleset(rules)
        self.rules, self.kinds = rules, TileKinds(rules.tiles)
        self.columns: tuple[str, ...] = (*map(str, self.kinds.tiles), *FEATURES)
        self.places = {name: len(self.kinds) + place for place, name in enumerate(FEATURES)}
        self._row_size = len(self.kinds) + 2
        self._no_rows = np.zeros((0, self._row_size), dtype=np.int16)
        joker = rules.scoring.joker
        self._points = {tile: joker if tile == JOKER else tile.number for tile in self.kinds.tiles}
        self.values = np.array([*self._points.values()], dtype=np.int16)

    def points(self, tiles: Iterable[Tile]) -> int:
        """Return the total rack value of *tiles*."""
        return sum(map(self._points.__getitem__, tiles))

    def decision(self, view: State) -> CandidateList:
        """Return the actions that the seat to move in *view* can choose from."""
        placeable = Placeable(self.rules, view)
        first = turn_ends.draw_or_pass(self.rules, view)
        others = tuple(turn_ends.others(self.rules, view))
        rows, overflow = self._listed(placeable, CANDIDATES - 1 - len(others))
        mask = np.zeros(CANDIDATES, dtype=np.int8)
        mask[0] = first is not None
        mask[1 : 1 + len(rows) + len(others)] = 1
        return CandidateList(self, placeable, first, rows, others, mask, overflow)

    def _listed(self, placeable: Placeable, room: int) -> tuple[NDArray[np.int16], bool]:
        """Return the rows for at most *room* plays, and True if any plays were omitted."""
        if not placeable.may_play:
            return self._no_rows, False
        if (rows := placeable.rows(room)) is not None:
            listed = np.frombuffer(rows.numbers, np.int16)
            return listed.reshape(rows.count, self._row_size), False
        found = placeable.found
        if found is not None and len(found) + len(placeable.feet) <= LISTED:
            sets = [*chain(found, placeable.feet)]
            if placeable.view.free:
                sets = [placed for placed in sets if placeable.holds(placed)]
            overflow = len(sets) > room
        else:
            sets, overflow = [*likely_sets(placeable)], True
        points = self.points
        sets.sort(key=lambda placed: (-len(placed), -points(placed), placed))
        return self._rows(selected(sets, room, points) if len(sets) > room else sets), overflow

    def _rows(self, sets: Sequence[Rack]) -> NDArray[np.int16]:
        """Return *sets* as an array of rows in ``PlacementRows`` format."""
        counts = self.kinds.rows(sets)
        return np.column_stack((counts, counts.sum(axis=1), counts @ self.values)).astype(np.int16)


@dataclass(frozen=True)
class CandidateList:
    """A decision between listed actions: the *first* action, then the plays, then *others*.

    Each play is given by the tiles that it lays: a row of ``rows``, in ``PlacementRows`` format.
    """

    encoding: Candidates
    placeable: Placeable
    first: Action | None
    rows: NDArray[np.int16]
    others: tuple[Action, ...]
    mask: Mask
    overflow: bool
    chosen: Rack = Rack()

    @property
    def plays(self) -> list[Rack]:
        """The tiles placed by each play in the list, in order."""
        return [self._set(number) for number in range(1, 1 + len(self.rows))]

    def _set(self, number: int) -> Rack:
        kinds = self.encoding.kinds
        return kinds.rack(self.rows[number - 1, : len(kinds)])

    @property
    def candidates(self) -> NDArray[np.int16]:
        """A new array that describes the actions, one per row. See ``columns`` for its contents."""
        kinds, view = self.encoding.kinds, self.placeable.view
        rack, width, column = view.mover.rack, len(kinds), self.encoding.places
        rows = np.zeros((CANDIDATES, len(self.encoding.columns)), dtype=np.int16)
        start = 1 + len(self.rows)
        if start > 1:
            placed = self.rows[:, :width]
            rows[1:start, :width] = placed
            rows[1:start, column["play"]] = 1
            gone, points = self.rows[:, width], self.rows[:, width + 1]
            if view.free:
                own = np.minimum(placed, kinds.counts(rack))
                gone, points = own.sum(axis=1, dtype=np.int16), own @ self.encoding.values
            rows[1:start, column["left"]] = len(rack) - gone
            rows[1:start, column["points"]] = points
        for number, action in ((0, self.first), *enumerate(self.others, start)):
            if action is None:
                continue
            kind, tiles = _described(action)
            if tiles:
                rows[number, :width] = kinds.counts(tiles)
                rows[number, column["points"]] = self.encoding.points(tiles)
            rows[number, column[kind]] = 1
            left = 0 if kind in ("go_out", "declare") else len(rack) - len(tiles)
            rows[number, column["left"]] = left
        return rows

    def take(self, number: int) -> Action:
        """Return the action that has this *number*."""
        check_allowed(self.mask, number)
        if number == 0 and self.first is not None:
            return self.first
        if number <= len(self.rows):
            return self.placeable.play(self._set(number))
        return self.others[number - 1 - len(self.rows)]


def _described(action: Action) -> tuple[str, tuple[Tile, ...]]:
    """Return the type of an action that is not a play, and the tiles it removes from the rack."""
    match action:
        case Draw(Source.DISCARD):
            return "take", ()
        case Draw():
            return "draw", ()
        case Discard(tile):
            return "discard", (tile,)
        case Declare(tile):
            return "declare", (tile,)
        case GoOut():
            return "go_out", ()
        case _:
            return "pass", ()


def likely_sets(placeable: Placeable) -> dict[Rack, None]:
    """Return promising sets of tiles to lay, for use when there are too many sets to list.

    For every number of jokers, the result includes the sets with the most tiles and the sets with
    the most points. It also includes a sample of all sets, if all are known, and every set within
    small parts of these plays or of the rack. If there are many jokers, the parts are single tiles.
    """
    question = placeable.question
    whole = replace(question, leave=Rack(), tidy=False)
    sets: dict[Rack, None] = {}
    jokers = question.rack.count(JOKER)
    plain = question.rack - [JOKER] * jokers
    for used in (jokers,) if question.jokers_due else range(jokers + 1):
        for objective in Objective:
            rack = Rack((*plain, *[JOKER] * used))
            asked = replace(whole, rack=rack, objective=objective)
            sets[solve(asked).placed] = None
    if placeable.found is not None:
        every = [*codes(placeable.found.code_set)]
        some = map(placeable.found.subsets.tiles, every[:: len(every) // CANDIDATES + 1])
        sets.update(dict.fromkeys(some))
    due = Rack([JOKER] * jokers if question.jokers_due else ())
    if placeable.few_jokers:
        parts = [next(_few(best - due), Rack()) for best in [*sets]]
        for part in (*parts, *_few(plain)):
            sets.update(dict.fromkeys(placements(replace(whole, rack=part + due))))
    else:
        for tile in dict.fromkeys(plain):
            sets[solve(replace(whole, rack=Rack((tile, *due)))).placed] = None
    return {placed: None for placed in sets if placed and placeable.may_place(placed)}


def _few(tiles: Rack) -> Iterator[Rack]:
    """Split *tiles* into parts that are small enough for all their subsets to be listed quickly."""
    few, bits = list[Tile](), 0
    for tile, times in Counter(tiles).items():
        bits += times.bit_length()
        if bits > SUBSET_BITS:
            yield Rack(few)
            few, bits = [], times.bit_length()
        few += [tile] * times
    if few:
        yield Rack(few)


def selected(sets: Sequence[Rack], room: int, points: Callable[[Rack], int]) -> list[Rack]:
    """Return at most *room* of the *sets*, keeping their order. The best sets must come first."""
    jokers = sorted({placed.count(JOKER) for placed in sets})
    kinds = dict.fromkeys(tile for placed in sets for tile in placed)
    with_jokers = [[s for s in sets if s.count(JOKER) == n] for n in jokers]
    wanted: Iterable[Rack] = chain(
        (some[0] for some in with_jokers),
        (max(some, key=points) for some in with_jokers),
        (next(s for s in reversed(sets) if tile in s) for tile in kinds),
        sets[:: max(1, len(sets) // room)],
        sets,
    )
    kept = set[Rack]()
    for placed in wanted:
        if len(kept) == room:
            break
        kept.add(placed)
    return [placed for placed in sets if placed in kept]
