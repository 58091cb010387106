"""Measures the luck of a deal or a draw, which is its value minus the expected value.

The luck of a drawn tile is the value of the rack with that tile, minus the mean value over all
tiles that could have been drawn, weighted by how often they occur in the sampled worlds. A deal is
compared with other deals in the same way. Therefore the expected luck is 0, regardless of the
players and even if the values are inaccurate. The more accurate the values are, the more of the
result is explained. The idea is from AIVAT (Burch, Schmid, Moravčík, Morrill and Bowling, AAAI
2018).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random

from tilerummy.review.decision_points import DecisionPoint
from tilerummy.review.rollouts.rack_value import RackValue, rack_value
from tilerummy.rules import Ruleset
from tilerummy.state import Dealt, State, fold
from tilerummy.tiles import Rack, Tile

DEALS = 200
"""The number of random deals that the actual deal is compared with."""


def draw_luck(
    rules: Ruleset, view: State, drawn: Sequence[Tile], pools: Mapping[Tile, int]
) -> float | None:
    """Return the luck of the *drawn* tiles as a gain in the chance of winning.

    *pools* counts the pool tiles in all worlds that were sampled for the seat to move in *view*. If
    several tiles are drawn, each is compared with the tiles that could have been drawn instead at
    that moment. Returns None if there are no drawn tiles or no pools.
    """
    if not drawn or not any(pools.values()):
        return None
    return draw_surplus(rack_value(rules, view), view, drawn, pools)


def draw_surplus(
    value: RackValue, view: State, drawn: Sequence[Tile], pools: Mapping[Tile, int]
) -> float:
    """Return the rack's *value* with the *drawn* tiles, minus its mean over all possible draws."""
    whole = sum(pools.values())
    likely = {tile: number * len(view.pool) / whole for tile, number in pools.items() if number}
    rack, luck = view.mover.rack, 0.0
    for tile in drawn:
        values = {each: value(Rack((*rack, each))) for each in {*likely, tile}}
        usual = sum(number * values[each] for each, number in likely.items())
        luck += values[tile] - usual / sum(likely.values())
        likely[tile] = max(0.0, likely.get(tile, 0.0) - 1)
        rack += (tile,)
    return luck


def deal_luck(rules: Ruleset, first: DecisionPoint) -> float:
    """Return the luck of the deal as a gain in the chance of winning.

    *first* is the seat's first decision point in the round.
    """
    return deal_surplus(rack_value(rules, first.view, dealt=True), rules, first)


def deal_surplus(value: RackValue, rules: Ruleset, first: DecisionPoint) -> float:
    """Return the *value* of the dealt rack, minus the mean value over other deals.

    The other deals are dealt at random from all tiles that were hidden at that time. They are
    always the same for a given decision point.
    """
    deal = max(i for i, event in enumerate(first.history) if isinstance(event, Dealt))
    view = fold(first.history[: deal + 1], State.before_deal(len(first.view.seats)))
    view = replace(view, to_move=first.seat)
    rack, rng = view.mover.rack, Random(first.seed)
    tiles = _not_open(rules, view)
    others = (Rack(rng.sample(tiles, len(rack))) for _ in range(DEALS))
    return value(rack) - sum(map(value, others)) / DEALS


def _not_open(rules: Ruleset, view: State) -> list[Tile]:
    """Return the tiles that are not face up after the deal."""
    tiles = Rack(rules.tiles_for(len(view.seats)))
    shown = [*view.table.tiles, *view.free, *view.aside]
    if view.trump is not None:
        shown.append(view.trump)
    return [*(tiles - shown)]
