"""The micro-step encoding: a play is built one tile at a time, and then committed."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from tilerummy.analysis.turns.winning import out_with_trump
from tilerummy.env.actions import turn_ends
from tilerummy.env.actions.decisions import Mask, check_allowed
from tilerummy.env.actions.placeable import Placeable
from tilerummy.env.tile_counts import TileKinds
from tilerummy.rules import Ruleset
from tilerummy.state import Action, State
from tilerummy.tiles import Rack


class MicroSteps:
    """The micro-step encoding, which can express every set of tiles that can be placed.

    With k kinds of tiles (53 for standard tiles) the numbers are:

    * 0 … k-1: add a tile of that kind to the play,
    * k: commit the play; k+1: draw from the pool, or pass if there is nothing to draw,
    * in games with discards: k+2: take the discard; k+3: go out with the trump;
      k+4 … 2k+3: discard a tile of that kind,
    * with closed hands: 2k+4 … 3k+3: declare the rest of the rack, discarding a tile of that kind.

    A tile may be added as long as some play places at least all the chosen tiles, so there are no
    dead ends, and choices never have to be undone. The solver decides how to lay the tiles and
    changes as few melds as possible.
    """

    columns: tuple[str, ...] = ()

    def __init__(self, rules: Ruleset) -> None:
        self.rules, self.kinds = rules, TileKinds(rules.tiles)
        kinds = len(self.kinds)
        self.commit, self.draw_or_pass = kinds, kinds + 1
        self.take_discard, self.go_out, self.discard = kinds + 2, kinds + 3, kinds + 4
        self.declare = self.discard + kinds
        self.size = self.take_discard
        if rules.draws_and_discards:
            self.size = self.declare + (kinds if rules.closed_hands else 0)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """A description of each number."""
        tiles = [*map(str, self.kinds.tiles)]
        discards = ["take-discard", "go-out", *(f"discard {tile}" for tile in tiles)]
        declarations = (f"declare {tile}" for tile in tiles)
        every = (*(f"add {tile}" for tile in tiles), "commit", "draw-or-pass", *discards)
        return (*every, *declarations)[: self.size]

    def decision(self, view: State) -> MicroStep:
        """Return the decision of the seat to move in *view*, with no tiles chosen yet."""
        return MicroStep(self, Placeable(self.rules, view))

    def ends(self, view: State) -> dict[int, Action]:
        """Return all legal actions other than plays, keyed by number."""
        rules, kinds = self.rules, self.kinds
        single = {
            self.draw_or_pass: turn_ends.draw_or_pass(rules, view),
            self.take_discard: turn_ends.take_discard(rules, view),
            self.go_out: out_with_trump(rules, view),
        }
        ends: dict[int, Action] = {n: action for n, action in single.items() if action is not None}
        for discard in turn_ends.discards(rules, view):
            ends[self.discard + kinds.number(discard.tile)] = discard
        for declare in turn_ends.declarations(rules, view):
            ends[self.declare + kinds.number(declare.discard)] = declare
        return ends


@dataclass(frozen=True)
class MicroStep:
    """A decision after some tiles have been *chosen*. If none have, all actions are available."""

    encoding: MicroSteps
    placeable: Placeable
    chosen: Rack = field(default=Rack())
    overflow: bool = False
    candidates: None = None

    @cached_property
    def ends(self) -> dict[int, Action]:
        """All legal actions other than plays, keyed by number."""
        return {} if self.chosen else self.encoding.ends(self.placeable.view)

    @cached_property
    def mask(self) -> Mask:
        """An array with 1 for each number that may be chosen, and 0 for all other numbers."""
        encoding = self.encoding
        mask = np.zeros(encoding.size, dtype=np.int8)
        for tile in self.placeable.additions(self.chosen):
            mask[encoding.kinds.number(tile)] = 1
        mask[encoding.commit] = bool(self.chosen) and self.placeable.holds(self.chosen)
        for number in self.ends:
            mask[number] = 1
        return mask

    @property
    def needed(self) -> Rack:
        """The tiles placed by one of the possible plays. They include all tiles chosen so far."""
        return self.placeable.completed(self.chosen) if self.chosen else self.chosen

    def take(self, number: int) -> Action | MicroStep:
        """Return the action with this *number*, or the next step with one more chosen tile."""
        check_allowed(self.mask, number)
        if number < self.encoding.commit:
            tile = self.encoding.kinds.tiles[number]
            return replace(self, chosen=Rack((*self.chosen, tile)))
        if number == self.encoding.commit:
            return self.placeable.play(self.chosen)
        return self.ends[number]
