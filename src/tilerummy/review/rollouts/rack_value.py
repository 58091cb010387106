"""The approximate value of a rack: a weighted sum of terms that can be computed quickly.

The value is meant to distinguish good tiles from bad ones, not to predict who wins. The weights
were fitted by linear regression to the results of self-play with ``python -m
benchmarks.reviews.weights``. docs/review.md states how much of the variance they explain in other
rounds.
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
"""Racks with more tiles than this are not tested for whether all their tiles can be laid."""

_STATES = 2000
"""The maximum number of states that a search visits."""


@dataclass(frozen=True, slots=True)
class RackWeights:
    """The weights of terms, in winning probability: for a deal, before opening, after opening."""

    deal: Sequence[float]
    closed: Sequence[float]
    opened: Sequence[float]


REARRANGING = RackWeights(
    deal=(0.294, 0.018),
    closed=(0.291, 0.0),
    opened=(0.182, 0.104, 0.403, 0.354, 0.131, -0.06),
)
"""The weights in manipulation games, which were fitted to Sabra."""

DISCARDING = RackWeights(
    deal=(0.08, 0.018),
    closed=(0.1, 0.0),
    opened=(0.085, 0.076, -0.187),
)
"""The weights in draw-and-discard games, which were fitted to American."""

CLOSED_HANDS = RackWeights(
    deal=(0.36, 0.022),
    closed=(0.36, 0.0),
    opened=DISCARDING.opened,
)
"""The weights in games with closed hands, fitted to International, where few players open."""


def weights_of(rules: Ruleset) -> RackWeights:
    """Return the weights for the kind of game that *rules* describe."""
    if rules.closed_hands:
        return CLOSED_HANDS
    return DISCARDING if rules.draws_and_discards else REARRANGING


RackTerms = Callable[[Rack], tuple[float, ...]]
"""A function that computes the terms of any rack, given the current table."""

RackValue = Callable[[Rack], float]


def closed_terms(rules: Ruleset) -> RackTerms:
    """Return the terms before the opening: the jokers, and the links between the other tiles.

    A link is a pair of tiles with close numbers in the same colour, or with equal numbers in two
    colours.
    """
    bits = tile_bits(rules.tiles)
    return lambda rack: (float(_jokers(rack)), float(bits.links(bits.kinds(_packed(bits, rack)))))


def rearranging_terms(rules: Ruleset, view: State) -> RackTerms:
    """Return the terms after the opening in manipulation games.

    These are, in this order: the number of jokers; whether there are any; 1 / (1 + the number of
    numbered tiles left after the best play that uses no jokers); whether all tiles can be laid;
    the number of links; the number of duplicates among the tiles left. The last three terms are
    weighted higher on smaller racks. Of these, the first two are also weighted higher if another
    rack is small.
    """
    bits, near = tile_bits(rules.tiles), _near(view)
    race = near / (1 + view.fewest_of_others / 4)
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
    """Return the terms after the opening in draw-and-discard games.

    These are, in this order: the number of jokers, weighted higher if another rack is nearly empty;
    the number of links between stuck tiles; the number of kinds of stuck tiles. The last two are
    weighted higher on a small rack. A tile is stuck if it neither fits the table nor is part of a
    meld on the rack. A joker turns a link into a meld.
    """
    bits, near, each_joker = (
        tile_bits(rules.tiles),
        _near(view),
        1 / (1 + view.fewest_of_others / 8),
    )
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
    """Return the terms for any rack that the seat to move in *view* may have."""
    if view.mover.opened is None:
        return closed_terms(rules)
    return (discarding_terms if rules.draws_and_discards else rearranging_terms)(rules, view)


def rack_value(rules: Ruleset, view: State, *, dealt: bool = False) -> RackValue:
    """Return a function that measures a rack's value to the mover of *view* in winning probability.

    Only the values of equally large racks are comparable. They are for racks after a draw, or for
    dealt racks if *dealt* is true.

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
    """Return the numbered tiles of *rack*, packed into bits."""
    return bits.packed(tile for tile in rack if tile.is_numbered)


def _jokers(rack: Rack) -> int:
    return sum(not tile.is_numbered for tile in rack)


def _near(view: State) -> float:
    """Return a measure of how close the seat is to going out, based on the size of its rack."""
    return 1 / (1 + len(view.mover.rack) / 4)


def _fitting(rules: Ruleset, view: State) -> int:
    """Return the packed bits of all tiles that could be laid off on the table."""
    if not view.table:
        return 0
    kinds = (tile for tile in rules.tiles.kinds if can_lay_off(rules, view.table, tile))
    return tile_bits(rules.tiles).packed(kinds)
