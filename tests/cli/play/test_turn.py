"""The turn of a person: from typed lines to the actions submitted."""

from __future__ import annotations

import pytest
from tests.cli.play.turns import AMERICAN, INTERNATIONAL, SABRA, shown, submitted, turn, typed

from tilerummy.cli.play.editor import Notice, Submit, TurnEditor
from tilerummy.rules import PRESETS, decide_all, ruleset
from tilerummy.state import Phase, fold


def test_done_submits_one_play_and_ends_the_turn() -> None:
    start = turn("table r3 r4 r5 | rack r6 k9")

    assert submitted(start, "r6 > 1", "done") == ["play r3 r4 r5 => r3 r4 r5 r6", "pass"]


def test_done_needs_no_pass_where_the_last_tile_goes_out() -> None:
    start = turn("table r3 r4 r5 | rack r6")

    assert submitted(start, "r6 > 1", "done") == ["play r3 r4 r5 => r3 r4 r5 r6"]


def test_play_submits_and_the_turn_goes_on() -> None:
    start = turn("table r3 r4 r5 | rack r6 k9")

    assert submitted(start, "r6 > 1", "play") == ["play r3 r4 r5 => r3 r4 r5 r6"]


def test_an_opening_and_a_play_are_submitted_together() -> None:
    start = turn("table r3 r4 r5 | rack k10 r10 b10 r6 k1 | opened no")

    lines = ("k10 r10 b10", "r6 > 1", "done")
    assert submitted(start, *lines) == [
        "play => k10 r10 b10",
        "play r3 r4 r5 => r3 r4 r5 r6",
        "pass",
    ]


def test_an_opening_may_be_extended_with_tiles_of_the_table_in_the_same_turn() -> None:
    start = turn("table o10 o11 o12 o13 / r1 r2 r3 | rack k10 r10 b10 r4 k1 | opened no")

    after = "r1 r2 r3 r4 / o11 o12 o13 / k10 r10 b10 o10"
    assert submitted(start, "krb10", "o10 < 2", "o10 > 3", "r4 > 1", "done") == [
        "play => k10 r10 b10",
        f"play r1 r2 r3 / o10 o11 o12 o13 / k10 r10 b10 => {after}",
        "pass",
    ]


def test_all_plays_are_submitted_or_none() -> None:
    start = turn("table r3 r4 r5 | rack k10 r10 b10 r6 k1 | opened no | pool r1")
    one_turn = ruleset("sabra", {"initial_meld.same_turn_manipulation": False})
    strict = turn("table r3 r4 r5 | rack k10 r10 b10 r6 k1 | opened no", one_turn)

    assert len(submitted(start, "krb10", "r6 > 1", "done")) == 3
    _, reply = typed(strict, "krb10", "r6 > 1", "done")
    assert isinstance(reply, Notice)
    assert reply.bad


def test_a_refusal_before_the_opening_says_what_the_opening_lacks() -> None:
    start = turn("table r3 r4 r5 | rack k2 r2 b2 r6 k1 | opened no")

    assert "worth 6 points; it takes 30" in shown(start, "krb2", "r6 > 1", "done")


def test_a_table_that_takes_two_plays_is_submitted_as_two() -> None:
    rules = PRESETS["sabra-strict"]
    start = turn("table b5 b6 *b7 / k13 r13 b13 o13 | rack b7 r9 r10 r11 k1", rules)
    lines = ("b7 for 1", "r10 r11 *", "r13 < 2", "r13 > 3", "r9 > 3", "done")

    assert submitted(start, *lines) == [
        "play b5 b6 *b7 => r10 r11 *r12 / b5 b6 b7",
        "play r10 r11 *r12 / k13 r13 b13 o13 => r9 r10 r11 *r12 r13 / k13 b13 o13",
        "pass",
    ]


def test_a_freed_joker_lies_in_a_new_meld_before_it_is_laid_off() -> None:
    """RULES 2.3: under official-1978 a replaced joker goes into a new meld."""
    rules = PRESETS["official-1978"]
    start = turn("table b5 b6 *b7 / r6 r7 r8 | rack b7 r10 r11 r12 k1", rules)

    assert submitted(start, "b7 for * in 2", "* r10 r11 r12 > 1", "done") == [
        "play b5 b6 *b7 => *r9 r10 r11 / b5 b6 b7",
        "play r6 r7 r8 / *r9 r10 r11 => r6 r7 r8 *r9 r10 r11 r12",
        "pass",
    ]


def test_mcgraw_opens_without_its_joker_and_plays_it_after() -> None:
    rules = PRESETS["mcgraw"]
    start = turn("rack k11 r11 b11 o11 k12 r12 b12 r1 r2 * k9 | opened no", rules)

    lines = ("krbo11 / krb12", "r1 r2 *", "done")
    assert submitted(start, *lines) == [
        "play => r11 b11 o11 / k12 r12 b12",
        "play r11 b11 o11 => r1 r2 *r3 / k11 r11 b11 o11",
        "pass",
    ]


def test_a_change_of_the_table_alone_is_done_after_a_play_of_the_turn() -> None:
    table = "table k4 r4 b4 o4 / b5 b6 b7 | rack k9"
    lines = ("b4 < 2", "b4 > 1", "done")

    assert submitted(turn(f"{table} | phase more"), *lines) == [
        "play b5 b6 b7 / k4 r4 b4 o4 => b4 b5 b6 b7 / k4 r4 o4",
        "pass",
    ]
    assert "at least one tile" in shown(turn(table), *lines)


def test_pass_means_done_where_something_was_laid() -> None:
    start = turn("table r3 r4 r5 | rack r6 k9")

    assert submitted(start, "r6 > 1", "pass") == submitted(start, "r6 > 1", "done")
    assert submitted(turn("rack k9 | pool "), "pass") == ["pass"]
    assert "draw, or lay something" in shown(start, "pass")


def test_no_tile_is_drawn_while_the_draft_is_changed() -> None:
    assert "reset and draw" in shown(turn("table r3 r4 r5 | rack r6"), "r6 > 1", "draw")


def test_check_submits_nothing() -> None:
    start = turn("table r3 r4 r5 | rack r6 k9")

    assert shown(start, "r6 > 1", "check") == "Legal: 1 tile laid."
    assert "Not legal yet" in shown(turn("rack k2 r2 b2 | opened no"), "krb2", "check")
    assert shown(start, "check") == "Nothing has been changed yet."


def test_where_illegal_plays_are_penalised_check_says_little() -> None:
    rules = ruleset("sabra", {"invalid_play": "penalty"})
    start = turn("rack k2 r2 b2 k9 | opened no", rules)

    assert "done is judged" in shown(start, "krb2", "check")
    assert submitted(start, "krb2", "done") == ["foul => k2 r2 b2"]


@pytest.mark.parametrize(
    ("lines", "foul"),
    [
        (["k2 r2"], "foul => k2 r2"),
        (["k2 > 1"], "foul r3 r4 r5 => r3 r4 r5 k2"),
        (["k2", "r2"], "foul => k2 / r2"),
    ],
)
def test_an_incomplete_meld_is_a_foul_where_illegal_plays_are_penalised(
    lines: list[str], foul: str
) -> None:
    strict = ruleset("sabra", {"invalid_play": "penalty"})
    start = "table r3 r4 r5 | rack k2 r2"

    assert submitted(turn(start, strict), *lines, "done") == [foul]
    assert "no meld" in shown(turn(start), "k2 r2", "done")


def test_loose_tiles_submitted_are_a_foul_where_illegal_plays_are_penalised() -> None:
    rules = ruleset("sabra", {"invalid_play": "penalty"})
    start = turn("table r3 r4 r5 r6 | rack k9 k10 k11", rules)

    assert submitted(start, "r6 < 1", "k9-11", "done") == [
        "foul r3 r4 r5 r6 => k9 k10 k11 / r3 r4 r5"
    ]


def test_discard_submits_the_draft_with_it() -> None:
    start = turn("phase meld | table r3 r4 r5 | rack r6 k9 k10 | drew pool k9", AMERICAN)

    assert submitted(start, "r6 > 1", "discard k9") == [
        "play r3 r4 r5 => r3 r4 r5 r6",
        "discard k9",
    ]
    assert "discard and a tile" in shown(start, "done")


def test_a_tile_is_drawn_before_anything_is_laid() -> None:
    start = turn("phase draw | rack k9 | table r3 r4 r5", AMERICAN)

    assert "Draw first" in shown(start, "k9 > 1")
    assert submitted(start, "draw") == ["draw"]


def test_the_discard_is_drawn_by_word() -> None:
    start = turn("phase draw | rack k9 | seat 1 rack ?3; discards k5", AMERICAN)

    assert submitted(start, "draw discard") == ["draw discard"]
    assert submitted(start, "dr d") == ["draw discard"]


def test_the_trump_is_tried_and_wins_in_one_action() -> None:
    start = turn("phase draw | trump r6 | table r3 r4 r5 | rack k9", AMERICAN)

    assert submitted(start, "draw trump", "r6 > 1", "discard k9") == [
        "go-out r3 r4 r5 => r3 r4 r5 r6; discard k9"
    ]
    assert "lies where it was" in shown(start, "draw trump", "r6 > 1", "reset")


def test_the_trump_stays_where_it_does_not_win() -> None:
    start = turn("phase draw | trump r6 | table r3 r4 r5 | rack k9 k10", AMERICAN)
    after, reply = typed(start, "draw trump", "r6 > 1", "discard k9")

    assert isinstance(reply, Notice)
    assert reply.bad
    assert after.turn.state == start.turn.state


def test_go_out_is_refused_where_tiles_would_be_left() -> None:
    start = turn("phase meld | table r3 r4 r5 | rack r6 k9 k10 | drew pool k9", AMERICAN)

    assert "k10 would be left" in shown(start, "r6 > 1", "go out k9")


ROYAL = "r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 r1"


def test_declare_finds_the_discard_that_is_worth_most() -> None:
    start = turn(f"phase meld | rack {ROYAL} k5 | opened no | drew pool k5", INTERNATIONAL)

    assert submitted(start, "declare") == ["declare k5"]


def test_declare_says_what_is_wrong() -> None:
    few = turn("phase meld | rack r1 r2 k5 | opened no | drew pool k5", INTERNATIONAL)

    assert "14 tiles and a discard" in shown(few, "declare k5")
    assert "There is no 'declare' in this game" in shown(turn("rack k5"), "declare k5")


def test_after_a_play_the_round_goes_on_with_the_same_seat() -> None:
    start = turn("table r3 r4 r5 | rack r6 k9")
    _, reply = typed(start, "r6 > 1", "play")
    assert isinstance(reply, Submit)
    after = fold(decide_all(SABRA, start.turn.state, reply.actions), start.turn.state)

    again = TurnEditor.begin(SABRA, after, ("You", "Ada"))

    assert after.phase is Phase.MORE
    assert submitted(again, "done") == ["pass"]
    assert "cannot" in shown(again, "draw") or "nothing more" in shown(again, "draw").lower()


def test_every_step_can_be_undone_and_redone() -> None:
    start = turn("table r3 r4 r5 | rack r6 r7 k9")
    laid = ("r6 > 1", "r7 > 1")

    def table(*lines: str) -> str:
        return str(typed(start, *laid, *lines)[0].turn.draft.table)

    assert table("undo") == "r3 r4 r5 r6"
    assert table("undo", "undo") == "r3 r4 r5"
    assert table("undo", "redo") == table() == "r3 r4 r5 r6 r7"
    assert table("reset") == "r3 r4 r5"
    assert table("reset", "undo") == table()
    assert "nothing to undo" in shown(start, "undo")
    assert "nothing to redo" in shown(start, *laid, "redo")
