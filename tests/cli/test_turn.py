"""A person's turn: from lines typed to actions handed in, or a refusal that helps."""

from __future__ import annotations

import pytest

from tilerummy.cli.play.turn.editor import TurnEditor
from tilerummy.cli.play.turn.replies import Notice, Page, Reply, SessionCommand, Submit
from tilerummy.cli.play.turn.status import status
from tilerummy.rules import PRESETS, Ruleset, decide_all, ruleset
from tilerummy.state import Phase, fold
from tilerummy.state.notation import action_text, read_state

SABRA = PRESETS["sabra"]
AMERICAN = PRESETS["american"]
INTERNATIONAL = PRESETS["international"]


def turn(position: str, rules: Ruleset = SABRA) -> TurnEditor:
    state = read_state(f"players 2 | {position}", rules.tiles)
    return TurnEditor.begin(rules, state, ("You", "Ada"))


def typed(start: TurnEditor, *lines: str) -> tuple[TurnEditor, Reply]:
    reply: Reply = Notice(())
    for line in lines:
        start, reply = start.answer(line)
    return start, reply


def handed_in(start: TurnEditor, *lines: str) -> list[str]:
    """Return the actions handed in by the last line; the referee accepts them."""
    _, reply = typed(start, *lines)
    assert isinstance(reply, Submit), reply
    decide_all(start.turn.rules, start.turn.state, reply.actions)
    return [action_text(action) for action in reply.actions]


def told(start: TurnEditor, *lines: str) -> str:
    _, reply = typed(start, *lines)
    assert isinstance(reply, Notice | Page), reply
    return "\n".join(reply.lines)


def test_done_hands_in_one_play_and_ends_the_turn() -> None:
    start = turn("table r3 r4 r5 | rack r6 k9")

    assert handed_in(start, "r6 > 1", "done") == ["play r3 r4 r5 => r3 r4 r5 r6", "pass"]


def test_done_needs_no_pass_where_the_last_tile_goes_out() -> None:
    start = turn("table r3 r4 r5 | rack r6")

    assert handed_in(start, "r6 > 1", "done") == ["play r3 r4 r5 => r3 r4 r5 r6"]


def test_play_hands_in_and_goes_on() -> None:
    start = turn("table r3 r4 r5 | rack r6 k9")

    assert handed_in(start, "r6 > 1", "play") == ["play r3 r4 r5 => r3 r4 r5 r6"]


def test_an_opening_and_what_follows_are_two_plays_of_one_command() -> None:
    start = turn("table r3 r4 r5 | rack k10 r10 b10 r6 k1 | opened no")

    lines = ("k10 r10 b10", "r6 > 1", "done")
    assert handed_in(start, *lines) == [
        "play => k10 r10 b10",
        "play r3 r4 r5 => r3 r4 r5 r6",
        "pass",
    ]


def test_an_opening_that_is_added_to_from_the_table_is_found_among_the_steps() -> None:
    start = turn("table o10 o11 o12 o13 / r1 r2 r3 | rack k10 r10 b10 r4 k1 | opened no")

    after = "r1 r2 r3 r4 / o11 o12 o13 / k10 r10 b10 o10"
    assert handed_in(start, "krb10", "o10 < 2", "o10 > 3", "r4 > 1", "done") == [
        "play => k10 r10 b10",
        f"play r1 r2 r3 / o10 o11 o12 o13 / k10 r10 b10 => {after}",
        "pass",
    ]


def test_all_or_nothing_is_handed_in() -> None:
    start = turn("table r3 r4 r5 | rack k10 r10 b10 r6 k1 | opened no | pool r1")
    one_turn = ruleset("sabra", {"initial_meld.same_turn_manipulation": False})
    strict = turn("table r3 r4 r5 | rack k10 r10 b10 r6 k1 | opened no", one_turn)

    assert len(handed_in(start, "krb10", "r6 > 1", "done")) == 3
    _, reply = typed(strict, "krb10", "r6 > 1", "done")
    assert isinstance(reply, Notice)
    assert reply.bad


def test_a_refusal_before_the_opening_tells_what_the_melds_lack() -> None:
    start = turn("table r3 r4 r5 | rack k2 r2 b2 r6 k1 | opened no")

    assert "worth 6 points; it takes 30" in told(start, "krb2", "r6 > 1", "done")


def test_steps_that_are_legal_one_by_one_are_handed_in_one_by_one() -> None:
    rules = PRESETS["sabra-strict"]
    start = turn("table b5 b6 *b7 / k13 r13 b13 o13 | rack b7 r9 r10 r11 k1", rules)
    lines = ("b7 for 1", "r10 r11 *", "r13 < 2", "r13 > 3", "r9 > 3", "done")

    assert handed_in(start, *lines) == [
        "play b5 b6 *b7 => r10 r11 *r12 / b5 b6 b7",
        "play r10 r11 *r12 / k13 r13 b13 o13 => r9 r10 r11 *r12 r13 / k13 b13 o13",
        "pass",
    ]


def test_a_freed_joker_lies_in_a_new_meld_before_it_is_laid_off() -> None:
    """RULES 2.3: under official-1978 a replaced joker goes into a new meld."""
    rules = PRESETS["official-1978"]
    start = turn("table b5 b6 *b7 / r6 r7 r8 | rack b7 r10 r11 r12 k1", rules)

    assert handed_in(start, "b7 for * in 2", "* r10 r11 r12 > 1", "done") == [
        "play b5 b6 *b7 => *r9 r10 r11 / b5 b6 b7",
        "play r6 r7 r8 / *r9 r10 r11 => r6 r7 r8 *r9 r10 r11 r12",
        "pass",
    ]


def test_mcgraw_opens_without_its_joker_and_plays_it_after() -> None:
    rules = PRESETS["mcgraw"]
    start = turn("rack k11 r11 b11 o11 k12 r12 b12 r1 r2 * k9 | opened no", rules)

    lines = ("krbo11 / krb12", "r1 r2 *", "done")
    assert handed_in(start, *lines) == [
        "play => r11 b11 o11 / k12 r12 b12",
        "play r11 b11 o11 => r1 r2 *r3 / k11 r11 b11 o11",
        "pass",
    ]


def test_pass_means_done_where_something_was_laid() -> None:
    start = turn("table r3 r4 r5 | rack r6 k9")

    assert handed_in(start, "r6 > 1", "pass") == handed_in(start, "r6 > 1", "done")
    assert handed_in(turn("rack k9 | pool "), "pass") == ["pass"]
    assert "draw, or lay something" in told(start, "pass")


def test_nothing_is_drawn_while_the_table_is_changed() -> None:
    assert "reset and draw" in told(turn("table r3 r4 r5 | rack r6"), "r6 > 1", "draw")


def test_why_tells_every_reason_the_tiles_and_what_would_help() -> None:
    start = turn("table r3 r4 r5 r6 | rack k2 r2")
    page = told(start, "r6 < 1", "k2 r2", "done", "why")

    assert "Meld 2, k2 r2, is no meld: it takes at least three tiles." in page
    assert "Loose tiles of the table have to be laid again: r6." in page
    assert "undo and reset bring them back" in page


def test_why_tells_how_many_points_are_missing() -> None:
    page = told(turn("rack k2 r2 b2 k9 | opened no"), "krb2", "done", "why")

    assert "You have 6 of 30 points: 24 more." in page


def test_why_tells_what_the_rules_say_about_jokers() -> None:
    page = told(turn("table b5 b6 *b7 b8 | rack b9 r5 k5"), "b5 < 1", "krb5", "done", "why")

    assert "nothing may be taken from it" in page


def test_check_hands_in_nothing() -> None:
    start = turn("table r3 r4 r5 | rack r6 k9")

    assert told(start, "r6 > 1", "check") == "Legal: 1 tile laid."
    assert "Not legal yet" in told(turn("rack k2 r2 b2 | opened no"), "krb2", "check")
    assert told(start, "check") == "Nothing has been changed yet."


def test_at_a_strict_table_done_is_judged_and_check_tells_little() -> None:
    rules = ruleset("sabra", {"invalid_play": "penalty"})
    start = turn("rack k2 r2 b2 k9 | opened no", rules)

    assert "done is judged" in told(start, "krb2", "check")
    assert handed_in(start, "krb2", "done") == ["foul => k2 r2 b2"]


def test_an_unfinished_meld_costs_nothing_at_a_strict_table() -> None:
    rules = ruleset("sabra", {"invalid_play": "penalty"})

    assert "no meld" in told(turn("rack k2 r2", rules), "k2 r2", "done")


def test_loose_tiles_declared_finished_are_a_foul_at_a_strict_table() -> None:
    rules = ruleset("sabra", {"invalid_play": "penalty"})
    start = turn("table r3 r4 r5 r6 | rack k9 k10 k11", rules)

    assert handed_in(start, "r6 < 1", "k9-11", "done") == [
        "foul r3 r4 r5 r6 => k9 k10 k11 / r3 r4 r5"
    ]


def test_discard_hands_in_what_was_laid_with_it() -> None:
    start = turn("phase meld | table r3 r4 r5 | rack r6 k9 k10 | drew pool k9", AMERICAN)

    assert handed_in(start, "r6 > 1", "discard k9") == [
        "play r3 r4 r5 => r3 r4 r5 r6",
        "discard k9",
    ]
    assert "discard and a tile" in told(start, "done")


def test_a_tile_is_drawn_before_anything_is_laid() -> None:
    start = turn("phase draw | rack k9 | table r3 r4 r5", AMERICAN)

    assert "Draw first" in told(start, "k9 > 1")
    assert handed_in(start, "draw") == ["draw"]


def test_the_discard_is_drawn_by_word() -> None:
    start = turn("phase draw | rack k9 | seat 1 rack ?3; discards k5", AMERICAN)

    assert handed_in(start, "draw discard") == ["draw discard"]
    assert handed_in(start, "dr d") == ["draw discard"]


def test_the_trump_is_tried_and_wins_in_one_action() -> None:
    start = turn("phase draw | trump r6 | table r3 r4 r5 | rack k9", AMERICAN)

    assert handed_in(start, "draw trump", "r6 > 1", "discard k9") == [
        "go-out r3 r4 r5 => r3 r4 r5 r6; discard k9"
    ]
    assert "lies where it was" in told(start, "draw trump", "r6 > 1", "reset")


def test_the_trump_stays_where_it_does_not_win() -> None:
    start = turn("phase draw | trump r6 | table r3 r4 r5 | rack k9 k10", AMERICAN)
    after, reply = typed(start, "draw trump", "r6 > 1", "discard k9")

    assert isinstance(reply, Notice)
    assert reply.bad
    assert after.turn.state == start.turn.state


def test_go_out_is_refused_where_tiles_would_be_left() -> None:
    start = turn("phase meld | table r3 r4 r5 | rack r6 k9 k10 | drew pool k9", AMERICAN)

    assert "k10 would be left" in told(start, "r6 > 1", "go out k9")


ROYAL = "r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 r1"


def test_declare_finds_the_discard_that_is_worth_most() -> None:
    start = turn(f"phase meld | rack {ROYAL} k5 | opened no | drew pool k5", INTERNATIONAL)

    assert handed_in(start, "declare") == ["declare k5"]


def test_declare_tells_what_is_wrong() -> None:
    few = turn("phase meld | rack r1 r2 k5 | opened no | drew pool k5", INTERNATIONAL)

    assert "14 tiles and a discard" in told(few, "declare k5")
    assert "There is no 'declare' in this game" in told(turn("rack k5"), "declare k5")


def test_words_may_be_shortened_and_mistyped() -> None:
    start = turn("table r3 r4 r5 | rack r6 k9")

    assert handed_in(start, "r6 > 1", "don") == handed_in(start, "r6 > 1", "DONE")
    assert "did you mean history" in told(start, "hsitory")
    assert "done or draw" in told(start, "d")
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
        assert after.turn.history == laid.turn.history


@pytest.mark.parametrize("name", ["sabra", "american", "international", "mcgraw"])
def test_the_status_tells_what_can_be_done(name: str) -> None:
    rules = PRESETS[name]
    phase = "draw" if rules.draws_and_discards else "act"
    start = turn(f"phase {phase} | rack k5 k6 k7 * | opened no", rules)

    assert "draw" in status(start)
    assert status(start).endswith(".")


def test_after_a_play_the_round_goes_on_with_the_same_seat() -> None:
    start = turn("table r3 r4 r5 | rack r6 k9")
    _, reply = typed(start, "r6 > 1", "play")
    assert isinstance(reply, Submit)
    after = fold(decide_all(SABRA, start.turn.state, reply.actions), start.turn.state)

    again = TurnEditor.begin(SABRA, after, ("You", "Ada"))

    assert after.phase is Phase.MORE
    assert handed_in(again, "done") == ["pass"]
    assert "cannot" in told(again, "draw") or "nothing more" in told(again, "draw").lower()


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


def test_american_speaks_of_no_closed_hands_and_of_the_trump_as_it_is() -> None:
    start = turn("phase draw | trump r6 | table r3 r4 r5 | rack k9", AMERICAN)

    assert "draw (or draw trump, only if you go out with it)" in status(start)
    assert "declare" not in told(start, "draw trump")
    trying = turn("phase draw | trump r6 | table r3 r4 r5 | rack k9 k10", AMERICAN)
    assert status(typed(trying, "draw trump")[0]).endswith("then discard that one.")


@pytest.mark.parametrize(
    "line", ["done now", "undo 3", "draw 4", "draw tramp", "check all", "play 2"]
)
def test_words_too_many_are_refused(line: str) -> None:
    start = turn("table r3 r4 r5 | rack r6 k9")
    _, reply = typed(start, line)

    assert isinstance(reply, Notice)
    assert reply.bad


def test_taking_from_a_locked_meld_warns() -> None:
    position = "table b5 b6 *b7 b8 / k3 k4 k5 k6 | rack b7 b9"

    assert "Meld 2 holds a joker and is locked" in told(turn(position), "b5 < 2")
    assert told(turn(position), "b7 for 2") == ""
    assert told(turn(position), "k6 < 1") == ""
    assert told(turn(position, PRESETS["mcgraw"]), "b5 < 2") == ""


def test_the_status_names_what_is_no_meld_and_what_lies_loose() -> None:
    start = turn("table r3 r4 r5 r6 | rack k2 r2")

    assert status(typed(start, "r6 < 1", "k2 r2")[0]) == (
        "No meld yet: 2. To be laid again: r6. undo goes back."
    )


def test_the_status_tells_that_jokers_are_due() -> None:
    assert "no joker" in status(turn("rack r1 r2 r3 * | opened 2", PRESETS["mcgraw"]))


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
    assert handed_in(turn(TAKING, INTERNATIONAL), line) == [action]


@pytest.mark.parametrize("line", ["draw a tile", "pick up", "take a tile", "draw 1", "grab"])
def test_a_tile_of_the_pool_is_drawn_by_everyday_words(line: str) -> None:
    assert handed_in(turn("rack k9"), line) == ["draw"]


@pytest.mark.parametrize("line", ["draw 4 tiles", "draw from the bucket", "pick 4", "bucket"])
def test_four_tiles_are_drawn_by_everyday_words(line: str) -> None:
    """RULES 2.4: a draw takes 4 tiles."""
    assert handed_in(turn("rack k9", PRESETS["mcgraw"]), line) == ["draw"]


def test_the_trump_is_tried_by_its_name_alone() -> None:
    start = turn(TAKING, AMERICAN)

    assert told(start, "trump") == told(start, "draw trump") == told(start, "take trump")


def test_everyday_words_of_each_game_are_understood() -> None:
    meld = turn("phase meld | rack k9 k5 | drew pool k5", AMERICAN)

    assert handed_in(meld, "throw k5") == ["discard k5"]
    assert "replace" in told(turn("rack k9"), "free joker")
    assert typed(turn("rack k9"), "points")[1] == SessionCommand("scores", "")


def test_free_shows_the_free_tiles_and_whether_they_may_be_used() -> None:
    """RULES 2.4: once every player has played all jokers, unless an equal tile lies there."""
    mcgraw = PRESETS["mcgraw"]
    free = "table b7 b8 b9 | rack k9 | free k1 b7"

    usable = told(turn(free, mcgraw), "free")
    assert "Free tiles: k1 b7." in usable
    assert "with a tile of your own in the same play: k1." in usable
    assert "An equal tile lies on the table: b7" in usable
    due = told(turn(f"{free} | seat 1 rack *; known *", mcgraw), "free")
    assert "all jokers" in due
    assert "to be laid now" not in due.lower()
    assert due.count("all jokers") == 1
    assert "no free tiles" in told(turn("rack k9", mcgraw), "free")
    assert "replace b7 for * in 2" in told(turn(free, mcgraw), "free joker")
    assert "replace b7 for * in 2" in told(turn(free, mcgraw), "help free")


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

    assert right in told(turn(position, rules), word)
