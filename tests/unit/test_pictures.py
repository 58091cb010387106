"""Pictures of tiles are readable, complete, and safe to embed anywhere."""

import re
from html import unescape
from typing import Protocol, cast
from xml.etree import ElementTree as ET

import pytest

from tilerummy.analysis import best_play
from tilerummy.melds import meld, table
from tilerummy.pictures import HEIGHT, LONGEST, WIDTH, Pictured, draw, svg
from tilerummy.round import Round
from tilerummy.state import Play, State
from tilerummy.state.notation import read_state
from tilerummy.tiles import COLOURS, HIDDEN, JOKER, rack, tile

SVG = "{http://www.w3.org/2000/svg}"


class Shown(Protocol):
    """An object that a notebook shows as a picture."""

    def _repr_svg_(self) -> str: ...
    def _repr_html_(self) -> str: ...


def root(picture: str) -> ET.Element:
    return ET.fromstring(picture)


def tiles(picture: str) -> list[ET.Element]:
    return root(picture).findall(f"{SVG}g/{SVG}g")


def places(picture: str) -> list[tuple[int, int]]:
    found = (
        re.fullmatch(r"translate\((\d+) (\d+)\)", t.attrib["transform"]) for t in tiles(picture)
    )
    return [(int(m[1]), int(m[2])) for m in found if m]


def shape(word: str) -> str:
    """Return the outline of the shape under the numeral."""
    (path,) = root(draw([[word]])).iter(f"{SVG}path")
    return path.attrib["d"]


def words(picture: str) -> list[str]:
    return [text.text or "" for text in root(picture).iter(f"{SVG}text")]


def test_every_tile_of_every_meld_is_drawn_once() -> None:
    picture = draw([["k4 r4 *4", "b5 b6 *b7"], ["? ? *"]])

    assert len(tiles(picture)) == 9
    assert words(picture) == ["4", "4", "4", "5", "6", "7"]


def test_each_colour_has_a_shape_of_its_own_so_that_it_reads_without_colour() -> None:
    shapes = {shape(f"{colour}7") for colour in COLOURS}

    assert len(shapes) == len(COLOURS)


def test_a_joker_shows_the_colour_and_number_that_it_represents() -> None:
    drawn = [path.attrib["d"] for path in root(draw([["*r11"]])).iter(f"{SVG}path")]

    assert shape("r11") in drawn
    assert shape("k11") not in drawn
    assert words(draw([["*r11"]])) == ["11"]


def test_a_joker_in_a_group_shows_its_number_and_a_bare_one_nothing() -> None:
    assert words(draw([["*5"]])) == ["5"]
    assert words(draw([["*"]])) == []


def test_a_tile_that_is_face_down_looks_like_any_other() -> None:
    one, other = tiles(draw([["? ?"]]))

    assert [ET.tostring(e) for e in one] == [ET.tostring(e) for e in other]


def test_melds_of_a_row_are_set_apart() -> None:
    (a, _), (b, _), (c, _) = places(draw([["k1 k2", "k3"]]))

    assert b - a < c - b
    assert c - b > WIDTH


def test_a_long_row_wraps_between_melds() -> None:
    ys = [y for _, y in places(draw([["k1 k2 k3 k4 k5", "r1 r2 r3 r4 r5", "b1 b2 b3 b4 b5"]]))]

    assert ys[:10] == [0] * 10
    assert len(set(ys[10:])) == 1
    assert ys[10] > HEIGHT


@pytest.mark.parametrize(("count", "lines"), [(LONGEST, [14]), (20, [10, 10]), (29, [10, 10, 9])])
def test_a_rack_longer_than_a_line_is_cut_evenly(count: int, lines: list[int]) -> None:
    ys = [y for _, y in places(draw([[" ".join(["k7"] * count)]]))]

    assert [ys.count(y) for y in sorted(set(ys))] == lines


def test_every_tile_lies_inside_the_picture() -> None:
    picture = draw([["k1 k2 k3", "r1 r2 r3"], ["? " * 30], ["*"]])
    left, top, width, height = map(int, root(picture).attrib["viewBox"].split())

    assert all(x + WIDTH <= left + width and y + HEIGHT <= top + height for x, y in places(picture))
    assert (root(picture).attrib["width"], root(picture).attrib["height"]) == (
        str(width),
        str(height),
    )


def test_the_title_is_the_notation() -> None:
    picture = root(draw([["k4 r4 *4", "b5 b6 *b7"]]))

    assert picture.attrib["role"] == "img"
    assert picture.findtext(f"{SVG}title") == "k4 r4 *4 / b5 b6 *b7"


def test_no_tiles_at_all_are_an_empty_place() -> None:
    for nothing in (draw([]), draw([[]]), draw([[""]])):
        assert root(nothing).findtext(f"{SVG}title") == "no tiles"
        assert tiles(nothing) == []


def test_many_pictures_fit_on_one_page_and_need_nothing_from_outside() -> None:
    picture = draw([[f"{colour}{number}" for colour in COLOURS for number in (1, 26)], ["* ? *k1"]])

    assert re.findall(r'\bid="|href|url\(|<style|<script|@import', picture) == []
    assert re.findall(r"https?://[^\"]+", picture) == ["http://www.w3.org/2000/svg"]


@pytest.mark.parametrize("word", ["x7", "7", "k", "k123", "*?", "<b>", "k٣"])
def test_a_word_that_is_no_tile_is_refused_by_name(word: str) -> None:
    with pytest.raises(ValueError, match=re.escape(repr(word))):
        draw([[f"k1 {word}"]])


@pytest.mark.parametrize(
    ("value", "title"),
    [
        (tile("o10"), "o10"),
        (JOKER, "*"),
        (HIDDEN, "?"),
        (rack("r3 * k7"), "k7 r3 *"),
        (rack(""), "no tiles"),
        (meld("b5 b6 *"), "b5 b6 *b7"),
        (meld("k4 r4 *4"), "k4 r4 *4"),
        (table("k4 r4 o4 / b5 b6 *b7"), "b5 b6 *b7 / k4 r4 o4"),
        (table(""), "no tiles"),
    ],
)
def test_a_notebook_shows_tiles_racks_melds_and_tables_as_pictures(
    value: Shown, title: str
) -> None:
    picture = value._repr_svg_()

    assert root(picture).findtext(f"{SVG}title") == title
    assert value._repr_html_() == f"<div>{picture}</div>"


STATE = read_state("table b5 b6 *b7 / k5 r5 o5 | rack k1 r7 o9")


@pytest.mark.parametrize(
    ("value", "title", "caption"),
    [
        (STATE, "b5 b6 *b7 / k5 r5 o5 / k1 r7 o9", ""),
        (State.before_deal(2), "no tiles", ""),
        (Round.from_state("sabra", STATE), "b5 b6 *b7 / k5 r5 o5 / k1 r7 o9", ""),
        (
            Play.between(table("k1 k2 k3"), table("k1 k2 k3 k4")),
            "k1 k2 k3 / k1 k2 k3 k4",
            "play k1 k2 k3 =&gt; k1 k2 k3 k4",
        ),
        (
            best_play("sabra", read_state("table k1 k2 k3 | rack k4 r9")),
            "k1 k2 k3 k4 / k4",
            "1 tile placed, 4 points, proven",
        ),
        (best_play("sabra", read_state("rack r9")), "no tiles", "Nothing can be played."),
    ],
)
def test_a_notebook_shows_states_plays_and_answers(value: Shown, title: str, caption: str) -> None:
    picture = value._repr_svg_()

    assert root(picture).findtext(f"{SVG}title") == title
    assert value._repr_html_().startswith(f"<div>{picture}")
    assert root(value._repr_html_()).findtext("div") == (unescape(caption) or None)
    assert svg(cast(Pictured, value)) == picture


def test_a_notebook_shows_the_scores_of_a_record() -> None:
    game = Round("sabra", seed=1)
    record = game.record(["Ann & Bob", "<b>"])
    shown = root(record._repr_html_())

    cells = [[cell.text for cell in row] for row in shown.findall("tr")]
    assert shown.findtext("caption") == "sabra"
    assert cells == [
        [None, "Ann & Bob", "<b>"],
        ["round 1", "…", "…"],
        ["total", "0", "0"],
    ]


def test_a_picture_of_notation() -> None:
    assert svg("k1 k2 k3 / r5 b5 o5") == draw([["k1 k2 k3", "r5 b5 o5"]])
    with pytest.raises(TypeError, match='as "k1 k2", not 7'):
        svg(cast(Pictured, 7))
    with pytest.raises(ValueError, match="'x9' is not a tile"):
        svg("k1 x9")
