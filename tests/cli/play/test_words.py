"""Words that start a line: shortened, mistyped, everyday ones and those of other games."""

from __future__ import annotations

import pytest
from tests.cli.play.turns import AMERICAN, INTERNATIONAL, shown, submitted, turn, typed

from tilerummy.cli.play.editor import Notice, Page, SessionCommand
from tilerummy.rules import PRESETS


def test_words_may_be_shortened_and_mistyped() -> None:
    start = turn("table r3 r4 r5 | rack r6 k9")

    assert submitted(start, "r6 > 1", "don") == submitted(start, "r6 > 1", "DONE")
    assert "did you mean history" in shown(start, "hsitory")
    assert "done or draw" in shown(start, "d")
    assert typed(start, "sort number")[1] == SessionCommand("sort", "number")


@pytest.mark.parametrize("name", PRESETS)
def test_help_fits_on_a_screen_in_every_game(name: str) -> None:
    _, reply = turn("rack k5", PRESETS[name]).answer("help")

    assert isinstance(reply, Page)
    assert len(reply.lines) <= 23
    assert max(map(len, reply.lines)) <= 80


def test_a_line_that_cannot_be_followed_changes_nothing() -> None:
    start = turn("table r3 r4 r5 | rack r6 k9")
    laid, _ = typed(start, "r6 > 1")

    for line in ("r7 > 1", "foo", "r6 > 9", "3 5", "back k9", "draw", "split", "k9 for 1"):
        after, reply = laid.answer(line)
        assert isinstance(reply, Notice)
        assert reply.bad
        assert after.turn == laid.turn


@pytest.mark.parametrize(
    "line", ["done now", "undo 3", "draw 4", "draw tramp", "check all", "play 2"]
)
def test_superfluous_words_are_refused(line: str) -> None:
    start = turn("table r3 r4 r5 | rack r6 k9")
    _, reply = typed(start, line)

    assert isinstance(reply, Notice)
    assert reply.bad


TAKING = "phase draw | trump r6 | table r3 r4 r5 | rack k9 | seat 1 discards b2 k5"


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("take", "draw discard"),
        ("take discard", "draw discard"),
        ("take the discard", "draw discard"),
        ("take it", "draw discard"),
        ("take k5", "draw discard"),
        ("take up the discarded tile", "draw discard"),
        ("draw the last discard", "draw discard"),
        ("take pool", "draw"),
        ("take from the pool", "draw"),
        ("draw a tile", "draw"),
        ("draw from the stock", "draw"),
        ("pool", "draw"),
    ],
)
def test_a_tile_is_drawn_by_everyday_words(line: str, action: str) -> None:
    """RULES 3.2: the previous player's discard may always be taken."""
    assert submitted(turn(TAKING, INTERNATIONAL), line) == [action]


@pytest.mark.parametrize("line", ["draw a tile", "pick up", "take a tile", "draw 1", "grab"])
def test_a_tile_of_the_pool_is_drawn_by_everyday_words(line: str) -> None:
    assert submitted(turn("rack k9"), line) == ["draw"]


@pytest.mark.parametrize("line", ["draw 4 tiles", "draw from the bucket", "pick 4", "bucket"])
def test_four_tiles_are_drawn_by_everyday_words(line: str) -> None:
    """RULES 2.4: a draw takes 4 tiles."""
    assert submitted(turn("rack k9", PRESETS["mcgraw"]), line) == ["draw"]


def test_the_trump_is_tried_by_its_name_alone() -> None:
    start = turn(TAKING, AMERICAN)

    assert shown(start, "trump") == shown(start, "draw trump") == shown(start, "take trump")


def test_everyday_words_of_each_game_are_understood() -> None:
    meld = turn("phase meld | rack k9 k5 | drew pool k5", AMERICAN)

    assert submitted(meld, "throw k5") == ["discard k5"]
    assert "replace" in shown(turn("rack k9"), "free joker")
    assert typed(turn("rack k9"), "points")[1] == SessionCommand("scores", "")


@pytest.mark.parametrize(
    ("preset", "word", "right"),
    [
        ("sabra", "discard k9", "done ends your turn"),
        ("sabra", "trump", "draw draws from the pool"),
        ("sabra", "declare", "lay all your tiles and type done"),
        ("sabra", "take", "draw draws from the pool"),
        ("sabra", "free", "replace b7 for * in 2"),
        ("sabra", "take discard", "draw draws from the pool"),
        ("mcgraw", "take the trump", "draw draws from the pool"),
        ("mcgraw", "throw k9", "done ends your turn"),
        ("american", "pass", "discard and a tile ends your turn"),
        ("american", "join 1 2", "only added to"),
        ("american", "hands", "discard the last tile"),
        ("international", "pick up", "take draws the last discard"),
        ("international", "free", "replace b7 for * in 2"),
    ],
)
def test_a_word_of_another_game_names_the_right_one_of_this(
    preset: str, word: str, right: str
) -> None:
    rules = PRESETS[preset]
    position = "phase draw | rack k9 k5" if rules.draws_and_discards else "rack k9 k5"

    assert right in shown(turn(position, rules), word)
