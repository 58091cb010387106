"""Hints in games that end a turn with a discard."""

from __future__ import annotations

from tilerummy.server.jobs.rooms import hint
from tilerummy.state import conceal
from tilerummy.state.notation import read_state


def test_each_level_names_the_tile_to_discard() -> None:
    state = read_state(
        "players 2 | to-move 0 | table k5 r5 b5 | rack k9 r3 b13 k4 | opened no | turn 15"
        " | phase meld | trump o13"
    )
    for answer in hint("international", conceal(state, 0)):
        assert answer.advice == "discard"
        assert len(answer.tiles) == 1
