"""The colours of tiles are the same in the web client, in pictures and in the library."""

from __future__ import annotations

import re

import pytest
from tools.palettes import PATH, stylesheet

from tilerummy.palettes import palette, palette_names
from tilerummy.pictures import draw, svg
from tilerummy.tiles import COLOURS

ROW = [[" ".join(f"{colour}7" for colour in COLOURS)]]


def colours(picture: str) -> set[str]:
    return set(re.findall(r"#[0-9a-f]{6}", picture))


def test_the_style_sheet_is_up_to_date() -> None:
    assert PATH.read_text(encoding="utf-8") == stylesheet(), "write it: python -m tools.palettes"


@pytest.mark.parametrize("name", palette_names())
def test_a_picture_has_the_inks_and_shapes_of_its_palette(name: str) -> None:
    picture = draw(ROW, palette=name)

    for colour in COLOURS:
        assert palette(name)[f"ink-{colour}"][0] in colours(picture)
        assert palette(name)[f"shape-{colour}"][0] in colours(picture)


@pytest.mark.parametrize("name", palette_names())
def test_every_palette_has_a_shape_for_each_colour(name: str) -> None:
    shapes = {
        match
        for colour in COLOURS
        for match in re.findall(r'<path [^>]*d="([^"]+)"', draw([[f"{colour}7"]], palette=name))
    }

    assert len(shapes) == len(COLOURS)


def test_a_tile_in_high_contrast_has_its_colour() -> None:
    picture = draw([["r7"]], palette="high-contrast")

    assert palette("high-contrast")["tile-r"][0] in colours(picture)
    assert palette("high-contrast")["tile-b"][0] not in colours(picture)


def test_a_joker_in_high_contrast_shows_its_tile_in_a_colour_that_is_visible() -> None:
    picture = draw([["*r7"]], palette="high-contrast")

    (ink,) = re.findall(r'<text [^>]*fill="([^"]+)"', picture)
    assert ink == palette("high-contrast")["ink-j"][0]


def test_a_position_is_drawn_in_a_palette() -> None:
    assert svg("o4 o5 o6", palette="low-vision") == draw([["o4 o5 o6"]], palette="low-vision")
    assert svg("o4 o5 o6", palette="printed") == svg("o4 o5 o6")


def test_an_unknown_palette_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match="unknown palette 'pink'; choose one of printed, high-con"):
        svg("k1", palette="pink")
