"""A short list of whole actions to choose from, made anew for each decision."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from tilerummy.env.actions import turn_ends
from tilerummy.env.actions.decisions import Mask, check_allowed
from tilerummy.env.actions.placeable import Placeable
from tilerummy.env.tile_counts import TileKinds
from tilerummy.rules import Ruleset
from tilerummy.solver import Objective, placements, solve
from tilerummy.solver.subsets import codes
from tilerummy.state import Action, Declare, Discard, Draw, GoOut, Source, State
from tilerummy.tiles import JOKER, Rack, Tile

CANDIDATES = 64
"""How many actions the list has room for."""

LISTED = 400
"""So many sets of tiles are all compared; of more, only some that are likely to be good are."""

SUBSET_BITS = 9
"""Of racks that are too large, parts are looked at whose subsets are told apart by so many bits."""

FEATURES = ("play", "draw", "pass", "take", "go_out", "discard", "declare", "left", "points")
"""The columns after the counts of tiles: what kind of action it is (flags), then how many tiles it
leaves on the rack and how many points it takes off it, a joker at its value there."""


class Candidates:
    """At most 64 actions: 0 is the draw from the pool, or the pass where nothing is to be drawn.

    Then come the plays, one for each set of tiles that can be placed, those of most tiles and
    points first, then all others: take the discard, go out with the trump, declare, discard. Where
    there are more, plays are left out, the decision's ``overflow`` is true, and those kept are the
    best by tiles and by points with every number of jokers, the smallest with each kind of tile,
    and others of all sizes.
    """

    size = CANDIDATES

    def __init__(self, rules: Ruleset) -> None:
        self.rules, self.kinds = rules, TileKinds(rules.tiles)
        self.columns: tuple[str, ...] = (*map(str, self.kinds.tiles), *FEATURES)
        self.places = {name: len(self.kinds) + place for place, name in enumerate(FEATURES)}
        joker = rules.scoring.joker
        self._points = {tile: joker if tile == JOKER else tile.number for tile in self.kinds.tiles}
        self.values = np.array([*self._points.values()], dtype=np.int16)

    def points(self, tiles: Iterable[Tile]) -> int:
        """Return the points of *tiles* of a rack, a joker at its value there."""
        return sum(map(self._points.__getitem__, tiles))

    def decision(self, view: State) -> CandidateList:
        """Return the list of the mover of *view*."""
        return CandidateList(self, Placeable(self.rules, view))


@dataclass(frozen=True)
class CandidateList:
    """A decision between the actions of a list."""

    encoding: Candidates
    placeable: Placeable
    chosen: Rack = Rack()

    @cached_property
    def first(self) -> Action | None:
        """What number 0 stands for, if it is legal."""
        return turn_ends.draw_or_pass(self.encoding.rules, self.placeable.view)

    @cached_property
    def others(self) -> tuple[Action, ...]:
        """The actions after the plays."""
        return tuple(turn_ends.others(self.encoding.rules, self.placeable.view))

    @cached_property
    def _plays(self) -> tuple[list[Rack], bool]:
        """The sets of tiles that the plays of the list place, and whether there are others."""
        if not self.placeable.may_play:
            return [], False
        room = CANDIDATES - 1 - len(self.others)
        found = self.placeable.found
        if found is not None and len(found) + len(self.placeable.feet) <= LISTED:
            sets = [*chain(found, self.placeable.feet)]
            if self.placeable.view.free:
                sets = [placed for placed in sets if self.placeable.holds(placed)]
            overflow = len(sets) > room
        else:
            sets, overflow = [*likely_sets(self.placeable)], True
        worth = self.encoding.points
        if len(sets) > 1:
            sets.sort(key=lambda placed: (-len(placed), -worth(placed), placed))
        return (curated(sets, room, worth) if len(sets) > room else sets), overflow

    @property
    def plays(self) -> list[Rack]:
        """The sets of tiles that the plays of the list place, in their order."""
        return self._plays[0]

    @property
    def overflow(self) -> bool:
        """Whether plays were left out, or may have been."""
        return self._plays[1]

    @cached_property
    def mask(self) -> Mask:
        """1 for each number that stands for an action."""
        mask = np.zeros(CANDIDATES, dtype=np.int8)
        mask[0] = self.first is not None
        plays, _ = self._plays
        mask[1 : 1 + len(plays) + len(self.others)] = 1
        return mask

    @cached_property
    def candidates(self) -> NDArray[np.int16]:
        """What each number stands for: see ``columns`` of the encoding."""
        kinds, view = self.encoding.kinds, self.placeable.view
        rack, width, column = view.mover.rack, len(kinds), self.encoding.places
        rows = np.zeros((CANDIDATES, len(self.encoding.columns)), dtype=np.int16)
        plays, _ = self._plays
        start = 1 + len(plays)
        if plays:
            placed = kinds.rows(plays)
            own = np.minimum(placed, kinds.counts(rack)) if view.free else placed
            rows[1:start, :width] = placed
            rows[1:start, column["play"]] = 1
            rows[1:start, column["left"]] = len(rack) - own.sum(axis=1)
            rows[1:start, column["points"]] = own @ self.encoding.values
        for number, action in ((0, self.first), *enumerate(self.others, start)):
            if action is None:
                continue
            kind, tiles = _described(action)
            if tiles:
                rows[number, :width] = kinds.counts(tiles)
                rows[number, column["points"]] = self.encoding.points(tiles)
            rows[number, column[kind]] = 1
            gone = len(rack) if kind in ("go_out", "declare") else len(tiles)
            rows[number, column["left"]] = len(rack) - gone
        return rows

    def take(self, number: int) -> Action:
        """Return the action that *number* stands for."""
        check_allowed(self.mask, number)
        if number == 0 and self.first is not None:
            return self.first
        if number <= len(self.plays):
            return self.placeable.play(self.plays[number - 1])
        return self.others[number - 1 - len(self.plays)]


def _described(action: Action) -> tuple[str, tuple[Tile, ...]]:
    """Return the kind of an action that is no play, and the tiles that it takes off the rack."""
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
    """Return sets that the mover can place, where there are too many to list them all.

    The best plays by tiles and by points with each number of jokers, some of all where all are
    known, and what can be placed of a few tiles, of these plays and of the rack; with many jokers,
    of single tiles.
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
    """Yield *tiles* in parts of so few that what each can place is listed quickly."""
    few, bits = list[Tile](), 0
    for tile, times in Counter(tiles).items():
        bits += times.bit_length()
        if bits > SUBSET_BITS:
            yield Rack(few)
            few, bits = [], times.bit_length()
        few += [tile] * times
    if few:
        yield Rack(few)


def curated(sets: Sequence[Rack], room: int, worth: Callable[[Rack], int]) -> list[Rack]:
    """Return so many of the *sets*, which come with the best first, in the same order."""
    jokers = sorted({placed.count(JOKER) for placed in sets})
    kinds = dict.fromkeys(tile for placed in sets for tile in placed)
    with_jokers = [[s for s in sets if s.count(JOKER) == n] for n in jokers]
    wanted: Iterable[Rack] = chain(
        (some[0] for some in with_jokers),
        (max(some, key=worth) for some in with_jokers),
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
