"""What a rack is worth, by a few things that are quickly seen: its terms, each with a weight.

It is rough: it is there to tell good tiles from bad ones, not to say how likely a seat wins. The
weights are those of the least squares, which take most from the variance of the results of
self-played rounds; ``python -m benchmarks.reviews.weights`` makes such a fit again. docs/review.md
says how much they take in other rounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from tilerummy.analysis.solving import can_lay_off
from tilerummy.players.evaluation.tile_bits import TileBits, tile_bits
from tilerummy.rules import Ruleset
from tilerummy.solver import Problem, empties, solve
from tilerummy.state import State
from tilerummy.tiles import Rack

_FEW = 14
"""Only of a rack of so few tiles it is asked whether all can be laid."""

_STATES = 2000
"""The most states of a search."""


@dataclass(frozen=True, slots=True)
class RackWeights:
    """What each term counts, in chance of winning: in a deal, before the opening and after it."""

    deal: Sequence[float]
    closed: Sequence[float]
    opened: Sequence[float]


REARRANGING = RackWeights(
    deal=(0.294, 0.018),
    closed=(0.291, 0.0),
    opened=(0.182, 0.104, 0.403, 0.354, 0.131, -0.06),
)
"""The weights where the table is rearranged: fitted to Sabra."""

DISCARDING = RackWeights(
    deal=(0.08, 0.018),
    closed=(0.1, 0.0),
    opened=(0.085, 0.076, -0.187),
)
"""The weights where one draws and discards: fitted to American."""

CLOSED_HANDS = RackWeights(
    deal=(0.36, 0.022),
    closed=(0.36, 0.0),
    opened=DISCARDING.opened,
)
"""The weights where closed hands win: fitted to International, in which few open."""


def weights_of(rules: Ruleset) -> RackWeights:
    """Return the weights of a game."""
    if rules.closed_hands:
        return CLOSED_HANDS
    return DISCARDING if rules.draws_and_discards else REARRANGING


class RackTerms(Protocol):
    """What is seen of any rack beside the table there is."""

    def of(self, rack: Rack) -> tuple[float, ...]:
        """Return the terms of a *rack*."""


class ClosedTerms:
    """Of a rack that has not opened: its jokers, and the links between its other tiles.

    A link is a pair of near numbers in a colour, or of the same number in two colours.
    """

    def __init__(self, rules: Ruleset) -> None:
        self._bits = tile_bits(rules.tiles)

    def of(self, rack: Rack) -> tuple[float, ...]:
        """Return the terms of a *rack*."""
        kinds = self._bits.kinds(_packed(self._bits, rack))
        return (float(_jokers(rack)), float(self._bits.links(kinds)))


class RearrangingTerms:
    """Of an opened rack where the table is rearranged, in this order.

    Its jokers; whether there are any; 1 / (1 + the other tiles that stay after the best play
    without jokers); whether all of it can be laid; its links; copies among the tiles that stay.
    The last three count more the fewer tiles are on the rack, and the first two of these also the
    fewer are on another one.
    """

    def __init__(self, rules: Ruleset, view: State) -> None:
        self._rules, self._table = rules, view.table
        self._bits = tile_bits(rules.tiles)
        self._near = _near(view)
        self._race = self._near / (1 + _fewest(view) / 4)

    def of(self, rack: Rack) -> tuple[float, ...]:
        """Return the terms of a *rack*."""
        bits, jokers = self._bits, _jokers(rack)
        numbered = Rack(tile for tile in rack if tile.is_numbered)
        left = solve(self._problem(numbered)).left
        out = not left if not jokers else self._goes_out(rack, len(left) - jokers)
        links = bits.links(bits.kinds(_packed(bits, rack)))
        return (
            float(jokers),
            float(jokers > 0),
            1 / (1 + len(left)),
            self._race * out,
            self._race * links,
            self._near * (len(left) - len({*left})),
        )

    def _goes_out(self, rack: Rack, missing: int) -> bool:
        """Return whether all of a *rack* with jokers can be laid, where that is quickly found."""
        return missing <= 2 and len(rack) <= _FEW and empties(self._problem(rack))

    def _problem(self, rack: Rack) -> Problem:
        return Problem(
            rack=rack,
            table=self._table,
            tiles=self._rules.tiles,
            law=self._rules.table.jokers,
            tidy=False,
            budget=_STATES,
        )


class DiscardingTerms:
    """Of an opened rack where one draws and discards, in this order.

    Its jokers, which count more where another rack is nearly empty; then, more for a rack that is
    so itself, links between tiles that are stuck, and the kinds of these. A tile is stuck if it
    neither fits the table nor is part of a meld on the rack, where a joker makes one of a link.
    """

    def __init__(self, rules: Ruleset, view: State) -> None:
        self._bits = tile_bits(rules.tiles)
        self._fits = _fitting(rules, view)
        self._near, self._joker = _near(view), 1 / (1 + _fewest(view) / 8)

    def of(self, rack: Rack) -> tuple[float, ...]:
        """Return the terms of a *rack*."""
        packed = _packed(self._bits, rack)
        stuck = self._bits.kinds(packed) & ~self._bits.melded(packed) & ~self._fits
        jokers, links = _jokers(rack), self._bits.links(stuck)
        melds = min(jokers, links)
        return (
            self._joker * jokers,
            self._near * (links - melds),
            self._near * max(0, stuck.bit_count() - 2 * melds),
        )


def terms_of(rules: Ruleset, view: State) -> RackTerms:
    """Return the terms of the racks of the seat to move in *view*."""
    if view.mover.opened is None:
        return ClosedTerms(rules)
    if rules.draws_and_discards:
        return DiscardingTerms(rules, view)
    return RearrangingTerms(rules, view)


class RackValue:
    """What racks are worth, in chance of winning, to the seat to move in *view* after it drew.

    It says which of several racks of as many tiles is worth more, and by how much. With *dealt* it
    is what they were worth when they were dealt.

    >>> from tilerummy.rules import ruleset
    >>> from tilerummy.state.notation import read_state
    >>> from tilerummy.tiles import rack
    >>> view = read_state("table k4 k5 k6 | rack r7 | players 2 | seat 1 rack ?5")
    >>> value = RackValue(ruleset("sabra"), view)
    >>> value.of(rack("r7 *")) > value.of(rack("r7 r8")) > value.of(rack("r7 b12"))
    True
    """

    def __init__(self, rules: Ruleset, view: State, *, dealt: bool = False) -> None:
        weights = weights_of(rules)
        self._terms = ClosedTerms(rules) if dealt else terms_of(rules, view)
        if dealt:
            self._weights = weights.deal
        else:
            self._weights = weights.closed if view.mover.opened is None else weights.opened

    def of(self, rack: Rack) -> float:
        """Return what a *rack* is worth."""
        terms = self._terms.of(rack)
        return sum(weight * term for weight, term in zip(self._weights, terms, strict=True))


def _packed(bits: TileBits, rack: Rack) -> int:
    """Return the numbered tiles of a *rack*, packed."""
    return bits.packed(tile for tile in rack if tile.is_numbered)


def _jokers(rack: Rack) -> int:
    return sum(not tile.is_numbered for tile in rack)


def _near(view: State) -> float:
    """Return how near to going out the seat to move is, by the number of its tiles."""
    return 1 / (1 + len(view.mover.rack) / 4)


def _fewest(view: State) -> int:
    """Return the tiles of the smallest rack of the others."""
    return min(len(seat.rack) for i, seat in enumerate(view.seats) if i != view.to_move)


def _fitting(rules: Ruleset, view: State) -> int:
    """Return the bits of the tiles that one alone could be added to the table."""
    if not view.table:
        return 0
    kinds = (tile for tile in rules.tiles.kinds if can_lay_off(rules, view.table, tile))
    return tile_bits(rules.tiles).packed(kinds)
