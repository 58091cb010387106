"""Rounds that are played on in the mind end with the scores of the rules: RULES 2.3 and 3."""

from __future__ import annotations

import pytest

from tilerummy.players.draw_discard.tactics.hunter import Hunter
from tilerummy.players.draw_discard.tactics.melder import MELDER
from tilerummy.players.draw_discard.world.playing import PlayedOut, Tactic, play_out
from tilerummy.players.draw_discard.world.reading import world_of
from tilerummy.rules import ruleset
from tilerummy.state.notation import read_state

OPENS, HUNTS = Hunter(types=(24,)), Hunter(types=(1,), few=0)
"""One opens when somebody has few tiles, one waits for a closed hand of type 1."""

FOOT = "k10 k11 k12 k13 o2 o3 o4 b4 b5 b6 k7 b7 o7 r9"
CLOSED = "k10 k11 k12 k13 o10 o11 o12 o13 b4 b5 b6 b7 b8 b9"
OTHERS = "seat 1 rack k2 k9; opened 2"
RUN = "table r6 r7 r8"
LOW = "seat 0 rack k1 r1 o5; opened 2 | seat 1 rack r2 o4; opened 2"


def played_out(rules: str, position: str, tactic: Tactic = MELDER) -> PlayedOut:
    """Return how the round ends if all play on from there, the mover with its tile drawn."""
    game = ruleset(rules)
    state = read_state(f"{position} | turn 30 | phase meld", game.tiles)
    world = world_of(game, state)
    world.pool = [world.terms.packing.units[tile] for tile in reversed(state.pool)]
    return play_out(world, [tactic] * len(state.seats))


@pytest.mark.parametrize(
    ("rules", "position", "tactic", "winner", "scores"),
    [
        (
            "international",
            f"table r6 r7 r8 | rack r9 k5 | opened 3 | {OTHERS}",
            MELDER,
            0,
            (100, -11),
        ),
        (
            "international",
            f"table r6 r7 r8 | rack r9 * | opened 3 | {OTHERS}",
            MELDER,
            0,
            (200, -22),
        ),
        (
            "international",
            "table r6 r7 r8 | rack r9 k5 | opened 3 | seat 1 rack k2 k9",
            MELDER,
            0,
            (200, -100),
        ),
        (
            "international",
            f"table r6 r7 r8 | rack {FOOT} k2 | opened no | {OTHERS}",
            OPENS,
            0,
            (200, -11),
        ),
        (
            "international",
            f"table r6 r7 r8 | rack {FOOT} * | opened no | {OTHERS}",
            OPENS,
            0,
            (400, -11),
        ),
        ("international", f"rack {CLOSED} k2 | opened no | {OTHERS}", HUNTS, 0, (700, -11)),
        ("international", f"rack {CLOSED} * | opened no | {OTHERS}", HUNTS, 0, (1400, -22)),
        (
            "international",
            f"rack {CLOSED} k2 | opened no | seat 1 rack k2 k9",
            HUNTS,
            0,
            (700, -700),
        ),
        (
            "international+trump_bonus=true",
            "table r6 r7 r8 | trump k9 | rack r9 k5 | opened 3 | seat 1 rack k2 k9; opened 2",
            MELDER,
            0,
            (100, 39),
        ),
        (
            "international+trump_bonus=true",
            f"{RUN} | trump k9 | rack r9 * | opened 3 | seat 1 rack k2 b1; opened 2; shown k9",
            MELDER,
            0,
            (200, 26),
        ),
        (
            "international",
            "rack k1 r5 o13 | pool | opened 3 | seat 1 rack k2 *; opened 2",
            MELDER,
            None,
            (-15, -32),
        ),
        ("american", f"table r6 r7 r8 | rack r9 * | opened 3 | {OTHERS}", MELDER, 0, (11, -11)),
        (
            "american",
            "rack k2 r4 b13 | pool | opened 3 | seat 1 rack r2 o4; opened 2",
            MELDER,
            1,
            (0, 0),
        ),
        (
            "american",
            "rack k2 r4 b13 | pool | opened 3 | seat 1 rack r1 o1 o4; opened 2",
            MELDER,
            0,
            (0, 0),
        ),
        (
            "american",
            f"to-move 2 | players 3 | rack k2 r4 b13 | pool | opened 3 | {LOW}",
            MELDER,
            1,
            (-1, 1, 0),
        ),
    ],
)
def test_a_round_played_on_is_scored_by_the_rules(
    rules: str, position: str, tactic: Tactic, winner: int | None, scores: tuple[int, ...]
) -> None:
    """RULES 3.2 and 2.3: kinds of wins, jokers that double, the trump, ties."""
    players = "" if "players" in position else " | players 2"
    pool = "" if "pool" in position else " | pool b1 b2"

    ended = played_out(rules, position + players + pool, tactic)

    assert (ended.winner, ended.scores) == (winner, scores)
