"""The approximate value of a rack: a weighted sum of terms that are fast to compute.

It is only meant to separate good tiles from bad ones, not to predict who wins. The weights are a
least-squares fit to results of self-play, made by ``python -m benchmarks.reviews.weights``.
docs/review.md has the variance they explain in other rounds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from tilerummy.analysis.solving import can_lay_off
from tilerummy.players.evaluation.tile_bits import TileBits, tile_bits
from tilerummy.rules import Ruleset
from tilerummy.solver import Problem, empties, solve
from tilerummy.state import State
from tilerummy.tiles import Rack

_FEW = 14
"""Only racks of up to this many tiles are tested for whether all can be laid."""

_STATES = 2000
"""The maximum number of states of a search."""


@dataclass(frozen=True, slots=True)
class RackWeights:
    """The weight of each term in winning chance: for a deal, before and after the opening."""

    deal: Sequence[float]
    closed: Sequence[float]
    opened: Sequence[float]


REARRANGING = RackWeights(
    deal=(0.294, 0.018),
    closed=(0.291, 0.0),
    opened=(0.182, 0.104, 0.403, 0.354, 0.131, -0.06),
)
"""The weights in manipulation games, fitted to Sabra."""

DISCARDING = RackWeights(
    deal=(0.08, 0.018),
    closed=(0.1, 0.0),
    opened=(0.085, 0.076, -0.187),
)
"""The weights in draw-and-discard games, fitted to American."""

CLOSED_HANDS = RackWeights(
    deal=(0.36, 0.022),
    closed=(0.36, 0.0),
    opened=DISCARDING.opened,
)
"""The weights with closed hands, fitted to International, which few players open."""


def weights_of(rules: Ruleset) -> RackWeights:
    """Return the weights of a game."""
    if rules.closed_hands:
        return CLOSED_HANDS
    return DISCARDING if rules.draws_and_discards else REARRANGING


RackTerms = Callable[[Rack], tuple[float, ...]]
"""The terms of any rack with the current table."""

RackValue = Callable[[Rack], float]


def closed_terms(rules: Ruleset) -> RackTerms:
    """Return the terms before the opening: jokers, and the links between the other tiles.

    A link is a pair of near numbers in a colour, or of the same number in two colours.
    """
    bits = tile_bits(rules.tiles)
    return lambda rack: (float(_jokers(rack)), float(bits.links(bits.kinds(_packed(bits, rack)))))


def rearranging_terms(rules: Ruleset, view: State) -> RackTerms:
    """Return the terms after the opening in manipulation games, in this order.

    Jokers; whether there are jokers; 1 / (1 + the numbered tiles left after the best play without
    jokers); whether all tiles can be laid; links; copies among the tiles left. The last three are
    weighted higher for smaller racks, and the first two of these three also if another rack is
    small.
    """
    bits, near = tile_bits(rules.tiles), _near(view)
    race = near / (1 + _fewest(view) / 4)
    question = Problem(
        rack=Rack(),
        table=view.table,
        tiles=rules.tiles,
        law=rules.table.jokers,
        tidy=False,
        budget=_STATES,
    )

    def terms(rack: Rack) -> tuple[float, ...]:
        jokers = _jokers(rack)
        numbered = Rack(tile for tile in rack if tile.is_numbered)
        left = solve(replace(question, rack=numbered)).left
        few = len(left) - jokers <= 2 and len(rack) <= _FEW
        out = (few and empties(replace(question, rack=rack))) if jokers else not left
        return (
            float(jokers),
            float(jokers > 0),
            1 / (1 + len(left)),
            race * out,
            race * bits.links(bits.kinds(_packed(bits, rack))),
            near * (len(left) - len({*left})),
        )

    return terms


def discarding_terms(rules: Ruleset, view: State) -> RackTerms:
    """Return the terms after the opening in draw-and-discard games, in this order.

    Jokers, weighted higher if another rack is nearly empty; then, weighted higher for a small rack,
    links between stuck tiles, and the number of kinds of stuck tiles. A tile is stuck if it neither
    fits the table nor is part of a meld on the rack; a joker turns a link into a meld.
    """
    bits, near, each_joker = tile_bits(rules.tiles), _near(view), 1 / (1 + _fewest(view) / 8)
    fitting = _fitting(rules, view)

    def terms(rack: Rack) -> tuple[float, ...]:
        packed = _packed(bits, rack)
        stuck = bits.kinds(packed) & ~bits.melded(packed) & ~fitting
        jokers, links = _jokers(rack), bits.links(stuck)
        melds = min(jokers, links)
        return (
            each_joker * jokers,
            near * (links - melds),
            near * max(0, stuck.bit_count() - 2 * melds),
        )

    return terms


def terms_of(rules: Ruleset, view: State) -> RackTerms:
    """Return the terms for racks of the seat to move in *view*."""
    if view.mover.opened is None:
        return closed_terms(rules)
    return (discarding_terms if rules.draws_and_discards else rearranging_terms)(rules, view)


def rack_value(rules: Ruleset, view: State, *, dealt: bool = False) -> RackValue:
    """Return the value of racks of the seat to move in *view*, in winning chance.

    It compares racks of equal size after a draw. With *dealt* it compares racks at the deal.

    >>> from tilerummy.rules import ruleset
    >>> from tilerummy.state.notation import read_state
    >>> from tilerummy.tiles import rack
    >>> view = read_state("table k4 k5 k6 | rack r7 | players 2 | seat 1 rack ?5")
    >>> value = rack_value(ruleset("sabra"), view)
    >>> value(rack("r7 *")) > value(rack("r7 r8")) > value(rack("r7 b12"))
    True
    """
    weights = weights_of(rules)
    if dealt:
        terms, each = closed_terms(rules), weights.deal
    else:
        terms = terms_of(rules, view)
        each = weights.closed if view.mover.opened is None else weights.opened
    return lambda rack: sum(w * term for w, term in zip(each, terms(rack), strict=True))


def _packed(bits: TileBits, rack: Rack) -> int:
    """Return the numbered tiles of a *rack*, packed."""
    return bits.packed(tile for tile in rack if tile.is_numbered)


def _jokers(rack: Rack) -> int:
    return sum(not tile.is_numbered for tile in rack)


def _near(view: State) -> float:
    """Return the seat's closeness to going out, by the size of its rack."""
    return 1 / (1 + len(view.mover.rack) / 4)


def _fewest(view: State) -> int:
    """Return the size of the smallest other rack."""
    return min(len(seat.rack) for i, seat in enumerate(view.seats) if i != view.to_move)


def _fitting(rules: Ruleset, view: State) -> int:
    """Return the bits of the tiles that could be laid off one at a time."""
    if not view.table:
        return 0
    kinds = (tile for tile in rules.tiles.kinds if can_lay_off(rules, view.table, tile))
    return tile_bits(rules.tiles).packed(kinds)
