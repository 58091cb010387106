"""Positions and actions in notation: docs/notation.md."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.examples import examples
from tests.support.strategies import actions_, states_, tables_, tile_sets_

from tilerummy.melds import AmbiguousJoker, InvalidMeld, Pile, table
from tilerummy.players import play_round, player
from tilerummy.rules import ruleset
from tilerummy.state import (
    Action,
    Declare,
    Discard,
    Draw,
    Ending,
    Foul,
    GoOut,
    Pass,
    Phase,
    Play,
    Source,
    State,
    TimeOut,
    apply,
    conceal,
)
from tilerummy.state.notation import action_text, read_action, read_state, state_text
from tilerummy.state.notation.actions import VERBS
from tilerummy.state.state import FIELDS
from tilerummy.tiles import HIDDEN, JOKER, NotationError, TileSet, rack, tile

DOCS = Path(__file__).parents[2] / "docs" / "notation.md"

OPENING = Play(table(""), table("k10 r10 b10"))
LAYING_OFF = Play(table("k4 r4 o4"), table("k4 r4 b4 o4"))

ACTIONS: dict[str, Action] = {
    "play => k10 r10 b10": OPENING,
    "play k4 r4 o4 => k4 r4 b4 o4": LAYING_OFF,
    "play r9 r10 r11 / b5 b6 *b7 => r9 r10 r11 *r12 / b5 b6 b7": Play(
        table("b5 b6 *b7 / r9 r10 r11"), table("b5 b6 b7 / r9 r10 r11 *r12")
    ),
    "play k4 r4 o4 =>": Play(table("k4 r4 o4"), table("")),
    "draw": Draw(),
    "draw discard": Draw(Source.DISCARD),
    "draw trump": Draw(Source.TRUMP),
    "pass": Pass(),
    "discard k5": Discard(tile("k5")),
    "discard *": Discard(JOKER),
    "declare k5": Declare(tile("k5")),
    "go-out declare k5": GoOut((), tile("k5")),
    "go-out => k10 r10 b10; k4 r4 o4 => k4 r4 b4 o4; discard k5": GoOut(
        (OPENING, LAYING_OFF), tile("k5")
    ),
    "time-out": TimeOut(),
    "time-out => k10 r10 b10; k4 r4 o4 => k4 r4 b4 o4": TimeOut((OPENING, LAYING_OFF)),
    "time-out disorder": TimeOut(None),
    "foul k4 r4 o4 => k4 r4 b4 o4": Foul(LAYING_OFF),
    "foul k4 r4 o4 => k10 r10 b10 / *r5 / k4 r4 k4": Foul(
        Play(table("k4 r4 o4"), table("k10 r10 b10")),
        (Pile.of(("*r5",)), Pile.of(("k4", "r4", "k4"))),
    ),
}


def assert_refused(read: Callable[[str], object], text: str, place: str, hint: str) -> None:
    """Check that *text* is refused at that *place*, with a *hint* of the way out."""
    with pytest.raises(NotationError) as caught:
        read(text)

    assert hint in caught.value.message
    assert caught.value.text == text
    assert text[caught.value.start : caught.value.end] == place


@pytest.mark.parametrize("text", ACTIONS)
def test_every_kind_of_action_is_written_and_read(text: str) -> None:
    assert action_text(ACTIONS[text]) == text
    assert read_action(text) == ACTIONS[text]


def test_an_action_may_be_written_in_capitals_with_any_blanks() -> None:
    assert read_action("  PLAY  O4 K4 R4=>k4 r4 b4 o4 ") == LAYING_OFF
    assert read_action("Draw  Pool") == Draw()


@given(st.data())
def test_actions_with_any_tiles_are_read_as_they_were_written(data: st.DataObject) -> None:
    tiles = data.draw(tile_sets_())
    action = data.draw(actions_(tiles))

    assert read_action(action_text(action), tiles) == action


@pytest.mark.parametrize(
    ("text", "place", "hint"),
    [
        ("", "", "play, draw, pass"),
        ("lay k1 k2 k3", "lay k1 k2 k3", "no action 'lay'"),
        ("play k1 k2 k3", "k1 k2 k3", "LIFT => LAY"),
        ("play k1 k2 k3 => => k4 k5 k6", "k1 k2 k3 => => k4 k5 k6", "LIFT => LAY"),
        ("play => k1 k2 x3", "x3", "colours are k r b o"),
        ("play => k1 k2 k3 / k1 k2 k4", "k1 k2 k4", "not a run"),
        ("play => b5 * *", "b5 * *", "can be read as"),
        ("draw bag", "bag", "draw trump"),
        ("discard", "", "one tile"),
        ("discard k4 k5", "k4 k5", "one tile"),
        ("discard ?", "?", "face"),
        ("declare k14", "k14", "1 to 13"),
        ("pass on", "on", "alone"),
        ("go-out", "", "discard TILE"),
        ("go-out discard k5", "discard k5", "go-out declare TILE"),
        ("go-out => k1 k2 k3; declare k5", "declare k5", "go-out declare TILE"),
        ("time-out => k1 k2 k3;", "", "LIFT => LAY"),
        ("foul", "", "LIFT => LAY"),
    ],
)
def test_an_action_that_cannot_be_read_shows_the_place_and_the_way_out(
    text: str, place: str, hint: str
) -> None:
    assert_refused(read_action, text, place, hint)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("play => k1 k2 k4 / b5 * * / x1 k2 k3", NotationError),
        ("play => k1 k2 k4 / b5 * *", AmbiguousJoker),
        ("play k1 k2 k4 => b5 * *", AmbiguousJoker),
        ("play k1 k2 k4 => x1 k2 k3", NotationError),
        ("go-out => k1 k2 k4; => b5 * *; discard k1", AmbiguousJoker),
        ("play => k1 k2 k4", InvalidMeld),
        ("foul => k1 k2 k4 / b5 * *", AmbiguousJoker),
        ("foul => k1 k2 k4 / x5", NotationError),
        ("foul k1 k2 k4 => k1 k2 k3", InvalidMeld),
        ("foul => k1 k2 k4 / ", InvalidMeld),
    ],
)
def test_of_several_errors_the_first_of_section_4_is_reported(
    text: str, kind: type[NotationError]
) -> None:
    """RULES 4: bad_notation, ambiguous_joker, invalid_meld, in this order."""
    with pytest.raises(NotationError) as caught:
        read_action(text)

    assert type(caught.value) is kind


def test_a_table_to_be_judged_reports_its_gravest_error() -> None:
    with pytest.raises(AmbiguousJoker) as caught:
        table("k1 k2 k4 / b5 * * ")

    assert caught.value.pointer().splitlines() == ["k1 k2 k4 / b5 * * ", "           ^^^^^^"]


def test_a_wrong_word_is_shown_whole_with_the_star_of_its_joker() -> None:
    with pytest.raises(NotationError) as caught:
        table("r3 *k14 r5")

    assert caught.value.pointer().splitlines() == ["r3 *k14 r5", "   ^^^^"]


@given(tables_())
def test_a_table_to_be_judged_is_read_like_any_table(melds: tuple[object, ...]) -> None:
    assert table(str(melds)) == melds


def test_the_common_position_is_a_table_and_a_rack() -> None:
    state = read_state("table b5 b6 *b7 | rack k1 k2")

    assert (state.table, state.mover.rack) == (table("b5 b6 *b7"), rack("k1 k2"))
    assert (state.to_move, state.phase, state.plays) == (0, Phase.ACT, 0)
    assert state.mover.opened == 0 < state.turn
    assert [seat.opened for seat in state.seats] == [0, None, None, None]
    assert set(state.pool) == {HIDDEN}
    assert state.start.table == state.table
    assert state_text(state) == "table b5 b6 *b7 | rack k1 k2"


POSITIONS = [
    "",
    "rack k1 k2 | opened no",
    "table k1 k2 k3 | rack k4 | seat 1 rack ?14; opened 3 | seat 2 rack k9 ? | to-move 3",
    "rack k1 k2 * | known * | handfuls 14 13 | players 2 | to-move 1",
    "free k9 o2 | rack k7 | seat 1 opened 2",
    "rack k1 | discards k5 o3 | trump b4 | pool k1 r2 ? b3 | players 2 | phase draw | turn 1",
    "rack k1 k5 | pool | phase meld | drew discard k5",
    "rack k1 k5 | phase meld | drew pool ?",
    "rack k1 | phase more | plays 2 | start table k1 k2 k3; rack k1 k2; opened no; waits 4",
    "pool | passes 2 | idle 3",
    "phase deal",
    "rack * | aside * * | pool ?99 | phase deal",
    "seat 1 rack k3 r2 | ended went_out; scores 5 -5 0 0; winner 0; win closed; hand 24",
    "ended pool_exhausted; scores 0 0 0 0",
    "phase over",
]


@pytest.mark.parametrize("text", POSITIONS)
def test_a_position_is_written_as_it_was_read(text: str) -> None:
    assert state_text(read_state(text)) == text


def test_fields_may_come_in_any_order_and_in_capitals() -> None:
    text = "Turn 12 | RACK K2 k1 | Seat 2 Opened 4; rack ? ? | | TABLE k3 k2 k1 |"

    assert state_text(read_state(text)) == (
        "table k1 k2 k3 | rack k1 k2 | seat 2 rack ?2; opened 4 | turn 12"
    )


def test_before_the_deal_there_is_nothing() -> None:
    assert read_state("phase deal | players 3") == State.before_deal(3)


def test_the_phase_may_be_left_to_the_reader() -> None:
    assert read_state("rack k1", phase=Phase.MELD).phase is Phase.MELD
    assert read_state("rack k1 | phase draw", phase=Phase.MELD).phase is Phase.DRAW


def test_a_tile_drawn_was_not_there_when_the_turn_began() -> None:
    state = read_state("rack k1 k5 | known k5 | shown k5 | phase meld | drew discard k5")

    assert (state.start.seat.rack, state.start.seat.known) == (rack("k1"), rack(""))


def test_a_round_that_has_ended_is_over() -> None:
    state = read_state("rack k7 | ended no_progress; scores 1 2 3 -6; winner 3")

    assert state.phase is Phase.OVER
    assert state.ended
    assert (state.ended.ending, state.ended.racks[0]) == (Ending.NO_PROGRESS, rack("k7"))


@given(st.data())
def test_positions_with_any_tiles_are_read_as_they_were_written(data: st.DataObject) -> None:
    tiles = data.draw(tile_sets_())
    state = data.draw(states_(tiles))

    assert read_state(state_text(state), tiles) == state


EACH = examples(3, 1)
"""Only every n-th position of a round is checked."""


@pytest.mark.parametrize("name", ["sabra", "mcgraw", "american", "international"])
def test_every_position_of_a_round_and_every_view_of_it_is_read_as_it_was_written(
    name: str,
) -> None:
    rules = ruleset(name)
    state = State.before_deal(3)
    players = [player("beginner", Random(seat)) for seat in range(3)]
    for number, event in enumerate(play_round(rules, players, seed=name.encode().ljust(32))):
        state = apply(state, event)
        if number % EACH:
            continue
        view = conceal(state, state.turn % 3 if state.turn % 4 < 3 else None)
        for seen in (state, conceal(state, None), view):
            assert read_state(state_text(seen), rules.tiles) == seen


@pytest.mark.parametrize(
    ("text", "place", "hint"),
    [
        ("tabel k1 k2 k3", "tabel k1 k2 k3", "there are table, free, rack"),
        ("rack k1 | rack k2", "rack k2", "twice"),
        ("rack k1 k20", "k20", "1 to 13"),
        ("table k1 k2 k4 | rack k1", "k1 k2 k4", "not a run"),
        ("table k1 ? k3", "?", "not a tile"),
        ("free k1 ?", "?", "face"),
        ("trump k1 k2", "k1 k2", "one tile"),
        ("rack k1 | known *", "*", "not on the rack"),
        ("players 0", "0", "1 to 8"),
        ("players 2 | to-move 2", "2", "0 to 1"),
        ("seat 4 rack k1", "rack k1", "seats are 0 to 3"),
        ("seat rack k1", "k1", "seats are 0 to 3"),
        ("seat 0 rack k1", "rack k1", "without the seat"),
        ("seat 1 table k1 k2 k3", "table k1 k2 k3", "no field 'table'"),
        ("seat 1 rack k1; rack k2", "rack k2", "twice"),
        ("turn -4", "-4", "a number"),
        ("turn ٣", "٣", "a number"),
        ("turn 12345678", "12345678", "a number"),
        ("turn 3 | opened 4", "4", "turn 3"),
        ("phase late", "late", "act, more"),
        ("phase done", "done", "next"),
        ("released perhaps", "perhaps", "yes or no"),
        ("drew k5", "k5", "pool, discard"),
        ("drew pool k5 k6", "pool k5 k6", "drew SOURCE TILE"),
        ("handfuls fourteen", "fourteen", "numbers"),
        ("ended", "", "went_out"),
        ("ended went_out; scores 1 2", "1 2", "4 scores"),
        ("ended went_out; winner 4", "4", "0 to 3"),
        ("ended went_out; win luckily", "luckily", "foot"),
        ("start rack k1; turn 3", "turn 3", "no field 'turn'"),
    ],
)
def test_a_position_that_cannot_be_read_shows_the_place_and_the_way_out(
    text: str, place: str, hint: str
) -> None:
    assert_refused(read_state, text, place, hint)


MARKS = ["=>", "/", "|", ";", "k1", "k2", "k3", "*", "*5", "?", "?9", "-1", "7", "²", "no", "over"]
WORDS = [*MARKS, *VERBS, *FIELDS]


@given(st.lists(st.sampled_from(WORDS)).map(" ".join) | st.text())
def test_whatever_is_written_it_is_read_or_the_place_is_shown(text: str) -> None:
    for read in (read_state, read_action):
        error = _error(read, text)
        if error is not None:
            assert error.text == text
            assert 0 <= error.start <= error.end <= len(text)


def _error(read: Callable[[str], object], text: str) -> NotationError | None:
    try:
        read(text)
    except NotationError as error:
        return error
    return None


def test_tiles_are_those_of_the_set() -> None:
    small = TileSet(numbers=5, colours=3)

    with pytest.raises(NotationError, match="1 to 5"):
        read_state("table k1 k2 k3 | rack k6", small)
    with pytest.raises(NotationError, match="colours are k r b"):
        read_action("discard o1", small)


@pytest.mark.parametrize("name", [*VERBS, *FIELDS])
def test_every_action_and_every_field_is_in_the_documentation(name: str) -> None:
    assert re.search(rf"`{name}[` ]", DOCS.read_text(encoding="utf-8"))
