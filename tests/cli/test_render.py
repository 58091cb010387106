"""Lines for terminals are never too wide, complete, and readable without colours."""

from __future__ import annotations

import io
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from rich.text import Text
from tests.support.strategies import tables_

from tilerummy.cli.render.tiles import (
    NARROWEST,
    Mark,
    MeldCell,
    Sorting,
    cells,
    paragraph,
    rack_lines,
    score_lines,
    table_lines,
)
from tilerummy.melds import Table, table
from tilerummy.tiles import COLOURS, HIDDEN, JOKER, STANDARD, Tile, rack

FULL = table(
    "k1 k2 k3 / k4 k5 k6 / k7 k8 k9 / k10 k11 k12 k13 / r1 r2 r3 / r4 r5 r6 / r7 r8 r9"
    " / r10 r11 r12 / b1 b2 b3 / b4 b5 b6 / b7 b8 b9 / b10 b11 b12 / o1 o2 o3 / o4 o5 o6"
    " / o7 o8 o9 / o10 o11 o12 / k1 r1 b1 o1 / k2 r2 b2 o2 / k3 r3 b3 / k4 r4 b4 / k5 r5 b5"
    " / k6 r6 b6 / k7 r7 b7 o7 / k8 r8 b8 / k9 r9 b9 / k10 r10 o10 / k11 b11 o11"
    " / r13 b13 o13 / b13 o13 *13 / o4 o5 *o6"
)


def plain(lines: list[Text]) -> str:
    return "\n".join(line.plain for line in lines)


def test_thirty_melds_fit_into_half_a_screen() -> None:
    assert len(FULL) == 30
    assert len(table_lines(cells(FULL), 80)) <= 8


def test_melds_are_drawn_closer_where_there_is_little_room() -> None:
    airy, close = table_lines(cells(FULL), 80), table_lines(cells(FULL), 80, height=6)

    assert len(close) < len(airy)
    assert plain(close).split() == plain(airy).split()


def test_changed_melds_are_shown_even_where_not_all_fit() -> None:
    shown = [*cells(FULL), MeldCell(31, ("r1", "r2", "r3"), Mark.MINE)]

    lines = table_lines(shown, 40, height=4)

    assert len(lines) == 4
    assert "31+r1 r2 r3" in plain(lines)
    assert "type table" in lines[-1].plain


@given(tables_(), st.integers(NARROWEST, 120))
def test_every_meld_is_shown_and_no_line_is_too_wide(melds: Table, width: int) -> None:
    lines = table_lines(cells(melds), width)

    assert all(len(line) <= width for line in lines)
    assert all(word in plain(lines) for meld in melds for word in repr(meld).split())


@given(st.lists(st.sampled_from([*STANDARD.kinds, JOKER, HIDDEN]), max_size=60), st.integers(8, 90))
def test_a_rack_shows_every_tile_in_any_width(tiles: list[Tile], width: int) -> None:
    for sorting in Sorting:
        lines = rack_lines(tiles, width, sorting)

        assert all(len(line) <= width for line in lines)
        assert sorted(plain(lines).split()) == sorted(map(str, tiles)) or not tiles


def test_racks_are_sorted_by_colour_or_by_number() -> None:
    tiles = rack("r3 k7 b3 * r4")

    assert plain(rack_lines(tiles, 40)) == "k7  r3 r4  b3  *"
    assert plain(rack_lines(tiles, 40, Sorting.NUMBER)) == "r3 b3  r4  k7  *"


def test_marks_stand_between_number_and_tiles() -> None:
    shown = [MeldCell(3, ("r3", "r4", "r5"), Mark.MINE), MeldCell(12, ("k1",), Mark.BROKEN)]

    assert plain(table_lines(shown, 80)) == " 3+r3 r4 r5  12!k1"


def written(lines: list[Text], *, colour: bool) -> str:
    file = io.StringIO()
    console = Console(
        file=file,
        force_terminal=True,
        color_system="truecolor" if colour else None,
        width=80,
        highlight=False,
    )
    for line in lines:
        console.print(line)
    return file.getvalue()


def test_without_colours_there_are_no_control_codes() -> None:
    lines = [*table_lines(cells(FULL), 80), *rack_lines(rack("k1 r1 b1 o1 *"), 80)]

    assert "\x1b" not in written(lines, colour=False)
    assert written(lines, colour=False).split() == plain(lines).split()


def test_each_colour_of_tiles_has_its_own_text_colour() -> None:
    codes = {
        written(rack_lines([Tile.of(c, 7)], 80), colour=True).split("7\x1b")[0] for c in COLOURS
    }
    inks = {code.split("m")[0] for code in codes}

    assert len(inks) == len(COLOURS)


def test_the_table_of_a_match_has_a_line_for_each_round() -> None:
    lines = score_lines(["You", "Ada"], [(10, -10), (-3, 3)], (7, -7), 80)

    assert plain(lines).splitlines() == [
        "round  You  Ada",
        "    1   10  -10",
        "    2   -3    3",
        "total    7   -7",
    ]


@pytest.mark.parametrize("width", [8, 12, 20, 33, 80])
def test_scores_fit_in_any_width(width: int) -> None:
    names = ["Maximiliane", "Bo", "Christopher Robin", "You"]
    lines = score_lines(names, [(1000, -400, -500, -100)], (1000, -400, -500, -100), width)

    assert all(len(line) <= width for line in lines)
    assert all(total in plain(lines) for total in ("1000", "-400", "-500", "-100"))


@given(st.text(alphabet="ab .", max_size=80), st.integers(2, 30), st.integers(0, 4))
def test_paragraphs_keep_their_words_and_the_width(text: str, width: int, indent: int) -> None:
    lines = paragraph(text, width, indent)

    assert all(len(line) <= width for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


def test_wide_characters_count_double() -> None:
    names = ("牌の名人さん", "You")
    shown = [
        *score_lines(names, [(5, -5)], (5, -5), 22),
        *(Text(line) for line in paragraph("牌の名人さん draws a tile.", 9)),
    ]

    assert all(line.cell_len <= 22 for line in shown)
    assert all(line.cell_len <= 9 for line in shown[3:])


def test_a_table_that_has_no_room_keeps_its_order_and_shows_what_is_marked() -> None:
    melds = [
        MeldCell(i, ("r3", "r4", "r5"), Mark.NEWS if i == 30 else Mark.NONE) for i in range(1, 31)
    ]
    shown = plain(table_lines(melds, 80, 4))
    numbers = [int(n) for n in re.findall(r"(\d+)[ ~] ?r3", shown)]

    assert "30~" in shown
    assert numbers == sorted(numbers)
    assert numbers[0] == 1
    assert "there is more" in shown
