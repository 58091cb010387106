"""Drawn tiles are found, read either way up, and put into rows."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import chain

import pytest

pytest.importorskip("tilerummy._kernel", reason="tests the kernel")

from tests.vision.drawn_tiles import HEIGHT, WIDTH, Drawn, Seen, picture, read, row


def rows_of(*tiles: list[Drawn], size: tuple[int, int] = (640, 480)) -> list[str]:
    return read(picture([*chain(*tiles)], size)).rows


def test_rows_are_in_reading_order() -> None:
    lower = row("k7 b7 o7", 100, 300)
    upper = row("r3 r4 * r6", 300, 100)
    assert rows_of(lower, upper) == ["r3 r4 * r6", "k7 b7 o7"]
    assert rows_of(row("k1", 400, 204), row("b2", 100, 200)) == ["b2", "k1"]


@pytest.mark.parametrize("angle", [-150, -90, -35, 12, 45, 90, 180])
def test_rows_may_be_turned(angle: float) -> None:
    assert rows_of(row("r9 r10 r11", 320, 240, angle=angle)) == ["r9 r10 r11"]


def test_corners_begin_with_the_upper_left_one() -> None:
    found = read(picture([Drawn("r9", 322, 242, 90)]))
    (corners,) = found.corners
    right, up = HEIGHT / 2, WIDTH / 2
    expected = (322 + right, 242 - up, 322 + right, 242 + up, 322 - right, 242 + up)
    assert corners[:6] == pytest.approx(expected, abs=1)


def test_the_reader_corrects_the_direction_of_the_detector() -> None:
    (corners,) = read(picture([Drawn("r9", 322, 242)]), Seen(turn=20)).corners
    upper = (corners[2] - corners[0], corners[3] - corners[1])
    assert math.degrees(math.atan2(upper[1], upper[0])) == pytest.approx(20, abs=0.5)


def test_the_reader_corrects_place_and_size_of_the_detector() -> None:
    tile = Drawn("r9", 322, 242, 80)
    turn = math.radians(80)
    right, down = (math.cos(turn), math.sin(turn)), (-math.sin(turn), math.cos(turn))
    (corners,) = read(picture([tile]), Seen(across=0.2, down=0.05, wider=1.2)).corners
    x, y = (sum(corners[axis::2]) / 4 for axis in (0, 1))
    to = [WIDTH * (0.2 * a + 0.05 * b) for a, b in zip(right, down, strict=True)]
    assert (x, y) == pytest.approx((322 + to[0], 242 + to[1]), abs=0.5)
    assert math.dist(corners[:2], corners[2:4]) == pytest.approx(1.2 * WIDTH, abs=0.5)


def test_a_box_is_moved_by_half_a_width_at_most_and_widened_by_e_to_the_half() -> None:
    tiles = row("r9 r10 r11", 202, 202)
    corners = read(picture(tiles), Seen(across=3)).corners[0]
    assert sum(corners[::2]) / 4 == pytest.approx(tiles[0].centre[0] + WIDTH / 2, abs=0.5)
    (corners,) = read(picture([Drawn("r9", 322, 242)]), Seen(wider=4)).corners
    assert corners[2] - corners[0] == pytest.approx(math.exp(0.5) * WIDTH, abs=0.5)


def test_a_box_that_is_moved_out_of_the_photo_is_dropped() -> None:
    tile = picture([Drawn("r9", 10, 242)])
    assert len(read(tile).corners) == 1
    assert read(tile, Seen(across=-0.4)).corners == []


def test_two_boxes_that_are_moved_to_one_tile_are_one() -> None:
    tiles = [Drawn("r2", 302, 242), Drawn("r12", 326, 242)]
    assert len(read(picture(tiles)).corners) == 2
    moved = Seen(across=0.42, by_number=-0.06)  # the left one to the right, and the other back
    assert len(read(picture(tiles), moved).corners) == 1


def test_a_tile_upside_down_stays_in_its_row() -> None:
    tiles = row("r9 r10 r11", 200, 200)
    tiles[1] = replace(tiles[1], angle=180)
    found = read(picture(tiles))
    assert found.rows == ["r9 r10 r11"]
    assert found.corners[1][1] > found.corners[1][5]


def test_a_row_is_split_at_a_gap_of_a_quarter_width() -> None:
    assert rows_of(row("k1 b5", 100, 200, gap=0.15)) == ["k1 b5"]
    assert rows_of(row("k1 b5", 100, 200, gap=0.35)) == ["k1", "b5"]


def test_rows_one_above_the_other_stay_apart() -> None:
    assert rows_of(row("k1 b5", 100, 200), row("k2 b6", 100, 200 + HEIGHT)) == ["k1 b5", "k2 b6"]


def test_melds_that_touch_are_split() -> None:
    assert rows_of(row("k1 k2 k3 r5 b5 o5", 100, 200)) == ["k1 k2 k3", "r5 b5 o5"]
    assert rows_of(row("o9 o8 * r5 b5 *", 100, 200)) == ["o9 o8 *", "r5 b5 *"]
    assert rows_of(row("k1 k2 k3 k4 k5 k6 k7", 100, 200)) == ["k1 k2 k3 k4 k5 k6 k7"]
    assert rows_of(row("k1 k2 k3 r5 b5 k6", 100, 200)) == ["k1 k2 k3 r5 b5 k6"]
    assert rows_of(row("k12 k13 k1 r1 b1 o1", 100, 200)) == ["k12 k13 k1 r1 b1 o1"]


def test_two_rows_whose_upper_feet_are_covered_seem_to_be_a_rack() -> None:
    table = row("k7 b7 o7", 100, 100)
    upper = [replace(tile, covered=True) for tile in row("r1 b5 k9 o2 r8 r9", 200, 300)]
    lower = row("k3 o4 * b6 b12 b13", 200, 352)
    found = read(picture([*table, *upper, *lower]))
    assert found.rows == ["k7 b7 o7", "r1 b5 k9 o2 r8 r9", "k3 o4 * b6 b12 b13"]
    assert found.rack == [1, 2]
    uncovered = [replace(tile, covered=False) for tile in upper]
    assert read(picture([*table, *uncovered, *lower])).rack == []


def test_one_tile_is_found_per_half_width() -> None:
    tile = Drawn("k5", 202, 202)
    pixels = picture([tile])
    pixels[200, 212] = pixels[200, 200]
    assert read(pixels).rows == ["k5"]


def test_what_the_reader_takes_for_no_tile_is_dropped() -> None:
    assert rows_of(row("k1 - k3", 100, 200)) == ["k1", "k3"]


def test_at_most_200_tiles_are_found() -> None:
    tiles = [row(" ".join(["k5"] * 15), 24, 30 + 30 * i) for i in range(20)]
    found = read(picture([*chain(*tiles)], (640, 640)))
    assert len(found.corners) == 200


def test_a_large_photo_with_small_tiles_is_read_in_parts() -> None:
    """Tiles in the overlap of the parts are found exactly once."""
    tiles = [row("k1 r2 b3 o4 k5", 50 + 240 * i, 40 + 62 * j) for i in range(5) for j in range(7)]
    found = read(picture([*chain(*tiles)], (1280, 480)))
    assert found.rows == ["k1 r2 b3 o4 k5"] * 35


def test_an_empty_photo_has_no_tiles() -> None:
    assert rows_of([]) == []
