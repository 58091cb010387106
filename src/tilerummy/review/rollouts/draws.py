"""How lucky a deal or a draw was: what came, against all that could have come.

A tile that was drawn has the luck *value with it* less the mean of the value over all tiles that
could have been drawn, each as likely as the worlds make it; a deal is compared with other deals. So
luck has the expectation 0 whoever plays, and however rough the value is. A better value explains
more of the result. The idea: Burch, Schmid, Moravčík, Morrill and Bowling, AIVAT, AAAI 2018.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random

from tilerummy.review.decision_points import DecisionPoint
from tilerummy.review.rollouts.rack_value import RackValue, rack_value
from tilerummy.rules import Ruleset
from tilerummy.state import Dealt, State, apply
from tilerummy.tiles import Rack, Tile

DEALS = 200
"""A deal is compared with so many others."""


def draw_luck(
    rules: Ruleset, view: State, drawn: Sequence[Tile], pools: Mapping[Tile, int]
) -> float | None:
    """Return how much more the *drawn* tiles are worth, in chance of winning, than others.

    *pools* are the pools of the worlds that the seat to move in *view* may be in, all in one. Of
    several tiles each is compared with what could have come in its place. None without either.
    """
    if not drawn or not any(pools.values()):
        return None
    return draw_surplus(rack_value(rules, view), view, drawn, pools)


def draw_surplus(
    value: RackValue, view: State, drawn: Sequence[Tile], pools: Mapping[Tile, int]
) -> float:
    """Return how much more the *drawn* tiles bring of a *value* of racks than others that could."""
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
    """Return how much more the rack that was dealt is worth than others, in chance of winning.

    *first* is the first moment of the seat in its round.
    """
    return deal_surplus(rack_value(rules, first.view, dealt=True), rules, first)


def deal_surplus(value: RackValue, rules: Ruleset, first: DecisionPoint) -> float:
    """Return how much more the rack that was dealt has of a *value* of racks than other deals.

    These are dealt from all tiles that are not in the open then, at random, but the same for the
    same moment.
    """
    view = State.before_deal(len(first.view.seats))
    for event in first.history:
        view = apply(view, event)
        if isinstance(event, Dealt):
            break
    view = replace(view, to_move=first.seat)
    rack, rng = view.mover.rack, Random(first.seed)
    tiles = _not_open(rules, view)
    others = (Rack(rng.sample(tiles, len(rack))) for _ in range(DEALS))
    return value(rack) - sum(map(value, others)) / DEALS


def _not_open(rules: Ruleset, view: State) -> list[Tile]:
    """Return the tiles that are not in the open after the deal."""
    tiles = Rack(rules.tiles_for(len(view.seats)))
    shown = [*view.table.tiles, *view.free, *view.aside]
    if view.trump is not None:
        shown.append(view.trump)
    return [*(tiles - shown)]
