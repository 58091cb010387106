"""Every action in small steps: a play is made tile by tile, then committed."""

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
    """The complete encoding: every set of tiles that can be placed is reached.

    With k kinds of tiles (53 with standard tiles) the numbers are:

    * 0 … k-1: add a tile of that kind to the play,
    * k: commit the play; k+1: draw from the pool, or pass where nothing is to be drawn,
    * where tiles are discarded: k+2: take the discard; k+3: go out with the trump;
      k+4 … 2k+3: discard a tile of that kind,
    * with closed hands: 2k+4 … 3k+3: declare the rest of the rack, discarding a tile of that kind.

    A tile may be added as long as a play is left that places all tiles chosen, alone or with
    others, so there is no dead end, and what was chosen need not be taken back. How the tiles are
    laid is up to the solver, which changes the fewest melds.
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
        """What each number stands for, in words."""
        tiles = [*map(str, self.kinds.tiles)]
        discards = ["take-discard", "go-out", *(f"discard {tile}" for tile in tiles)]
        declarations = (f"declare {tile}" for tile in tiles)
        every = (*(f"add {tile}" for tile in tiles), "commit", "draw-or-pass", *discards)
        return (*every, *declarations)[: self.size]

    def decision(self, view: State) -> MicroStep:
        """Return the decision of the mover of *view*, with no tile chosen."""
        return MicroStep(self, Placeable(self.rules, view))

    def ends(self, view: State) -> dict[int, Action]:
        """Return the legal actions besides plays, by their numbers."""
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
    """A decision with some tiles *chosen*; without any, the turn may go on by other actions."""

    encoding: MicroSteps
    placeable: Placeable
    chosen: Rack = field(default=Rack())
    overflow: bool = False
    candidates: None = None

    @cached_property
    def ends(self) -> dict[int, Action]:
        """The legal actions besides plays."""
        return {} if self.chosen else self.encoding.ends(self.placeable.view)

    @cached_property
    def mask(self) -> Mask:
        """1 for each number that may be chosen."""
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
        """The tiles of one of the plays that the tiles chosen may lead to."""
        return self.placeable.completed(self.chosen) if self.chosen else self.chosen

    def take(self, number: int) -> Action | MicroStep:
        """Return what *number* leads to: the action, or the step with one tile more."""
        check_allowed(self.mask, number)
        if number < self.encoding.commit:
            tile = self.encoding.kinds.tiles[number]
            return replace(self, chosen=Rack((*self.chosen, tile)))
        if number == self.encoding.commit:
            return self.placeable.play(self.chosen)
        return self.ends[number]
