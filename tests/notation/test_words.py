"""Common words for tiles are read, and ambiguous ones are refused."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.notation.test_notation import assert_refused
from tests.support.examples import examples
from tests.support.strategies import tables_, tile_sets_

from tilerummy.melds import AmbiguousJoker, meld, table
from tilerummy.state.notation import read_action, read_state
from tilerummy.tiles import HIDDEN, JOKER, STANDARD, NotationError, Tile, TileSet, rack, tile_list
from tilerummy.words import COLOUR_NAMES, COLOURS, LONGEST

SIX_COLOURS = TileSet(colours=6)

WRITTEN = {
    "K7 R13": "k7 r13",
    "7k 13r": "k7 r13",
    "k7, r13": "k7 r13",
    "k7,r13,": "k7 r13",
    "black 7 red 13": "k7 r13",
    "Black 7, 13 Red": "k7 r13",
    "black7 13-red": "k7 r13",
    "B 5 b5": "b5 b5",
    "y7 Yellow 8 yellow9": "o7 o8 o9",
    "o7 Orange 8": "o7 o8",
    "j J joker Jokers *": "* * * * *",
    "r5-r7": "r5 r6 r7",
    "r5-7 5..7b": "r5 r6 r7 b5 b6 b7",
    "red 5-7": "r5 r6 r7",
    "r12-1": "r12 r13 r1",
    "krb7 OK8": "k7 r7 b7 o8 k8",
    "r5–r7": "r5 r6 r7",
}


@pytest.mark.parametrize("text", WRITTEN)
def test_tiles_are_read_as_people_write_them(text: str) -> None:
    assert rack(text) == rack(WRITTEN[text])


def test_yellow_is_yellow_where_there_is_a_yellow() -> None:
    assert str(rack("y7 Yellow 8 orange 9", SIX_COLOURS)) == "o9 y7 y8"


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("b5 b6 J", "b5 b6 *b7"),
        ("r5 j5 b5", "r5 b5 *5"),
        ("5b 6b j7b", "b5 b6 *b7"),
        ("Red 5-Red 6", ""),
        ("r5-r7 j", "r5 r6 r7 *r8"),
        ("k4,y4,r4", "k4 r4 o4"),
    ],
)
def test_melds_are_read_as_people_write_them(text: str, meant: str) -> None:
    if meant:
        assert str(meld(text)) == meant
    else:
        with pytest.raises(NotationError):
            meld(text)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("o11 o12 o13 *", "*o10 o11 o12 o13"),
        ("o10 o12 *", "o10 *o11 o12"),
        ("* o1 o2", "o1 o2 *o3"),
        ("r3 r6 * *", "r3 *r4 *r5 r6"),
        ("*r4 r6 *", "*r4 *r5 r6"),
        ("k13 * k12", "*k11 k12 k13"),
    ],
)
def test_a_joker_may_be_written_anywhere_where_one_reading_exists(text: str, meant: str) -> None:
    """RULES 1: "written elsewhere it is accepted where the tiles allow only one reading"."""
    assert str(meld(text)) == meant


@pytest.mark.parametrize("text", ["b5 * *", "r5 * r6", "k9 k8 *", "b5 J J"])
def test_a_joker_that_can_be_read_in_two_ways_is_refused_with_both(text: str) -> None:
    with pytest.raises(AmbiguousJoker, match=r"can be read as .* or "):
        meld(text)


def test_with_a_high_1_a_joker_after_13_has_its_place() -> None:
    american = TileSet(one_high=True)

    assert str(meld("o12 o13 *", american)) == "o12 o13 *o1"
    assert str(meld("o12 o13 *")) == "*o11 o12 o13"


@pytest.mark.parametrize(
    ("text", "place", "way_out"),
    [
        ("k1 bl5", "bl5", "k5 or b5"),
        ("k1 bk5", "bk5", "k5, or b5 k5"),
        ("bk-5 k1", "bk-5", "k5, or b5 k5"),
        ("k1 or7", "or7", "o7, or o7 r7"),
        ("k1 5 b6", "5", "k5"),
        ("k1 05", "05", "o5"),
        ("k1 red", "red", "r7"),
        ("k1 l", "l", "k1"),
        ("k1 rl0", "rl0", "r10"),
        ("k1 b1O", "b1O", "b10"),
        ("k1, r7-r5", "r7-r5", "r5-r7"),
        ("k1 r5-r99", "r5-r99", "r5-r7"),
        ("k1 r5-r07", "r5-r07", "r5-r7"),
        ("k1 r5-b7", "r5-b7", "k7"),
        ("k1 r5-r7-9", "r5-r7-9", "k7"),
        ("k1 r5-r6-7", "r5-r6-7", "k7"),
        ("5-6r-7r k1", "5-6r-7r", "k7"),
        ("k1 jack", "jack", "k7"),
        ("k1, x3", "x3", "k r b o"),
        ("k1 k14", "k14", "1 to 13"),
    ],
)
def test_a_doubtful_word_is_refused_at_its_place_with_the_way_out(
    text: str, place: str, way_out: str
) -> None:
    assert_refused(tile_list, text, place, way_out)


PARTS = (*COLOUR_NAMES, *COLOURS, "r5", "13", "bk7", "bl", "or", "05", "0", "j", "l", "O", "*")


def written_() -> st.SearchStrategy[str]:
    """Generate texts of tiles, rows of tiles and fragments. Many are not valid."""
    part = st.sampled_from(PARTS)
    row = st.lists(st.sampled_from(["r1", "2r", "r3", "2", "3"]), min_size=2, max_size=3)
    word = part | st.tuples(part, part).map("".join) | row.map("..".join)
    return row.map("-".join) | st.lists(word, max_size=3).map(" ".join)


@settings(max_examples=examples(500, 5000))
@given(written_(), tile_sets_())
def test_every_letter_and_digit_of_what_is_read_is_read(text: str, tiles: TileSet) -> None:
    """RULES 1: everything written is read; nothing of a word is left out."""
    read, _ = _read_or_refused(text, tiles)
    colours = re.findall(f"{'|'.join(COLOUR_NAMES)}|[{COLOURS}]", text.lower())
    left = re.sub(f"{'|'.join(COLOUR_NAMES)}|[{COLOURS}]|[0-9]", "", text.lower())
    numbers = re.findall("[0-9]+", text)

    if read:
        letters = {COLOURS[COLOUR_NAMES.index(c)] if c in COLOUR_NAMES else c for c in colours}
        seen = {tile.colour for tile in read if tile != JOKER}
        assert letters in (seen, (seen | {"y"}) - {"o"}, seen | {"y"})
        assert set(numbers) <= {str(tile.number) for tile in read if tile != JOKER}
        assert len(read) >= len(numbers) + read.count(JOKER)
        assert left.count("j") + left.count("*") == read.count(JOKER)
        assert not re.search(r"\w", left.replace("j", ""))


@settings(max_examples=examples(500, 5000))
@given(written_(), tile_sets_())
def test_what_a_refusal_tells_to_write_is_read(text: str, tiles: TileSet) -> None:
    _, error = _read_or_refused(text, tiles)

    if error and "rite" in error.message and "like" not in error.message:
        way_out = error.message.rpartition("rite")[2]
        for word in re.findall(r"\b[a-z]\d+\b", way_out):
            assert tile_list(word, tiles), error.message
        assert "write o if" not in error.message


@pytest.mark.parametrize("word", ["0", "00", "014", "14", "99"])
def test_a_number_of_no_tile_is_refused_without_a_way_out(word: str) -> None:
    _, error = _read_or_refused(word)

    assert error is not None
    assert error.message == f"{word!r}: it has no colour"


def test_positions_and_actions_are_read_with_the_same_words() -> None:
    assert read_state("table B5 b6 J / k4,y4,r4 | rack red 5, 7k | pool 3k ?2") == read_state(
        "table b5 b6 *b7 / k4 r4 o4 | rack k7 r5 | pool k3 ?2"
    )
    assert read_action("play => 10k, 10r, Blue 10") == read_action("play => k10 r10 b10")
    assert read_action("discard Yellow 5") == read_action("discard o5")


@pytest.mark.parametrize("reader", [rack, table, meld])
def test_a_text_longer_than_any_table_is_refused(reader: object) -> None:
    assert callable(reader)
    with pytest.raises(NotationError, match="more than"):
        reader("k1 " * LONGEST)


@settings(max_examples=examples(50, 2000))
@given(tile_sets_(), st.data())
def test_what_is_written_is_read_back_in_every_tile_set(
    tiles: TileSet, data: st.DataObject
) -> None:
    written = data.draw(tables_(tiles))

    assert table(str(written).upper(), tiles) == table(str(written), tiles) == written


@settings(max_examples=examples(300, 3000))
@given(st.text(alphabet="krboylij0157,*-?. ", max_size=12))
def test_any_text_is_read_or_refused_in_words(text: str) -> None:
    read, error = _read_or_refused(text)

    assert all(tile in STANDARD or tile == HIDDEN for tile in read)
    assert error is None or (error.message and 0 <= error.start <= error.end <= len(text))


def _read_or_refused(
    text: str, tiles: TileSet = STANDARD
) -> tuple[tuple[Tile, ...], NotationError | None]:
    try:
        return tile_list(text, tiles), None
    except NotationError as error:
        return (), error
