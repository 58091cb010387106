"""What a person is told in a turn: the status, warnings, and why something was refused."""

from __future__ import annotations

import pytest
from tests.cli.play.turns import AMERICAN, shown, turn, typed

from tilerummy.cli.play.status import status
from tilerummy.rules import PRESETS, ruleset


def test_why_gives_every_reason_the_tiles_and_what_can_be_done() -> None:
    start = turn("table r3 r4 r5 r6 | rack k2 r2")
    page = shown(start, "r6 < 1", "k2 r2", "done", "why")

    assert "Meld 2, k2 r2, is no meld: it takes at least three tiles." in page
    assert "Loose tiles of the table have to be laid again: r6." in page
    assert "undo and reset bring them back" in page


def test_why_says_how_many_points_are_missing() -> None:
    page = shown(turn("rack k2 r2 b2 k9 | opened no"), "krb2", "done", "why")

    assert "You have 6 of 30 points: 24 more." in page


def test_why_says_what_the_rules_say_about_jokers() -> None:
    page = shown(turn("table b5 b6 *b7 b8 | rack b9 r5 k5"), "b5 < 1", "krb5", "done", "why")

    assert "nothing is taken from it until the joker is replaced" in page


@pytest.mark.parametrize("name", ["sabra", "american", "international", "mcgraw"])
def test_the_status_says_what_can_be_done(name: str) -> None:
    rules = PRESETS[name]
    phase = "draw" if rules.draws_and_discards else "act"
    start = turn(f"phase {phase} | rack k5 k6 k7 * | opened no", rules)

    assert "draw" in status(start)
    assert status(start).endswith(".")


def test_the_status_counts_the_points_of_an_opening() -> None:
    start = turn("rack k2 r2 b2 k10 r10 b10 o9 | opened no")

    low = status(typed(start, "krb2")[0])

    assert "6 of 30 points to open: 24 more. check tells what is missing." in low
    assert "done" not in low
    assert "done ends the turn" in status(typed(start, "krb10")[0])
    assert "36 points: enough to open" in status(typed(start, "krb2", "krb10")[0])


@pytest.mark.parametrize(
    ("points", "example"), [(30, ", like r9 r10 r11."), (20, ", like r6 r7 r8."), (50, " to open.")]
)
def test_the_run_shown_as_an_opening_is_worth_enough(points: int, example: str) -> None:
    rules = ruleset(f"sabra+initial_meld.points={points}")
    start = turn("rack k2 r2 b2 | opened no", rules)

    assert f"melds worth {points} to open{example.removeprefix(' to open')}" in status(start)


def test_the_status_names_a_discard_only_where_it_would_be_accepted() -> None:
    start = turn("phase meld | rack k2 r2 b2 k10 | opened no | drew pool k10", AMERICAN)

    assert "discard k10 ends the turn" in status(start)
    assert "discard" not in status(typed(start, "krb2")[0])


def test_the_status_says_why_melds_with_free_tiles_do_not_open() -> None:
    tiles = "free b10 | rack k10 r10 k11 r11 b11 * k1 | opened no"
    start = turn(f"{tiles} | known *", PRESETS["mcgraw"])
    usable = turn(tiles.replace("*", "k2"), PRESETS["mcgraw"])
    after = status(typed(start, "krb11", "krb10")[0])

    assert "33 of 60 points to open: 27 more" in after
    assert "Meld 2 holds a free tile and does not count: b10 may be used once all jokers" in after
    assert "Meld 1" not in after
    assert "63 points: enough to open" in status(typed(usable, "krb11", "krb10")[0])


def test_american_mentions_the_trump_and_no_closed_hands() -> None:
    start = turn("phase draw | trump r6 | table r3 r4 r5 | rack k9", AMERICAN)

    assert "draw (or draw trump, only if you go out with it)" in status(start)
    assert "declare" not in shown(start, "draw trump")
    trying = turn("phase draw | trump r6 | table r3 r4 r5 | rack k9 k10", AMERICAN)
    assert status(typed(trying, "draw trump")[0]).endswith("then discard that one.")


def test_taking_from_a_locked_meld_warns() -> None:
    position = "table b5 b6 *b7 b8 / k3 k4 k5 k6 | rack b7 b9"

    assert "Meld 2 holds a joker and is locked" in shown(turn(position), "b5 < 2")
    assert shown(turn(position), "b7 for 2") == ""
    assert shown(turn(position), "k6 < 1") == ""
    assert shown(turn(position, PRESETS["mcgraw"]), "b5 < 2") == ""


def test_the_status_names_incomplete_melds_and_loose_tiles() -> None:
    start = turn("table r3 r4 r5 r6 | rack k2 r2")

    assert status(typed(start, "r6 < 1", "k2 r2")[0]) == (
        "No meld yet: 2. To be laid again: r6. undo goes back."
    )


def test_the_status_says_that_jokers_are_due() -> None:
    assert "no joker" in status(turn("rack r1 r2 r3 * | opened 2", PRESETS["mcgraw"]))


def test_free_shows_the_free_tiles_and_whether_they_may_be_used() -> None:
    """RULES 2.4: once every player has played all jokers, unless an equal tile lies there."""
    mcgraw = PRESETS["mcgraw"]
    free = "table b7 b8 b9 | rack k9 | free k1 b7"

    usable = shown(turn(free, mcgraw), "free")
    assert "Free tiles: k1 b7." in usable
    assert "with a tile of your own in the same play: k1." in usable
    assert "An equal tile lies on the table: b7" in usable
    due = shown(turn(f"{free} | seat 1 rack *; known *", mcgraw), "free")
    assert "all jokers" in due
    assert "to be laid now" not in due.lower()
    assert due.count("all jokers") == 1
    assert "no free tiles" in shown(turn("rack k9", mcgraw), "free")
    assert "replace b7 for * in 2" in shown(turn(free, mcgraw), "free joker")
    assert "replace b7 for * in 2" in shown(turn(free, mcgraw), "help free")
