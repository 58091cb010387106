"""Enumerating plays yields a legal play for each set of rack tiles; quick checks agree with it."""

from __future__ import annotations

from itertools import islice

import pytest
from tests.perft.test_suites import ENTRIES, name_of
from tests.support.examples import examples

from tilerummy import read_state
from tilerummy.analysis import Perft, best_play, can_go_out, perft, playable, plays
from tilerummy.cli.perft import SuiteEntry, position
from tilerummy.round import Round
from tilerummy.rules import faults, ruleset
from tilerummy.solver import Objective
from tilerummy.state import Draw, Play
from tilerummy.tiles import rack


@pytest.mark.parametrize("entry", ENTRIES, ids=name_of)
def test_there_is_a_legal_play_for_each_set_of_tiles(entry: SuiteEntry) -> None:
    found = [*plays(entry.rules, entry.state)]

    assert len({play.placed for play in found}) == len(found) == entry.racks
    for play in found:
        assert not list(faults(entry.rules, entry.state, play)), play
    assert playable(entry.rules, entry.state) == bool(found)


@pytest.mark.parametrize("objective", Objective)
def test_the_best_play_comes_first(objective: Objective) -> None:
    rules = ruleset("sabra")
    state = position(rules, "table r6 r7 r8 / b1 o1 *1 | rack k1 k2 k3 k4 r9 r10 b13")

    first = next(plays(rules, state, objective))

    assert first == best_play(rules, state, objective).plays[0]


def test_the_first_few_can_be_taken_of_many() -> None:
    rules = ruleset("rummikub")
    state = position(rules, "rack " + " ".join(f"{c}{n}" for c in "krb" for n in range(1, 6)))

    assert [len(play.placed) for play in islice(plays(rules, state), 3)] == [15, 14, 14]


MANY = " ".join(f"{c}{n}" for c in "kro" for n in range(1, 14))
"""39 different tiles: more than the solver supports."""

LONE = (
    "k1 k2 k5 k6 k8 k10 k12 k13 r2 r5 r7 r9 b3 b4 b8 b10 b11 b13 "
    "o1 o3 o4 o6 o7 o9 o11 o12 k1 r2 b3 o4"
)
"""30 tiles without any meld: too many parts for the solver."""


@pytest.mark.parametrize("seed", range(examples(12, 300)))
def test_there_are_plays_and_a_draw_for_every_deal_of_mcgraw(seed: int) -> None:
    """RULES 2.4: two handfuls and jokers are 26 to 36 tiles, mostly different ones."""
    game = Round("mcgraw", seed=seed)
    actions = [*game.legal_actions()]

    placed = [action.placed for action in actions if isinstance(action, Play)]
    assert Draw() in actions
    assert len({*placed}) == len(placed)
    assert all(not game.faults(action) for action in actions)


@pytest.mark.parametrize("opened", ["no", "1"])
def test_plays_of_a_large_rack_come_the_best_first_and_one_by_one(opened: str) -> None:
    """RULES 2.2: a large rack always has something to play."""
    game = Round.from_state("sabra", read_state(f"rack {MANY} | opened {opened} | players 2"))
    found = game.legal_plays()

    first = next(found)
    assert first.placed == rack(MANY)
    assert all(game.is_legal(play) and play.placed != first.placed for play in islice(found, 5))
    assert not found.proven
    assert isinstance(next(game.legal_plays(complete=True)), Play)
    assert isinstance(next(game.legal_actions()), Play)


@pytest.mark.parametrize(
    ("position", "sets"),
    [
        (f"rack {LONE}", []),
        (f"rack {LONE} k3 | opened no", []),
        (f"rack {LONE} k3", ["k3 b3 o3", "k1 k2 k3"]),
        (f"table r10 r11 r12 | rack {LONE}", ["r9", "r9 k12 o12", "k10 b10 b11 o11 k12 o12"]),
    ],
)
def test_plays_are_complete_if_the_rest_of_a_large_rack_cannot_be_laid(
    position: str, sets: list[str]
) -> None:
    """RULES 2.2: these are provably all; a player who cannot lay anything draws."""
    game = Round.from_state("sabra", read_state(f"{position} | pool ?5"))
    found, complete = game.legal_plays(), game.legal_plays(complete=True)

    assert {play.placed for play in found} == {*map(rack, sets)}
    assert len([*complete]) == len(sets)
    assert found.proven
    assert complete.proven
    assert perft(game.rules, game.state) == Perft(len(sets), len(sets))
    assert [*game.legal_actions()][len(sets) :] == [Draw()]


def test_foot_is_a_play_too() -> None:
    entry = next(entry for entry in ENTRIES if entry.name == "foot")
    first = next(plays(entry.rules, entry.state))

    assert entry.state.mover.rack - first.placed == rack("k13")


@pytest.mark.parametrize(
    ("preset", "text", "goes_out"),
    [
        ("sabra", "table k1 k2 k3 | rack k4 k5", True),
        ("sabra", "table k1 k2 k3 | rack k4 r5", False),
        ("sabra", "table k1 k2 k3 | rack k4 r10 b10 o10 | opened no", True),
        ("rummikub", "table k1 k2 k3 | rack k4 r10 b10 o10 | opened no", False),
        ("rummikub", "table k1 k2 k3 | rack k4 | opened 10", False),
        ("american", "table k1 k2 k3 | rack k4 r5", True),
        ("american", "table k1 k2 k3 | rack k4 k5", True),
        ("american", "table k1 k2 k3 | rack k4 r5 r7", False),
        ("american", "table k1 k2 k3 | rack k4 r5 | phase draw", False),
        ("pressman-1987", "table b5 b6 *b7 | rack b7 r1", False),
    ],
)
def test_can_go_out(preset: str, text: str, *, goes_out: bool) -> None:
    rules = ruleset(preset)

    assert can_go_out(rules, position(rules, text)) is goes_out


@pytest.mark.parametrize(
    ("preset", "text", "plays_any"),
    [
        ("sabra", "table k1 k2 k3 | rack k4", True),
        ("sabra", "table k1 k2 k3 | rack k5", False),
        ("sabra", "table k1 k2 k3 | rack k4 | opened no", False),
        ("rummikub", "table k1 k2 k3 | rack k4 r1 | opened 10", False),
        ("american", "table k1 k2 k3 | rack k4", False),
        ("american", "table k1 k2 k3 | rack k4 r5 | phase draw", False),
        ("mcgraw", "table k1 k2 k3 | rack k5 | free k4 | released yes", True),
        ("mcgraw", "table k1 k2 k3 | rack k5 | free k6 | released yes", False),
    ],
)
def test_whether_anything_can_be_played(preset: str, text: str, *, plays_any: bool) -> None:
    rules = ruleset(preset)

    assert playable(rules, position(rules, text)) is plays_any
