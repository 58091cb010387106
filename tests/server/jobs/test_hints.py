"""Hints in games that end a turn with a discard."""

from __future__ import annotations

from tilerummy.server.jobs.rooms import hint
from tilerummy.state import conceal
from tilerummy.state.notation import read_state

SEVEN_PAIRS = 35


def test_each_level_names_the_tile_to_discard() -> None:
    state = read_state(
        "players 2 | to-move 0 | table k5 r5 b5 | rack k9 r3 b13 k4 | opened no | turn 15"
        " | phase meld | trump o13"
    )
    for answer in hint("international", conceal(state, 0)):
        assert answer.advice == "discard"
        assert len(answer.tiles) == 1


AIMING = (
    "players 2 | opened no | turn 9 | trump o13"
    " | rack k1 k1 r2 r2 b3 b3 o4 o4 k5 k5 r6 r6 r10 r11 r12"
)


def test_a_hint_keeps_the_tiles_of_the_closed_hand_that_the_player_aims_for() -> None:
    view = conceal(read_state(f"{AIMING} | phase meld"), 0)
    for answer in hint("international", view, SEVEN_PAIRS):
        assert (answer.code, answer.hand) == ("aim.discard", SEVEN_PAIRS)
        assert answer.tiles[0] in ("r10", "r11", "r12")


def test_a_hint_draws_for_the_closed_hand_that_the_player_aims_for() -> None:
    view = conceal(read_state(f"{AIMING.removesuffix(' r12')} | phase draw"), 0)
    assert hint("international", view, SEVEN_PAIRS)[0].code == "aim.begin"


def test_a_hint_ignores_an_unknown_target_and_one_out_of_reach() -> None:
    view = conceal(read_state(f"{AIMING} | phase meld"), 0)
    usual = hint("international", view)
    for target in (99, 40):
        assert hint("international", view, target) == usual
