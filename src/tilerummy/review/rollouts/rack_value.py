"""What a rack is worth, by a few things that are quickly seen.

It is rough: it is there to tell good tiles from bad ones, not to say how likely a seat wins. What
each thing counts takes most from the variance of the results of some rounds; docs/review.md says
how much it takes in others.
"""

from __future__ import annotations

from dataclasses import dataclass

from tilerummy.players.draw_discard.packed.packing import MARK
from tilerummy.players.draw_discard.world.reading import world_of
from tilerummy.players.evaluation.tile_bits import placeable, tile_bits
from tilerummy.rules import Ruleset
from tilerummy.solver import Problem, empties
from tilerummy.state import State
from tilerummy.tiles import Rack

_FEW = 14
"""Only of a rack of so few tiles it is asked whether all can be laid."""

_STATES = 2000
"""The most states of that search."""


@dataclass(frozen=True, slots=True)
class Sights:
    """What is seen of a rack beside a table.

    ``stuck`` are the kinds that neither fit the table nor are part of a meld on the rack, ``links``
    the pairs of them with the same number or with near ones of a colour. ``points`` are those of
    melds on the rack; ``out`` says whether all of it can be laid.
    """

    jokers: int
    stuck: int
    links: int
    points: int
    out: bool


class RackSights:
    """What the seat to move in *view* would see of any rack, beside the table there is."""

    def __init__(self, rules: Ruleset, view: State) -> None:
        self._rules, self._table = rules, view.table
        self._bits = tile_bits(rules.tiles)
        self._fits = _fitting(rules, view)
        self._opened = view.mover.opened is not None

    def of(self, rack: Rack) -> Sights:
        """Return what is seen of a *rack*."""
        bits = self._bits
        jokers = sum(not tile.is_numbered for tile in rack)
        natural = bits.packed(tile for tile in rack if tile.is_numbered)
        stuck = bits.kinds(natural) & ~bits.melded(natural) & ~self._fits
        return Sights(
            jokers=jokers,
            stuck=stuck.bit_count(),
            links=bits.links(stuck),
            points=bits.meld_points(natural),
            out=self._goes_out(rack, stuck.bit_count() - jokers),
        )

    def _goes_out(self, rack: Rack, stuck: int) -> bool:
        """Return whether all of the *rack* can be laid, where that is quickly found."""
        if not self._opened or stuck > 2 or len(rack) > _FEW or self._rules.draws_and_discards:
            return False
        law = self._rules.table.jokers
        return empties(
            Problem(
                rack=rack,
                table=self._table,
                tiles=self._rules.tiles,
                law=law,
                tidy=False,
                budget=_STATES,
            )
        )


def _fitting(rules: Ruleset, view: State) -> int:
    """Return the bits of the tiles that one alone could be added to the table."""
    if not view.table:
        return 0
    if not rules.draws_and_discards:
        return placeable(rules, view.table) or 0
    world, bits = world_of(rules, view), tile_bits(rules.tiles)
    units = world.terms.packing.units
    return sum(bits.bit[tile] for tile, unit in units.items() if world.ends & unit << MARK)


class RackValue:
    """What racks are worth, in chance of winning, to the seat to move in *view* after it drew.

    >>> from tilerummy.rules import ruleset
    >>> from tilerummy.state.notation import read_state
    >>> from tilerummy.tiles import rack
    >>> view = read_state("table k4 k5 k6 | rack r7 | players 2 | seat 1 rack ?5")
    >>> value = RackValue(ruleset("sabra"), view)
    >>> value.of(rack("r7 *")) > value.of(rack("r7 r8")) > value.of(rack("r7 b12"))
    True
    """

    def __init__(self, rules: Ruleset, view: State) -> None:
        self._sights = RackSights(rules, view)
        self._opened = view.mover.opened is not None
        others = [len(seat.rack) for i, seat in enumerate(view.seats) if i != view.to_move]
        self._near = 1 / (1 + len(view.mover.rack) / 4)
        self._others_near = 1 / (1 + min(others) / 4)
        self._joker = 0.39 / (1 + min(others) / 8)
        if not self._opened:
            self._joker = 0.3 * len(view.pool) / sum(1 for _ in rules.tiles_for(len(view.seats)))

    def of(self, rack: Rack) -> float:
        """Return what a *rack* is worth, more or less than another one of as many tiles."""
        seen = self._sights.of(rack)
        worth = self._joker * seen.jokers
        if self._opened:
            worth += 0.88 * seen.out * self._near * self._others_near
            worth += (0.076 * seen.links - 0.095 * seen.stuck) * self._near
        return worth


class DealValue:
    """What racks are worth that are dealt in *view*, before anything is on the table."""

    def __init__(self, rules: Ruleset, view: State) -> None:
        self._sights = RackSights(rules, view)

    def of(self, rack: Rack) -> float:
        """Return what a *rack* is worth, more or less than another deal."""
        seen = self._sights.of(rack)
        return 0.245 * seen.jokers + 0.0012 * seen.points
