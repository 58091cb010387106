"""All that can be played: a legal play for each set of rack tiles, and short answers."""

from __future__ import annotations

from itertools import islice

import pytest
from tests.perft.test_suites import ENTRIES, name_of

from tilerummy.analysis import best_play, can_go_out, playable, plays
from tilerummy.cli.perft_suite import SuiteEntry, position
from tilerummy.rules import faults, ruleset
from tilerummy.solver import Objective
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
def test_whether_one_can_go_out(preset: str, text: str, *, goes_out: bool) -> None:
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
