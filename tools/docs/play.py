"""Tables of the pages: a turn, a score that is counted, closed hands and what they are worth."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from tilerummy.rules import Ruleset
from tilerummy.rules.hands import CLOSED_HANDS, ClosedHand, Shape, When, recognise
from tilerummy.rules.scoring import Result
from tilerummy.state import Win
from tilerummy.tiles import rack
from tilerummy.told.rules import ways
from tilerummy.told.sentences import NUMBERS, joined


def turn(rules: Ruleset) -> Iterator[str]:
    """Yield the lines of a table: in each moment of a turn, what you may do and what follows."""
    yield "| when | you may | and then |"
    yield "|---|---|---|"
    for way in ways(rules):
        typed = " (in the terminal: done)" if way.may.code == "may.pass" else ""
        yield f"| {way.when} | {way.may}{typed} | {way.then} |"


_LEFT = ("", "k7 r3 b1 b1", "r13 *")


def score_example(rules: Ruleset) -> Iterator[str]:
    """Yield the lines of a table of scores that the ruleset itself has counted."""
    won = Result(
        racks=tuple(map(rack, _LEFT)),
        winner=0,
        to_move=1,
        opened=(True, True, False),
        win=Win.OPEN if rules.tells_wins_apart else None,
        handfuls=((14, 16), (14, 13), (12, 15)) if rules.deal.handfuls else (),
        aim=rules.deal.tiles,
    )
    scores = rules.scoring.score(won).scores
    grabbed = " | handfuls" if rules.deal.handfuls else ""
    yield f"| player | tiles left{grabbed} | score |"
    yield "|---|---|---|---|" if grabbed else "|---|---|---|"
    for seat, (left, score) in enumerate(zip(_LEFT, scores, strict=True)):
        held = f"`{left}`" if left else "none, wins"
        if rules.tells_wins_apart and not won.opened[seat]:
            held += ", has not melded"
        sizes = f" | {joined(tuple(map(str, won.handfuls[seat])))}" if grabbed else ""
        yield f"| {'ABC'[seat]} | {held}{sizes} | {score:+d} |"


def closed_hands() -> Iterator[str]:
    """Yield the lines of the table of closed hands."""
    yield "| | hand | fourteen tiles | no joker | one | two |"
    yield "|---|---|---|---|---|---|"
    for row in CLOSED_HANDS:
        none, one, two = row.points
        yield f"| {row.number} | {row.name} | {_hand(row)} | {none} | {one} | {two} |"


_HANDS = (
    "k1 k1 k2 k3 k4 k5 k6 k7 k8 * k10 k11 k12 k13",
    "r3 r4 r5 k9 r9 b9 o10 o11 o12 o13 k2 r2 b2 o2",
    "k10 k10 r11 r11 b12 b12 o13 o13 r10 r10 b1 b1 * *",
)


def hands_read() -> Iterator[str]:
    """Yield what the ruleset makes of some hands."""
    for text in _HANDS:
        found = recognise(rack(text))
        assert found is not None
        yield (
            f"`{text}` is {found.hand.name} ({found.hand.number}), worth {found.points}:"
            f" `{found.shown}`."
        )


def _hand(row: ClosedHand) -> str:
    return "".join([_shape(row), *_limits(row)])


def _shape(row: ClosedHand) -> str:
    place = {(1, 14): "from the low 1 to the high 1", (1, 7): "1 to 7", (8, 14): "8 to the high 1"}
    melds = "" if row.melds is None else NUMBERS[row.melds] + " "
    match row.shape:
        case Shape.SPAN | Shape.MIXED:
            runs = "one run" if (row.low, row.high) == (1, 14) else "two runs"
            mixed = " of mixed colours, no two neighbours alike" if row.shape is Shape.MIXED else ""
            return f"{runs} {place[row.low, row.high]}{mixed}"
        case Shape.ANY:
            return "any tiles"
        case Shape.SQUARE:
            return "eight tiles of one number and any six others"
        case Shape.PAIRS:
            return "seven pairs of identical tiles"
        case Shape.SETS:
            return "groups, runs or both"
        case Shape.GROUPS | Shape.RUNS:
            return f"{melds}{row.shape}{'' if row.melds else ' only'}"
    assert_never(row.shape)


def _limits(row: ClosedHand) -> Iterator[str]:
    if row.colours == 1:
        yield ", all of one colour"
    elif row.colours is not None:
        yield ", each of another colour" if row.melds else ", in two colours"
    if row.shape not in (Shape.SPAN, Shape.MIXED):
        if row.high == 9:
            yield ", none above 9"
        if row.low == 10:
            yield ", none below 10 (a 1 is high)"
    if row.total is not None:
        yield f", worth at most {row.total}"
    match row.when:
        case When.FIRST_TURN:
            yield ", in your first turn"
        case When.DEALT:
            yield ", as dealt, in your first turn (not for the first player)"
        case When.ANY_TURN:
            return
