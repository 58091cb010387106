"""What the closed hands are, in plain words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from tilerummy.rules.closed_hands.hands import ClosedHand, Shape, When
from tilerummy.rules.closed_hands.shapes import FOURTEEN
from tilerummy.rules_text.sentence import Sentence, sentence


def hand_name(row: ClosedHand) -> Sentence:
    """Return what that closed hand is called."""
    return sentence(f"hand.{row.number}")


def hand_sentences(row: ClosedHand) -> Iterator[Sentence]:
    """Yield sentences about what the fourteen tiles of that closed hand are."""
    yield from _shape(row)
    yield from _colours(row)
    if row.shape not in (Shape.SPAN, Shape.MIXED):
        yield from _limits(row)
    if row.total is not None:
        yield sentence("hand.total", total=row.total)
    match row.when:
        case When.FIRST_TURN:
            yield sentence("hand.first_turn")
        case When.DEALT:
            yield sentence("hand.dealt")
        case When.ANY_TURN:
            return


def _shape(row: ClosedHand) -> Iterator[Sentence]:
    match row.shape:
        case Shape.ANY:
            yield sentence("hand.any")
        case Shape.SETS:
            yield sentence("hand.sets")
        case Shape.GROUPS:
            yield (
                sentence("hand.groups")
                if row.melds is None
                else sentence("hand.groups.n", n=row.melds)
            )
        case Shape.RUNS:
            yield (
                sentence("hand.runs") if row.melds is None else sentence("hand.runs.n", n=row.melds)
            )
        case Shape.SPAN:
            yield _span(row)
        case Shape.MIXED:
            yield _span(row)
            yield sentence("hand.mixed")
        case Shape.SQUARE:
            yield sentence("hand.square")
        case Shape.PAIRS:
            yield sentence("hand.pairs")
        case _:
            assert_never(row.shape)


def _span(row: ClosedHand) -> Sentence:
    if row.low == 1 and row.high == FOURTEEN:
        return sentence("hand.whole")
    return sentence("hand.from", low=row.low) if row.low > 1 else sentence("hand.to", high=row.high)


def _colours(row: ClosedHand) -> Iterator[Sentence]:
    if row.colours == 1:
        yield sentence("hand.colour")
    elif row.colours is not None and row.colours == row.melds:
        yield sentence("hand.colours.each")
    elif row.colours is not None:
        yield sentence("hand.colours", n=row.colours)


def _limits(row: ClosedHand) -> Iterator[Sentence]:
    if row.high < FOURTEEN:
        yield sentence("hand.high", high=row.high)
    if row.low > 1:
        yield sentence("hand.low", low=row.low)
