"""S4, the forty closed hands of International, line by line."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from tests.support.positions import each, position

from tilerummy.rules.closed_hands.hands import read_as, recognise_all
from tilerummy.state import Declare, Draw, Ended
from tilerummy.tiles import JOKER, Tile, tile_list


@dataclass(frozen=True, slots=True)
class Line:
    """A line of S4's table: the type, its points, and fourteen tiles that are one.

    ``best`` is the type that counts for these tiles, if it is a different one.
    """

    number: int
    points: tuple[int, int, int]
    tiles: str
    best: int = 0


LINES = (
    Line(1, (500, 400, 300), "k4 r4 b4 r5 r6 r7 b9 b10 b11 b12 k13 r13 b13 o13"),
    Line(2, (800, 700, 600), "k9 r9 b9 k5 k6 k7 k8 r4 r5 r6 r7 o7 o8 o9"),
    Line(3, (1000, 900, 800), "k1 r1 b1 k3 k4 k5 k6 r2 r3 r4 r5 o3 o4 o5"),
    Line(4, (1600, 1400, 1200), "k1 r1 b1 o1 k2 r2 b2 o2 k5 r5 b5 k6 r6 b6"),
    Line(5, (1600, 1400, 1200), "k1 k2 k3 k4 k5 r1 r2 r3 r4 r5 b2 b3 b4 b5"),
    Line(6, (800, 700, 600), "k1 k1 r1 r1 k2 k2 b2 r2 k3 r3 b4 o4 k5 r6"),
    Line(7, (1400, 1200, 1000), "k1 r1 b1 k2 k3 k4 k5 r2 r3 r4 o1 o2 o3 o4"),
    Line(8, (1600, 1400, 1200), "k1 k2 k3 k4 k5 r1 r2 r3 r4 r5 b1 b2 b3 b4"),
    Line(9, (1600, 1400, 1200), "k1 r1 b1 o1 k2 r2 b2 o2 k3 r3 b3 k4 r4 b4"),
    Line(10, (700, 600, 500), "k10 k10 r10 k11 k11 r11 b12 b12 o12 b13 b13 o13 k1 r1"),
    Line(11, (1400, 1200, 1000), "k10 r10 b10 k11 k12 k13 k1 r11 r12 r13 o10 o11 o12 o13"),
    Line(12, (1600, 1400, 1200), "k5 k5 r5 r5 b5 b5 o5 o5 k1 r3 b7 o9 k11 r13"),
    Line(13, (900, 800, 700), "k4 k5 k6 r7 r8 r9 r10 b10 b11 b12 o1 o2 o3 o4"),
    Line(14, (1000, 900, 800), "k4 k5 k6 r6 r7 r8 r9 b7 b8 b9 o5 o6 o7 o8"),
    Line(15, (1000, 900, 800), "k10 k11 k12 k13 r10 r11 r12 b11 b12 b13 o10 o11 o12 o13", 27),
    Line(16, (700, 600, 500), "k3 k4 k5 k6 k7 r6 r7 r8 r9 r10 b1 b2 b3 b4"),
    Line(17, (900, 800, 700), "k4 k5 k6 k7 k8 r5 r6 r7 r8 r9 b6 b7 b8 b9"),
    Line(18, (900, 800, 700), "k10 k11 k12 k13 k1 r10 r11 r12 r13 r1 b10 b11 b12 b13", 11),
    Line(19, (1000, 900, 800), "k3 k4 k5 k6 r5 r6 r7 k9 k10 k11 r9 r10 r11 r12"),
    Line(20, (1400, 1200, 1000), "k3 k4 k5 k6 r5 r6 r7 k7 k8 k9 r6 r7 r8 r9"),
    Line(21, (1400, 1200, 1000), "k10 k11 k12 k13 r10 r11 r12 r13 k11 k12 k13 r11 r12 r13"),
    Line(22, (1600, 1400, 1200), "k1 k1 k3 k3 k5 k6 k8 k8 k9 k10 k10 k12 k13 k13"),
    Line(23, (2000, 1800, 1600), "k1 k2 k3 k4 k5 k3 k4 k5 k8 k9 k10 k11 k12 k13"),
    Line(24, (2400, 2200, 2000), "k1 k2 k3 k4 k5 k6 k7 k8 k9 k10 k11 k12 k13 k1"),
    Line(25, (1000, 900, 800), "k4 r4 b4 k7 r7 b7 o7 k9 r9 b9 k12 r12 b12 o12"),
    Line(26, (1400, 1200, 1000), "k4 r4 b4 k7 r7 b7 o7 k9 r9 b9 k8 r8 b8 o8"),
    Line(27, (1400, 1200, 1000), "k10 r10 b10 k11 r11 b11 o11 k12 r12 b12 k13 r13 b13 o13"),
    Line(28, (1000, 900, 800), "k1 r2 k3 r4 b5 o6 k7 r8 b9 o10 k11 r12 b13 o1"),
    Line(29, (1200, 1000, 900), "k1 r2 b3 k4 o5 r6 b7 r1 k2 r3 b4 k5 b6 o7"),
    Line(30, (1200, 1000, 900), "k8 r9 b10 k11 o12 r13 b1 r8 k9 r10 b11 k12 b13 o1"),
    Line(31, (2600, 2400, 2200), "k1 k2 k3 k4 k5 k6 k7 k1 k2 k3 k4 k5 k6 k7"),
    Line(32, (2600, 2400, 2200), "k8 k9 k10 k11 k12 k13 k1 k8 k9 k10 k11 k12 k13 k1"),
    Line(33, (2200, 2000, 1800), "k1 k2 k3 k4 k5 k6 k7 r1 r2 r3 r4 r5 r6 r7"),
    Line(34, (2200, 2000, 1800), "k8 k9 k10 k11 k12 k13 k1 r8 r9 r10 r11 r12 r13 r1"),
    Line(35, (1700, 1500, 1300), "k2 k2 k5 k5 r7 r7 b9 b9 o11 o11 r13 r13 o4 o4"),
    Line(36, (2000, 1800, 1600), "k2 k2 k5 k5 r7 r7 b9 b9 o1 o1 r3 r3 o4 o4"),
    Line(37, (2000, 1800, 1600), "k10 k10 k1 k1 r11 r11 b13 b13 o12 o12 r13 r13 o10 o10"),
    Line(38, (2200, 2000, 1800), "k1 k1 k3 k3 k5 k5 k7 k7 k9 k9 k11 k11 k13 k13"),
    Line(39, (1600, 1400, 1200), "k4 r4 b4 r5 r6 r7 b9 b10 b11 b12 k13 r13 b13 o13"),
    Line(40, (2000, 1800, 1600), "k4 r4 b4 r5 r6 r7 b9 b10 b11 b12 k13 r13 b13 o13"),
)
by_number = pytest.mark.parametrize("line", LINES, ids=lambda line: line.number)


def declared(tiles: tuple[Tile, ...], *, turn: int, dealt: bool) -> Ended:
    """Play a round that ends when these 14 tiles are declared in that turn; return its end."""
    kept, late = tiles[:-1], tiles[-1]
    now = position(
        "international",
        rack=" ".join(map(str, tiles if dealt else (*kept, "o6"))),
        opened=False,
        others_opened=False,
        pool="o6 k1" if dealt else f"{late} k1",
        turn=turn,
    )
    ended = now.then(Draw(), Declare(Tile.of("o", 6))).ended
    assert ended.winner == 0
    return ended


def test_the_table_has_forty_lines() -> None:
    """S4.180, S4.184: forty types with points for no, one and two jokers."""
    assert [line.number for line in LINES] == list(range(1, 41))


@by_number
def test_what_each_type_is_worth(line: Line) -> None:
    """S4.185–224, S4.153, S4.170 "various values, according to the type of hand"."""
    ended = declared(
        tile_list(line.tiles),
        turn=1 if line.number in (39, 40) else 12,
        dealt=line.number == 40,
    )

    assert ended.hand == (line.best or line.number)
    worth = next(other.points[0] for other in LINES if other.number == ended.hand)
    assert ended.scores[0] == worth


@by_number
@each("jokers", [0, 1, 2])
def test_most_of_them_vary_with_the_jokers(line: Line, jokers: int) -> None:
    """S4.181 "according to the number of jokers", S4.184–224."""
    tiles = (*(JOKER,) * jokers, *tile_list(line.tiles)[jokers:])

    types = recognise_all(tiles, first_turn=True, dealt=True)

    assert (line.number, line.points[jokers]) in [(t.hand.number, t.points) for t in types]


@by_number
@each("jokers", [0, 1, 2])
def test_a_hand_is_laid_out_as_its_type_reads_it(line: Line, jokers: int) -> None:
    """S4.180: each type explains its fourteen tiles; all are shown for every type."""
    tiles = (*(JOKER,) * jokers, *tile_list(line.tiles)[jokers:])

    hand = read_as(line.number, tiles)

    assert hand is not None
    assert (hand.hand.number, hand.points) == (line.number, line.points[jokers])
    words = [word for word in hand.shown.split() if word != "/"]
    assert sorted("*" if w.startswith("*") else w for w in words) == sorted(map(str, tiles))


def test_tiles_of_another_type_are_not_read_as_it() -> None:
    """S4.197: four colours are four runs; S4.219: pairs are no runs."""
    assert read_as(13, tile_list(LINES[34].tiles)) is None


@by_number
def test_a_hand_counts_as_its_most_valuable_type(line: Line) -> None:
    """S4.182 "only as the most valuable type"."""
    types = list(recognise_all(tile_list(line.tiles)))
    ended = declared(tile_list(line.tiles), turn=12, dealt=False)

    assert ended.scores[0] == max(t.points for t in types)


# Type number: fourteen tiles that almost form that type.
NEAR = {
    1: "k4 r4 b4 r5 r6 r7 b9 b10 b11 b12 k13 r13 b13 o1",
    2: "k10 r10 b10 k5 k6 k7 k8 r4 r5 r6 r7 o7 o8 o9",
    3: "k1 r1 b1 k3 k4 k5 k6 r3 r4 r5 r6 o4 o5 o6",
    4: "k1 r1 b1 o1 k2 r2 b2 o2 k8 r8 b8 k6 r6 b6",
    5: "k1 k2 k3 k4 k5 r1 r2 r3 r4 r5 b5 b6 b7 b8",
    6: "k1 k1 r1 r1 k2 k2 b2 r2 k3 r3 b4 o4 k7 r9",
    7: "k2 r2 b2 k2 k3 k4 k5 r3 r4 r5 o1 o2 o3 o4",
    8: "k1 k2 k3 k4 k5 r1 r2 r3 r4 r5 b2 b3 b4 b5",
    9: "k1 r1 b1 o1 k2 r2 b2 o2 k5 r5 b5 k6 r6 b6",
    10: "k10 k10 r10 k11 k11 r11 b12 b12 o12 b13 b13 o13 k1 r9",
    11: "k10 r10 b10 k11 k12 k13 k1 r11 r12 r13 o9 o10 o11 o12",
    12: "k5 k5 r5 r5 b5 b5 o5 k6 k1 r3 b7 o9 k11 r13",
    13: "k4 k5 k6 k9 k10 k11 k12 b10 b11 b12 o1 o2 o3 o4",
    14: "k4 k5 k6 r7 r8 r9 r10 b7 b8 b9 o5 o6 o7 o8",
    15: "k10 k11 k12 k13 r9 r10 r11 b11 b12 b13 o10 o11 o12 o13",
    16: "k3 k4 k5 k6 k7 k9 k10 k11 k12 k13 b1 b2 b3 b4",
    17: "k4 k5 k6 k7 k8 r6 r7 r8 r9 r10 b6 b7 b8 b9",
    18: "k9 k10 k11 k12 k13 r10 r11 r12 r13 r1 b10 b11 b12 b13",
    19: "k3 k4 k5 k6 r5 r6 r7 b9 b10 b11 r9 r10 r11 r12",
    20: "k3 k4 k5 k6 r5 r6 r7 k8 k9 k10 r6 r7 r8 r9",
    21: "k9 k10 k11 k12 r10 r11 r12 r13 k11 k12 k13 r11 r12 r13",
    22: "k1 k1 k3 k3 k5 k6 k8 k8 k9 k10 k10 k12 k13 r13",
    23: "k1 k2 k3 k4 k5 k1 k2 k6 k8 k9 k10 k11 k12 k13",
    24: "k1 k2 k3 k4 k5 k6 k7 k8 k9 k10 k11 k12 k13 k13",
    25: "k4 r4 b4 k7 r7 b7 o7 k9 r9 b9 k11 k12 k13 k1",
    26: "k4 r4 b4 k7 r7 b7 o7 k10 r10 b10 k8 r8 b8 o8",
    27: "k9 r9 b9 k11 r11 b11 o11 k12 r12 b12 k13 r13 b13 o13",
    28: "k1 k2 r3 b4 o5 k6 r7 b8 o9 k10 r11 b12 o13 k1",
    29: "k1 r2 b3 k4 o5 r6 b7 r1 k2 r3 b4 k5 b6 o8",
    30: "k8 r9 b10 k11 o12 r13 b1 r7 k9 r10 b11 k12 b13 o1",
    31: "k1 k2 k3 k4 k5 k6 k7 k1 k2 k3 k4 k5 k6 k8",
    32: "k8 k9 k10 k11 k12 k13 k1 k8 k9 k10 k11 k12 k13 k7",
    33: "k1 k2 k3 k4 k5 k6 k7 r1 r2 r3 r4 r5 r6 b7",
    34: "k8 k9 k10 k11 k12 k13 k1 r8 r9 r10 r11 r12 r13 b1",
    35: "k2 k2 k5 k5 r7 r7 b9 b9 o11 o11 r13 r13 o4 b4",
    36: "k2 k2 k5 k5 r7 r7 b9 b9 o1 o1 r3 r3 o10 o10",
    37: "k10 k10 k1 k1 r11 r11 b13 b13 o12 o12 r13 r13 o9 o9",
    38: "k1 k1 k3 k3 k5 k5 k7 k7 k9 k9 k11 k11 r13 r13",
}


@each("number", NEAR)
def test_what_almost_is_of_a_type_is_not(number: int) -> None:
    """S4.185–222: "no tile higher than a 9", "51 or less", "different colours" and the rest."""
    types = recognise_all(tile_list(NEAR[number]), first_turn=True, dealt=True)

    assert number not in [t.hand.number for t in types]


@pytest.mark.parametrize(
    ("turn", "dealt", "hand"), [(12, True, 1), (1, False, 39), (1, True, 40), (12, False, 1)]
)
def test_the_two_blitzes_belong_to_the_first_turn(*, turn: int, dealt: bool, hand: int) -> None:
    """S4.223 "on your first turn", S4.224 "in your original hand"."""
    assert declared(tile_list(LINES[0].tiles), turn=turn, dealt=dealt).hand == hand


def test_the_first_player_gets_the_little_blitz_for_dealt_tiles() -> None:
    """S4.224 "not available for first player"."""
    first = position(
        "international", rack=f"{LINES[0].tiles} o6", opened=False, others_opened=False, turn=0
    )

    assert first.then(Declare(Tile.of("o", 6))).ended.hand == 39


def test_ones_count_one_in_totals_and_high_among_high_tiles() -> None:
    """S4.183 "1's count as 1 point", S4.194 "1 counts as high"."""
    low = recognise_all(tile_list(LINES[5].tiles))  # four ones, 37 in all
    high = recognise_all(tile_list(LINES[9].tiles))  # two ones among tens

    assert 6 in [t.hand.number for t in low]
    assert 10 in [t.hand.number for t in high]
