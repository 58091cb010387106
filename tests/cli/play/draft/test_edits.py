"""Typed edits, in every way of writing them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilerummy.cli.play.draft.edits import Lay, LayOff, Split, Take
from tilerummy.cli.play.draft.piles import DraftError
from tilerummy.cli.play.draft.reading import read_back, read_edit, read_split, read_take
from tilerummy.cli.play.draft.words import tokens_of
from tilerummy.tiles import STANDARD, TileSet


@pytest.mark.parametrize(
    "typed", ["r3 r4 r5", "R3 R4 R5", "r3,r4,r5", " r3,  r4 ;r5 ", "3r 4r 5r", "r3-5", "r3-r5"]
)
def test_case_commas_and_order_within_a_tile_do_not_matter(typed: str) -> None:
    assert read_edit(typed, STANDARD) == Lay((("r3", "r4", "r5"),))


def test_groups_and_jokers_have_short_forms() -> None:
    assert tokens_of("krb7 j *b4", STANDARD) == ["k7", "r7", "b7", "*", "*b4"]


def test_a_run_may_be_written_up_to_the_high_1() -> None:
    high = TileSet(one_high=True)

    assert tokens_of("r12-r1", high) == ["r12", "r13", "r1"]


@pytest.mark.parametrize(
    ("typed", "way_out"),
    [
        ("r14 > 2", "numbers are 1 to 13"),
        ("x3 r4 r5", "colours are k r b o"),
        ("r3 r4 5 6", "6"),
        ("3 5", r"3 \+ 5"),
        ("r3 >", "r6 > 3"),
        ("> 3", "r6 > 3"),
        ("3 |", r"3 \| r6"),
        ("for 3", r"b7 for \* in 2"),
        ("= r3 r4 r5", "3 5 ="),
        ("r3 < r4", "take 3"),
        ("r3 & r4", "write a colour and a number"),
    ],
)
def test_every_error_says_what_to_type(typed: str, way_out: str) -> None:
    with pytest.raises(DraftError, match=way_out):
        read_edit(typed, STANDARD)


def test_words_do_what_signs_do() -> None:
    assert read_take("r6 from 3", STANDARD) == Take(("r6",), 3)
    assert read_take("3", STANDARD) == Take((), 3)
    assert read_split("3 before r6", STANDARD) == Split(3, "r6")
    assert read_split("3 after r6", STANDARD) == Split(3, "r6", after=True)
    assert read_edit("r6 to meld 3", STANDARD) == LayOff(("r6",), 3)
    with pytest.raises(DraftError, match="back r6"):
        read_back("", STANDARD)


@given(st.text(alphabet="rkbo*j0123456789 ><+-=|/,;axyzfor", max_size=24))
def test_whatever_is_typed_is_read_or_refused_with_a_sentence(typed: str) -> None:
    refusal = "."
    try:
        read_edit(typed, STANDARD)
    except DraftError as error:
        refusal = str(error)

    assert refusal.endswith(".")
