"""Drafts: what a person can change, and that no tile gets lost."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilerummy.cli.play.draft import Draft, DraftError
from tilerummy.cli.play.edits import BY_WORD, edited, tokens_of
from tilerummy.melds import table
from tilerummy.tiles import STANDARD, Rack, TileSet, rack


def draft(on_table: str, own: str, free: str = "") -> Draft:
    return Draft.begin(STANDARD, table(on_table), rack(own), rack(free))


def after(start: Draft, *typed: str) -> Draft:
    for line in typed:
        start = edited(start, line)
    return start


def piles(of: Draft) -> str:
    return " / ".join(" ".join(p) for p in of.piles if p)


def everything(of: Draft) -> Rack:
    return of.laid + of.loose + of.rack + of.free_left


def test_a_meld_is_laid_from_the_rack() -> None:
    laid = after(draft("", "r3 r4 r5 k9"), "r5 r3 r4")

    assert piles(laid) == "r3 r4 r5"
    assert laid.rack == rack("k9")
    assert laid.placed == rack("r3 r4 r5")


def test_several_melds_are_laid_at_once() -> None:
    assert piles(after(draft("", "r3 r4 r5 k7 b7 o7"), "r3-5 / kbo7")) == "r3 r4 r5 / k7 b7 o7"


def test_a_joker_represents_the_tile_of_its_place() -> None:
    assert piles(after(draft("", "r3 r5 *"), "r3 r5 j")) == "r3 *r4 r5"
    assert piles(after(draft("", "r12 r13 *"), "r12 r13 *")) == "*r11 r12 r13"
    assert piles(after(draft("", "r3 b3 *"), "r3 b3 *")) == "r3 b3 *3"


def test_an_ambiguous_joker_has_to_be_written_out() -> None:
    with pytest.raises(DraftError, match=r"r5 \*r6 \*r7: write what is meant"):
        after(draft("", "r5 * *"), "r5 * *")


def test_a_tile_that_is_not_available_is_refused_with_its_place() -> None:
    with pytest.raises(DraftError, match=r"not have r6 at hand. r6 lies in meld 1"):
        after(draft("r6 r7 r8", "k1"), "r6 k1")
    with pytest.raises(DraftError, match="not have k1 at hand"):
        after(draft("", "k1"), "k1 k1")


@pytest.mark.parametrize(
    "line",
    [
        "r3 r4 r5",
        "R3 R4 R5",
        "r3,r4,r5",
        " r3,  r4 ;r5 ",
        "3r 4r 5r",
        "r3-5",
        "r3-r5",
        "red 3 r4 r5",
    ],
)
def test_a_meld_is_written_in_many_ways(line: str) -> None:
    assert piles(after(draft("", "r3 r4 r5 k9"), line)) == "r3 r4 r5"


def test_groups_jokers_and_runs_to_the_high_1_have_short_forms() -> None:
    assert tokens_of("krb7 j *b4", STANDARD) == ["k7", "r7", "b7", "*", "*b4"]
    assert tokens_of("r12-r1", TileSet(one_high=True)) == ["r12", "r13", "r1"]


def test_tiles_are_laid_off() -> None:
    for line in (
        "r6 > 1",
        "r6 to meld 1",
        "r6>1",
        "1 + r6",
        "r6 1",
        "R6 to 1",
        "r6 on meld 1",
        "1 r6",
    ):
        assert piles(after(draft("r3 r4 r5", "r6"), line)) == "r3 r4 r5 r6"


def test_tiles_taken_from_a_meld_lie_loose() -> None:
    for line in ("k7 < 1", "1 - k7", "1-k7", "k7 from 1"):
        taken = after(draft("k7 r7 b7 o7", "k9"), line)

        assert piles(taken) == "r7 b7 o7"
        assert taken.loose == rack("k7")
        assert taken.rack == rack("k9")


def test_a_tile_taken_out_of_a_run_divides_it() -> None:
    taken = after(draft("r1 r2 r3 r4 r5 r6 r7", ""), "r4 < 1")

    assert piles(taken) == "r1 r2 r3 / r5 r6 r7"
    assert taken.loose == rack("r4")


def test_an_own_tile_taken_from_a_meld_returns_to_the_rack() -> None:
    start = draft("r3 r4 r5", "r6 r7")
    taken = after(start, "r6 r7 > 1", "r7 < 1")

    assert taken.rack == rack("r7")
    assert not taken.loose


def test_equal_tiles_are_interchangeable() -> None:
    swapped = after(draft("k7 r7 b7 o7", "k7 k8 k9"), "k7 < 1", "k7 k8 k9")

    assert swapped.rack == rack("k7")
    assert not swapped.loose


def test_a_run_is_divided_before_or_after_a_tile() -> None:
    assert piles(after(draft("r1 r2 r3 r4 r5 r6", ""), "1 | r4")) == "r1 r2 r3 / r4 r5 r6"
    assert piles(after(draft("r1 r2 r3 r4 r5 r6", ""), "1 after r3")) == "r1 r2 r3 / r4 r5 r6"
    with pytest.raises(DraftError, match="Nothing of meld 1 lies before"):
        after(draft("r1 r2 r3", ""), "1 | r1")


def test_melds_are_joined_and_their_numbers_stay() -> None:
    joined = after(draft("r1 r2 r3 / r4 r5 r6 / b1 b2 b3", ""), "2 > 1")

    assert piles(joined) == "r1 r2 r3 r4 r5 r6 / b1 b2 b3"
    assert joined.pile(3) == ("b1", "b2", "b3")
    with pytest.raises(DraftError, match="Meld 2 was taken up"):
        joined.pile(2)


def test_a_joker_is_replaced_by_its_tile_and_lies_loose() -> None:
    for line in ("b7 for * in 1", "b7 for 1", "b7 > 1", "b7 for joker in meld 1"):
        freed = after(draft("b5 b6 *b7", "b7"), line)

        assert piles(freed) == "b5 b6 b7"
        assert freed.loose == rack("*")


def test_a_joker_in_a_group_is_replaced_only_on_request() -> None:
    start = draft("k5 r5 *5", "b5 o5")

    assert piles(after(start, "b5 > 1")) == "k5 r5 b5 *5"
    assert piles(after(start, "b5 for 1")) == "k5 r5 b5"
    assert piles(after(start, "b5 o5 for * in 1")) == "k5 r5 b5 o5"
    assert after(start, "b5 o5 for * in 1").loose == rack("*")


def test_only_what_a_joker_stands_for_takes_its_place() -> None:
    with pytest.raises(DraftError, match=r"b9 is not what \*b7 in meld 1 is"):
        after(draft("b5 b6 *b7", "b9"), "b9 for 1")
    with pytest.raises(DraftError, match="no joker in meld 1"):
        after(draft("b5 b6 b7", "b7"), "b7 for 1")


def test_melds_are_rearranged() -> None:
    start = draft("k7 r7 b7 o7 / r4 r5 r6", "r8")
    laid = after(start, "1 2 = k7 b7 o7 / r4 r5 r6 r7 r8")

    assert piles(laid) == "k7 b7 o7 / r4 r5 r6 r7 r8" or laid.complete
    assert laid.complete
    assert laid.placed == rack("r8")


def test_tiles_left_out_of_rearranged_melds_lie_loose() -> None:
    assert after(draft("k7 r7 b7 o7", ""), "1 = k7 r7 b7").loose == rack("o7")


def test_back_takes_back_only_what_was_laid_in_this_turn() -> None:
    laid = after(draft("r3 r4 r5", "r6"), "r6 > 1")

    assert piles(BY_WORD["back"](laid, "r6")) == "r3 r4 r5"
    with pytest.raises(DraftError, match=r"r5 was not laid in this turn; you have laid .*r6"):
        BY_WORD["back"](laid, "r5")
    with pytest.raises(DraftError, match="back r6"):
        BY_WORD["back"](laid, "")


def test_free_tiles_are_laid_after_those_of_the_rack() -> None:
    laid = after(draft("", "k7 r7 b7", "k7 o7"), "k7 r7 b7 o7")

    assert laid.rack == rack("")
    assert laid.free_left == rack("k7")


def test_the_marks_tell_what_is_broken_and_what_has_changed() -> None:
    moved = after(draft("r1 r2 r3 r4 / b1 b2 b3", "k4 o4"), "r4 < 1", "r4 k4 o4", "b3 < 2")

    assert moved.changed == (1, 2, 3)
    assert moved.broken == (2,)
    assert not moved.complete


LINES = [
    *("r6 > 1", "k7 < 2", "r4 < 1", "1 | r5", "2 + 1", "k7 r7 b7", "b7 for 3"),
    *("3 = b5 b6 b7", "r4 r5 k5", "* > 2", "1 - r3", "4 3", "r7 r8 r9"),
]


@given(st.lists(st.sampled_from(LINES), max_size=12))
def test_no_tile_is_lost_or_created_whatever_is_typed(typed: list[str]) -> None:
    start = now = draft("r3 r4 r5 r6 / k7 r7 b7 o7 / b5 b6 *b7", "r6 k5 r4 b7 k7 o1", "r7 r8")

    for line in typed:
        with suppress(DraftError):
            now = edited(now, line)

    assert everything(now) == everything(start)
    assert now.loose <= start.start.tiles
    assert now.rack <= start.own


@pytest.mark.parametrize(
    ("word", "line", "result"),
    [
        ("take", "r6 from 1", "r3 r4 r5 / k7 b7 o7"),
        ("take", "1", "k7 b7 o7"),
        ("split", "1 before r5", "r3 r4 / k7 b7 o7 / r5 r6"),
        ("split", "1 after r5", "r3 r4 r5 / k7 b7 o7 / r6"),
        ("join", "1 2", "r3 r4 r5 r6 k7 b7 o7"),
    ],
)
def test_words_do_what_signs_do(word: str, line: str, result: str) -> None:
    start = draft("r3 r4 r5 r6 / k7 b7 o7", "")

    assert piles(BY_WORD[word](start, line)) == result


@pytest.mark.parametrize(
    ("line", "way_out"),
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
def test_every_error_says_what_to_type(line: str, way_out: str) -> None:
    with pytest.raises(DraftError, match=way_out):
        edited(draft("", ""), line)


@given(
    st.sampled_from([*BY_WORD]), st.text(alphabet="rkbo*j0123456789 ><+-=|/,;axyzfor", max_size=24)
)
def test_whatever_is_typed_is_done_or_refused_with_a_sentence(word: str, line: str) -> None:
    start = draft("r3 r4 r5 r6 / k7 r7 b7 o7 / b5 b6 *b7", "r6 k5 r4 b7 k7 o1")
    now, refusal = start, "."
    try:
        now = BY_WORD[word](start, line)
    except DraftError as error:
        refusal = str(error)

    assert refusal.endswith(".")
    assert everything(now) == everything(start)
